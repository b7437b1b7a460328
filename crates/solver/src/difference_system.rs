//! [`DifferenceSystem`]: difference constraints over many variables, solved once, by Bellman-Ford.
//!
//! Where a [`Dbm`](super::Dbm) keeps every consequence (v² cells), this keeps only the constraints that were added and
//! computes one solution when asked, by longest paths from zero: each constraint `x - y <= c` means that `y` is at least
//! `x - c` and `x` at most `y + c`. It suits solving one large structure's data at once.

use super::assignment::Assignment;
use super::error::{DOMAIN_LIMIT, SolverError, check_domain};
use super::linear_term::Var;
use super::uniform_int::within;
use rand_core::Rng;
use std::collections::VecDeque;

/// The largest difference of two values within the domain limit.
const MAX_DIFFERENCE: i64 = 2 * DOMAIN_LIMIT;

/// Bounded variables and bounds on their differences.
///
/// ```
/// use dpgen_solver::DifferenceSystem;
///
/// let mut chain = DifferenceSystem::new();
/// assert!(chain.is_empty());
/// let vars: Vec<_> = (0..500).map(|_| chain.add_var(1, 500)).collect::<Result<_, _>>()?;
/// assert_eq!(chain.len(), 500);
/// for pair in vars.windows(2) {
///     chain.add(pair[0], pair[1], -1); // each is less than the next
/// }
/// let model = chain.smallest().unwrap();
/// assert!(model.values().iter().copied().eq(1..=500));
/// # Ok::<(), dpgen_solver::SolverError>(())
/// ```
#[derive(Debug, Clone)]
pub struct DifferenceSystem {
    domains: Vec<(i64, i64)>,
    /// `(x, y, c)`: `x - y <= c`, with `c` within ±(2 * `DOMAIN_LIMIT` + 1).
    constraints: Vec<(Var, Var, i64)>,
}

impl DifferenceSystem {
    /// A system without variables.
    #[must_use]
    pub fn new() -> DifferenceSystem {
        DifferenceSystem { domains: vec![(0, 0)], constraints: Vec::new() }
    }

    /// The number of variables, zero not counted.
    #[must_use]
    pub fn len(&self) -> usize {
        self.domains.len() - 1
    }

