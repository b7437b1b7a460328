//! Sorted lists.

use dpgen::prelude::*;

#[derive(DpGen, Debug, Default)]
#[dpgen(rep_ok = ascends)]
pub enum List {
    #[default]
    Nil,
    Cons {
        #[dpgen(range = 0..=1000)]
        first: Int,
        rest: Box<List>,
    },
}

fn ascends(list: ListView) -> bool {
    let ListView::Cons { first, rest } = list else { return true };
    rest.get(head).is_none_or(|second| first <= second)
}

fn head(list: ListView) -> Option<Int> {
    let ListView::Cons { first, .. } = list else { return None };
    Some(first)
}

/// A list, a key to insert, and a list to merge with.
#[derive(DpGen, Debug)]
pub struct ListCall {
    pub list: List,
    pub other: List,
    #[dpgen(range = 0..=1000)]
    pub key: Int,
}

impl List {
    #[dpgen::cover]
    pub fn insert(&mut self, key: Int) {
        match self {
            Self::Cons { first, rest } if *first < key => rest.insert(key),
            _ => {
                let rest = Box::new(std::mem::take(self));
                *self = Self::Cons { first: key, rest };
            }
        }
    }

    #[dpgen::cover]
    pub fn merge(&mut self, other: &mut Self) {
        let Self::Cons { first, rest } = self else {
            *self = std::mem::take(other);
            return;
        };
        let Self::Cons { first: of_other, .. } = other else { return };
        if *of_other < *first {
            std::mem::swap(self, other);
            self.merge(other);
        } else {
            rest.merge(other);
        }
    }
}
