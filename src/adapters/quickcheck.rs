//! Adapter for quickcheck: `Arbitrary` for [`Structure`].
//!
//! Its size is drawn uniformly among those that have structures, up to `MAX` and `Gen::size`; its rank is drawn uniformly.
//! Shrinking tries smaller sizes, from the smallest on, and once one is found only ranks of that size.

use ::quickcheck::{Arbitrary, Gen};
use chacha20::ChaCha8Rng;
use chacha20::rand_core::SeedableRng;
use dpgen_forest::Count;

use super::generated_structure::{Structure, cached_build};
use super::shrink_order::ShrinkOrder;
use super::size_and_rank::Place;
use crate::types::DpGen;

/// A structure for a test of quickcheck, of size at most `MAX` and [`Gen::size`], which is 100 unless
/// `QUICKCHECK_GENERATOR_SIZE` says otherwise. Needs the feature `quickcheck`.
///
/// ```
/// use dpgen::prelude::*;
/// use dpgen::adapters::Structure;
///
/// #[derive(DpGen, Debug, Clone)]
/// enum Tree {
///     Leaf,
///     Node(Box<Tree>, Box<Tree>),
/// }
///
/// fn height(tree: &Tree) -> u32 {
///     let Tree::Node(left, right) = tree else { return 0 };
///     1 + height(left).max(height(right))
/// }
///
/// fn no_higher_than_large(tree: Structure<Tree, 9>) -> bool {
///     height(&tree) <= tree.size()
/// }
/// quickcheck::quickcheck(no_higher_than_large as fn(Structure<Tree, 9>) -> bool);
/// ```
///
/// # Panics
/// When the structures can not be built, or there is none up to `MAX`.
impl<T: DpGen + Clone, const MAX: u32> Arbitrary for Structure<T, MAX> {
    fn arbitrary(g: &mut Gen) -> Self {
        let build = cached_build::<T>(MAX);
        let largest = u32::try_from(g.size()).unwrap_or(MAX);
        let mut few = build.sizes.up_to(largest);
        if few.len() == 0 {
            // All structures are larger: the smallest ones are next to what was asked for.
            few = build.sizes.up_to(build.sizes.get(0).map_or(MAX, |(size, _)| size));
        }
        // The integers of quickcheck are extreme values now and then: none of them alone decides.
        let mut seed = [0; 32];
        for part in seed.chunks_exact_mut(8) {
            part.copy_from_slice(&u64::arbitrary(g).to_le_bytes());
        }
        let place = few.draw(&mut ChaCha8Rng::from_seed(seed));
        match place.and_then(|place| Self::at(&build.structures, place)) {
            Some(structure) => structure,
            None => unreachable!("there is a size, and a structure of it"),
        }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let build = cached_build::<T>(MAX);
        let Place { size, rank } = self.place.clone();
        let below = if self.smallest { 0 } else { size };
        // The same structure is shrunk in the same way.
        let rng =
            ChaCha8Rng::seed_from_u64(rank.to_u128().and_then(|rank| rank.try_into().ok()).unwrap_or(0));
        let smaller = ShrinkOrder::new(build.sizes.clone(), below, rng);
        let places = smaller.chain(lower(rank).map(move |rank| Place { size, rank }));
        Box::new(places.filter_map(move |place| {
            let structure = Self::at(&build.structures, place)?;
            Some(Self { smallest: true, ..structure })
        }))
    }
}

/// Ranks below this one: 0, and then each time half as far away from it.
fn lower(rank: Count) -> impl Iterator<Item = Count> {
    let half = |far: &Count| Some(far.div_rem(&Count::new(2)).0);
    let distances = std::iter::successors(Some(rank.clone()), half).take_while(|far| !far.is_zero());
    distances.filter_map(move |far| rank.checked_sub(&far))
}
