//! Choosers that follow a rank: [`RankChooser`] a given one, [`UniformChooser`] one that it draws first.
//!
//! A union takes off the counts of the members before the one that holds the rank; a production divides the rank into a
//! digit for each slot. The digits that are not used yet are kept on a stack, that of the next slot on top. A walk that
//! starts at a rank divides it by the same code (`iteration/walk_start.rs`).

use chacha20::rand_core::Rng;

use crate::catalog::choosing::chooser::Chooser;
use crate::catalog::choosing::decision::Decision;
use crate::catalog::choosing::production_parts::ProductionParts;
use crate::count::Count;

/// A chooser that leads to the structure with a given rank.
///
/// ```
/// use dpgen::prelude::*;
/// use dpgen::schema::RankChooser;
/// # #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
///
/// let trees = Generator::<Tree>::up_to(5).build()?;
/// let rank = Count::new(17);
/// let (words, same) = trees.catalog().descend(5, &mut RankChooser::new(rank.clone())).unwrap();
/// assert_eq!(same, rank);
/// assert_eq!(trees.catalog().nth_compact(5, &rank), Ok(Some(words)));
/// # Ok::<(), dpgen::BuildError>(())
/// ```
///
/// With a rank that the size does not have, the descent panics or ends at another structure.
#[derive(Debug, Clone, Default)]
pub struct RankChooser {
    /// The digits that are not used yet; that of the next part is the last one.
    digits: Vec<Count>,
}

impl RankChooser {
    /// A chooser for the structure with this rank.
    #[must_use]
    pub fn new(rank: Count) -> Self {
        Self { digits: vec![rank] }
    }

    /// Whether all digits have been used.
    #[inline]
    pub(crate) fn is_done(&self) -> bool {
        self.digits.is_empty()
    }

    /// Takes the digit of the next part.
    #[inline]
    pub(crate) fn take(&mut self) -> Option<Count> {
        self.digits.pop()
    }

    /// Puts back the rest of a digit.
    #[inline]
    pub(crate) fn put(&mut self, rest: Count) {
        self.digits.push(rest);
    }

    /// Divides the digit of a production into those of its parts.
    #[inline]
    pub(crate) fn divide(&mut self, parts: &ProductionParts<'_>) {
        let Some(mut rank) = self.digits.pop() else { return };
        for place in (1..parts.len()).rev() {
            if let Some(count) = parts.ways(place) {
                let (rest, digit) = rank.div_rem(&count);
                self.digits.push(digit);
                rank = rest;
            }
        }
        // The quotient is below the number of ways to fill the first part.
        if !parts.is_empty() && !parts.is_decided(0) {
            self.digits.push(rank);
        }
    }
}

impl Chooser for RankChooser {
    fn choose(&mut self, decision: &Decision<'_>) -> usize {
        let Some((number, rest)) = decision.find(self.take().unwrap_or_default()) else { return usize::MAX };
        self.digits.extend(rest);
        number
    }

    fn begin(&mut self, parts: &ProductionParts<'_>) {
        self.divide(parts);
    }
}

/// A chooser that leads to any structure of a size with exactly the same probability: it draws a rank and follows it, as
/// `sample` does.
///
/// ```
/// use chacha20::{ChaCha8Rng, rand_core::SeedableRng};
/// use dpgen::prelude::*;
/// use dpgen::schema::UniformChooser;
/// # #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
///
/// let trees = Generator::<Tree>::up_to(100).build()?;
/// let mut evenly = UniformChooser::new(ChaCha8Rng::seed_from_u64(7));
/// let (_, rank) = trees.catalog().descend(100, &mut evenly).unwrap();
/// assert_eq!(trees.catalog().sample_rank(100, &mut ChaCha8Rng::seed_from_u64(7)), Some(rank));
/// # Ok::<(), dpgen::BuildError>(())
/// ```
#[derive(Debug)]
pub struct UniformChooser<R> {
    rng: R,
    by_rank: RankChooser,
}

impl<R: Rng> UniformChooser<R> {
    /// A chooser with this random generator.
    pub fn new(rng: R) -> Self {
        Self { rng, by_rank: RankChooser::default() }
    }
}

impl<R: Rng> Chooser for UniformChooser<R> {
    fn choose(&mut self, decision: &Decision<'_>) -> usize {
        if self.by_rank.is_done() {
            self.by_rank.put(decision.total().random_below(&mut self.rng));
        }
        self.by_rank.choose(decision)
    }

    fn begin(&mut self, parts: &ProductionParts<'_>) {
        if self.by_rank.is_done() {
            // There is one production of whole structures, so that there was no decision before.
            self.by_rank.put(parts.total().random_below(&mut self.rng));
        }
        self.by_rank.begin(parts);
    }
}
