//! Subsets of a set of classes, given by the positions of their members, so that all candidates of a key name them alike.

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;

use dpgen_forest::index::{at, small};

use crate::quotient::sets::class_sets::ClassSets;

/// Places in sets, and the worker's sets of the classes there.
#[derive(Debug, Default)]
pub(crate) struct SubsetPositions {
    numbers: IndexSet<Box<[u32]>, FxBuildHasher>,
    /// By set and number.
    sets: FxHashMap<(u32, u32), u32>,
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
}
