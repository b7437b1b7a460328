//! [`Iter`] and [`SolutionIter`]: the user's values, made from compact words as they are asked for.

use std::collections::VecDeque;
use std::fmt;
use std::iter::FusedIterator;
use std::marker::PhantomData;
use std::ops::Range;

use crate::view::{DpGen, ValueBuilder};
use dpgen_forest::index::wide;
use dpgen_forest::{Catalog, CompactIter, Count};

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
    catalog: &'a Catalog,
    /// The part that is being visited.
    front: Option<Front<'a>>,
    /// The parts after it.
    parts: VecDeque<Part>,
    of: PhantomData<fn() -> T>,
}

/// A size, and which ranks of it are visited.
type Part = (u32, Range<Count>);

/// A part that has been begun.
#[derive(Debug)]
struct Front<'a> {
    size: u32,
    end: Count,
    words: CompactIter<'a>,
}

impl Front<'_> {
    /// What is left of it.
    fn rest(&self) -> Part {
        (self.size, self.words.next_rank()..self.end.clone())
    }
}

fn length(ranks: &Range<Count>) -> Count {
    ranks.end.checked_sub(&ranks.start).unwrap_or_default()
}

/// The value of the next words.
fn next_value<T: DpGen>(catalog: &Catalog, words: &mut CompactIter<'_>) -> Option<T> {
    if let Some(words) = words.next() {
        return Some(T::build(&mut ValueBuilder::new(catalog.schema(), words)));
    }
    match words.failure() {
        Some(error) => panic!("{error}"),
        None => None,
    }
}

impl<'a, T> Iter<'a, T> {
    /// The values of these parts of a catalog, one part after the other.
    pub(crate) fn over(catalog: &'a Catalog, parts: impl IntoIterator<Item = Part>) -> Self {
        Self { catalog, front: None, parts: parts.into_iter().collect(), of: PhantomData }
    }

    /// Begins the next part, if there is one.
    fn begin(&mut self) -> Option<()> {
        let (size, ranks) = self.parts.pop_front()?;
        let (end, words) = (ranks.end.clone(), self.catalog.compact(size, ranks));
        self.front = Some(Front { size, end, words });
        Some(())
    }

    /// The parts that are left.
    fn rest(&self) -> impl Iterator<Item = Part> {
        self.front.as_ref().map(Front::rest).into_iter().chain(self.parts.iter().cloned())
    }

    /// How many values are left.
    fn left(&self) -> Count {
        self.rest().map(|(_, ranks)| length(&ranks)).sum()
    }
}

impl<T> Clone for Iter<'_, T> {
    fn clone(&self) -> Self {
        Self::over(self.catalog, self.rest())
    }
}

impl<T> fmt::Debug for Iter<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Iter").field("left", &self.left()).finish_non_exhaustive()
    }
}

impl<T: DpGen> Iterator for Iter<'_, T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        loop {
            if let Some(front) = &mut self.front
                && let Some(value) = next_value(self.catalog, &mut front.words)
            {
                return Some(value);
            }
            self.begin()?;
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.left().to_usize();
        (left.unwrap_or(usize::MAX), left)
    }

    fn nth(&mut self, n: usize) -> Option<T> {
        let mut over = u128::from(wide(n));
        loop {
            if let Some(front) = &mut self.front {
                let passed = over.min(front.words.remaining());
                front.words.advance(passed);
                over -= passed;
                if front.words.remaining() > 0 {
                    return self.next();
                }
            }
            self.begin()?;
        }
    }
}

impl<T: DpGen> DoubleEndedIterator for Iter<'_, T> {
    fn next_back(&mut self) -> Option<T> {
        self.nth_back(0)
    }

    fn nth_back(&mut self, n: usize) -> Option<T> {
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
                return next_value(self.catalog, &mut self.catalog.compact(size, ranks));
            };
            over = less;
            self.parts.pop_back();
        }
    }
}

impl<T: DpGen> FusedIterator for Iter<'_, T> {}

/// Iterates over the values of one size, with the solutions that were asked for: see
/// [`Structures::iter_solutions`](crate::Structures::iter_solutions).
///
/// # Panics
/// As [`Iter`].
#[derive(Debug)]
pub struct SolutionIter<'a, T> {
    catalog: &'a Catalog,
    words: CompactIter<'a>,
    of: PhantomData<fn() -> T>,
}

impl<'a, T> SolutionIter<'a, T> {
    /// The values of these words.
    pub(crate) fn over(catalog: &'a Catalog, words: CompactIter<'a>) -> Self {
        Self { catalog, words, of: PhantomData }
    }
}

impl<T: DpGen> Iterator for SolutionIter<'_, T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        next_value(self.catalog, &mut self.words)
    }

    /// Each path condition that is left has a solution.
    fn size_hint(&self) -> (usize, Option<usize>) {
        (usize::try_from(self.words.remaining()).unwrap_or(usize::MAX), None)
    }
}

impl<T: DpGen> FusedIterator for SolutionIter<'_, T> {}
