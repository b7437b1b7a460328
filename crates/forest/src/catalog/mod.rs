//! [`Catalog`]: the structures of a build, untyped: counts, ranks, iteration, shards, whichever engine found them.
//!
//! The order is fixed: by size, then by constructor as declared, then by the sizes of the recursive slots,
//! then the engine's own. It is the same for every thread count, platform and run of one engine; engines may
//! differ in it, never in the set.

mod blocks;
mod check;
mod compact_iter;
mod failure;
mod find;
mod finder;
mod layers;
mod load_error;
mod nodes;
mod roots;
mod sample;
mod saved;
mod solutions;
mod solve;
mod system;
mod text;
mod walk;
mod ways;

pub use compact_iter::CompactIter;
pub use failure::SolveError;
pub use finder::ValueNode;
pub use load_error::LoadError;
pub use nodes::{nodes_of, words_of};
pub use roots::Roots;
pub use saved::{Saved, fnv1a};
pub use solve::Solutions;
pub use text::text;

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;

use failure::Trouble;
use walk::Walk;

use solutions::{Solver, rng_of};

use crate::algorithm::{Algorithm, Fields};
use crate::count::Count;
use crate::graph::Dag;
use crate::index::at;
use crate::path::PathCondition;
use crate::report::Report;
use crate::schema::Schema;
use crate::scope::{Scope, StopReason};
use dpgen_solver::Interrupt;

/// Every structure that a build found, in a fixed order, as compact words.
#[derive(Debug, Clone)]
pub struct Catalog {
    schema: Arc<Schema>,
    scope: Scope,
    algorithm: Algorithm,
    fields: Fields,
    dag: Dag,
    /// Path conditions, if data is symbolic.
    paths: Vec<PathCondition>,
    /// By size.
    roots: Vec<Roots>,
    /// How many sizes, from 0 on, are complete.
    complete: u32,
    stop: Option<StopReason>,
    report: Report,
    /// Records of a unit graph by hash; made when first asked for.
    index: OnceLock<FxHashMap<u64, Vec<u32>>>,
}

impl Catalog {
    /// Puts together what an engine found.
    #[expect(clippy::too_many_arguments, reason = "the parts of a catalog, gathered in one place")]
    pub fn new(
        schema: Arc<Schema>,
        scope: Scope,
        algorithm: Algorithm,
        dag: Dag,
        roots: Vec<Roots>,
        complete: u32,
        stop: Option<StopReason>,
        report: Report,
    ) -> Self {
        let fields = Fields::Concrete;
        let paths = Vec::new();
        let index = OnceLock::new();
        Self { schema, scope, algorithm, fields, dag, paths, roots, complete, stop, report, index }
    }

    /// The same with the path conditions that symbolic data has to meet.
    pub fn with_paths(self, fields: Fields, paths: Vec<PathCondition>) -> Self {
        Self { fields, paths, ..self }
    }

    /// The same with a note in its report.
    #[must_use]
    pub fn with_note(mut self, note: &str) -> Self {
        self.report.notes.push(note.to_owned());
        self
    }

    /// How data slots were treated.
    #[inline]
    #[must_use]
    pub const fn fields(&self) -> Fields {
        self.fields
    }

    /// The schema that the words refer to.
    #[inline]
    #[must_use]
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// The scope of the build.
    #[inline]
    #[must_use]
    pub const fn scope(&self) -> &Scope {
        &self.scope
    }

    /// The engine that built it.
    #[must_use]
    pub const fn algorithm(&self) -> Algorithm {
        self.algorithm
    }

    /// What the build did.
    #[must_use]
    pub const fn report(&self) -> &Report {
        &self.report
    }

    /// Why the build ended before its scope was covered, if it did.
    #[must_use]
    pub const fn stop(&self) -> Option<StopReason> {
        self.stop
    }

    /// How many sizes are complete: all below this one. `max_size + 1` when everything is.
    #[inline]
    #[must_use]
    pub const fn complete_sizes(&self) -> u32 {
        self.complete
    }

    #[inline]
    fn roots_of(&self, size: u32) -> Option<&Roots> {
        self.roots.get(at(size)).filter(|_| size < self.complete)
    }

    /// How many structures of exactly this size there are; 0 for sizes that are not complete.
    ///
    /// ```
    /// # use dpgen::prelude::*;
    /// # #[derive(DpGen, Debug, Clone, PartialEq)]
    /// # enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::new().max_size(5).build()?;
    /// assert_eq!(trees.catalog().count(4), 14);
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn count(&self, size: u32) -> Count {
        self.roots_of(size).map_or(Count::ZERO, |roots| roots.count.clone())
    }

