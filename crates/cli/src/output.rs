//! Walks through what is selected and hands the text of each structure to a [`Target`], as far as limits let it.
//!
//! Texts are made ahead by several threads (`ahead.rs`), and handed over in order by one. Invariant: what is
//! [`Covered`] is what the target was given. Ranks are counted as they are handed over, so that the certificate can
//! compare their number with the number that the selection promises.

use crate::export::{ExportError, Exporter, Position};
use dpgen_forest::schema::Schema;
use dpgen_forest::{Catalog, Count, Fields};

use super::ahead::{Ahead, Batch, End, Piece};
use super::args::Solutions;
use super::certificate::{Covered, Why};
use super::command_error::CommandError;
use super::key::Identity;
use super::selection::{RankRange, Selection};
use super::session::Session;

/// Where structures go.
pub trait Target {
    /// The first rank of a part that no earlier run has written.
    fn claimed(&self, part: &RankRange) -> Count;
    /// How many ranks earlier runs have written.
    fn earlier(&self) -> Count;
    /// How many structures of earlier runs were missing or different, and have been written again.
    fn rewritten(&self) -> u64 {
        0
    }
    /// The structures of a part come next.
    fn begin_part(&mut self, _part: &RankRange) {}
    /// Appends the text of a structure as it stands in such a target.
    fn render(
        exporter: &Exporter,
        schema: &Schema,
        words: &[u32],
        place: Position<'_>,
        out: &mut String,
    ) -> Result<(), ExportError>;
    /// Writes the text of a structure; if it is `claimed` by an earlier run, only if it is not there as it should be.
    fn write(&mut self, text: &str, place: Position<'_>, claimed: bool) -> Result<(), CommandError>;
    /// A rank of a size that was not claimed is written.
    fn step(&mut self, _size: u32) -> Result<(), CommandError> {
        Ok(())
    }
    /// Nothing more comes; `complete` if everything selected is written.
    fn finish(&mut self, complete: bool) -> Result<(), CommandError>;
}

/// What is to be written, and how.
#[derive(Debug, Clone, Copy)]
pub struct Writing<'a> {
    /// Its limits.
    pub session: &'a Session<'a>,
    /// Which structures.
    pub selection: &'a Selection,
    /// Where they come from.
    pub catalog: &'a Catalog,
    /// How they look.
    pub exporter: &'a Exporter,
    /// What keys are made of, if they are to be written.
    pub keys: Option<&'a Identity>,
    /// Which solutions stand for a path condition, and what random ones depend on.
    pub solutions: (Solutions, u64),
}

/// How writing goes: what is left of the limit, and why it stopped.
struct State {
    /// What --limit leaves, if there is one.
    left: Option<Count>,
    /// How many ranks are there, those of earlier runs included.
    written: Count,
    covered: Covered,
}

impl Writing<'_> {
    /// Whether a rank stands for several structures.
    pub(super) fn every_solution(&self) -> bool {
        self.solutions.0 == Solutions::All && self.catalog.fields() == Fields::Symbolic
    }

    /// Writes what is selected, as far as the limit and the session let it.
    pub fn run<T: Target>(&self, target: &mut T) -> Result<Covered, CommandError> {
        let covered = Covered { earlier: target.earlier(), ..Covered::default() };
        let mut state = State { left: self.selection.limit.map(Count::from), written: Count::ZERO, covered };
        let ahead = Ahead::new(self)?;
        for part in self.selection.parts(self.catalog) {
            target.begin_part(&part);
            if !self.part(&ahead, &part, &mut state, target)? {
                break;
            }
        }
        let mut covered = state.covered;
        let whole = covered.stopped.is_none() && state.written == self.selection.selected(self.catalog);
        target.finish(whole && self.catalog.complete_sizes() > *self.selection.sizes.end())?;
        covered.rewritten = target.rewritten();
        covered.written = Some(state.written);
        Ok(covered)
    }

    /// Writes a part; whether to go on with the next.
    fn part<T: Target>(
        &self,
        ahead: &Ahead<'_>,
        part: &RankRange,
        state: &mut State,
        target: &mut T,
    ) -> Result<bool, CommandError> {
        let claimed = target.claimed(part);
        let mut rank = part.ranks.start.clone();
        let mut wanted = part.clone();
        if let Some(left) = &state.left {
            // One more than the limit leaves, so that reaching it is noticed.
            let first = if claimed > rank { &claimed } else { &rank };
            let end = first.clone() + left.clone() + Count::ONE;
            wanted.ranks.end = wanted.ranks.end.min(end);
        }
        ahead
            .batches::<T>(&wanted, |batch| self.batch(batch, (part.size, &mut rank), &claimed, state, target))
    }

    /// Writes a batch, whose first structure has this rank; whether to go on.
    fn batch<T: Target>(
        &self,
        batch: &Batch,
        (size, rank): (u32, &mut Count),
        claimed: &Count,
        state: &mut State,
        target: &mut T,
    ) -> Result<bool, CommandError> {
        let every = self.every_solution();
        let mut begin = 0;
        for piece in &batch.pieces {
            let there = *rank < *claimed;
            let Piece::Text { end, solution } = *piece else {
                if !there {
                    target.step(size)?;
                }
                state.written += &Count::ONE;
                *rank += &Count::ONE;
                continue;
            };
            if let Some(why) = self.stopped(state, there) {
                state.covered.stopped = Some((size, rank.clone(), why));
                return Ok(false);
            }
            let place = Position { size, rank, solution: every.then_some(solution), key: None };
            target.write(&batch.text[begin..end], place, there)?;
            begin = end;
            state.left = state.left.take().map(|left| left.checked_sub(&Count::ONE).unwrap_or_default());
        }
        match &batch.end {
            End::Whole => Ok(true),
            End::Failed(error) => Err(error.clone().into()),
            End::NotRendered(error) => {
                let halted = self.session.unless_halted::<()>(Err(error.clone().into()))?.err();
                state.covered.stopped = halted.map(|halt| (size, rank.clone(), Why::Halt(halt)));
                Ok(false)
            }
            // A promised structure is not there, or not every solution: the certificate says that some are missing.
            End::Short => {
                let why = self.stopped(state, *rank < *claimed);
                state.covered.stopped = why.map(|why| (size, rank.clone(), why));
                Ok(false)
            }
        }
    }

    /// Why to stop now, if there is a reason. What is there already does not count against the limit.
    fn stopped(&self, state: &State, there: bool) -> Option<Why> {
        match &state.left {
            Some(left) if left.is_zero() && !there => Some(Why::Limit),
            _ => self.session.halted().map(Why::Halt),
        }
    }
}
