//! Replaying a [`Script`] for another task: does the store answer alike, and what do the leaves show?

use std::cmp::Ordering;

use dpgen_forest::index::at;
use dpgen_solver::{Dbm, Var};

use super::script::{Asked, Script, Shifted, Shown, Step};
use crate::classes::condition::Condition;

/// What is kept from replay to replay for its memory: the store's matrix, and what the leaves show, by number.
#[derive(Debug, Default)]
pub(crate) struct Replay {
    dbm: Dbm,
    pub(crate) shown: Vec<Condition>,
}

impl Replay {
    /// Whether the store gives the same answers for a task whose slots have these conditions. If so, what the leaves
    /// show is known.
    pub(crate) fn replay<'c>(
        &mut self,
        script: &Script,
        condition: impl Fn(u32, u32) -> &'c Condition,
    ) -> bool {
        let Self { dbm, shown } = self;
        dbm.reset();
        shown.resize_with(shown.len().max(at(script.shown)), Condition::default);
        for (what, number) in &script.first {
            show(what, dbm, &mut shown[at(*number)]);
        }
        for visit in &script.visits {
            if visit.back {
                dbm.pop();
            }
            if visit.save {
                dbm.push();
            }
            let goes_on = match &visit.step {
                Step::Var(lo, hi) => dbm.add_var(*lo, *hi).is_ok(),
                Step::Condition(slot, rank) => dbm.embed(&condition(*slot, *rank).dbm).is_ok(),
                Step::Bound(x, y, c) => dbm.add(*x, *y, *c),
            };
            if !goes_on || !visit.asked.iter().all(|asked| answers_alike(dbm, asked)) {
                return false;
            }
            for (what, number) in &visit.shown {
                show(what, dbm, &mut shown[at(*number)]);
            }
        }
        true
    }
}

fn answers_alike(dbm: &Dbm, asked: &Asked) -> bool {
    match asked {
        Asked::Side(term, side, answer) => side.of_difference(dbm, term) == Some(*answer),
        Asked::Value(var, value) => dbm.value(*var) == *value,
        Asked::Apart(a, b, answer) => apart(dbm, *a, *b) == *answer,
    }
}

fn show(what: &Shown, dbm: &Dbm, shown: &mut Condition) {
    dbm.project_into(&what.keep, &mut shown.dbm);
    shown.terms.clone_from(&what.terms);
}

/// How two compare, if their bounds do not overlap.
pub(crate) fn apart(dbm: &Dbm, a: Shifted, b: Shifted) -> Option<Ordering> {
    let bounds = |(var, constant): Shifted| {
        let (lo, hi) = var.map_or((0, 0), |var: Var| dbm.bounds(var));
        (i128::from(lo).saturating_add(constant), i128::from(hi).saturating_add(constant))
    };
    let ((a_lo, a_hi), (b_lo, b_hi)) = (bounds(a), bounds(b));
    if a_hi < b_lo {
        Some(Ordering::Less)
    } else if a_lo > b_hi {
        Some(Ordering::Greater)
    } else {
        None
    }
}
