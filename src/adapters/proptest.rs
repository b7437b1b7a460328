//! Adapter for proptest: a [`Strategy`] over the structures of a build.
//!
//! What fails is made smaller by place: smaller sizes are searched from the smallest on, and then ranks of the size that
//! was found, by bisection towards 0. So each value that a test gets is valid, and nothing is filtered.

use std::fmt;
use std::ops::RangeBounds;
use std::sync::Arc;

use ::proptest::strategy::{NewTree, Strategy, ValueTree};
use ::proptest::test_runner::TestRunner;
use chacha20::ChaCha8Rng;
use chacha20::rand_core::SeedableRng;
use dpgen_forest::Count;

use super::shrink_order::ShrinkOrder;
use super::size_and_rank::Place;
use super::size_range::SizeRange;
use crate::structures::Structures;
use crate::types::DpGen;

impl<T: DpGen> Structures<T> {
    /// A strategy of proptest: a size of the range that has structures, drawn uniformly, and one of its structures, drawn
    /// uniformly. Needs the feature `proptest`.
    ///
    /// A value that fails is shrunk to a valid one: of a smaller size, of which up to 64 structures each are tried, from
    /// the smallest on; and of a smaller rank.
    ///
    /// ```
    /// use dpgen::prelude::*;
    /// use proptest::prelude::*;
    ///
    /// #[derive(DpGen, Debug, Clone)]
    /// #[dpgen(rep_ok = ascending)]
    /// enum List {
    ///     Nil,
    ///     Cons(#[dpgen(range = 1..=n)] i64, Box<List>),
    /// }
    ///
    /// fn ascending(list: ListView) -> bool {
    ///     let ListView::Cons(first, rest) = list else { return true };
    ///     rest.get(head).is_none_or(|next| first <= next)
    /// }
    ///
    /// fn head(list: ListView) -> Option<Int> {
    ///     if let ListView::Cons(first, _) = list { Some(first) } else { None }
    /// }
    ///
    /// let lists = Generator::<List>::up_to(20).build()?;
    /// proptest!(|(list in lists.strategy(1..=20), other in any::<i64>())| {
    ///     prop_assert!(dpgen::is_valid(&list), "{:?} {}", list, other);
    /// });
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    ///
    /// # Panics
    /// When a size of the range is not complete, as [`count`](Self::count). A range without structures is an error when
    /// proptest draws from it.
    #[must_use]
    pub fn strategy(&self, sizes: impl RangeBounds<u32>) -> StructureStrategy<T> {
        StructureStrategy { structures: self.clone(), sizes: Arc::new(SizeRange::of(self, &sizes)) }
    }
}

/// A strategy of proptest, from [`Structures::strategy`].
pub struct StructureStrategy<T> {
    structures: Structures<T>,
    sizes: Arc<SizeRange>,
}

impl<T> Clone for StructureStrategy<T> {
    fn clone(&self) -> Self {
        Self { structures: self.structures.clone(), sizes: self.sizes.clone() }
    }
}

impl<T> fmt::Debug for StructureStrategy<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StructureStrategy").field("sizes", &self.sizes).finish_non_exhaustive()
    }
}

impl<T: DpGen + fmt::Debug> Strategy for StructureStrategy<T> {
    type Tree = StructureTree<T>;
    type Value = T;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        let Some(place) = self.sizes.draw(runner.rng()) else {
            return Err("no structure has a size of this range".into());
        };
        let rng = ChaCha8Rng::from_rng(runner.rng());
        let smaller = ShrinkOrder::new(self.sizes.clone(), place.size, rng);
        Ok(StructureTree {
            structures: self.structures.clone(),
            failed: place.clone(),
            current: place,
            search: Search::SizeRange(Box::new(smaller)),
        })
    }
}

/// The next step of a search.
#[derive(Debug)]
enum Search {
    /// Structures of smaller sizes.
    SizeRange(Box<ShrinkOrder>),
    /// Ranks from this one on, below that of the smallest structure that failed.
    Ranks(Count),
}

/// A structure that proptest has drawn, and what it is shrunk to.
pub struct StructureTree<T> {
    structures: Structures<T>,
    /// The smallest place that failed, or that was drawn.
    failed: Place,
    current: Place,
    search: Search,
}

impl<T> fmt::Debug for StructureTree<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StructureTree").field("current", &self.current).finish_non_exhaustive()
    }
}

impl<T: DpGen> StructureTree<T> {
    /// Takes the next place that may fail; without one, the smallest that did.
    fn advance(&mut self) -> bool {
        if let Search::SizeRange(smaller) = &mut self.search {
            if let Some(place) = smaller.next() {
                self.current = place;
                return true;
            }
            self.search = Search::Ranks(Count::ZERO);
        }
        self.current = self.failed.clone();
        let Search::Ranks(first) = &self.search else { return false };
        match self.failed.rank.checked_sub(first).filter(|width| !width.is_zero()) {
            Some(width) => {
                self.current.rank = first.clone() + width.div_rem(&Count::new(2)).0;
                true
            }
            None => false,
        }
    }
}

impl<T: DpGen + fmt::Debug> ValueTree for StructureTree<T> {
    type Value = T;

    fn current(&self) -> T {
        let Place { size, rank } = self.current.clone();
        match self.structures.nth(size, rank) {
            Some(value) => value,
            None => unreachable!("places are drawn below the counts of their sizes"),
        }
    }

    fn simplify(&mut self) -> bool {
        if self.current.size < self.failed.size {
            // All before it may have been tried.
            let tried = ShrinkOrder::tries_all(&self.structures.count(self.current.size));
            let first = if tried { self.current.rank.clone() } else { Count::ZERO };
            self.search = Search::Ranks(first);
        }
        self.failed = self.current.clone();
        self.advance()
    }

    fn complicate(&mut self) -> bool {
        if self.current == self.failed {
            return false;
        }
        if let Search::Ranks(first) = &mut self.search {
            *first = self.current.rank.clone() + Count::ONE;
        }
        self.advance()
    }
}
