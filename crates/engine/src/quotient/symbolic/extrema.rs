//! Minima and maxima of two symbolic integers, as variables, so that the run is not split over which of the two it is.
//!
//! `min(a, b)` becomes a variable `m` with `m <= a` and `m <= b`. That alone lets `m` be too small, which does no harm
//! as long as `m` is only bounded from below: whatever holds for a smaller `m` then holds for the least of the two.
//! As soon as something bounds `m` from above, the extremum is *settled*: the run splits into `m == a <= b` and
//! `m == b < a`. One that is never settled is noted in the path condition, and settled when data is solved for.
//! `max` is the same the other way round.

use smallvec::SmallVec;

use dpgen_forest::path_condition::Extremum;
use dpgen_solver::{Constraint, Feasibility, Linear};

use crate::quotient::run_state::class_nodes::ClassRun;
use crate::quotient::run_state::symbolic_store::{Origin, Symbols, raise_range_error};
use crate::quotient::run_state::trace_recorder::TraceRecorder;
use crate::run::choice_stack::Read;
use crate::run::int::Int;

/// The most extrema that a run leaves unsettled; the terms of further ones are compared.
const MAX_OPEN_EXTREMA: usize = 6;

impl Symbols {
    /// The bounds of `x + c` or of a constant; `None` for other terms.
    fn simple_bounds(&self, term: &Linear) -> Option<(i64, i64)> {
        let (lo, hi) = match *term.terms() {
            [] => (0, 0),
            [(var, 1)] => self.store.bounds(var),
            _ => return None,
        };
        let constant = term.constant_part();
        Some((lo.checked_add(constant)?, hi.checked_add(constant)?))
    }

    /// Adds an extremum that is not settled.
    pub(crate) fn add_extremum(&mut self, extremum: Extremum) {
        for constraint in extremum.bounds().unwrap_or_else(|error| raise_range_error(error)) {
            if self.store.add(&constraint) == Feasibility::Infeasible {
                self.impossible = true;
            }
            self.taken.push(constraint);
        }
        self.extrema.push(extremum);
    }
}

impl ClassRun {
    /// The least or greatest of two integers as a variable; `None` if they are to be compared instead.
    pub(crate) fn symbolic_extremum(&mut self, a: Int, b: Int, greatest: bool) -> Option<Int> {
        if !self.is_symbolic() {
            return None;
        }
        let difference = self.sum(&[(a, 1), (b, -1)]);
        if difference.known().is_some() || !self.depends_on_symbol(difference) {
            return None;
        }
        let (a, b) = (self.settled(a), self.settled(b));
        let of = [self.term_of(a).ok()?, self.term_of(b).ok()?];
        let difference = of[0].checked_sub(&of[1]).ok()?;
        let symbols = self.symbols();
        if !symbols.is_undecided(&difference) || !symbols.store.is_exact() {
            return None;
        }
        let known = symbols.extrema.iter().find(|known| known.of == of && known.greatest == greatest);
        if let Some(known) = known.map(|known| known.var) {
            return Some(self.symbol(known));
        }
        if symbols.extrema.len() >= MAX_OPEN_EXTREMA {
            return None;
        }
        // What follows depends on bounds themselves.
        symbols.record(TraceRecorder::give_up);
        let ((lo_a, hi_a), (lo_b, hi_b)) = (symbols.simple_bounds(&of[0])?, symbols.simple_bounds(&of[1])?);
        let (lo, hi) =
            if greatest { (lo_a.max(lo_b), hi_a.max(hi_b)) } else { (lo_a.min(lo_b), hi_a.min(hi_b)) };
        let var = symbols.store.new_var(lo, hi).ok()?;
        symbols.origins.push(Origin::Extremum { lo, hi });
        symbols.add_extremum(Extremum { var, of, greatest });
        Some(self.symbol(var))
    }

    /// Settles the extrema that a constraint, which is about to be added, bounds from the side that is open.
    pub(crate) fn settle_bounded_by(&mut self, constraint: &Constraint) {
        let mut index = 0;
        while let Some(extremum) = self.symbols().extrema.get(index) {
            if extremum.is_bound_by(constraint) {
                self.settle_extremum(index);
                // Its sides may bound others.
                index = 0;
            } else {
                index += 1;
            }
        }
    }

    /// Settles all extrema.
    pub(crate) fn settle_all_extrema(&mut self) {
        while !self.symbols().extrema.is_empty() {
            self.settle_extremum(0);
        }
    }

    /// Settles an extremum: decides which of its terms it is.
    pub(crate) fn settle_extremum(&mut self, index: usize) {
        let symbols = self.symbols();
        let extremum = symbols.extrema.remove(index);
        let open: SmallVec<[bool; 2]> = [false, true]
            .into_iter()
            .filter(|second| {
                symbols.store.push();
                let sides = extremum.side(*second).unwrap_or_else(|error| raise_range_error(error));
                let possible =
                    sides.iter().all(|constraint| symbols.store.add(constraint) != Feasibility::Infeasible);
                symbols.store.pop();
                possible
            })
            .collect();
        let Some(last) = open.len().checked_sub(1) else {
            symbols.impossible = true;
            return;
        };
        let picked = self.pick(Read::Symbol, last + 1);
        for constraint in extremum.side(open[picked]).unwrap_or_else(|error| raise_range_error(error)) {
            self.settle_bounded_by(&constraint);
            self.symbols().add_constraint(constraint);
        }
    }
}
