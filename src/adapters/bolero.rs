//! Adapter for bolero: generators for its engines, which fuzz, draw at random or enumerate.
//!
//! A generator asks the driver for the number of a size, among those that have structures, and then for a rank.

use std::fmt;
use std::ops::{Bound, RangeBounds};
use std::sync::Arc;

use bolero_generator::{Driver, TypeGenerator, ValueGenerator};
use dpgen_forest::Count;

use super::byte_choices::{Fraction, bytes_needed};
use super::generated_structure::{Structure, cached_build};
use super::size_and_rank::Place;
use super::size_range::SizeRange;
use crate::structures::Structures;
use crate::types::DpGen;

impl<T: DpGen> Structures<T> {
    /// A generator of bolero, of structures whose size is in the range. Needs the feature `bolero`.
    ///
    /// ```
    /// use bolero::check;
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    ///
    /// let trees = Generator::<Tree>::up_to(9).build().expect("its types are fit");
    /// check!().with_iterations(100).with_generator(trees.generator(1..)).for_each(|tree| {
    ///     assert_ne!(*tree, Tree::Leaf);
    /// });
    /// ```
    ///
    /// # Panics
    /// When a size of the range is not complete, as [`count`](Self::count). Of a range without structures, none is
    /// generated.
    #[must_use]
    pub fn generator(&self, sizes: impl RangeBounds<u32>) -> StructureGenerator<T> {
        StructureGenerator { structures: self.clone(), sizes: Arc::new(SizeRange::of(self, &sizes)) }
    }
}

/// A generator of bolero, from [`Structures::generator`].
pub struct StructureGenerator<T> {
    structures: Structures<T>,
    sizes: Arc<SizeRange>,
}

impl<T> Clone for StructureGenerator<T> {
    fn clone(&self) -> Self {
        Self { structures: self.structures.clone(), sizes: self.sizes.clone() }
    }
}

impl<T> fmt::Debug for StructureGenerator<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StructureGenerator").field("sizes", &self.sizes).finish_non_exhaustive()
    }
}

impl<T: DpGen> ValueGenerator for StructureGenerator<T> {
    type Output = T;

    fn generate<D: Driver>(&self, driver: &mut D) -> Option<T> {
        let place = place(&self.sizes, driver)?;
        self.structures.nth(place.size, place.rank)
    }
}

/// A structure for `check!().with_type()`. Needs the feature `bolero`.
///
/// ```
/// use dpgen::adapters::Structure;
/// # use dpgen::prelude::*; #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
///
/// bolero::check!().with_iterations(100).with_type().for_each(|tree: &Structure<Tree, 9>| {
///     assert!(tree.size() <= 9);
/// });
/// ```
///
/// # Panics
/// When the structures can not be built, or there is none up to `MAX`.
impl<T: DpGen, const MAX: u32> TypeGenerator for Structure<T, MAX> {
    fn generate<D: Driver>(driver: &mut D) -> Option<Self> {
        let build = cached_build::<T>(MAX);
        let place = place(&build.sizes, driver)?;
        Self::at(&build.structures, place)
    }
}

/// The place that a driver chooses.
fn place(sizes: &SizeRange, driver: &mut impl Driver) -> Option<Place> {
    if sizes.len() == 0 {
        return None;
    }
    let index = driver.gen_usize(Bound::Included(&0), Bound::Excluded(&sizes.len()))?;
    let (size, count) = sizes.get(index)?;
    Some(Place { size, rank: number(count, driver)? })
}

/// A number below a bound that a driver chooses.
fn number(bound: &Count, driver: &mut impl Driver) -> Option<Count> {
    let within = bound.to_u128();
    if let Some(bound) = within.and_then(|bound| u64::try_from(bound).ok()) {
        return driver.gen_u64(Bound::Included(&0), Bound::Excluded(&bound)).map(Count::from);
    }
    let any = (Bound::Unbounded, Bound::Unbounded);
    let bytes: Option<Vec<u8>> = (0..bytes_needed(bound)).map(|_| driver.gen_u8(any.0, any.1)).collect();
    Some(Fraction::of(bytes?).below(bound))
}
