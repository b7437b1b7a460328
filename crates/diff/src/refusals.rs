//! [`Refusals`]: the cases that subjects refused, and were not compared for that.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::case::Case;

/// The cases that a subject refused.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusal {
    /// Their number.
    pub count: u64,
    /// The size of the smallest of them.
    pub size: u32,
    /// Its rank.
    pub rank: String,
    /// Its key.
    pub key: String,
    /// Its text.
    pub text: String,
}

impl Refusal {
    /// The order of structures: by size, and by rank, which is a number in digits.
    fn place(&self) -> (u32, usize, &str) {
        (self.size, self.rank.len(), &self.rank)
    }
}

/// The refused cases of some part of a run.
///
/// Law: adding the refusals of the parts of a run gives those of the run, in whichever order.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Refusals {
    /// How many cases were refused by any subject.
    pub cases: u64,
    /// The refused cases of each subject that refused some, by its index.
    pub by_subject: BTreeMap<usize, Refusal>,
}

impl Refusals {
    /// Whether no case was refused.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.cases == 0
    }

    /// Adds a case that some subjects refused.
    pub fn add_case(&mut self, case: &Case, subjects: &[usize]) {
        let refusal = Refusal {
            count: 1,
            size: case.size,
            rank: case.rank.clone(),
            key: case.key.clone(),
            text: case.text.clone(),
        };
        let by_subject = subjects.iter().map(|subject| (*subject, refusal.clone())).collect();
        self.add(&Self { cases: 1, by_subject });
    }

    /// Adds the refused cases of another part.
    pub fn add(&mut self, other: &Self) {
        self.cases = self.cases.saturating_add(other.cases);
        for (subject, theirs) in &other.by_subject {
            let Some(mine) = self.by_subject.get_mut(subject) else {
                self.by_subject.insert(*subject, theirs.clone());
                continue;
            };
            let count = mine.count.saturating_add(theirs.count);
            if theirs.place() < mine.place() {
                *mine = theirs.clone();
            }
            mine.count = count;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::structure::term::Term;

    #[test]
    fn parts_add_up_in_any_order() {
        let part = |size: u32, rank: &str, subjects: &[usize]| {
            let (key, text) = (format!("{size}:{rank}"), String::new());
            let case = Case {
                position: 0,
                key,
                size,
                rank: rank.to_owned(),
                text,
                renderings: BTreeMap::new(),
                term: Term::default(),
            };
            let mut refusals = Refusals::default();
            refusals.add_case(&case, subjects);
            refusals
        };
        let parts = [part(2, "10", &[0, 2]), part(2, "9", &[2]), part(3, "0", &[0])];
        for order in [[0, 1, 2], [2, 1, 0], [1, 0, 2]] {
            let mut all = Refusals::default();
            order.into_iter().for_each(|place: usize| all.add(&parts[place]));
            let shown: Vec<_> =
                all.by_subject.iter().map(|(subject, of)| (*subject, of.count, of.key.as_str())).collect();
            assert_eq!((all.cases, shown), (3, vec![(0, 2, "2:10"), (2, 2, "2:9")]));
        }
    }
}
