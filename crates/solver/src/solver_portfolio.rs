//! A portfolio of two solvers, search and branch and bound, that run in turns with growing limits until one is certain.
//!
//! Search is good at small domains, at many `!=`, and where bounds narrow one another; branch and bound at sums, and where
//! there is no model. Either may take long where the other does not, so that together they take at most a few times as long
//! as the better one.

use super::branch_and_bound::{BranchAndBound, StoredConstraints};
use super::interrupt::{Interrupt, UnknownReason};
use super::propagator::Propagator;
use super::search::{Mode, Outcome, Search};
use super::search_limit::Limit;
use super::variable_bounds::Domains;

/// The nodes that each solver may take in the first round.
const FIRST_ROUND_NODES: u64 = 32;

/// The factor by which rounds grow.
const ROUND_GROWTH: u64 = 4;

/// The nodes that a random search may take before branch and bound is tried.
const RANDOM_SEARCH_NODES: u64 = 1 << 16;

/// Looks for a model.
pub(super) fn solve_portfolio(
    stored: StoredConstraints<'_>,
    branch_and_bound: &mut BranchAndBound,
    mode: Mode<'_>,
    (limit, interrupt): (Limit, &Interrupt),
) -> Outcome {
    let mut left = limit.nodes;
    let is_certain = |outcome: &Outcome| !matches!(outcome, Outcome::Unknown(UnknownReason::Limit(_)));
    if let Mode::Random(rng) = mode {
        let first = left.min(RANDOM_SEARCH_NODES);
        let outcome = search(stored, Mode::Random(&mut *rng), interrupt).next(Limit::nodes(first));
        if is_certain(&outcome) {
            return outcome;
        }
        let outcome = branch_and_bound.random(stored, Limit::nodes(left - first), interrupt, rng);
        return if is_certain(&outcome) { outcome } else { Outcome::Unknown(UnknownReason::Limit(limit)) };
    }
    let is_any = matches!(mode, Mode::Any);
    let mut search = search(stored, mode, interrupt);
    let mut round_nodes = FIRST_ROUND_NODES;
    loop {
        let nodes = round_nodes.min(left);
        let outcome = search.next(Limit::nodes(nodes));
        if is_certain(&outcome) {
            return outcome;
        }
        left -= nodes;
        let nodes = round_nodes.min(left);
        let outcome = match is_any {
            true => branch_and_bound.solve(stored, Limit::nodes(nodes), interrupt),
            false => branch_and_bound.smallest(stored, Limit::nodes(nodes), interrupt),
        };
        if is_certain(&outcome) {
            return outcome;
        }
        left -= nodes;
        if left == 0 {
            return Outcome::Unknown(UnknownReason::Limit(limit));
        }
        round_nodes = round_nodes.saturating_mul(ROUND_GROWTH);
    }
}

/// A search for the models of a store's constraints.
fn search<'r>(stored: StoredConstraints<'_>, mode: Mode<'r>, interrupt: &Interrupt) -> Search<'r> {
    let mut propagator = Propagator::new();
    for constraint in stored.general {
        propagator.push(constraint);
    }
    for (x, y, c) in stored.differences {
        propagator.push_difference(*x, *y, *c);
    }
    let domains = Domains::within(stored.bounds);
    Search::with_propagator(domains, propagator, mode).with_interrupt(interrupt.clone())
}
