//! Subsets of a set of classes, given by the positions of their members, so that all candidates of a key name them alike.
//!
//! The leaves of a template choose from a list of subsets of each recursive slot. Such lists are interned, and the [`Subsets`] that one
//! is of some set are found once.

use std::sync::{Arc, OnceLock};

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;

use dpgen_forest::index::{at, small};

use crate::quotient::leaf::recalled_leaves::Subsets;
use crate::quotient::sets::class_sets::ClassSets;

/// Places in sets, and the worker's sets of the classes there.
#[derive(Debug, Default)]
pub(crate) struct SubsetPositions {
    numbers: IndexSet<Box<[u32]>, FxBuildHasher>,
    /// By set and number.
    sets: FxHashMap<(u32, u32), u32>,
    /// Lists of numbers.
    lists: IndexSet<Box<[u32]>, FxBuildHasher>,
    /// By set and list.
    subsets: FxHashMap<(u32, u32), Arc<Subsets>>,
    /// By set: the list that it was asked for last, as it mostly is again, and its subsets.
    latest: Vec<Option<(u32, Arc<Subsets>)>>,
}

impl SubsetPositions {
    /// The number of the list of positions that some classes have in a set that holds them.
    pub(crate) fn number(&mut self, whole: &[u32], classes: &[u32]) -> Option<u32> {
        let positions: Option<Box<[u32]>> =
            classes.iter().map(|class| whole.binary_search(class).ok().map(small)).collect();
        Some(small(self.numbers.insert_full(positions?).0))
    }

    /// The set of the classes at some positions of a set.
    pub(crate) fn set(&mut self, whole: u32, number: u32, class_sets: &mut ClassSets) -> u32 {
        *self.sets.entry((whole, number)).or_insert_with(|| {
            let classes = class_sets.members(whole);
            let positions = self.numbers[at(number)].iter();
            let members: SmallVec<[u32; 16]> = positions.map(|position| classes[at(*position)]).collect();
            class_sets.intern(&members)
        })
    }

    /// The set of the classes at some positions of a set, if it was asked for before.
    pub(super) fn known_set(&self, whole: u32, number: u32) -> Option<u32> {
        self.sets.get(&(whole, number)).copied()
    }

    /// The number of a list of numbers.
    pub(super) fn list(&mut self, numbers: &[u32]) -> u32 {
        small(self.lists.insert_full(numbers.into()).0)
    }

    /// A number of a list.
    pub(super) fn in_list(&self, list: u32, index: usize) -> u32 {
        self.lists[at(list)][index]
    }

    /// The subsets of a set that a list names.
    pub(super) fn subsets(&mut self, whole: u32, list: u32, class_sets: &mut ClassSets) -> Arc<Subsets> {
        if let Some(Some((latest, subsets))) = self.latest.get(at(whole))
            && *latest == list
        {
            return subsets.clone();
        }
        let subsets = match self.subsets.get(&(whole, list)) {
            Some(known) => known.clone(),
            None => self.new_subsets(whole, list, class_sets),
        };
        if self.latest.len() <= at(whole) {
            self.latest.resize(at(whole) + 1, None);
        }
        self.latest[at(whole)] = Some((list, subsets.clone()));
        subsets
    }

    fn new_subsets(&mut self, whole: u32, list: u32, class_sets: &mut ClassSets) -> Arc<Subsets> {
        let numbers = self.lists[at(list)].clone();
        let sets: Vec<u32> = numbers.iter().map(|number| self.set(whole, *number, class_sets)).collect();
        let subsets = Arc::new(Subsets {
            members: sets.iter().map(|set| class_sets.members(*set).clone()).collect(),
            counts: sets.iter().map(|set| class_sets.count(*set).clone()).collect(),
            sets,
            families: OnceLock::new(),
        });
        self.subsets.insert((whole, list), subsets.clone());
        subsets
    }
}
