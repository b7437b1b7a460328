//! [`Shapes`]: the structures of each size that a program can start with, by rank.

use std::fmt::Debug;

use chacha20::ChaCha8Rng;
use dpgen_engine::Int;
use dpgen_engine::steer::Setup;
use dpgen_forest::Count;
use dpgen_forest::catalog::Chooser;
use rand::RngExt;

use crate::path_fingerprint::Origin;
use crate::subject::{ExploreError, Subject};

/// The structures that a program can begin with, by size. Those of a size are numbered from 0, by their *ranks*.
pub trait Shapes {
    /// A program over some structures.
    type Over: Subject;
    /// The input that a structure with values of its integers gives.
    type Witness: Debug;
    /// The number of structures of a size; none if that is not known.
    fn count(&self, size: u32) -> Option<Count>;
    /// The rank of the structure of a size that a chooser decides for; none if there is none.
    fn rank_by(&self, size: u32, chooser: &mut dyn Chooser) -> Option<Count>;
    /// The program over the structures of a size with these ranks, in this order; a structure may be several beginnings.
    ///
    /// # Errors
    /// When a structure can not be made.
    fn over(&self, size: u32, ranks: &mut dyn Iterator<Item = Count>) -> Result<Self::Over, ExploreError>;
    /// The input that a beginning with these values of its integers gives.
    ///
    /// # Errors
    /// When the structure can not be made.
    fn witness(
        &self,
        over: &Self::Over,
        beginning: u32,
        values: &[i64],
    ) -> Result<Self::Witness, ExploreError>;
}

/// One beginning of a subject.
pub(super) struct SingleBeginning<'a, O>(pub(super) &'a mut O, pub(super) u32);

impl<O: Subject> Subject for SingleBeginning<'_, O> {
    fn beginnings(&self) -> u32 {
        1
    }

    fn begin(&mut self, _: u32) -> Result<(Setup, Vec<Origin>), String> {
        self.0.begin(self.1)
    }

    fn call(&self, _: u32, ints: &[Int]) {
        self.0.call(self.1, ints);
    }
}

/// The position of an element among a number of elements.
pub(super) struct SamplePosition {
    pub(super) place: u32,
    pub(super) of: u32,
}

impl SamplePosition {
    /// The rank at the same relative position between the first and the last.
    pub(super) fn rank_of(&self, count: &Count) -> Count {
        let Some(last) = count.checked_sub(&Count::ONE) else { return Count::ZERO };
        let of = self.of.saturating_sub(1).max(1);
        (last * Count::from(self.place)).div_rem(&Count::from(of)).0
    }
}

/// A rank near this one: as far away as a power of two that is drawn, at most.
pub(super) fn near(rank: &Count, count: &Count, rng: &mut ChaCha8Rng) -> Count {
    let mut reaches = vec![Count::ONE];
    while reaches[reaches.len() - 1] < *count {
        let next = reaches[reaches.len() - 1].clone() + &reaches[reaches.len() - 1];
        reaches.push(next);
    }
    let distance = reaches[rng.random_range(0..reaches.len())].random_below(rng) + Count::ONE;
    let moved = if rng.random() { Some(rank.clone() + distance) } else { rank.checked_sub(&distance) };
    moved.filter(|moved| moved < count).unwrap_or_else(|| count.random_below(rng))
}
