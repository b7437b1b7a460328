//! Sets of classes by the places of their members in a larger set, so that candidates of one key name them alike.

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
    /// The number of the places of some classes among those of a set that holds them.
    pub(crate) fn number(&mut self, whole: &[u32], classes: &[u32]) -> Option<u32> {
        let places: Option<Box<[u32]>> =
            classes.iter().map(|class| whole.binary_search(class).ok().map(small)).collect();
        Some(small(self.numbers.insert_full(places?).0))
    }

    /// The set of the classes at some places of a set.
    pub(crate) fn set(&mut self, whole: u32, number: u32, parts: &mut ClassSets) -> u32 {
        *self.sets.entry((whole, number)).or_insert_with(|| {
            let classes = parts.members(whole);
            let places = self.numbers[at(number)].iter();
            let members: SmallVec<[u32; 16]> = places.map(|place| classes[at(*place)]).collect();
            parts.intern(&members)
        })
    }
}
