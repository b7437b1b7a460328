//! Choosers that decide by ranks: [`AtRank`] divides one, [`Evenly`] draws one first.
//!
//! A union takes off the counts of the members before the one that holds the rank, a production divides the rank into a
//! digit for each slot. The digits that are not used yet are kept on a stack, that of the next slot on top. A walk that
//! begins at a rank divides it by the same code (`walk/seek.rs`).

use chacha20::rand_core::Rng;

use super::chooser::{Chooser, Decision, Parts};
use crate::count::Count;

/// Leads to the structure with a given rank.
///
/// ```
/// use dpgen::prelude::*;
/// use dpgen::schema::AtRank;
/// # #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
///
/// let trees = Generator::<Tree>::up_to(5).build()?;
/// let rank = Count::new(17);
/// let (words, same) = trees.catalog().descend(5, &mut AtRank::new(rank.clone())).unwrap();
/// assert_eq!(same, rank);
/// assert_eq!(trees.catalog().nth_compact(5, &rank), Ok(Some(words)));
/// # Ok::<(), dpgen::BuildError>(())
/// ```
///
/// With a rank that the size does not have, the walk panics or ends at another structure.
#[derive(Debug, Clone, Default)]
pub struct AtRank {
    /// That of the next part is the last one.
    digits: Vec<Count>,
}

impl AtRank {
    /// To the structure with this rank.
    #[must_use]
    pub fn new(rank: Count) -> Self {
        Self { digits: vec![rank] }
    }

    /// Whether all digits have been used.
    #[inline]
    pub(super) fn is_done(&self) -> bool {
        self.digits.is_empty()
    }

    /// The digit of the next part, which is used by this.
    #[inline]
    pub(super) fn take(&mut self) -> Option<Count> {
        self.digits.pop()
    }

    /// Puts back what is left of a digit.
    #[inline]
    pub(super) fn put(&mut self, rest: Count) {
        self.digits.push(rest);
    }

    /// Divides the digit of a production into those of its parts.
    #[inline]
    pub(super) fn divide(&mut self, parts: &Parts<'_>) {
        let Some(mut rank) = self.digits.pop() else { return };
        for place in (1..parts.len()).rev() {
            if let Some(count) = parts.ways(place) {
                let (rest, digit) = rank.div_rem(&count);
                self.digits.push(digit);
                rank = rest;
            }
        }
        // What is left is below the ways to fill the first part.
        if !parts.is_empty() && !parts.is_decided(0) {
            self.digits.push(rank);
        }
    }
}

impl Chooser for AtRank {
    fn choose(&mut self, decision: &Decision<'_>) -> usize {
        let Some((number, rest)) = decision.find(self.take().unwrap_or_default()) else { return usize::MAX };
        self.digits.extend(rest);
        number
    }

    fn begin(&mut self, parts: &Parts<'_>) {
        self.divide(parts);
    }
}

/// Leads to any structure of a size, each with exactly the same probability: it draws a rank, and goes there. That is how
/// `sample` draws, too.
///
/// ```
/// use chacha20::{ChaCha8Rng, rand_core::SeedableRng};
/// use dpgen::prelude::*;
/// use dpgen::schema::Evenly;
/// # #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
///
/// let trees = Generator::<Tree>::up_to(100).build()?;
/// let mut evenly = Evenly::new(ChaCha8Rng::seed_from_u64(7));
/// let (_, rank) = trees.catalog().descend(100, &mut evenly).unwrap();
/// assert_eq!(trees.catalog().sample_rank(100, &mut ChaCha8Rng::seed_from_u64(7)), Some(rank));
/// # Ok::<(), dpgen::BuildError>(())
/// ```
#[derive(Debug)]
pub struct Evenly<R> {
    rng: R,
    way: AtRank,
}

impl<R: Rng> Evenly<R> {
    /// With chance from this generator.
    pub fn new(rng: R) -> Self {
        Self { rng, way: AtRank::default() }
    }
}

impl<R: Rng> Chooser for Evenly<R> {
    fn choose(&mut self, decision: &Decision<'_>) -> usize {
        if self.way.is_done() {
            self.way.put(decision.total().random_below(&mut self.rng));
        }
        self.way.choose(decision)
    }

    fn begin(&mut self, parts: &Parts<'_>) {
        if self.way.is_done() {
            // There is one production of whole structures, which nobody was asked about.
            self.way.put(parts.total().random_below(&mut self.rng));
        }
        self.way.begin(parts);
    }
}
