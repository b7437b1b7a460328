//! [`Iter`] and [`SolutionIter`]: iterators over owned values, each built from compact words when it is taken.
//!
//! `in_place_iter.rs` lends values instead, each made of the one before.

use std::collections::VecDeque;
use std::fmt;
use std::iter::FusedIterator;
use std::marker::PhantomData;
use std::ops::Range;

use crate::types::DpGen;
use crate::types::value::builder::ValueBuilder;
use dpgen_forest::index::wide;
use dpgen_forest::{Catalog, CompactIter, Count, Solutions};

/// Iterates over values, in rank order, from either end.
///
/// How many are left is known: [`size_hint`](Iterator::size_hint) is exact while a `usize` can hold it. It is no
/// `ExactSizeIterator`, as there may be more values than that. [`nth`](Iterator::nth) and
/// [`nth_back`](DoubleEndedIterator::nth_back) jump by rank, so that passing over many values takes no longer than
/// passing over a few. Each step from the back is such a jump, too: slower than one from the front.
///
/// ```
/// # use dpgen::prelude::*;
/// # #[derive(DpGen, Debug, PartialEq)]
/// # enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
/// let trees = Generator::<Tree>::up_to(30).build()?;
/// assert_eq!(trees.iter_size(5).size_hint(), (42, Some(42)));
/// let last = trees.iter_size(30).nth_back(0); // the last of 3,814,986,502,092,304
/// assert_eq!(last, trees.nth(30, 3_814_986_502_092_303_u64));
/// # Ok::<(), dpgen::BuildError>(())
/// ```
///
/// # Panics
/// When symbolic data can not be solved, which would be a defect of dpgen: leaving a structure out would be worse.
pub struct Iter<'a, T> {
    pub(super) rest: Rest<'a>,
    of: PhantomData<fn() -> T>,
}

/// A size, and the ranks of it that are visited.
type SizeRanks = (u32, Range<Count>);

/// The parts of a catalog that are left to visit, whatever the type of their values is.
#[derive(Debug)]
pub(crate) struct Rest<'a> {
    pub(super) catalog: &'a Catalog,
    /// The part that is being visited.
    pub(super) front: Option<Front<'a>>,
    /// The parts after it.
    parts: VecDeque<SizeRanks>,
}

/// A part that has been begun.
#[derive(Debug)]
pub(super) struct Front<'a> {
    size: u32,
    end: Count,
    pub(super) words: CompactIter<'a>,
}

impl<'a> Front<'a> {
    fn new(catalog: &'a Catalog, (size, ranks): SizeRanks) -> Self {
        let end = ranks.end.clone();
        Self { size, end, words: catalog.compact(size, ranks) }
    }

    /// What is left of it.
    fn rest(&self) -> SizeRanks {
        (self.size, self.words.next_rank()..self.end.clone())
    }

    /// The next value.
    fn next<T: DpGen>(&mut self, catalog: &Catalog) -> Option<T> {
        if let Some(words) = self.words.next() {
            return Some(T::build(&mut ValueBuilder::new(catalog.schema(), words)));
        }
        self.assert_complete();
        None
    }

    /// Panics if it has ended before its end.
    pub(super) fn assert_complete(&self) {
        if let Some(error) = self.words.failure() {
            panic!("{error}");
        }
    }
}

fn length(ranks: &Range<Count>) -> Count {
    ranks.end.checked_sub(&ranks.start).unwrap_or_default()
}

impl<'a> Rest<'a> {
    fn new(catalog: &'a Catalog, parts: VecDeque<SizeRanks>) -> Self {
        Self { catalog, front: None, parts }
    }

    /// All complete sizes.
    pub(crate) fn all(catalog: &'a Catalog) -> Self {
        let sizes = 0..catalog.complete_sizes();
        Self::new(catalog, sizes.map(|size| (size, Count::ZERO..catalog.count(size))).collect())
    }

    /// One complete size.
    pub(crate) fn size(catalog: &'a Catalog, size: u32) -> Self {
        Self::new(catalog, [(size, Count::ZERO..catalog.count(size))].into())
    }

    /// A shard of one complete size.
    pub(crate) fn shard_of_size(catalog: &'a Catalog, size: u32, index: u32, of: u32) -> Self {
        Self::new(catalog, [(size, catalog.shard(size, index, of))].into())
    }

    /// A shard of each complete size.
    pub(crate) fn shard(catalog: &'a Catalog, index: u32, of: u32) -> Self {
        let sizes = 0..catalog.complete_sizes();
        Self::new(catalog, sizes.map(|size| (size, catalog.shard(size, index, of))).collect())
    }

    /// Begins the next part, if there is one.
    pub(super) fn begin(&mut self) -> Option<()> {
        let part = self.parts.pop_front()?;
        self.front = Some(Front::new(self.catalog, part));
        Some(())
    }

    /// Passes over `n` values; `None` if none is left after them.
    pub(super) fn pass_over(&mut self, n: usize) -> Option<()> {
        let mut over = u128::from(wide(n));
        loop {
            if let Some(front) = &mut self.front {
                let passed = over.min(front.words.remaining());
                front.words.advance(passed);
                over -= passed;
                if front.words.remaining() > 0 {
                    return Some(());
                }
            }
            self.begin()?;
        }
    }

