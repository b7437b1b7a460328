//! Kinds of predicates: opaque ones, `root_ok` of both kinds, and the `finish` hook.

use dpgen::{DpGen, Int};

use super::Case;
use super::oracle::Odometer;

/// A sorted list whose check is that of a production type: it takes a finished value.
#[derive(DpGen, Debug, Clone, PartialEq, Eq, Hash)]
#[dpgen(rep_ok = Bag::check)]
pub enum Bag {
    Empty,
    With {
        #[dpgen(range = 0..=3)]
        item: u8,
        others: Box<Bag>,
    },
}

impl Bag {
    fn check(&self) -> bool {
        match self {
            Self::Empty => true,
            Self::With { item, others } => {
                !matches!(&**others, Self::With { item: next, .. } if next < item) && others.check()
            }
        }
    }
}

pub const BAGS: Case<Bag> =
    Case { opaque: true, ..Case::new("bags", any_bag, valid_bag, place_bag).sizes(5, 5) };

fn any_bag(from: &mut Odometer) -> Option<Bag> {
    if !from.more(1)? {
        return Some(Bag::Empty);
    }
    let item = u8::try_from(from.int(0, 3)?).unwrap();
    Some(Bag::With { item, others: Box::new(any_bag(from)?) })
}

fn bag_items(mut bag: &Bag) -> Vec<u8> {
    let mut items = Vec::new();
    while let Bag::With { item, others } = bag {
        items.push(*item);
        bag = others;
    }
    items
}

fn valid_bag(bag: &Bag) -> bool {
    bag_items(bag).is_sorted()
}

fn place_bag(bag: &Bag) -> Vec<u32> {
    list_place(bag_items(bag).len())
}

fn list_place(len: usize) -> Vec<u32> {
    let len = u32::try_from(len).unwrap();
    if len == 0 { vec![0, 0] } else { vec![len, 1, len - 1] }
}

/// An observed invariant, and an opaque condition on the whole: sorted, with an even sum.
#[derive(DpGen, Debug, Clone, PartialEq, Eq, Hash)]
#[dpgen(rep_ok = even_bag_is_sorted, root_ok = EvenBag::is_even)]
pub enum EvenBag {
    Empty,
    With {
        #[dpgen(range = 0..=3)]
        item: u8,
        others: Box<EvenBag>,
    },
}

fn even_bag_is_sorted(bag: EvenBagView) -> bool {
    let EvenBagView::With { item, others } = bag else { return true };
    match others.view() {
        EvenBagView::Empty => true,
        EvenBagView::With { item: next, .. } => item <= next,
    }
}

impl EvenBag {
    fn sum(&self) -> u32 {
        match self {
            Self::Empty => 0,
            Self::With { item, others } => u32::from(*item) + others.sum(),
        }
    }

    fn is_even(&self) -> bool {
        self.sum().is_multiple_of(2)
    }
}

pub const EVEN_BAGS: Case<EvenBag> =
    Case { opaque: true, ..Case::new("even bags", any_even_bag, valid_even_bag, place_even_bag).sizes(5, 5) };

fn any_even_bag(from: &mut Odometer) -> Option<EvenBag> {
    if !from.more(1)? {
        return Some(EvenBag::Empty);
    }
    let item = u8::try_from(from.int(0, 3)?).unwrap();
    Some(EvenBag::With { item, others: Box::new(any_even_bag(from)?) })
}

fn even_bag_items(mut bag: &EvenBag) -> Vec<u8> {
    let mut items = Vec::new();
    while let EvenBag::With { item, others } = bag {
        items.push(*item);
        bag = others;
    }
    items
}

fn valid_even_bag(bag: &EvenBag) -> bool {
    let items = even_bag_items(bag);
    items.is_sorted() && items.iter().filter(|item| **item % 2 == 1).count() % 2 == 0
}

fn place_even_bag(bag: &EvenBag) -> Vec<u32> {
    list_place(even_bag_items(bag).len())
}

/// Each node's `below` is what no tree holds: a `finish` hook counts the nodes below it.
#[derive(DpGen, Debug, Clone, PartialEq, Eq, Hash)]
#[dpgen(rep_ok = leans_left, finish = Counted::count)]
pub enum Counted {
    Nil,
    Node {
        left: Box<Counted>,
        #[dpgen(values = [-1])]
        below: i64,
        right: Box<Counted>,
    },
}

