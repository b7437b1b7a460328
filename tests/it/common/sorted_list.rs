//! Sorted lists of values from `1..=n`, repeats allowed.

use dpgen::{DpGen, Int};

use super::Case;
use super::oracle::Odometer;

#[derive(DpGen, Debug, Clone, PartialEq, Eq, Hash)]
#[dpgen(rep_ok = is_sorted)]
pub enum List {
    Nil,
    Cons(#[dpgen(range = 1..=n)] i64, Box<List>),
}

fn is_sorted(list: ListView) -> bool {
    match list {
        ListView::Nil => true,
        ListView::Cons(first, rest) => rest.get(head).is_none_or(|second| first <= second),
    }
}

fn head(list: ListView) -> Option<Int> {
    match list {
        ListView::Nil => None,
        ListView::Cons(first, _) => Some(first),
    }
}

pub const CASE: Case<List> = Case::new("sorted list", any, valid, place).sizes(5, 6);

fn any(from: &mut Odometer) -> Option<List> {
    if !from.more(1)? {
        return Some(List::Nil);
    }
    Some(List::Cons(from.int(1, from.n)?, Box::new(any(from)?)))
}

/// The values in order.
pub fn values(mut list: &List) -> Vec<i64> {
    let mut values = Vec::new();
    while let List::Cons(first, rest) = list {
        values.push(*first);
        list = rest;
    }
    values
}

fn valid(list: &List) -> bool {
    values(list).is_sorted()
}

fn place(list: &List) -> Vec<u32> {
    let len = u32::try_from(values(list).len()).unwrap();
    if len == 0 { vec![0, 0] } else { vec![len, 1, len - 1] }
}
