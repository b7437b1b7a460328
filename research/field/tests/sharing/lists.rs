//! Lists linked both ways, whose elements have indices (dlv-list, index_list, array-linked-list, generational_token_list), on all lists with
//! all calls that name elements, against `Vec`.

use dpgen_field::assert_failing;

use crate::list_calls::{Case, Items, List, beside, compare};

type DlvList = dlv_list::VecList<usize>;

impl List for DlvList {
    type Id = dlv_list::Index<usize>;
    fn push(&mut self, is_front: bool, value: usize) -> Self::Id {
        if is_front { self.push_front(value) } else { self.push_back(value) }
    }
    fn insert(&mut self, beside: Self::Id, is_after: bool, value: usize) -> Self::Id {
        if is_after { self.insert_after(beside, value) } else { self.insert_before(beside, value) }
    }
    fn pop(&mut self, is_front: bool) -> Option<usize> {
        if is_front { self.pop_front() } else { self.pop_back() }
    }
    fn remove(&mut self, id: Self::Id) -> Option<usize> {
        self.remove(id)
    }
    fn shift(&mut self, id: Self::Id, beside: Self::Id, is_after: bool) -> bool {
        if is_after {
            self.move_after(id, beside)
        } else {
            self.move_before(id, beside)
        }
        true
    }
    fn look(&self, model: &[usize], ids: &[Self::Id]) {
        assert!(self.iter().eq(model) && self.iter().rev().eq(model.iter().rev()));
        assert_eq!((self.len(), self.front(), self.back()), (model.len(), model.first(), model.last()));
        assert!(self.indices().map(|id| self.get(id).copied()).eq(model.iter().copied().map(Some)));
        for (item, &id) in ids.iter().enumerate() {
            let (before, after) = beside(model, item).unwrap_or_default();
            assert_eq!(self.get(id).copied(), model.contains(&item).then_some(item));
            assert_eq!(self.get_previous_index(id), before.map(|item| ids[item]));
            assert_eq!(self.get_next_index(id), after.map(|item| ids[item]));
        }
        let mut packed = self.clone();
        let moved = packed.pack_to_fit();
        assert!(packed.iter().eq(model) && packed.iter().rev().eq(model.iter().rev()));
        assert_eq!(moved.len(), model.len());
        assert!(model.iter().all(|&item| packed.get(moved[&ids[item]]) == Some(&item)));
        let mut even = self.clone();
        even.retain(|item| *item % 2 == 0);
        assert!(even.iter().eq(model.iter().filter(|item| *item % 2 == 0)));
        let mut both = self.clone().into_iter();
        let mut left = model.to_vec();
        while let Some(last) = both.next_back() {
            assert_eq!((left.pop(), both.len()), (Some(last), left.len()));
            assert_eq!(both.next(), (!left.is_empty()).then(|| left.remove(0)));
        }
    }
}

#[dpgen::test(max_size = 4)]
fn dlv_list_calls(case: &Case) {
    compare::<DlvList>(case);
}

type IndexList = index_list::IndexList<usize>;

impl List for IndexList {
    type Id = index_list::ListIndex;
    fn push(&mut self, is_front: bool, value: usize) -> Self::Id {
        if is_front { self.insert_first(value) } else { self.insert_last(value) }
    }
    fn insert(&mut self, beside: Self::Id, is_after: bool, value: usize) -> Self::Id {
        if is_after { self.insert_after(beside, value) } else { self.insert_before(beside, value) }
    }
    fn pop(&mut self, is_front: bool) -> Option<usize> {
        if is_front { self.remove_first() } else { self.remove_last() }
    }
    fn remove(&mut self, id: Self::Id) -> Option<usize> {
        self.remove(id)
    }
    fn shift(&mut self, id: Self::Id, beside: Self::Id, is_after: bool) -> bool {
        assert!(if is_after {
            self.shift_index_after(id, beside)
        } else {
            self.shift_index_before(id, beside)
        });
        true
    }
    fn to_end(&mut self, id: Self::Id, is_front: bool) -> bool {
        assert!(if is_front { self.shift_index_to_front(id) } else { self.shift_index_to_back(id) });
        true
    }
    fn look(&self, model: &[usize], ids: &[Self::Id]) {
        assert!(self.iter().eq(model) && self.iter().rev().eq(model.iter().rev()));
        assert_eq!(
            (self.len(), self.get_first(), self.get_last()),
            (model.len(), model.first(), model.last())
        );
        for (at, &item) in model.iter().enumerate() {
            let id = ids[item];
            assert_eq!(self.get(id), Some(&item));
            assert_eq!(self.peek_prev(id), at.checked_sub(1).map(|before| &model[before]));
            assert_eq!(self.peek_next(id), model.get(at + 1));
            for steps in -3..=3_i32 {
                let to = i32::try_from(at).unwrap() + steps;
                // Beyond the end by more than one: a finding.
                if (-1..=i32::try_from(model.len()).unwrap()).contains(&to) {
                    let expected = usize::try_from(to).ok().and_then(|to| model.get(to));
                    assert_eq!(self.get(self.move_index(id, steps)), expected);
                }
            }
            let mut front = copy(self);
            let back = front.split(id);
            assert!(front.iter().eq(&model[..at]) && back.iter().eq(&model[at..]));
        }
        let mut safe = copy(self);
        safe.trim_safe();
        assert!(safe.iter().eq(model) && safe.iter().rev().eq(model.iter().rev()));
        let mut swapped = copy(self);
        swapped.trim_swap();
        assert_eq!((swapped.len(), swapped.capacity()), (model.len(), model.len()));
        assert!(swapped.iter().eq(model) && swapped.iter().rev().eq(model.iter().rev()));
        for mut trimmed in [safe, swapped] {
            (0..3).for_each(|more| {
                trimmed.insert_last(100 + more);
            });
            assert!(trimmed.iter().eq(model.iter().chain(&[100, 101, 102])));
        }
    }
}

