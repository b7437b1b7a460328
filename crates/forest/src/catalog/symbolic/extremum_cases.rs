//! [`ExtremumCases`]: splits a system on its minima and maxima, case by case: for each, which of its two terms it is.
//!
//! Depth first, with the cases taken so far on a stack: after each step the system is asked whether it may still have a
//! solution. Cases exclude each other and come one at a time, as there can be two to the power of the number of extrema.
//! Read [`solutions`](super::solutions) next.

use crate::catalog::symbolic::constraint_system::{ConstraintSystem, Mark};
use crate::catalog::symbolic::solve_error::SolveFailure;
use crate::path_condition::Extremum;
use dpgen_solver::Interrupt;

/// An extremum that is resolved to one of its terms.
#[derive(Debug)]
struct Resolved {
    extremum: Extremum,
    /// Whether it is the second of its terms.
    second: bool,
    /// The constraints without it.
    mark: Mark,
}

/// An iterator over the cases. Between two calls, the system is that of the current case.
#[derive(Debug)]
pub(crate) struct ExtremumCases {
    system: ConstraintSystem,
    resolved: Vec<Resolved>,
    started: bool,
    interrupt: Interrupt,
}

impl ExtremumCases {
    /// An iterator before the first case.
    pub(crate) fn new(system: ConstraintSystem, interrupt: Interrupt) -> Self {
        Self { system, resolved: Vec::new(), started: false, interrupt }
    }

    /// The system of the current case.
    pub(crate) fn system(&self) -> &ConstraintSystem {
        &self.system
    }

    /// The interrupt of the solver.
    pub(crate) fn interrupt(&self) -> &Interrupt {
        &self.interrupt
    }

    /// Goes to the next case that may have solutions; whether there is one.
    pub(crate) fn next(&mut self) -> Result<bool, SolveFailure> {
        if std::mem::replace(&mut self.started, true) && !self.take_second_term()? {
            return Ok(false);
        }
        while let Some(extremum) = self.system.take_extremum() {
            let mark = self.system.mark();
            self.resolved.push(Resolved { extremum, second: false, mark });
            if !self.add_constraints()? && !self.take_second_term()? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Adds the constraints of the extremum resolved last; whether there may be a solution.
    fn add_constraints(&mut self) -> Result<bool, SolveFailure> {
        if let Some(Resolved { extremum, second, .. }) = self.resolved.last() {
            for constraint in extremum.side(*second)? {
                self.system.add(constraint);
            }
        }
        self.system.is_possible(&self.interrupt)
    }

    /// Backtracks to the last extremum whose second term may have a solution, and takes it.
    fn take_second_term(&mut self) -> Result<bool, SolveFailure> {
        while let Some(mut last) = self.resolved.pop() {
            self.system.undo(last.mark);
            if last.second {
                self.system.add_extremum(last.extremum);
                continue;
            }
            last.second = true;
            self.resolved.push(last);
            if self.add_constraints()? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
