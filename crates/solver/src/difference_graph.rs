//! [`DifferenceGraph`]: difference constraints over many variables, with backtracking: a graph and one solution of it.
//!
//! A constraint `x - y <= c` is an edge from `y` to `x`. The *potential* of each variable is its value in a solution; a
//! constraint that the solution meets costs nothing, and for another one the solution is repaired along the edges, from
//! the variable that has to sink most (Cotton and Maler, *Fast and Flexible Difference Constraint Propagation for
//! DPLL(T)*, SAT 2006). If that makes the constraint's other variable sink, there is a negative cycle, and no solution.
//! Where it is zero that would have to sink, which has an edge to each variable, the other variable rises instead, against
//! the edges: the same repair, mirrored.
//!
//! Invariant: the potential meets all edges, those of domains included. It stays one when constraints are taken back, so
//! that going back is cutting edges off. Memory is linear in variables and constraints.
//! [`sparse_store`](super::sparse_store) adds the other constraints.

use super::assignment::Assignment;
use super::error::{DOMAIN_LIMIT, SolverError, check_domain};
use super::linear_term::Var;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// More than the difference of any two values within the domain limit.
const MAX_DIFFERENCE: i64 = 2 * DOMAIN_LIMIT + 1;

/// `to - from <= c`.
#[derive(Debug, Clone, Copy)]
struct Edge {
    from: usize,
    to: usize,
    c: i64,
}

/// The state at a level: the numbers of edges and variables, and whether they had a solution.
#[derive(Debug, Clone, Copy)]
struct Level {
    edges: usize,
    variables: usize,
    feasible: bool,
}

/// Bounds on differences of bounded integer variables.
#[derive(Debug, Clone)]
pub(crate) struct DifferenceGraph {
    /// By variable, zero first. Sums of as many bounds as there are variables fit.
    potential: Vec<i128>,
    edges: Vec<Edge>,
    /// By variable: the edges that leave it, in the order in which they were added.
    leaving: Vec<Vec<usize>>,
    /// By variable: the edges that enter it, likewise.
    entering: Vec<Vec<usize>>,
    feasible: bool,
    levels: Vec<Level>,
    /// Room for a repair: by variable, how far it has to sink or rise, below 0; and the new potential of those that have.
    sinking: Vec<i128>,
    sunk: Vec<(usize, i128)>,
}

impl DifferenceGraph {
    pub(crate) fn new() -> DifferenceGraph {
        DifferenceGraph {
            potential: vec![0],
            edges: Vec::new(),
            leaving: vec![Vec::new()],
            entering: vec![Vec::new()],
            feasible: true,
            levels: Vec::new(),
            sinking: vec![0],
            sunk: Vec::new(),
        }
    }

    /// The number of variables, zero not counted.
    pub(crate) fn len(&self) -> usize {
        self.potential.len() - 1
    }

    pub(crate) fn is_feasible(&self) -> bool {
        self.feasible
    }

    /// Adds a variable with values `lo..=hi`.
    ///
    /// # Errors
    /// When the domain is empty or beyond ±2<sup>60</sup>, or there are too many variables.
    pub(crate) fn add_var(&mut self, lo: i64, hi: i64) -> Result<Var, SolverError> {
        check_domain(lo, hi)?;
        let var = Var::from_index(self.potential.len()).ok_or(SolverError::TooManyVariables)?;
        self.potential.push(self.potential[0] + i128::from(lo));
        self.leaving.push(Vec::new());
        self.entering.push(Vec::new());
        self.sinking.push(0);
        self.push_edge(var, Var::ZERO, hi);
        self.push_edge(Var::ZERO, var, -lo);
        Ok(var)
    }

    fn push_edge(&mut self, x: Var, y: Var, c: i64) {
        self.leaving[y.index()].push(self.edges.len());
        self.entering[x.index()].push(self.edges.len());
        self.edges.push(Edge { from: y.index(), to: x.index(), c });
    }

    /// Adds `x - y <= c`; whether there is a solution. Once there is none, there is none until [`pop`](DifferenceGraph::pop).
    pub(crate) fn add(&mut self, x: Var, y: Var, c: i64) -> bool {
        self.feasible = self.feasible && self.admits(x, y, c);
        if self.feasible && c < MAX_DIFFERENCE {
            self.push_edge(x, y, c);
        }
        self.feasible
    }

    /// Whether some solution has `x - y <= c`; if so, the potential becomes one that does.
    pub(crate) fn admits(&mut self, x: Var, y: Var, c: i64) -> bool {
        if !self.feasible {
            return false;
        }
        let (x, y) = (x.index(), y.index());
        let excess = self.potential[y] + i128::from(c) - self.potential[x];
        if excess >= 0 {
            return true;
        }
        let rises = x == Var::ZERO.index();
        let (start, goal) = if rises { (y, x) } else { (x, y) };
        let mut queue = BinaryHeap::from([(Reverse(excess), start)]);
        self.sinking[start] = excess;
        let mut touched = vec![start];
        let mut meets = true;
        while let Some((Reverse(sink), var)) = queue.pop() {
            // The variable that moves most moves first, so that each moves at most once; a moved one is marked by 1.
            if self.sinking[var] != sink {
                continue;
            }
            if var == goal {
                meets = false;
                break;
            }
            let target = if rises { self.potential[var] - sink } else { self.potential[var] + sink };
            self.sinking[var] = 1;
            self.sunk.push((var, target));
            for edge in if rises { &self.entering[var] } else { &self.leaving[var] } {
                let Edge { from, to, c } = self.edges[*edge];
                let (other, excess) = if rises {
                    (from, self.potential[from] + i128::from(c) - target)
                } else {
                    (to, target + i128::from(c) - self.potential[to])
                };
                if self.sinking[other] != 1 && excess < self.sinking[other] {
                    self.sinking[other] = excess;
                    touched.push(other);
                    queue.push((Reverse(excess), other));
                }
            }
        }
        touched.into_iter().for_each(|var| self.sinking[var] = 0);
        let sunk = std::mem::take(&mut self.sunk);
        if meets {
            for (var, target) in &sunk {
                self.potential[*var] = *target;
            }
        }
        self.sunk = sunk;
        self.sunk.clear();
        meets
    }

    /// The current solution.
    pub(crate) fn model(&self) -> Option<Assignment> {
        // Domains are edges, so that values lie within them.
        let value = |potential: &i128| i64::try_from(*potential - self.potential[0]).ok();
        let values: Option<Vec<i64>> = self.potential[1..].iter().map(value).collect();
        values.filter(|_| self.feasible).map(Assignment::new)
    }

    pub(crate) fn push(&mut self) {
        let (edges, variables) = (self.edges.len(), self.potential.len());
        self.levels.push(Level { edges, variables, feasible: self.feasible });
    }

    /// Undoes everything since the last [`push`](DifferenceGraph::push); whether there was one.
    pub(crate) fn pop(&mut self) -> bool {
        let Some(Level { edges, variables, feasible }) = self.levels.pop() else { return false };
        for edge in self.edges.drain(edges..).rev() {
            self.leaving[edge.from].pop();
            self.entering[edge.to].pop();
        }
        self.potential.truncate(variables);
        self.leaving.truncate(variables);
        self.entering.truncate(variables);
        self.sinking.truncate(variables);
        self.feasible = feasible;
        true
    }
}