/// The same list with the same places that are free.
fn copy(list: &IndexList) -> IndexList {
    list.clone()
}

#[dpgen::test(max_size = 4)]
fn index_list_calls(case: &Case) {
    compare::<IndexList>(case);
}

type ArrayList = array_linked_list::ArrayLinkedList<usize>;

impl List for ArrayList {
    type Id = usize;
    fn push(&mut self, is_front: bool, value: usize) -> usize {
        if is_front { self.push_front(value) } else { self.push_back(value) }
    }
    fn insert(&mut self, beside: usize, is_after: bool, value: usize) -> usize {
        if is_after {
            self.insert_after(beside, value).unwrap()
        } else {
            self.insert_before(beside, value).unwrap()
        }
    }
    fn pop(&mut self, is_front: bool) -> Option<usize> {
        if is_front { self.pop_front() } else { self.pop_back() }
    }
    fn remove(&mut self, id: usize) -> Option<usize> {
        self.remove(id)
    }
    fn to_end(&mut self, id: usize, is_front: bool) -> bool {
        // "It basically does the same as `remove` and `push_front`." Of the element at that end: a finding.
        let end = if is_front { self.front_index() } else { self.back_index() };
        if end == Some(id) {
            return false;
        }
        let value = self[id].unwrap();
        assert_eq!(
            if is_front { self.replace_front(id, value) } else { self.replace_back(id, value) },
            Some(value)
        );
        true
    }
    fn look(&self, model: &[usize], ids: &[usize]) {
        assert!(self.iter().eq(model) && self.iter().rev().eq(model.iter().rev()));
        assert_eq!((self.len(), self.front(), self.back()), (model.len(), model.first(), model.last()));
        assert!(self.indices().eq(model.iter().map(|&item| ids[item])));
        for (at, &item) in model.iter().enumerate() {
            let id = ids[item];
            assert_eq!(self.get(id), Some(&item));
            // After the last from behind, and before the first: a finding.
            assert!(self.iter_after(id).eq(&model[at + 1..]));
            assert!(self.iter_before(id).rev().eq(model[..at].iter().rev()));
            if at > 0 {
                assert!(self.iter_before(id).eq(&model[..at]));
            }
            if at + 1 < model.len() {
                assert!(self.iter_after(id).rev().eq(model[at + 1..].iter().rev()));
            }
        }
    }
}

#[dpgen::test(max_size = 4)]
fn array_linked_list_calls(case: &Case) {
    compare::<ArrayList>(case);
}

type TokenList = generational_token_list::GenerationalTokenList<usize>;

impl List for TokenList {
    type Id = generational_token_list::ItemToken;
    fn push(&mut self, is_front: bool, value: usize) -> Self::Id {
        if is_front { self.push_front(value) } else { self.push_back(value) }
    }
    fn insert(&mut self, beside: Self::Id, is_after: bool, value: usize) -> Self::Id {
        if is_after { self.insert_after(beside, value) } else { self.insert_before(beside, value) }
    }
    fn pop(&mut self, is_front: bool) -> Option<usize> {
        if is_front { self.pop_front() } else { self.pop_back() }
    }
    fn remove(&mut self, id: Self::Id) -> Option<usize> {
        self.remove(id)
    }
    fn look(&self, model: &[usize], ids: &[Self::Id]) {
        assert!(self.iter().eq(model));
        assert_eq!((self.len(), self.head(), self.tail()), (model.len(), model.first(), model.last()));
        for (item, &id) in ids.iter().enumerate() {
            assert_eq!(self.get(id).copied(), model.contains(&item).then_some(item));
            let Some((before, after)) = beside(model, item) else { continue };
            assert_eq!(self.prev_token(id), before.map(|item| ids[item]));
            assert_eq!(self.next_token(id), after.map(|item| ids[item]));
            assert_eq!(self.find_token(&item), Some(id));
        }
        for at in 0..=model.len() {
            assert_eq!(self.token_at(at), model.get(at).map(|&item| ids[item]));
            assert_eq!(self.token_at_back(at), model.iter().rev().nth(at).map(|&item| ids[item]));
        }
    }
}

