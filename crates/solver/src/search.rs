//! [`Search`]: depth-first search with propagation.
//!
//! A node splits one variable's domain: the value to try, then the rest in parts. With
//! [`Mode::Smallest`] the variable is the first open one and the parts ascend, so models come in
//! lexicographic order of their values, each once. The search is a value: it stops at a model or a
//! limit and goes on from there when asked again.
//!
//! Invariant between calls: the domains are those of the frames' present parts, and everything before
//! them in the order is done. [`model_iter`](super::model_iter) is an iterator over it, and
//! [`store_models`](super::store_models) runs a search on what a matrix cannot hold.

use super::assignment::Assignment;
use super::constraint::Constraint;
use super::interrupt::{Interrupt, UnknownReason};
use super::linear_term::Var;
use super::propagator::Propagator;
use super::search_limit::Limit;
use super::uniform_int::within;
use super::variable_bounds::{Change, Domains};
use rand_core::Rng;
use std::fmt;

/// The constraints that the propagation of one node may look at before it counts as another node.
const STEPS_PER_NODE: u64 = 64;

/// The nodes between two polls of the interrupt.
const NODES_PER_POLL: u64 = 1024;

/// The model to look for.
///
/// ```
/// use dpgen_solver::{Constraint, Linear, Mode, Store};
/// use chacha20::{ChaCha8Rng, rand_core::SeedableRng};
///
/// let mut store = Store::new();
/// let (x, y) = (store.new_var(0, 9)?, store.new_var(0, 9)?);
/// store.add(&Constraint::eq(&Linear::new([(x, 2), (y, 3)], 0)?, &Linear::from(12))?);
/// let solve = |mode| store.solve(mode).assignment().unwrap();
/// assert_eq!(solve(Mode::Smallest).values(), [0, 4]);
/// assert_eq!(solve(Mode::Any), solve(Mode::Any));
/// let random = solve(Mode::Random(&mut ChaCha8Rng::seed_from_u64(1)));
/// assert!([[0, 4], [3, 2], [6, 0]].iter().any(|model| random.values() == model));
/// # Ok::<(), dpgen_solver::SolverError>(())
/// ```
pub enum Mode<'r> {
    /// The lexicographically least, by the order of the variables.
    Smallest,
    /// Whichever is found soonest; always the same one for the same system.
    Any,
    /// One that random choices lead to; not uniform, but every model can come up.
    Random(&'r mut dyn Rng),
}

impl fmt::Debug for Mode<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Mode::Smallest => "Smallest",
            Mode::Any => "Any",
            Mode::Random(_) => "Random",
        })
    }
}

/// The outcome of a search.
///
/// ```
/// use dpgen_solver::{Assignment, Constraint, Linear, Mode, Outcome, Store};
///
/// let mut store = Store::new();
/// let x = Linear::from(store.new_var(3, 9)?);
/// assert_eq!(store.solve(Mode::Smallest), Outcome::Sat(Assignment::new([3])));
/// store.add(&Constraint::lt(&x, &Linear::from(3))?);
/// assert_eq!(store.solve(Mode::Smallest), Outcome::Unsat);
/// # Ok::<(), dpgen_solver::SolverError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// A model.
    Sat(Assignment),
    /// There is no model, or no further one.
    Unsat,
    /// It ended before either was certain.
    Unknown(UnknownReason),
}

impl Outcome {
    /// The model, if there is one.
    ///
    /// ```
    /// use dpgen_solver::{Assignment, Outcome};
    /// assert_eq!(Outcome::Sat(Assignment::new([3])).assignment(), Some(Assignment::new([3])));
    /// assert_eq!(Outcome::Unsat.assignment(), None);
    /// ```
    #[must_use]
    pub fn assignment(self) -> Option<Assignment> {
        match self {
            Outcome::Sat(model) => Some(model),
            Outcome::Unsat | Outcome::Unknown(_) => None,
        }
    }
}

/// A search for the models of linear constraints over bounded variables.
#[derive(Debug)]
pub(crate) struct Search<'r> {
    propagator: Propagator,
    domains: Domains,
    frames: Vec<Split>,
    mode: Mode<'r>,
    state: State,
    nodes: u64,
    interrupt: Interrupt,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Fresh,
    Running,
    Done,
}

