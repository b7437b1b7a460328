//! Comparisons of open integers, and looks at nodes: each is a question to the [`Steering`](super::steering::Steering).
//!
//! A comparison that its constants decide asks nothing. A new one is asked with the outcomes that are possible under the
//! assumptions of the path; the outcome that is taken becomes an assumption, unless no other was possible.

use std::cmp::Ordering;
use std::panic::Location;

use dpgen_forest::index::{CtorIx, at};
use dpgen_solver::{Linear, Var};

use super::steered_nodes::SteeredRun;
use super::steering::{BranchQuestion, KnownWay, QuestionKind, end_impure};
use crate::run::failure::{Failure, internal, raise};
use crate::run::int::{Cut, Int};
use crate::run::sign_cases::sides;

impl SteeredRun {
    /// The comparison of an integer with zero, if its constant alone decides it: a constant near the ends of `i64` fits into no
    /// term of the solver.
    fn far_from_zero(&self, int: Int) -> Option<Ordering> {
        const MIN_DECISIVE_CONSTANT: u128 = 1 << 61;
        let constant = int.constant_part();
        if constant.unsigned_abs() < MIN_DECISIVE_CONSTANT {
            return None;
        }
        let most = self.terms_of(int).into_iter().try_fold(0_u128, |sum, (variable, factor)| {
            let (lo, hi) = self.source.domains[at(variable)];
            let most = u128::from(lo.unsigned_abs().max(hi.unsigned_abs()));
            sum.checked_add(most.checked_mul(u128::from(factor.unsigned_abs()))?)
        })?;
        (most < constant.unsigned_abs()).then(|| constant.cmp(&0))
    }

    /// The value of an integer, in a run on values.
    fn value_of(&mut self, int: Int) -> Option<i128> {
        self.source.steered().values()?;
        let terms = self.terms_of(int);
        self.source.steered().reads(&terms, int.constant_part());
        let values = self.source.steered().values()?;
        terms.into_iter().try_fold(int.constant_part(), |sum, (variable, factor)| {
            let value = i128::from(*values.get(at(variable))?);
            sum.checked_add(value.checked_mul(i128::from(factor))?)
        })
    }

    /// Asks for the constructor of the node at a place, unless its type has only one.
    pub(super) fn look(&mut self, place: u32, ctor: CtorIx) {
        let own = self.schema.local(ctor);
        let ways: Vec<u32> = (0..self.schema.ty(self.schema.constructor(ctor).ty).constructors).collect();
        if ways.len() < 2 {
            return;
        }
        let asked =
            BranchQuestion { site: Location::caller(), kind: QuestionKind::Looks(place), compares: false };
        let steering = self.source.steered();
        let recalled = steering.recall(asked);
        if steering.values().is_some() {
            return steering.saw(own);
        }
        let way = match recalled {
            Some(KnownWay::Only(way) | KnownWay::Follow(way) | KnownWay::Assume(way)) => way,
            None => {
                let taken = steering.choose(asked, &Linear::default(), &ways);
                ways[taken.min(ways.len() - 1)]
            }
        };
        if way != own {
            end_impure();
        }
    }

    /// The term with the variable numbers of the steering, if these differ from those of the store.
    fn labelled(&self, term: &Linear) -> Option<Linear> {
        let labels = &self.source.labels;
        let label = |var: Var| var.index().checked_sub(1).map_or(var, |own| Var::new(labels[own] + 1));
        (!labels.is_empty()).then(|| term.renamed(label).unwrap_or_else(|error| unwieldy(error)))
    }

    /// Compares integers of which at least one is open.
    pub(super) fn compare_open(&mut self, a: Int, b: Int, cut: Cut) -> u32 {
        let difference = self.sum(&[(a, 1), (b, -1)]);
        if let Some(value) = difference.known() {
            return cut.group(value.cmp(&0));
        }
        if let Some(ordering) = self.far_from_zero(difference) {
            return cut.group(ordering);
        }
        let Some(site) = self.source.site else { internal("a comparison without a place") };
        let asked = BranchQuestion { site, kind: QuestionKind::of(cut), compares: self.source.compares };
        let recalled = self.source.steered().recall(asked);
        if let Some(value) = self.value_of(difference) {
            let way = cut.group(value.cmp(&0));
            self.source.steered().saw(way);
            return way;
        }
        if let Some(KnownWay::Only(way) | KnownWay::Follow(way)) = recalled {
            return way;
        }
        let term = self.term_of(difference).unwrap_or_else(|error| unwieldy(error));
        let sides = sides(cut, true);
        let side = |way: u32| match sides.iter().find(|(group, _)| *group == way) {
            Some((_, side)) => side.constraint(&term).unwrap_or_else(|error| unwieldy(error)),
            None => internal("a way that the comparison has not"),
        };
        if let Some(KnownWay::Assume(way)) = recalled {
            self.source.assumed.assume(side(way));
            return way;
        }
        let mut ways: Vec<u32> = sides.iter().map(|(group, _)| *group).collect();
        ways.sort_unstable();
        // Some way is possible, as the path is: the last one needs no question if no other is.
        let mut possible: Vec<u32> = Vec::with_capacity(ways.len());
        for (place, way) in ways.iter().enumerate() {
            let is_left_over = possible.is_empty() && place + 1 == ways.len();
            if is_left_over || self.source.assumed.can_be(&side(*way)) {
                possible.push(*way);
            }
        }
        let labelled = self.labelled(&term);
        let taken = self.source.steered().choose(asked, labelled.as_ref().unwrap_or(&term), &possible);
        let way = possible[taken.min(possible.len() - 1)];
        if possible.len() > 1 {
            self.source.assumed.assume(side(way));
        }
        way
    }
}

pub(super) fn unwieldy(error: dpgen_solver::SolverError) -> ! {
    raise(Failure::Limit(format!("the program's comparisons leave the solver's range: {error}")))
}
