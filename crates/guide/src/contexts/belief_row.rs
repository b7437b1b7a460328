//! [`Row`]: the beliefs about the options of one place in one context.
//!
//! Options of a place are numbered from 0. Invariant: means and [`Marks`] agree with the beliefs; those
//! of an option that was not met have no meaning. [`ActiveRows`](super::active_rows::ActiveRows) lays rows over each other.

use dpgen_forest::index::at;

use super::belief::{Belief, RowId};
use super::context::Context;

/// The number of options in one word of marks.
pub(super) const MARKS_PER_WORD: u32 = u64::BITS;

/// The marks of as many options as a word has bits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Marks {
    pub proven: u64,
    pub suspect: u64,
    pub doubtful: u64,
}

/// The cases of one place in one context.
#[derive(Debug)]
pub(super) struct Row {
    /// The first choice of the place.
    pub first: u32,
    pub context: Context,
    /// The row of the same place in any context.
    pub any: RowId,
    /// By option: its belief's number plus one; 0 where it was not met.
    beliefs: Vec<u32>,
    /// By option: how likely it is thought harmless.
    means: Vec<f64>,
    marks: Vec<Marks>,
}

impl Row {
    pub(super) const fn new(first: u32, context: Context, any: RowId) -> Self {
        Self { first, context, any, beliefs: Vec::new(), means: Vec::new(), marks: Vec::new() }
    }

    /// The number of what is believed of an option, if it was met.
    #[inline]
    pub(super) fn known(&self, option: u32) -> Option<u32> {
        self.beliefs.get(at(option))?.checked_sub(1)
    }

    /// The mean of the belief that an option is harmless, if it was met.
    #[inline]
    pub(super) fn mean(&self, option: u32) -> Option<f64> {
        self.known(option).map(|_| self.means[at(option)])
    }

    /// The marks of all options with this word.
    #[inline]
    pub(super) fn marks(&self, word: usize) -> Marks {
        self.marks.get(word).copied().unwrap_or_default()
    }

    /// Adds an option that is met for the first time, with the number of what is believed of it.
    pub(super) fn add(&mut self, option: u32, id: u32, belief: &Belief) {
        let options = at(option) + 1;
        if self.beliefs.len() < options {
            self.beliefs.resize(options, 0);
            self.means.resize(options, 0.0);
            self.marks.resize(options.div_ceil(at(MARKS_PER_WORD)), Marks::default());
        }
        self.beliefs[at(option)] = id + 1;
        self.show(option, belief);
    }

    /// Shows what is now believed of an option that was met.
    #[inline]
    pub(super) fn show(&mut self, option: u32, belief: &Belief) {
        self.means[at(option)] = belief.mean();
        let bit = 1 << (option % MARKS_PER_WORD);
        let set = |word: &mut u64, is: bool| if is { *word |= bit } else { *word &= !bit };
        let marks = &mut self.marks[at(option / MARKS_PER_WORD)];
        set(&mut marks.proven, belief.is_proven());
        set(&mut marks.suspect, belief.is_suspect());
        set(&mut marks.doubtful, belief.is_doubtful());
    }
}