/// A variable whose domain has been split.
#[derive(Debug)]
struct Split {
    var: Var,
    /// The trail at the split.
    mark: usize,
    /// The parts that have not been tried.
    parts: Parts,
}

/// Up to three intervals, the next one last; taken when tried.
type Parts = [Option<(i64, i64)>; 3];

impl<'r> Search<'r> {
    /// A search at its start.
    ///
    /// # Panics
    /// [`next`](Search::next) will, if a constraint mentions a variable without a domain.
    #[must_use]
    pub(crate) fn new<'a>(
        domains: Domains,
        constraints: impl IntoIterator<Item = &'a Constraint>,
        mode: Mode<'r>,
    ) -> Search<'r> {
        let mut propagator = Propagator::new();
        for constraint in constraints {
            propagator.push(constraint);
        }
        Search::with_propagator(domains, propagator, mode)
    }

    /// A search with prepared constraints.
    pub(crate) fn with_propagator(domains: Domains, propagator: Propagator, mode: Mode<'r>) -> Search<'r> {
        Search {
            propagator,
            domains,
            frames: Vec::new(),
            mode,
            state: State::Fresh,
            nodes: 0,
            interrupt: Interrupt::NEVER,
        }
    }

    /// The same search, which looks at an interrupt when it begins or goes on, and every 1,024 nodes.
    #[must_use]
    pub(crate) fn with_interrupt(self, interrupt: Interrupt) -> Search<'r> {
        Search { interrupt, ..self }
    }

    /// The number of nodes so far, as a [`Limit`] counts them.
    #[must_use]
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The next model. After [`Outcome::Unknown`], calling it again goes on with a new limit; after
    /// [`Outcome::Unsat`], there is nothing left.
    pub(crate) fn next(&mut self, limit: Limit) -> Outcome {
        if self.state != State::Done && self.interrupt.is_raised() {
            return Outcome::Unknown(UnknownReason::Interrupted);
        }
        let mut consistent = match self.state {
            State::Done => return Outcome::Unsat,
            State::Running => false,
            State::Fresh => {
                self.state = State::Running;
                self.propagator.propagate(&mut self.domains)
            }
        };
        let mut left = limit.nodes;
        let mut poll = self.nodes.saturating_add(NODES_PER_POLL);
        loop {
            if consistent {
                match self.choose() {
                    Some(var) => self.split(var),
                    None if self.propagator.holds(&self.domains) => return self.found(),
                    None => {}
                }
            }
            let Some(frame) = self.frames.last_mut() else {
                self.state = State::Done;
                return Outcome::Unsat;
            };
            if left == 0 {
                return Outcome::Unknown(UnknownReason::Limit(limit));
            }
            if self.nodes >= poll {
                if self.interrupt.is_raised() {
                    return Outcome::Unknown(UnknownReason::Interrupted);
                }
                poll = self.nodes.saturating_add(NODES_PER_POLL);
            }
            self.domains.undo(frame.mark);
            let var = frame.var;
            let Some((lo, hi)) = frame.parts.iter_mut().rev().find_map(Option::take) else {
                self.frames.pop();
                consistent = false;
                continue;
            };
            let before = self.propagator.steps();
            consistent = self.domains.at_least(var, lo) != Change::Emptied
                && self.domains.at_most(var, hi) != Change::Emptied
                && self.propagator.propagate_from(var, &mut self.domains);
            let nodes = 1 + self.propagator.steps().wrapping_sub(before) / STEPS_PER_NODE;
            left = left.saturating_sub(nodes);
            self.nodes = self.nodes.saturating_add(nodes);
        }
    }

    /// The variable to split: one with more than one value, or `None` if all are fixed.
    fn choose(&mut self) -> Option<Var> {
        let open = || {
            let bounds = self.domains.all().iter().enumerate();
            bounds.filter(|&(_, &(lo, hi))| lo < hi).map(|(index, &(lo, hi))| (index, hi - lo))
        };
        let index = match &mut self.mode {
            Mode::Smallest => open().next()?.0,
            Mode::Any => open().min_by_key(|&(_, width)| width)?.0,
            Mode::Random(rng) => {
                let count = open().count();
                if count == 0 {
                    return None;
                }
                let last = i64::try_from(count).ok()? - 1;
                open().nth(usize::try_from(within(*rng, 0, last)).ok()?)?.0
            }
        };
        Var::from_index(index)
    }

    /// Pushes a frame for an open variable: one value first, then what is below and above it.
    fn split(&mut self, var: Var) {
        let (lo, hi) = self.domains.bounds(var);
        let part = |lo: i64, hi: i64| (lo <= hi).then_some((lo, hi));
        let parts = if let Mode::Random(rng) = &mut self.mode {
            let value = within(*rng, lo, hi);
            let (below, above) = (part(lo, value - 1), part(value + 1, hi));
            if within(*rng, 0, 1) == 1 {
                [above, below, Some((value, value))]
            } else {
                [below, above, Some((value, value))]
            }
        } else {
            // The least value, then two halves, so that a large gap is passed in few nodes.
            let middle = lo + 1 + (hi - lo - 1) / 2;
            [part(middle + 1, hi), part(lo + 1, middle), Some((lo, lo))]
        };
        self.frames.push(Split { var, mark: self.domains.mark(), parts });
    }

    /// The model that the domains have become.
    fn found(&self) -> Outcome {
        Outcome::Sat(Assignment::new(self.domains.all().iter().skip(1).map(|&(lo, _)| lo)))
    }
}

