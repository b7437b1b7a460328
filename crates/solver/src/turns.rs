//! Search, and branch and bound, look for a model in turns that grow, until one of them is certain.
//!
//! Search is good at small domains, at many `!=`, and where bounds narrow one another; branch and bound at sums, and
//! where nothing holds. Either may take long where the other does not, so that together they take at most a few times as
//! long as the better one.

use super::branching::{Arithmetic, Told};
use super::domains::Domains;
use super::interrupt::{Interrupt, Reason};
use super::limit::Limit;
use super::propagate::Propagator;
use super::search::{Mode, Outcome, Search};

/// How many nodes each may take the first time.
const FIRST_TURN: u64 = 32;

/// By how much turns grow.
const GROWTH: u64 = 4;

/// How many nodes a random search may take before branch and bound is tried.
const RANDOM_TURN: u64 = 1 << 16;

/// Looks for a model.
pub(super) fn in_turns(
    told: Told<'_>,
    arithmetic: &mut Arithmetic,
    mode: Mode<'_>,
    (limit, interrupt): (Limit, &Interrupt),
) -> Outcome {
    let mut left = limit.nodes;
    let is_certain = |outcome: &Outcome| !matches!(outcome, Outcome::Unknown(Reason::Limit(_)));
    if let Mode::Random(rng) = mode {
        let first = left.min(RANDOM_TURN);
        let outcome = search(told, Mode::Random(&mut *rng), interrupt).next(Limit::nodes(first));
        if is_certain(&outcome) {
            return outcome;
        }
        let outcome = arithmetic.random(told, Limit::nodes(left - first), interrupt, rng);
        return if is_certain(&outcome) { outcome } else { Outcome::Unknown(Reason::Limit(limit)) };
    }
    let is_any = matches!(mode, Mode::Any);
    let mut search = search(told, mode, interrupt);
    let mut turn = FIRST_TURN;
    loop {
        let nodes = turn.min(left);
        let outcome = search.next(Limit::nodes(nodes));
        if is_certain(&outcome) {
            return outcome;
        }
        left -= nodes;
        let nodes = turn.min(left);
        let outcome = match is_any {
            true => arithmetic.solve(told, Limit::nodes(nodes), interrupt),
            false => arithmetic.smallest(told, Limit::nodes(nodes), interrupt),
        };
        if is_certain(&outcome) {
            return outcome;
        }
        left -= nodes;
        if left == 0 {
            return Outcome::Unknown(Reason::Limit(limit));
        }
        turn = turn.saturating_mul(GROWTH);
    }
}

/// A search for the models of all that a store has been told.
fn search<'r>(told: Told<'_>, mode: Mode<'r>, interrupt: &Interrupt) -> Search<'r> {
    let mut propagator = Propagator::new();
    for constraint in told.general {
        propagator.push(constraint);
    }
    for (x, y, c) in told.differences {
        propagator.push_difference(*x, *y, *c);
    }
    let domains = Domains::within(told.bounds);
    Search::with_propagator(domains, propagator, mode).with_interrupt(interrupt.clone())
}
