//! [`OddsChooser`]: the chooser that leads to the structure that a number stands for in counts by odds.
//!
//! As in [`rank_chooser`](super::rank_chooser), a union takes off the counts of the members before the one that holds the
//! number, and a production divides it into a digit for each part. Before that, a production divides it by the odds of its
//! constructor and forgets the remainder: so many numbers stand for the same structure.

use crate::catalog::choosing::chooser::Chooser;
use crate::catalog::choosing::decision::{Alternatives, Decision};
use crate::catalog::choosing::odds_counts::OddsCounts;
use crate::catalog::choosing::production_parts::ProductionParts;
use crate::count::Count;
use crate::graph::running_counts::locate_in_sums;

/// A chooser that follows a number below the count by odds of a size.
#[derive(Debug)]
pub(super) struct OddsChooser<'s, 'c> {
    counts: &'s OddsCounts<'c>,
    size: u32,
    /// The digits that are not used yet; that of the next part is the last one.
    digits: Vec<Count>,
}

impl<'s, 'c> OddsChooser<'s, 'c> {
    pub(super) fn new(counts: &'s OddsCounts<'c>, size: u32, number: Count) -> Self {
        Self { counts, size, digits: vec![number] }
    }
}

impl Chooser for OddsChooser<'_, '_> {
    fn choose(&mut self, decision: &Decision<'_>) -> usize {
        let number = self.digits.pop().unwrap_or_default();
        let (place, rest) = match decision.of {
            Alternatives::Values(..) => return number.to_usize().unwrap_or(usize::MAX),
            Alternatives::Roots(_) => locate_in_sums(self.counts.sums(self.size), number),
            Alternatives::Members(union) => self.counts.member(union, number),
        };
        self.digits.push(rest);
        place
    }

    fn begin(&mut self, parts: &ProductionParts<'_>) {
        let Some(number) = self.digits.pop() else { return };
        let (mut number, _) = number.div_rem(&self.counts.own(parts));
        for place in (1..parts.len()).rev() {
            if let Some(ways) = self.counts.ways(parts, place) {
                let (rest, digit) = number.div_rem(&ways);
                self.digits.push(digit);
                number = rest;
            }
        }
        if !parts.is_empty() && !parts.is_decided(0) {
            self.digits.push(number);
        }
    }
}
