//! Which tasks are alike: all that a run can read of parts as long as it does not look into them, but for the bounds of
//! their conditions.
//!
//! A run reads what classes answer, in the order of the bucket; which classes share a condition, and in which order
//! conditions are numbered; the terms of a condition, and how many variables it has. Invariant: a bucket that was viewed
//! gets no more classes.

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;

use dpgen_forest::index::{AttrIx, at, small};
use dpgen_solver::Linear;

use crate::classes::condition::Conditions;
use crate::classes::table::Classes;
use crate::run::choices::Portion;
use crate::tasks::Task;

/// A bucket of more classes is not viewed: tasks over it are unlikely to be alike.
const MOST_CLASSES: usize = 256;
/// A slot with the same bucket as an earlier one is marked by this number less that one's place.
const SAME: u32 = u32::MAX;

/// What tells tasks apart that are not alike: the constructor, and for each recursive slot the number of what a run can
/// read of its bucket, or which earlier slot has the same.
pub(crate) type Key = SmallVec<[u32; 4]>;

/// A bucket as runs can read it.
#[derive(Debug)]
struct View {
    number: u32,
    /// The conditions of its classes, ascending.
    conditions: Box<[u32]>,
}

/// Buckets as runs can read them; numbered in the order in which a worker met them.
#[derive(Debug, Default)]
pub(crate) struct Views {
    /// By bucket; none if tasks over it are judged one by one.
    by_bucket: FxHashMap<u32, Option<View>>,
    numbers: IndexSet<Box<[u32]>, FxBuildHasher>,
    terms: IndexSet<(usize, Vec<Linear>), FxBuildHasher>,
}

impl Views {
    /// The key of a task, if it can have one.
    pub(crate) fn key(&mut self, classes: &Classes, conditions: &Conditions, task: &Task) -> Option<Key> {
        // Its holes have classes of several sizes, or it is not all of its runs.
        if task.spread || task.portion != Portion::ALL {
            return None;
        }
        let mut key = Key::new();
        key.push(task.ctor.word());
        for (place, part) in task.parts.iter().enumerate() {
            if part.from != 0 || at(part.len) != classes.of_bucket(part.bucket).len() {
                return None;
            }
            let earlier = task.parts[..place].iter().position(|earlier| earlier.bucket == part.bucket);
            key.push(match earlier {
                Some(earlier) => SAME - small(earlier),
                None => self.view(classes, conditions, part.bucket)?.number,
            });
        }
        Some(key)
    }

    /// The conditions of a bucket that is part of a task with a key, ascending.
    pub(crate) fn conditions(&self, bucket: u32) -> &[u32] {
        self.by_bucket.get(&bucket).and_then(Option::as_ref).map_or(&[], |view| &view.conditions)
    }

    fn view(&mut self, classes: &Classes, conditions: &Conditions, bucket: u32) -> Option<&View> {
        if !self.by_bucket.contains_key(&bucket) {
            let view = self.new_view(classes, conditions, bucket);
            self.by_bucket.insert(bucket, view);
        }
        self.by_bucket.get(&bucket).and_then(Option::as_ref)
    }

    fn new_view(&mut self, classes: &Classes, conditions: &Conditions, bucket: u32) -> Option<View> {
        let members = classes.of_bucket(bucket);
        if members.len() > MOST_CLASSES {
            return None;
        }
        let mut ranks: Vec<u32> = members.iter().map(|class| classes.condition(*class)).collect();
        ranks.sort_unstable();
        ranks.dedup();
        let mut words = Vec::new();
        for number in &ranks {
            let condition = conditions.get(*number);
            if !condition.general.is_empty() {
                return None;
            }
            let terms = self.terms.insert_full((condition.dbm.len(), condition.terms.clone())).0;
            words.push(small(terms));
        }
        words.push(SAME);
        for class in members {
            words.extend(ranks.binary_search(&classes.condition(*class)).map(small));
            for attr in (0..small(classes.tables.len())).map(AttrIx::from_word) {
                let value = classes.answers(attr).0[at(*class)];
                words.extend(value.map(|value| small(value.index())));
            }
        }
        let number = small(self.numbers.insert_full(words.into()).0);
        Some(View { number, conditions: ranks.into() })
    }
}