    /// The parts that are left, with what is left of the one that is being visited.
    fn parts(&self) -> impl Iterator<Item = SizeRanks> {
        self.front.as_ref().map(Front::rest).into_iter().chain(self.parts.iter().cloned())
    }

    /// How many values are left.
    fn len(&self) -> Count {
        self.parts().map(|(_, ranks)| length(&ranks)).sum()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.len().to_usize();
        (len.unwrap_or(usize::MAX), len)
    }

    /// Takes the value before the last `n` from the end, with those after it: the part that has it alone.
    fn back(&mut self, n: usize) -> Option<Front<'a>> {
        let mut over = Count::from(n);
        loop {
            if self.parts.is_empty() {
                let rest = self.front.take()?.rest();
                self.parts.push_back(rest);
            }
            let (size, ranks) = self.parts.back_mut()?;
            let there = length(ranks);
            let Some(less) = over.checked_sub(&there) else {
                ranks.end = ranks.end.checked_sub(&(over + Count::ONE))?;
                // The first of the ranks from there on.
                let (size, ranks) = (*size, ranks.end.clone()..ranks.end.clone() + Count::ONE);
                return Some(Front::new(self.catalog, (size, ranks)));
            };
            over = less;
            self.parts.pop_back();
        }
    }
}

impl Clone for Rest<'_> {
    fn clone(&self) -> Self {
        Self::new(self.catalog, self.parts().collect())
    }
}

impl<'a, T> Iter<'a, T> {
    /// The values of these parts of a catalog, one part after the other.
    pub(crate) const fn over(rest: Rest<'a>) -> Self {
        Self { rest, of: PhantomData }
    }
}

impl<T> Clone for Iter<'_, T> {
    fn clone(&self) -> Self {
        Self { rest: self.rest.clone(), of: PhantomData }
    }
}

impl<T> fmt::Debug for Iter<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Iter").field("left", &self.rest.len()).finish_non_exhaustive()
    }
}

impl<T: DpGen> Iterator for Iter<'_, T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        loop {
            if let Some(front) = &mut self.rest.front
                && let Some(value) = front.next(self.rest.catalog)
            {
                return Some(value);
            }
            self.rest.begin()?;
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.rest.size_hint()
    }

    fn nth(&mut self, n: usize) -> Option<T> {
        self.rest.pass_over(n)?;
        self.next()
    }
}

impl<T: DpGen> DoubleEndedIterator for Iter<'_, T> {
    fn next_back(&mut self) -> Option<T> {
        self.nth_back(0)
    }

    fn nth_back(&mut self, n: usize) -> Option<T> {
        let mut only = self.rest.back(n)?;
        only.next(self.rest.catalog)
    }
}

impl<T: DpGen> FusedIterator for Iter<'_, T> {}

/// Iterates over the values of one size, with the solutions that were asked for: see
/// [`Structures::iter_solutions`](crate::Structures::iter_solutions).
///
/// ```
/// use dpgen::prelude::*;
/// use dpgen::Solutions;
///
/// #[derive(DpGen, Debug)]
/// #[dpgen(rep_ok = ordered)]
/// struct Interval {
///     #[dpgen(range = 1..=4)]
///     from: i64,
///     #[dpgen(range = 1..=4)]
///     to: i64,
/// }
///
/// fn ordered(interval: IntervalView) -> bool {
///     interval.from < interval.to
/// }
///
/// let intervals = Generator::<Interval>::up_to(1).fields(Fields::Symbolic).build()?;
/// let all: Vec<(i64, i64)> =
///     intervals.iter_solutions(1, Solutions::All, 0).map(|interval| (interval.from, interval.to)).collect();
/// assert_eq!(all, [(1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)]);
/// # Ok::<(), dpgen::BuildError>(())
/// ```
///
/// # Panics
/// As [`Iter`].
#[derive(Debug)]
pub struct SolutionIter<'a, T> {
    catalog: &'a Catalog,
    front: Front<'a>,
    of: PhantomData<fn() -> T>,
}

impl<'a, T> SolutionIter<'a, T> {
    /// The values of a size.
    pub(crate) fn over(catalog: &'a Catalog, size: u32, solutions: Solutions, seed: u64) -> Self {
        let end = catalog.count(size);
        let words = catalog.compact_with(size, Count::ZERO..end.clone(), solutions, seed);
        Self { catalog, front: Front { size, end, words }, of: PhantomData }
    }

    /// The parts that are left: this one alone.
    pub(super) fn into_rest(self) -> Rest<'a> {
        Rest { catalog: self.catalog, front: Some(self.front), parts: VecDeque::new() }
    }
}

impl<T: DpGen> Iterator for SolutionIter<'_, T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        self.front.next(self.catalog)
    }

    /// Each path condition that is left has a solution.
    fn size_hint(&self) -> (usize, Option<usize>) {
        (usize::try_from(self.front.words.remaining()).unwrap_or(usize::MAX), None)
    }
}

impl<T: DpGen> FusedIterator for SolutionIter<'_, T> {}