#[dpgen::test(max_size = 4)]
fn generational_token_list_calls(case: &Case) {
    compare::<TokenList>(case);
}

/// "Returns the index `steps` elements away, or `None` when the end is reached."
#[test]
fn index_list_moves_end_at_the_ends() {
    assert_failing(5, "Items([Item])", (4, 6), |case: &Items| {
        let mut list: IndexList = IndexList::new();
        for item in 0..case.0.len() {
            list.insert_last(item);
        }
        let first = list.first_index();
        for steps in 0..=5_i32 {
            let expected = usize::try_from(steps).ok().filter(|&steps| steps < case.0.len());
            assert_eq!(list.get(list.move_index(first, steps)).copied(), expected, "{steps} steps");
        }
    });
}

/// "Returns a borrowing iterator over its elements, ending before the element at the specified index."
#[test]
fn array_linked_list_ends_before_an_element() {
    assert_failing(5, "Items([Item])", (5, 6), |case: &Items| {
        let mut list = ArrayList::new();
        let ids: Vec<usize> = (0..case.0.len()).map(|item| list.push_back(item)).collect();
        for (at, &id) in ids.iter().enumerate() {
            assert!(list.iter_before(id).eq(&(0..at).collect::<Vec<_>>()), "before {at}");
        }
    });
}

/// "It basically does the same as `remove` and `push_back`, even if the specified index is already removed."
#[test]
fn array_linked_list_replaces_the_last() {
    assert_failing(5, "Items([Item])", (1, 6), |case: &Items| {
        let n = case.0.len();
        let mut list = ArrayList::new();
        let ids: Vec<usize> = (0..n).map(|item| list.push_back(item)).collect();
        for (at, &id) in ids.iter().enumerate() {
            let mut list = list.clone();
            list.replace_back(id, 9);
            let expected: Vec<usize> = (0..n).filter(|&item| item != at).chain([9]).collect();
            let found: Vec<usize> = list.iter().copied().take(n + 2).collect();
            assert_eq!(found, expected, "{at} of {n}");
        }
    });
}

#[test]
fn index_list_moves_around_without_dpgen() {
    let mut list = IndexList::new();
    let only = list.insert_last(7);
    assert!(list.move_index(only, 1).is_none());
    assert_eq!(list.move_index(only, 2), only); // none
}

#[test]
fn array_linked_list_has_itself_before_the_first_without_dpgen() {
    let mut list = ArrayList::new();
    let first = list.push_back(7);
    assert!(list.iter_before(first).eq(&[7]));
    assert!(list.iter_after(first).rev().eq(&[7]));
}

/// As above, of `replace_front`.
#[test]
fn array_linked_list_replaces_the_first() {
    assert_failing(5, "Items([Item])", (5, 6), |case: &Items| {
        let n = case.0.len();
        let mut list = ArrayList::new();
        let ids: Vec<usize> = (0..n).map(|item| list.push_back(item)).collect();
        for (at, &id) in ids.iter().enumerate() {
            let mut list = list.clone();
            list.replace_front(id, 9);
            let expected: Vec<usize> = [9].into_iter().chain((0..n).filter(|&item| item != at)).collect();
            let found: Vec<usize> = list.iter().copied().take(n + 2).collect();
            assert_eq!(found, expected, "{at} of {n}");
        }
    });
}

#[test]
fn array_linked_list_goes_round_after_the_first_element_without_dpgen() {
    let mut list: ArrayList = ArrayList::new();
    let first = list.push_back(7);
    list.push_back(8);
    assert_eq!(list.replace_front(first, 9), Some(7));
    let found: Vec<usize> = list.iter().copied().take(4).collect();
    assert_eq!(found, [9, 9, 9, 9]); // 9, 8
}

#[test]
fn array_linked_list_loses_the_only_element_without_dpgen() {
    let mut list = ArrayList::new();
    let only = list.push_back(7);
    assert_eq!(list.replace_back(only, 9), Some(7));
    assert_eq!((list.len(), list.iter().take(3).count()), (1, 0)); // 9
}
