//! Adapter for arbitrary: structures from the bytes of a fuzzer.
//!
//! As many bytes as the largest choice needs, and one more, are a fraction (`byte_choices.rs`); it chooses the size among those
//! that have structures, and what is left of it the rank. Any bytes are a valid structure, bytes that are not there count
//! as 0, and greater bytes give a structure that does not come before. A mutation of the last bytes gives a structure of
//! nearly the same rank, and so one that differs in its last parts only.

use std::ops::RangeBounds;

use ::arbitrary::{Arbitrary, Error, Result, Unstructured};
use dpgen_forest::Count;

use super::byte_choices::{Fraction, bytes_needed};
use super::generated_structure::{Structure, cached_build};
use super::size_and_rank::Place;
use super::size_range::SizeRange;
use crate::structures::Structures;
use crate::types::DpGen;

impl<T: DpGen> Structures<T> {
    /// The structure that bytes stand for, of a size of this range. Needs the feature `arbitrary`.
    ///
    /// Every byte string is a structure, each structure has bytes, and all of a size have nearly as many.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::up_to(5).build()?;
    /// use arbitrary::Unstructured;
    ///
    /// let first = trees.from_unstructured(&mut Unstructured::new(&[]), 3..).expect("there are some");
    /// assert_eq!(trees.rank_of(&first), Some((3, 0_u32.into())));
    /// let last = trees.from_unstructured(&mut Unstructured::new(&[255; 9]), 3..).expect("there are some");
    /// assert_eq!(trees.rank_of(&last), Some((5, 41_u32.into())));
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    ///
    /// # Errors
    /// [`arbitrary::Error::EmptyChoose`](::arbitrary::Error::EmptyChoose) if no structure has a size of the range.
    ///
    /// # Panics
    /// When a size of the range is not complete, as [`count`](Self::count).
    pub fn from_unstructured(&self, u: &mut Unstructured<'_>, sizes: impl RangeBounds<u32>) -> Result<T> {
        let place = place(&SizeRange::of(self, &sizes), u)?;
        self.nth(place.size, place.rank).ok_or(Error::EmptyChoose)
    }
}

/// The number of bytes that choose a place.
fn bytes_for(sizes: &SizeRange) -> usize {
    let counts = (0..sizes.len()).filter_map(|index| sizes.get(index)).map(|(_, count)| count);
    let most = counts.max().cloned().unwrap_or_default();
    bytes_needed(&(most * Count::from(sizes.len())))
}

/// The place that bytes stand for; those that are missing are 0.
fn place(sizes: &SizeRange, u: &mut Unstructured<'_>) -> Result<Place> {
    let mut bytes = vec![0; bytes_for(sizes)];
    u.fill_buffer(&mut bytes)?;
    let mut fraction = Fraction::of(bytes);
    let index = fraction.below(&Count::from(sizes.len())).to_usize().ok_or(Error::EmptyChoose)?;
    let (size, count) = sizes.get(index).ok_or(Error::EmptyChoose)?;
    Ok(Place { size, rank: fraction.below(count) })
}

/// A structure for a fuzz target: see [`Structures::from_unstructured`] for which bytes are which. Needs the feature
/// `arbitrary`.
///
/// ```no_run
/// # use dpgen::prelude::*; #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
/// # macro_rules! fuzz_target { (|$tree:ident: $ty:ty| $body:block) => { let _ = |$tree: $ty| $body; } }
/// use dpgen::adapters::Structure;
///
/// fuzz_target!(|tree: Structure<Tree, 10>| {
///     assert_ne!(*tree, Tree::Leaf);
/// });
/// ```
///
/// # Panics
/// When the structures can not be built, or there is none up to `MAX`.
impl<'a, T: DpGen, const MAX: u32> Arbitrary<'a> for Structure<T, MAX> {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let build = cached_build::<T>(MAX);
        let place = place(&build.sizes, u)?;
        Self::at(&build.structures, place).ok_or(Error::EmptyChoose)
    }

    fn size_hint(_depth: usize) -> (usize, Option<usize>) {
        let bytes = bytes_for(&cached_build::<T>(MAX).sizes);
        (bytes, Some(bytes))
    }
}
