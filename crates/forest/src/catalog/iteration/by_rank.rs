//! Structures by rank: all of a size, a range, a single one, a shard.
//!
//! Sizes that are not complete have no ranks.

use std::ops::Range;

use crate::algorithm::Fields;
use crate::catalog::Catalog;
use crate::catalog::iteration::compact_iter::CompactIter;
use crate::catalog::iteration::structure_walk::Walk;
use crate::catalog::symbolic::rank_solver::{RankSolver, rng_of};
use crate::catalog::symbolic::solutions::Solutions;
use crate::catalog::symbolic::solve_error::{SolveError, SolveFailure};
use crate::count::Count;
use dpgen_solver::Interrupt;

impl Catalog {
    /// The structures of a size with ranks in `ranks`, one after the other.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::up_to(5).build()?;
    /// use dpgen::Count;
    ///
    /// let mut words = trees.catalog().compact(5, Count::new(40)..Count::new(42));
    /// assert!(words.next().is_some() && words.next().is_some());
    /// assert!(words.next().is_none());
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn compact(&self, size: u32, ranks: Range<Count>) -> CompactIter<'_> {
        self.compact_with(size, ranks, Solutions::Smallest, 0)
    }

    /// As [`compact`](Self::compact), with the choice of which solutions stand for a path condition, if data
    /// is symbolic; random ones are drawn from the seed.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen)] enum Digits { End, Then(#[dpgen(range = 1..=3)] i64, Box<Digits>) }
    /// use dpgen::Solutions;
    ///
    /// let digits = Generator::<Digits>::up_to(2).fields(Fields::Symbolic).build()?;
    /// let ranks = Count::ZERO..digits.count(2);
    /// let mut words = digits.catalog().compact_with(2, ranks, Solutions::All, 0);
    /// let mut solutions = 0;
    /// while words.next().is_some() {
    ///     solutions += 1;
    /// }
    /// assert_eq!((digits.count(2), solutions), (Count::ONE, 9)); // one path condition for 3 * 3 structures
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn compact_with(
        &self,
        size: u32,
        ranks: Range<Count>,
        solutions: Solutions,
        seed: u64,
    ) -> CompactIter<'_> {
        let roots = self.roots_of(size);
        let list = roots.map_or(&[][..], |roots| &roots.records);
        let mut walk = Walk::new(&self.schema, &self.dag, list);
        let solver = (self.fields == Fields::Symbolic)
            .then(|| RankSolver::new(self, solutions, seed, size, &ranks.start));
        if solver.is_some() {
            walk = walk.with_records();
        }
        let end = if ranks.end < self.count(size) { ranks.end } else { self.count(size) };
        let left = end.checked_sub(&ranks.start).unwrap_or_default();
        let left = left.to_u128().unwrap_or(u128::MAX);
        CompactIter::new(walk, roots, ranks.start, left, solver)
    }

    /// The structures of a size, one after the other: the fastest way to visit them all.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::up_to(5).build()?;
    /// let mut all = trees.catalog().iter_compact(2);
    /// // Constructors in preorder: a node is 1, a leaf 0.
    /// assert_eq!(all.next(), Some(&[1, 0, 1, 0, 0][..]));
    /// assert_eq!(all.next(), Some(&[1, 1, 0, 0, 0][..]));
    /// assert_eq!(all.next(), None);
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn iter_compact(&self, size: u32) -> CompactIter<'_> {
        self.compact(size, Count::ZERO..self.count(size))
    }

    /// The compact words of the structure with this rank; `None` if there is none.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::up_to(5).build()?;
    /// assert_eq!(trees.catalog().nth_compact(1, &dpgen::Count::ZERO), Ok(Some(vec![1, 0, 0])));
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    ///
    /// # Errors
    /// When data is symbolic and can not be solved: see [`SolveError`].
    pub fn nth_compact(&self, size: u32, rank: &Count) -> Result<Option<Vec<u32>>, SolveError> {
        self.nth_solved(size, rank, |catalog, records| catalog.smallest(records, &Interrupt::NEVER))
    }

    /// The compact words of the structure with this rank, with the random solution that a seed gives it if data is
    /// symbolic: the same one as [`compact_with`](Self::compact_with) gives.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen)] enum Digits { End, Then(#[dpgen(range = 1..=3)] i64, Box<Digits>) }
    /// let digits = Generator::<Digits>::up_to(4).fields(Fields::Symbolic).build()?;
    /// let words = |seed| digits.catalog().nth_random(4, &Count::ZERO, seed).unwrap().unwrap();
    /// assert_eq!(words(1), words(1));
    /// assert!((2..50).any(|seed| words(seed) != words(1)));
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    ///
    /// # Errors
    /// As [`nth_compact`](Self::nth_compact).
    pub fn nth_random(&self, size: u32, rank: &Count, seed: u64) -> Result<Option<Vec<u32>>, SolveError> {
        let mut rng = rng_of(seed, size, rank);
        self.nth_solved(size, rank, |catalog, records| catalog.random(records, &mut rng, &Interrupt::NEVER))
    }

    fn nth_solved(
        &self,
        size: u32,
        rank: &Count,
        solve: impl FnOnce(&Self, &[u32]) -> Result<Vec<u32>, SolveFailure>,
    ) -> Result<Option<Vec<u32>>, SolveError> {
        let Some(roots) = self.roots_of(size) else { return Ok(None) };
        let Some((place, rest)) = roots.locate(&self.schema, &self.dag, rank) else { return Ok(None) };
        let walk = Walk::new(&self.schema, &self.dag, &roots.records);
        match self.fields {
            Fields::Concrete => Ok(Some({ walk }.seek(place, rest).to_vec())),
            Fields::Symbolic => match solve(self, walk.with_records().seek(place, rest)) {
                Ok(words) => Ok(Some(words)),
                Err(failure) => Err(SolveError::new(self, size, rank.clone(), failure)),
            },
        }
    }

    /// The ranks of the `index`-th of `of` equal parts of a size (`index` from 1).
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::up_to(5).build()?;
    /// use dpgen::Count;
    ///
    /// assert_eq!(trees.catalog().shard(5, 1, 4), Count::ZERO..Count::new(10));
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    ///
    /// # Panics
    /// When `index` is not within `1..=of`.
    #[must_use]
    pub fn shard(&self, size: u32, index: u32, of: u32) -> Range<Count> {
        assert!(1 <= index && index <= of, "shard {index} of {of}: shards are numbered from 1");
        let count = self.count(size);
        let cut = |part: u32| (count.clone() * Count::from(part)).div_rem(&Count::from(of)).0;
        cut(index - 1)..cut(index)
    }
}