    /// How many structures of all complete sizes there are.
    ///
    /// ```
    /// # use dpgen::prelude::*;
    /// # #[derive(DpGen, Debug, Clone, PartialEq)]
    /// # enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::new().max_size(5).build()?;
    /// assert_eq!(trees.catalog().total(), 65);
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn total(&self) -> Count {
        (0..self.complete).map(|size| self.count(size)).sum()
    }

    /// The structures of a size with ranks in `ranks`, one after the other.
    ///
    /// ```
    /// # use dpgen::prelude::*;
    /// # #[derive(DpGen, Debug, Clone, PartialEq)]
    /// # enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::new().max_size(5).build()?;
    /// let mut words = trees.catalog().compact(5, 40.into()..42.into());
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
        let solver =
            (self.fields == Fields::Symbolic).then(|| Solver::new(self, solutions, seed, size, &ranks.start));
        if solver.is_some() {
            walk = walk.with_records();
        }
        let end = if ranks.end < self.count(size) { ranks.end } else { self.count(size) };
        let left = end.minus(&ranks.start).unwrap_or_default();
        let left = left.to_u128().unwrap_or(u128::MAX);
        CompactIter::new(walk, roots, ranks.start, left, solver)
    }

    /// The structures of a size, one after the other: the fastest way to visit them all.
    ///
    /// ```
    /// # use dpgen::prelude::*;
    /// # #[derive(DpGen, Debug, Clone, PartialEq)]
    /// # enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::new().max_size(5).build()?;
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
    /// # use dpgen::prelude::*;
    /// # #[derive(DpGen, Debug, Clone, PartialEq)]
    /// # enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::new().max_size(5).build()?;
    /// assert_eq!(trees.catalog().nth_compact(1, &0.into()), Ok(Some(vec![1, 0, 0])));
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    ///
    /// # Errors
    /// When data is symbolic and can not be solved: see [`SolveError`].
    pub fn nth_compact(&self, size: u32, rank: &Count) -> Result<Option<Vec<u32>>, SolveError> {
        self.nth_with(size, rank, |catalog, records| catalog.smallest(records, &Interrupt::NEVER))
    }

    /// The compact words of the structure with this rank, with the random solution that a seed gives it if data is
    /// symbolic: the same one as [`compact_with`](Self::compact_with) gives.
    ///
    /// # Errors
    /// As [`nth_compact`](Self::nth_compact).
    pub fn nth_random(&self, size: u32, rank: &Count, seed: u64) -> Result<Option<Vec<u32>>, SolveError> {
        let mut rng = rng_of(seed, size, rank);
        self.nth_with(size, rank, |catalog, records| catalog.random(records, &mut rng, &Interrupt::NEVER))
    }

    fn nth_with(
        &self,
        size: u32,
        rank: &Count,
        solve: impl FnOnce(&Self, &[u32]) -> Result<Vec<u32>, Trouble>,
    ) -> Result<Option<Vec<u32>>, SolveError> {
        let Some(roots) = self.roots_of(size) else { return Ok(None) };
        let Some((place, rest)) = roots.locate(&self.schema, &self.dag, rank) else { return Ok(None) };
        let walk = Walk::new(&self.schema, &self.dag, &roots.records);
        match self.fields {
            Fields::Concrete => Ok(Some({ walk }.seek(place, rest).to_vec())),
            Fields::Symbolic => match solve(self, walk.with_records().seek(place, rest)) {
                Ok(words) => Ok(Some(words)),
                Err(trouble) => Err(SolveError::new(size, rank.clone(), trouble)),
            },
        }
    }

    /// The bytes that the structures take.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.dag.bytes()
            + self.roots.iter().map(|roots| roots.records.len() * size_of::<u32>()).sum::<usize>()
    }

    /// The ranks of the `index`-th of `of` equal parts of a size (`index` from 1).
    ///
    /// ```
    /// # use dpgen::prelude::*;
    /// # #[derive(DpGen, Debug, Clone, PartialEq)]
    /// # enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::new().max_size(5).build()?;
    /// assert_eq!(trees.catalog().shard(5, 1, 4), 0.into()..10.into());
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    ///
    /// # Panics
    /// When `index` is not within `1..=of`.
    #[must_use]
    pub fn shard(&self, size: u32, index: u32, of: u32) -> Range<Count> {
        assert!(1 <= index && index <= of, "shard {index} of {of}: shards are numbered from 1");
        let count = self.count(size);
        let cut = |part: u32| (count.clone() * Count::from(part)).divide(&Count::from(of)).0;
        cut(index - 1)..cut(index)
    }
}
