//! The ways to settle a structure's extrema: for each, which of its two terms it is.
//!
//! Depth first, with the sides taken so far on a stack: after each step the system is asked whether it may still have
//! a solution. Ways exclude each other and come one at a time, as there can be two to the power of the number of
//! extrema. Read [`solve`](super::solve) next.

use super::failure::Trouble;
use super::system::{Mark, System};
use crate::path::Extremum;
use dpgen_solver::Interrupt;

/// An extremum that has been settled.
#[derive(Debug)]
struct Settled {
    extremum: Extremum,
    /// Whether it is the second of its terms.
    second: bool,
    /// The constraints without it.
    mark: Mark,
}

/// Goes through the ways. Between two calls, the system is that of the present way.
#[derive(Debug)]
pub(super) struct Ways {
    system: System,
    settled: Vec<Settled>,
    begun: bool,
    interrupt: Interrupt,
}

impl Ways {
    /// Before the first way.
    pub(super) fn new(system: System, interrupt: Interrupt) -> Self {
        Self { system, settled: Vec::new(), begun: false, interrupt }
    }

    /// The system of the present way.
    pub(super) fn system(&self) -> &System {
        &self.system
    }

    /// What may interrupt the solver.
    pub(super) fn interrupt(&self) -> &Interrupt {
        &self.interrupt
    }

    /// Goes to the next way that may have solutions, if there is one.
    pub(super) fn next(&mut self) -> Result<bool, Trouble> {
        if std::mem::replace(&mut self.begun, true) && !self.take_other_side()? {
            return Ok(false);
        }
        while let Some(extremum) = self.system.take_extremum() {
            let mark = self.system.mark();
            self.settled.push(Settled { extremum, second: false, mark });
            if !self.take_side()? && !self.take_other_side()? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Adds the present side of the extremum settled last; whether there may be a solution.
    fn take_side(&mut self) -> Result<bool, Trouble> {
        if let Some(Settled { extremum, second, .. }) = self.settled.last() {
            for constraint in extremum.side(*second)? {
                self.system.add(constraint);
            }
        }
        self.system.is_possible(&self.interrupt)
    }

    /// Goes back to the last extremum whose other side may have a solution, and takes it.
    fn take_other_side(&mut self) -> Result<bool, Trouble> {
        while let Some(mut last) = self.settled.pop() {
            self.system.undo(last.mark);
            if last.second {
                self.system.add_extremum(last.extremum);
                continue;
            }
            last.second = true;
            self.settled.push(last);
            if self.take_side()? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