#[cfg(test)]
mod tests {
    use super::{Mode, Outcome, Search};
    use crate::constraint::{Constraint, Relation};
    use crate::interrupt::{Interrupt, UnknownReason};
    use crate::linear_term::{Linear, Var};
    use crate::search_limit::Limit;
    use crate::variable_bounds::Domains;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

    /// A search for the ways to pay 60 with coins of 2 and 3.
    fn coins() -> Search<'static> {
        let term = Linear::new([(Var::new(1), 2), (Var::new(2), 3)], -60).expect("a small term");
        let domains = Domains::new([(0, 99), (0, 99)]).expect("small domains");
        Search::new(domains, [&Constraint::new(term, Relation::Eq)], Mode::Smallest)
    }

    /// A search for a way to put 12 pigeons into 11 holes, each its own.
    fn pigeons(mode: Mode<'static>) -> Search<'static> {
        let mut constraints = Vec::new();
        for first in 1..=12 {
            for second in first + 1..=12 {
                let pair = [Var::new(first), Var::new(second)].map(Linear::from);
                constraints.push(Constraint::ne(&pair[0], &pair[1]).expect("a small term"));
            }
        }
        Search::new(Domains::new([(1, 11); 12]).expect("small domains"), &constraints, mode)
    }

    /// All models, searched in pieces of three nodes.
    fn models(mut search: Search<'_>) -> Vec<Vec<i64>> {
        let mut found = Vec::new();
        loop {
            match search.next(Limit::nodes(3)) {
                Outcome::Sat(model) => found.push(model.values().to_vec()),
                Outcome::Unsat => return found,
                Outcome::Unknown(_) => {}
            }
        }
    }

    #[test]
    fn a_search_asks_every_thousand_nodes() {
        let asked = Arc::new(AtomicU64::new(0));
        let count = asked.clone();
        let fifth = Interrupt::new(move || count.fetch_add(1, Ordering::Relaxed) >= 5);
        let mut search = pigeons(Mode::Smallest).with_interrupt(fifth);
        assert_eq!(search.next(Limit::NONE), Outcome::Unknown(UnknownReason::Interrupted));
        assert_eq!(asked.load(Ordering::Relaxed), 6);
        // Once at the start, then every 1,024 nodes; a node counts for more when its propagation is long.
        assert!((4 * 1024..6 * 1024 + 1024).contains(&search.nodes()), "{}", search.nodes());
        // The limit is another reason.
        let limit = Limit::nodes(5000);
        assert_eq!(pigeons(Mode::Any).next(limit), Outcome::Unknown(UnknownReason::Limit(limit)));
    }

    #[test]
    fn an_interrupted_search_goes_on_where_it_was() {
        let all: Vec<Vec<i64>> = (0..=10).map(|threes| vec![30 - 3 * threes, 2 * threes]).rev().collect();
        assert_eq!(models(coins()), all);
        let odd = AtomicBool::new(false);
        let flicker = Interrupt::new(move || odd.fetch_xor(true, Ordering::Relaxed));
        assert_eq!(models(coins().with_interrupt(flicker)), all);
    }
}
