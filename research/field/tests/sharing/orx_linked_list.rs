//! orx-linked-list: lists and slices of them, on all lists with all calls that name elements, against `Vec`.

use dpgen::DpGen;
use dpgen_field::assert_failing;
use orx_linked_list::{DoublyEnds, DoublyEndsMut, DoublyIdx, DoublyIterable, DoublyListLazy};

use crate::list_calls::{Case, Item, List, beside, compare};

type OrxList = DoublyListLazy<usize>;

impl List for OrxList {
    type Id = DoublyIdx<usize>;
    fn push(&mut self, is_front: bool, value: usize) -> Self::Id {
        if is_front { self.push_front(value) } else { self.push_back(value) }
    }
    fn insert(&mut self, beside: Self::Id, is_after: bool, value: usize) -> Self::Id {
        if is_after { self.insert_next_to(beside, value) } else { self.insert_prev_to(beside, value) }
    }
    fn pop(&mut self, is_front: bool) -> Option<usize> {
        if is_front { self.pop_front() } else { self.pop_back() }
    }
    fn remove(&mut self, id: Self::Id) -> Option<usize> {
        Some(self.remove(id))
    }
    fn shift(&mut self, id: Self::Id, beside: Self::Id, is_after: bool) -> bool {
        if is_after {
            self.move_next_to(id, beside)
        } else {
            self.move_prev_to(id, beside)
        }
        true
    }
    fn to_end(&mut self, id: Self::Id, is_front: bool) -> bool {
        if is_front {
            self.move_to_front(id)
        } else {
            self.move_to_back(id)
        }
        true
    }
    fn swap(&mut self, one: Self::Id, other: Self::Id) -> bool {
        DoublyEndsMut::swap(self, one, other);
        true
    }
    fn look(&self, model: &[usize], ids: &[Self::Id]) {
        assert!(self.iter().eq(model) && self.iter().rev().eq(model.iter().rev()));
        assert_eq!((self.len(), self.front(), self.back()), (model.len(), model.first(), model.last()));
        assert!(self.indices().map(|id| *self.get(id).unwrap()).eq(model.iter().copied()));
        for (item, &id) in ids.iter().enumerate() {
            assert_eq!(self.get(id).copied(), model.contains(&item).then_some(item));
            if let Some((before, after)) = beside(model, item) {
                assert_eq!((self.prev_of(id).copied(), self.next_of(id).copied()), (before, after));
                let at = model.iter().position(|&other| other == item).unwrap();
                assert!(self.iter_from(id).eq(&model[at..]));
                assert!(self.iter_backward_from(id).eq(model[..=at].iter().rev()));
            }
        }
        assert!(self.iter_links().eq(model.windows(2).map(|pair| (&pair[0], &pair[1]))));
    }
}

#[dpgen::test(max_size = 4)]
fn orx_linked_list_calls(case: &Case) {
    compare::<OrxList>(case);
}

/// A list, a part of it, and a call on that part.
#[derive(DpGen, Clone, Debug)]
#[dpgen(weight = 0)]
struct Part {
    items: Vec<Item>,
    #[dpgen(refers_to = Item)]
    start: usize,
    #[dpgen(refers_to = Item)]
    last: usize,
    call: PartCall,
}

