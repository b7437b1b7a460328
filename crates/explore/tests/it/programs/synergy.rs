//! Four small programs in the manner of those that concolic tools are tried on: an array and a list that are asked for a place, a
//! condition that no random input meets, and a count of values that has a path for each set of them.

use dpgen::prelude::*;

use super::list::List;

/// Flags, 0 or 1, and the place to ask for.
#[derive(DpGen, Debug)]
pub struct Flags {
    #[dpgen(range = 0..=1)]
    pub flags: Vec<Int>,
    #[dpgen(range = -1000..=1000)]
    pub place: Int,
}

impl Flags {
    /// The flag at the place, if there is one.
    #[dpgen::cover]
    pub fn get(&self) -> Option<bool> {
        if self.place < 0 {
            return None;
        }
        for (place, flag) in (0_i64..).zip(&self.flags) {
            if self.place == place {
                return if *flag == 0 { Some(false) } else { Some(true) };
            }
        }
        None
    }
}

/// A list and the place of a node.
#[derive(DpGen, Debug)]
pub struct NodeAt {
    list: List,
    #[dpgen(range = -1000..=1000)]
    place: Int,
}

impl NodeAt {
    /// The list from the place on, if it has so many nodes; a place before the first is the first.
    #[dpgen::cover]
    pub fn get(&self) -> Option<&List> {
        let (mut list, mut left) = (&self.list, self.place);
        while left > 0 {
            let List::Cons { rest, .. } = list else { return None };
            list = rest;
            left = left - 1;
        }
        Some(list)
    }
}

/// Four numbers.
#[derive(DpGen, Debug)]
pub struct Precise(#[dpgen(range = -1_000_000..=1_000_000)] [Int; 4]);

/// Whether equations hold that random numbers do not meet: one set of numbers in a whole range does.
#[dpgen::cover]
pub fn precise(Precise([a, b, c, d]): &Precise) -> bool {
    if *a == 271_828 && *b == *a + *a - 314_159 {
        if *c + *a == *b - 7 && *d > *c && *d < *c + 2 {
            return true;
        }
    }
    false
}

/// Fourteen numbers.
#[derive(DpGen, Debug)]
pub struct Fourteen(#[dpgen(range = -1000..=1000)] [Int; 14]);

/// Whether more than seven are not zero: half of the sets of numbers that can be, each with a path of its own.
#[dpgen::cover]
pub fn most_are_set(Fourteen(numbers): &Fourteen) -> bool {
    let mut set = 0;
    for number in numbers {
        if *number != 0 {
            set += 1;
        }
    }
    if set > 7 { true } else { false }
}
