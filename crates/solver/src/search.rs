//! Depth-first search: what propagation leaves open.
//!
//! A node splits one variable's domain: the value to try, then the rest in parts. With
//! [`Mode::Smallest`] the variable is the first open one and the parts ascend, so models come in
//! lexicographic order of their values, each once. The search is a value: it stops at a model or a
//! limit and goes on from there when asked again.
//!
//! Invariant between calls: the domains are those of the frames' present parts, and everything before
//! them in the order is settled. [`models`](super::models) is an iterator over it, and [`store`](super::store) runs a search on what a matrix cannot hold.

use super::assignment::Assignment;
use super::constraint::Constraint;
use super::domains::{Change, Domains};
use super::draw::within;
use super::interrupt::{Interrupt, Reason};
use super::limit::Limit;
use super::linear::Var;
use super::propagate::Propagator;
use rand_core::Rng;
use std::fmt;

/// How many constraints the propagation of one node may look at before it counts as another node.
const STEPS_PER_NODE: u64 = 64;

/// How many nodes lie between two looks at the interrupt.
const NODES_PER_POLL: u64 = 1024;

/// Which model to look for.
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

/// What a search found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// A model.
    Sat(Assignment),
    /// There is no model, or no further one.
    Unsat,
    /// It ended before either was certain.
    Unknown(Reason),
}

impl Outcome {
    /// The model, if there is one.
    #[must_use]
    pub fn assignment(self) -> Option<Assignment> {
        match self {
            Outcome::Sat(model) => Some(model),
            Outcome::Unsat | Outcome::Unknown(_) => None,
        }
    }
}

/// A search for the models of linear constraints over bounded variables.
///
/// ```
/// use dpgen_solver::{Constraint, Domains, Limit, Linear, Mode, Outcome, Relation, Search, Var};
///
/// let (x, y) = (Var::new(1), Var::new(2));
/// let sum = Constraint::new(Linear::new([(x, 2), (y, 3)], -12)?, Relation::Eq);
/// let mut search = Search::new(Domains::new([(0, 9), (0, 9)])?, &[sum], Mode::Smallest);
/// let mut found = Vec::new();
/// while let Outcome::Sat(model) = search.next(Limit::default()) {
///     found.push(model.values().to_vec());
/// }
/// assert_eq!(found, [[0, 4], [3, 2], [6, 0]]);
/// # Ok::<(), dpgen_solver::SolverError>(())
/// ```
#[derive(Debug)]
pub struct Search<'r> {
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
    /// A search that has not begun.
    ///
    /// # Panics
    /// [`next`](Search::next) will, if a constraint mentions a variable without a domain.
    #[must_use]
    pub fn new<'a>(
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
    pub(super) fn with_propagator(domains: Domains, propagator: Propagator, mode: Mode<'r>) -> Search<'r> {
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
    pub fn with_interrupt(self, interrupt: Interrupt) -> Search<'r> {
        Search { interrupt, ..self }
    }

    /// The number of nodes so far, as a [`Limit`] counts them.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The next model. After [`Outcome::Unknown`], calling it again goes on with a new limit; after
    /// [`Outcome::Unsat`], there is nothing left.
    pub fn next(&mut self, limit: Limit) -> Outcome {
        if self.state != State::Done && self.interrupt.is_raised() {
            return Outcome::Unknown(Reason::Interrupted);
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
                return Outcome::Unknown(Reason::Limit(limit));
            }
            if self.nodes >= poll {
                if self.interrupt.is_raised() {
                    return Outcome::Unknown(Reason::Interrupted);
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