#[derive(DpGen, Clone, Debug)]
#[dpgen(weight = 0)]
enum PartCall {
    Look,
    Links,
    Reverse,
    ToEnd {
        #[dpgen(refers_to = Item)]
        item: usize,
        is_front: bool,
    },
    Swap(#[dpgen(refers_to = Item)] usize, #[dpgen(refers_to = Item)] usize),
    Shift {
        #[dpgen(refers_to = Item)]
        item: usize,
        #[dpgen(refers_to = Item)]
        beside: usize,
        is_after: bool,
    },
}

/// "A linked list slice itself also behaves like a linked list. […] It is rather a view, like a slice is a view to a vec."
fn compare_slices(part: &Part) {
    let (n, start, end) = (part.items.len(), part.start, part.last + 1);
    let mut list: OrxList = (0..n).collect();
    let ids: Vec<DoublyIdx<usize>> = list.indices().collect();
    let mut model: Vec<usize> = (0..n).collect();
    let is_within = |item: usize| (start..end).contains(&item);
    if start >= end {
        return;
    }
    let slice = list.slice(ids[start]..=ids[part.last]);
    match part.call {
        PartCall::Look => {
            assert!(
                slice.iter().eq(&model[start..end]) && slice.iter().rev().eq(model[start..end].iter().rev())
            );
            assert_eq!((slice.front(), slice.back()), (model.get(start), model.get(end - 1)));
            return;
        }
        PartCall::Links => {
            assert!(slice.iter_links().eq(model[start..end].windows(2).map(|pair| (&pair[0], &pair[1]))));
            return;
        }
        PartCall::ToEnd { item, .. } if !is_within(item) => return,
        PartCall::Swap(one, other) if !is_within(one) || !is_within(other) => return,
        PartCall::Shift { item, beside, .. } if !is_within(item) || !is_within(beside) || item == beside => {
            return;
        }
        _ => {}
    }
    let mut slice = list.slice_mut(ids[start]..=ids[part.last]);
    match part.call {
        PartCall::Look | PartCall::Links => {}
        PartCall::Reverse => {
            slice.reverse();
            model[start..end].reverse();
        }
        PartCall::ToEnd { item, is_front: true } => {
            slice.move_to_front(ids[item]);
            model[start..=item].rotate_right(1);
        }
        PartCall::ToEnd { item, is_front: false } => {
            slice.move_to_back(ids[item]);
            model[item..end].rotate_left(1);
        }
        PartCall::Swap(one, other) => {
            DoublyEndsMut::swap(&mut slice, ids[one], ids[other]);
            model.swap(one, other);
        }
        PartCall::Shift { item, beside, is_after } => {
            if is_after {
                slice.move_next_to(ids[item], ids[beside])
            } else {
                slice.move_prev_to(ids[item], ids[beside])
            }
            model.remove(item);
            let place = model.iter().position(|&other| other == beside).unwrap();
            model.insert(place + usize::from(is_after), item);
        }
    }
    assert!(
        slice.iter().eq(&model[start..end]) && slice.iter().rev().eq(model[start..end].iter().rev()),
        "the slice"
    );
    assert!(list.iter().eq(&model), "the list");
    assert!(list.iter().rev().eq(model.iter().rev()), "the list backwards");
    assert_eq!((list.front(), list.back()), (model.first(), model.last()));
}

#[test]
fn orx_linked_list_slices() {
    let smallest =
        "Part { items: [Item, Item], start: 0, last: 1, call: ToEnd { item: 0, is_front: false } }";
    assert_failing(4, smallest, (52, 1352), |part: &Part| {
        if !matches!(part.call, PartCall::Links) {
            compare_slices(part);
        }
    });
}

#[test]
fn orx_linked_list_loses_its_front_without_dpgen() {
    let mut list: OrxList = (0..2).collect();
    let ids: Vec<_> = list.indices().collect();
    list.slice_mut(..).move_to_back(ids[0]);
    let found: Vec<usize> = list.iter().copied().collect();
    assert_eq!(found, [1]); // 1, 0
}

/// "Creates a forward iterator that yields pairs of successive elements representing links."
#[test]
fn orx_linked_list_links_of_slices() {
    let smallest = "Part { items: [Item, Item], start: 0, last: 0, call: Links }";
    assert_failing(4, smallest, (6, 1352), |part: &Part| {
        if matches!(part.call, PartCall::Links) {
            compare_slices(part);
        }
    });
}

#[test]
fn orx_linked_list_links_to_outside_without_dpgen() {
    let list: OrxList = (0..2).collect();
    let ids: Vec<_> = list.indices().collect();
    let slice = list.slice(ids[0]..=ids[0]);
    assert_eq!((slice.iter().count(), slice.iter_links().count()), (1, 1));
}
