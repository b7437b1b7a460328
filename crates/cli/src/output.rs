//! Walks through what is selected and hands each structure to a [`Target`], as far as limits let it.
//!
//! Invariant: what is [`Covered`] is what the target was given. Ranks are counted as they are handed over, so that the
//! certificate can compare their number with the number that the selection promises.

use crate::export::{Exporter, Position};
use dpgen_forest::{Catalog, Count, Fields};

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
    /// Writes one; one that is `claimed` by an earlier run only if it is not there as it should be.
    fn write(
        &mut self,
        catalog: &Catalog,
        exporter: &Exporter,
        words: &[u32],
        place: Position<'_>,
        claimed: bool,
    ) -> Result<(), CommandError>;
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

impl State {
    /// One structure more is there.
    fn wrote(&mut self) {
        self.left = self.left.take().map(|left| left.minus(&Count::ONE).unwrap_or_default());
    }
}

impl Writing<'_> {
    /// Writes what is selected, as far as the limit and the session let it.
    pub fn run(&self, target: &mut impl Target) -> Result<Covered, CommandError> {
        let covered = Covered { earlier: target.earlier(), ..Covered::default() };
        let mut state = State { left: self.selection.limit.map(Count::from), written: Count::ZERO, covered };
        for part in self.selection.parts(self.catalog) {
            target.begin_part(&part);
            if !self.part(&part, &mut state, target)? {
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
    fn part(
        &self,
        part: &RankRange,
        state: &mut State,
        target: &mut impl Target,
    ) -> Result<bool, CommandError> {
        let (solutions, seed) = self.solutions;
        let every = solutions == Solutions::All && self.catalog.fields() == Fields::Symbolic;
        let claimed = target.claimed(part);
        let mut rank = part.ranks.start.clone();
        let structures = self.catalog.compact_with(part.size, part.ranks.clone(), solutions.into(), seed);
        let mut structures = structures.with_limits(&self.session.limits());
        while rank < part.ranks.end {
            let there = rank < claimed;
            let key = self.keys.map(|keys| keys.key(part.size, &rank));
            if let Some(why) = self.stopped(state, there) {
                state.covered.stopped = Some((part.size, rank, why));
                return Ok(false);
            }
            let mut number = 0;
            while let Some(words) = if number == 0 { structures.next() } else { structures.next_same_rank() }
            {
                let why = if number > 0 { self.stopped(state, there) } else { None };
                let solution = every.then_some(number);
                let place = Position { size: part.size, rank: &rank, solution, key: key.as_deref() };
                let why = match why {
                    Some(why) => Some(why),
                    None => self.write(target, words, place, there)?,
                };
                if let Some(why) = why {
                    state.covered.stopped = Some((part.size, rank, why));
                    return Ok(false);
                }
                number += 1;
                state.wrote();
                if !every {
                    break;
                }
            }
            if number == 0 || structures.stopped().is_some() || structures.failure().is_some() {
                // A promised structure is not there, or not every solution: the run ends, or the certificate says that
                // some are missing.
                if let Some(error) = structures.failure() {
                    return Err(error.clone().into());
                }
                state.covered.stopped = self.stopped(state, there).map(|why| (part.size, rank, why));
                return Ok(false);
            }
            if !there {
                target.step(part.size)?;
            }
            state.written += &Count::ONE;
            rank += &Count::ONE;
        }
        Ok(true)
    }

    /// Writes a structure, unless the run ends while its template is at work.
    fn write(
        &self,
        target: &mut impl Target,
        words: &[u32],
        place: Position<'_>,
        there: bool,
    ) -> Result<Option<Why>, CommandError> {
        let written = target.write(self.catalog, self.exporter, words, place, there);
        Ok(self.session.unless_halted(written)?.err().map(Why::Halt))
    }

    /// Why to stop now, if there is a reason. What is there already does not count against the limit.
    fn stopped(&self, state: &State, there: bool) -> Option<Why> {
        match &state.left {
            Some(left) if left.is_zero() && !there => Some(Why::Limit),
            _ => self.session.halted().map(Why::Halt),
        }
    }
}
