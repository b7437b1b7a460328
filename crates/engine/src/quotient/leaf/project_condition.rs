//! Decides whether the path condition of a leaf is feasible, and projects it to the condition of its class.

use dpgen_forest::index::small;
use dpgen_forest::path_condition::Extremum;
use dpgen_solver::{Dbm, Feasibility, Linear, Mode, Outcome, Relation, Store, UnknownReason, Var};

use crate::quotient::run_state::class_nodes::ClassRun;
use crate::quotient::run_state::symbolic_store::raise_range_error;
use crate::quotient::run_state::trace_recorder::TraceRecorder;
use crate::quotient::table::class_conditions::Condition;
use crate::run::failure::{Failure, raise};

/// Whether the path condition of a run has a solution.
///
/// # Panics
/// When the solver's limit leaves that open: a failure of the predicate.
pub(crate) fn is_feasible(run: &mut ClassRun) -> bool {
    let Some(symbolic) = &mut run.source.symbols else { return true };
    if symbolic.impossible {
        return false;
    }
    match symbolic.store.feasibility() {
        Feasibility::Feasible => true,
        Feasibility::Infeasible => false,
        Feasibility::Unknown => match symbolic.store.solve(Mode::Any) {
            Outcome::Sat(_) => true,
            Outcome::Unsat => false,
            Outcome::Unknown(UnknownReason::Interrupted) => raise(Failure::Stopped),
            Outcome::Unknown(UnknownReason::Limit(limit)) => raise(Failure::Limit(format!(
                "the solver can not tell within {} steps whether the constraints on this structure's data have a \
                 solution: use concrete fields, or smaller ranges",
                limit.nodes
            ))),
        },
    }
}

/// Whether a failure of the predicate is one of some structure: the run's path condition has a solution, with every
/// extremum settled, and its sizes add up.
///
/// # Panics
/// As [`is_feasible`].
pub(crate) fn is_reachable_failure(run: &mut ClassRun, failure: &Failure) -> bool {
    if run.is_symbolic() && failure.is_answer() {
        run.settle_all_extrema();
    }
    !failure.is_answer() || is_feasible(run) && run.sizes_add_up()
}

/// Settles extrema until the class's condition is exact: for every value that the shown variables can have, some way to
/// settle the others has a solution.
fn settle_where_needed(run: &mut ClassRun, terms: &[Linear]) {
    let shown: Option<Vec<Var>> = terms.iter().map(single_var).collect();
    let Some(mut shown) = shown.filter(|_| run.symbols().store.is_exact()) else {
        run.settle_all_extrema();
        return;
    };
    shown.sort_unstable();
    shown.dedup();
    while !run.symbols().extrema.is_empty() && !run.symbols().impossible {
        let symbols = run.symbols();
        let wanted = symbols.store.dbm().project(&shown);
        let extrema = symbols.extrema.clone();
        if some_sides_keep_projection(&mut symbols.store, &extrema, &shown, &wanted) {
            return;
        }
        run.settle_extremum(0);
    }
}

/// Whether the extrema can be settled so that the projection does not change.
fn some_sides_keep_projection(store: &mut Store, extrema: &[Extremum], shown: &[Var], wanted: &Dbm) -> bool {
    let Some((first, rest)) = extrema.split_first() else { return true };
    [false, true].into_iter().any(|second| {
        store.push();
        let possible = first
            .side(second)
            .unwrap_or_else(|error| raise_range_error(error))
            .iter()
            .all(|side| store.add(side) != Feasibility::Infeasible);
        let gives = possible
            && store.dbm().project(shown) == *wanted
            && some_sides_keep_projection(store, rest, shown, wanted);
        store.pop();
        gives
    })
}

/// The variable of a term that is a variable plus a constant.
fn single_var(term: &Linear) -> Option<Var> {
    match term.terms() {
        [(var, 1)] => Some(*var),
        _ => None,
    }
}

/// The condition over these terms that a leaf shows, and the run's variables that are its variables.
pub(crate) fn class_condition(run: &mut ClassRun, terms: Vec<Linear>) -> (Condition, Vec<Var>) {
    settle_where_needed(run, &terms);
    let store = &run.symbols().store;
    let vars: Option<Vec<Var>> = terms.iter().map(single_var).collect();
    if let Some(mut keep) = vars.filter(|_| store.is_exact()) {
        let mut seen: Vec<Var> = Vec::new();
        keep.retain(|var| {
            let new = !seen.contains(var);
            seen.push(*var);
            new
        });
        let name = |var: Var| {
            let index = keep.iter().position(|kept| *kept == var).unwrap_or_default();
            Var::new(small(index) + 1)
        };
        let terms: Vec<Linear> = terms.iter().filter_map(|term| term.renamed(name).ok()).collect();
        let dbm = store.dbm().project(&keep);
        run.symbols().record(|recorder| recorder.leaf(&keep, &terms));
        return (Condition { dbm, general: Vec::new(), terms }, keep);
    }
    // Outside of difference logic nothing can be projected away: the class keeps every variable.
    run.symbols().record(TraceRecorder::give_up);
    let store = &run.symbols().store;
    let general = store
        .constraints()
        .into_iter()
        .filter(|constraint| {
            constraint.as_difference().is_none_or(|difference| difference.relation == Relation::Ne)
        })
        .collect();
    let keep: Vec<Var> = store.dbm().vars().collect();
    (Condition { dbm: store.dbm().clone(), general, terms }, keep)
}