    /// Whether there is no variable.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.domains.len() == 1
    }

    /// Adds a variable with values `lo..=hi`.
    ///
    /// ```
    /// use dpgen_solver::{DifferenceSystem, SolverError};
    ///
    /// let mut system = DifferenceSystem::new();
    /// assert_eq!(system.add_var(0, 9)?.index(), 1);
    /// assert_eq!(system.add_var(9, 0), Err(SolverError::EmptyDomain { lo: 9, hi: 0 }));
    /// # Ok::<(), dpgen_solver::SolverError>(())
    /// ```
    ///
    /// # Errors
    /// When the domain is empty or beyond ±2<sup>60</sup>, or there are too many variables.
    pub fn add_var(&mut self, lo: i64, hi: i64) -> Result<Var, SolverError> {
        check_domain(lo, hi)?;
        let var = Var::from_index(self.domains.len()).ok_or(SolverError::TooManyVariables)?;
        self.domains.push((lo, hi));
        Ok(var)
    }

    /// Adds `x - y <= c`.
    ///
    /// ```
    /// # use dpgen_solver::DifferenceSystem;
    /// let mut system = DifferenceSystem::new();
    /// let (x, y) = (system.add_var(0, 9)?, system.add_var(0, 9)?);
    /// system.add(x, y, -3); // x <= y - 3
    /// assert_eq!(system.largest().unwrap().values(), [6, 9]);
    /// system.add(y, x, 2); // y <= x + 2
    /// assert_eq!(system.largest(), None);
    /// # Ok::<(), dpgen_solver::SolverError>(())
    /// ```
    ///
    /// # Panics
    /// If a variable is not of this system.
    pub fn add(&mut self, x: Var, y: Var, c: i64) {
        let rows = self.domains.len();
        assert!(x.index() < rows && y.index() < rows, "the variable is of another system");
        if c < MAX_DIFFERENCE {
            // Below -MAX_DIFFERENCE nothing can be, however far below.
            self.constraints.push((x, y, c.max(-MAX_DIFFERENCE - 1)));
        }
    }

    /// The least solution: each variable as small as in any other solution.
    ///
    /// ```
    /// # use dpgen_solver::DifferenceSystem;
    /// let mut system = DifferenceSystem::new();
    /// let (early, late) = (system.add_var(2, 9)?, system.add_var(0, 9)?);
    /// system.add(early, late, -1);
    /// assert_eq!(system.smallest().unwrap().values(), [2, 3]);
    /// # Ok::<(), dpgen_solver::SolverError>(())
    /// ```
    #[must_use]
    pub fn smallest(&self) -> Option<Assignment> {
        let bounds = self.closed()?;
        Some(Assignment::new(bounds.iter().skip(1).map(|&(lo, _)| lo)))
    }

    /// The greatest solution: each variable as large as in any other solution.
    ///
    /// ```
    /// # use dpgen_solver::DifferenceSystem;
    /// let mut system = DifferenceSystem::new();
    /// let (early, late) = (system.add_var(2, 9)?, system.add_var(0, 9)?);
    /// system.add(early, late, -1);
    /// assert_eq!(system.largest().unwrap().values(), [8, 9]);
    /// # Ok::<(), dpgen_solver::SolverError>(())
    /// ```
    #[must_use]
    pub fn largest(&self) -> Option<Assignment> {
        let bounds = self.closed()?;
        Some(Assignment::new(bounds.iter().skip(1).map(|&(_, hi)| hi)))
    }

    /// A solution found by giving each variable in turn a random value between its bounds.
    ///
    /// Every solution can come up, though not all equally often.
    ///
    /// ```
    /// # use dpgen_solver::DifferenceSystem;
    /// use chacha20::{ChaCha8Rng, rand_core::SeedableRng};
    ///
    /// let mut system = DifferenceSystem::new();
    /// let (x, y) = (system.add_var(0, 99)?, system.add_var(0, 99)?);
    /// system.add(x, y, -1);
    /// let model = system.random(&mut ChaCha8Rng::seed_from_u64(1)).unwrap();
    /// assert!(model[x] < model[y]);
    /// # Ok::<(), dpgen_solver::SolverError>(())
    /// ```
    pub fn random<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Assignment> {
        let mut bounds = self.closed()?;
        let mut mentions = vec![Vec::new(); bounds.len()];
        for (position, &(x, y, _)) in self.constraints.iter().enumerate() {
            mentions[x.index()].push(position);
            mentions[y.index()].push(position);
        }
        let mut queue = VecDeque::new();
        for index in 1..bounds.len() {
            let (lo, hi) = bounds[index];
            if lo == hi {
                continue;
            }
            let value = within(rng, lo, hi);
            bounds[index] = (value, value);
            // Bounds are closed, so the value is part of a solution: this ends, at closed bounds again.
            queue.push_back(index);
            while let Some(changed) = queue.pop_front() {
                for &position in &mentions[changed] {
                    let constraint = self.constraints[position];
                    for moved in relax(&mut bounds, constraint).into_iter().flatten() {
                        queue.push_back(moved);
                    }
                }
            }
        }
        Some(Assignment::new(bounds.iter().skip(1).map(|&(lo, _)| lo)))
    }

    /// The bounds that the constraints leave, or `None` if there is no solution. Without a cycle that
    /// pushes without end, each path to a bound is settled after as many rounds as there are variables.
    fn closed(&self) -> Option<Vec<(i64, i64)>> {
        let mut bounds = self.domains.clone();
        for round in 0..=bounds.len() {
            // Back and forth: a long chain is followed in one round, whichever way it was written down.
            let settled = if round % 2 == 0 {
                relax_all(&mut bounds, self.constraints.iter())
            } else {
                relax_all(&mut bounds, self.constraints.iter().rev())
            };
            if settled? {
                return Some(bounds);
            }
        }
        None
    }
}

impl Default for DifferenceSystem {
    fn default() -> DifferenceSystem {
        DifferenceSystem::new()
    }
}

/// Narrows the bounds by each constraint in turn: whether none of them moved one, or `None` if no value is left.
fn relax_all<'c>(
    bounds: &mut [(i64, i64)],
    constraints: impl Iterator<Item = &'c (Var, Var, i64)>,
) -> Option<bool> {
    let mut settled = true;
    for &constraint in constraints {
        for moved in relax(bounds, constraint).into_iter().flatten() {
            settled = false;
            if bounds[moved].0 > bounds[moved].1 {
                return None;
            }
        }
    }
    Some(settled)
}

/// Narrows the bounds of `x` and `y` by `x - y <= c`, and names those that moved.
///
/// Bounds stay within ±`DOMAIN_LIMIT` until one is empty, so the sums stay within an `i64`.
fn relax(bounds: &mut [(i64, i64)], (x, y, c): (Var, Var, i64)) -> [Option<usize>; 2] {
    let (x, y) = (x.index(), y.index());
    let (least, greatest) = (bounds[x].0 - c, bounds[y].1 + c);
    let raised = least > bounds[y].0;
    if raised {
        bounds[y].0 = least;
    }
    let lowered = greatest < bounds[x].1;
    if lowered {
        bounds[x].1 = greatest;
    }
    [raised.then_some(y), lowered.then_some(x)]
}