impl Counted {
    fn nodes(&self) -> i64 {
        match self {
            Self::Nil => 0,
            Self::Node { below, .. } => below + 1,
        }
    }

    fn count(&mut self) {
        if let Self::Node { left, below, right } = self {
            *below = left.nodes() + right.nodes();
        }
    }
}

fn leans_left(tree: CountedView) -> bool {
    let CountedView::Node { left, right, .. } = tree else { return true };
    right.get(height) <= left.get(height)
}

fn height(tree: CountedView) -> u32 {
    let CountedView::Node { left, right, .. } = tree else { return 0 };
    1 + left.get(height).max(right.get(height))
}

pub const COUNTED: Case<Counted> = Case {
    finished: true,
    ..Case::new("counted trees", any_counted, valid_counted, place_counted).sizes(6, 7)
};

/// Nodes below, counted from the result.
fn any_counted(from: &mut Odometer) -> Option<Counted> {
    if !from.more(1)? {
        return Some(Counted::Nil);
    }
    let (left, right) = (Box::new(any_counted(from)?), Box::new(any_counted(from)?));
    let below = i64::from(counted_nodes(&left) + counted_nodes(&right));
    Some(Counted::Node { left, below, right })
}

fn counted_nodes(tree: &Counted) -> u32 {
    match tree {
        Counted::Nil => 0,
        Counted::Node { left, right, .. } => 1 + counted_nodes(left) + counted_nodes(right),
    }
}

fn levels(tree: &Counted) -> usize {
    let mut level = vec![tree];
    let mut levels = 0;
    loop {
        level.retain(|tree| **tree != Counted::Nil);
        if level.is_empty() {
            return levels;
        }
        levels += 1;
        level = level
            .into_iter()
            .flat_map(|tree| match tree {
                Counted::Nil => Vec::new(),
                Counted::Node { left, right, .. } => vec![&**left, &**right],
            })
            .collect();
    }
}

fn valid_counted(tree: &Counted) -> bool {
    let Counted::Node { left, below, right } = tree else { return true };
    levels(left) >= levels(right)
        && i64::from(counted_nodes(tree)) == below + 1
        && valid_counted(left)
        && valid_counted(right)
}

fn place_counted(tree: &Counted) -> Vec<u32> {
    match tree {
        Counted::Nil => vec![0, 0],
        Counted::Node { left, right, .. } => {
            vec![counted_nodes(tree), 1, counted_nodes(left), counted_nodes(right)]
        }
    }
}

/// Words over 1 and -1 with no negative suffix sum (`rep_ok`) and the sum 0 (`root_ok`): balanced brackets.
#[derive(DpGen, Debug, Clone, PartialEq, Eq, Hash)]
#[dpgen(rep_ok = suffix_is_not_negative, root_ok = is_balanced)]
pub enum Brackets {
    End,
    Bracket {
        #[dpgen(values = [-1, 1])]
        step: i8,
        rest: Box<Brackets>,
    },
}

fn suffix_is_not_negative(word: BracketsView) -> bool {
    sum(word) >= 0
}

fn is_balanced(word: BracketsView) -> bool {
    sum(word) == 0
}

fn sum(word: BracketsView) -> Int {
    match word {
        BracketsView::End => 0.into(),
        BracketsView::Bracket { step, rest } => step + rest.get(sum),
    }
}

pub const BALANCED: Case<Brackets> =
    Case::new("balanced brackets", any_word, valid_word, place_word).sizes(8, 8);

fn any_word(from: &mut Odometer) -> Option<Brackets> {
    if !from.more(1)? {
        return Some(Brackets::End);
    }
    Some(Brackets::Bracket { step: from.of(&[-1, 1])?, rest: Box::new(any_word(from)?) })
}

fn steps(mut word: &Brackets) -> Vec<i8> {
    let mut steps = Vec::new();
    while let Brackets::Bracket { step, rest } = word {
        steps.push(*step);
        word = rest;
    }
    steps
}

/// Brackets match: from the end, 1 opens and -1 closes.
fn valid_word(word: &Brackets) -> bool {
    let mut open = 0_u32;
    for step in steps(word).into_iter().rev() {
        let next = if step == 1 { open.checked_add(1) } else { open.checked_sub(1) };
        let Some(next) = next else { return false };
        open = next;
    }
    open == 0
}

fn place_word(word: &Brackets) -> Vec<u32> {
    list_place(steps(word).len())
}
