//! Queries of a difference-bound matrix: bounds, entailment, solutions.
//!
//! The closure that [`dbm`](super::dbm) maintains makes each a look at a cell or a row; only a random solution changes a
//! copy. Read [`dbm_projection`](super::dbm_projection) next.

use super::assignment::Assignment;
use super::dbm::Dbm;
use super::linear_term::Var;
use super::uniform_int::within;
use rand_core::Rng;

impl Dbm {
    /// The least `c` with `x - y <= c`. An infeasible matrix has no bounds; it answers with those from
    /// before it became so.
    ///
    /// # Panics
    /// If a variable is not of this matrix.
    #[inline]
    #[must_use]
    pub fn bound(&self, x: Var, y: Var) -> i64 {
        assert!(y.index() < self.rows, "the variable is of another matrix");
        self.cells[x.index() * self.rows + y.index()]
    }

    /// The least and the largest value of `x`.
    ///
    /// # Panics
    /// If the variable is not of this matrix.
    #[inline]
    #[must_use]
    pub fn bounds(&self, x: Var) -> (i64, i64) {
        (-self.bound(Var::ZERO, x), self.bound(x, Var::ZERO))
    }

    /// The value of `x`, if all solutions give it the same.
    ///
    /// ```
    /// # use dpgen_solver::{Dbm, Var};
    /// let mut dbm = Dbm::new();
    /// let (x, y) = (dbm.add_var(0, 9)?, dbm.add_var(0, 9)?);
    /// dbm.add(x, y, -9); // x <= y - 9
    /// assert_eq!((dbm.value(x), dbm.value(y)), (Some(0), Some(9)));
    /// # Ok::<(), dpgen_solver::SolverError>(())
    /// ```
    ///
    /// # Panics
    /// If the variable is not of this matrix.
    #[inline]
    #[must_use]
    pub fn value(&self, x: Var) -> Option<i64> {
        let (lo, hi) = self.bounds(x);
        (lo == hi).then_some(lo)
    }

    /// Whether every solution has `x - y <= c`; O(1).
    ///
    /// ```
    /// # use dpgen_solver::Dbm;
    /// let mut dbm = Dbm::new();
    /// let (x, y, z) = (dbm.add_var(0, 9)?, dbm.add_var(0, 9)?, dbm.add_var(0, 9)?);
    /// dbm.add(x, y, -2);
    /// dbm.add(y, z, -3);
    /// assert!(dbm.entails(x, z, -5)); // x <= z - 5
    /// assert!(!dbm.entails(x, z, -6));
    /// # Ok::<(), dpgen_solver::SolverError>(())
    /// ```
    ///
    /// # Panics
    /// If a variable is not of this matrix.
    #[inline]
    #[must_use]
    pub fn entails(&self, x: Var, y: Var, c: i64) -> bool {
        !self.feasible || self.bound(x, y) <= c
    }

    /// Whether some solution has `x - y <= c`: whether adding it would succeed; O(1).
    ///
    /// ```
    /// # use dpgen_solver::Dbm;
    /// let mut dbm = Dbm::new();
    /// let (x, y) = (dbm.add_var(0, 9)?, dbm.add_var(0, 9)?);
    /// dbm.add(x, y, -2);
    /// assert!(dbm.consistent(y, x, 2)); // y = x + 2
    /// assert!(!dbm.consistent(y, x, 1));
    /// # Ok::<(), dpgen_solver::SolverError>(())
    /// ```
    ///
    /// # Panics
    /// If a variable is not of this matrix.
    #[inline]
    #[must_use]
    pub fn consistent(&self, x: Var, y: Var, c: i64) -> bool {
        self.feasible && c.saturating_add(self.bound(y, x)) >= 0
    }

    /// The least solution, which gives each variable its lower bound, or `None` if there is none.
    ///
    /// ```
    /// # use dpgen_solver::Dbm;
    /// let mut dbm = Dbm::new();
    /// let (x, y) = (dbm.add_var(1, 9)?, dbm.add_var(1, 9)?);
    /// dbm.add(x, y, -2);
    /// assert_eq!(dbm.smallest().unwrap().values(), [1, 3]);
    /// # Ok::<(), dpgen_solver::SolverError>(())
    /// ```
    #[must_use]
    pub fn smallest(&self) -> Option<Assignment> {
        self.feasible.then(|| Assignment::new(self.cells[1..self.rows].iter().map(|&cell| -cell)))
    }

    /// A solution found by giving each variable in turn a random value between its bounds.
    ///
    /// Every solution can come up, though not all equally often.
    ///
    /// ```
    /// # use dpgen_solver::Dbm;
    /// use chacha20::{ChaCha8Rng, rand_core::SeedableRng};
    ///
    /// let mut dbm = Dbm::new();
    /// let (x, y) = (dbm.add_var(1, 100)?, dbm.add_var(1, 100)?);
    /// dbm.add(x, y, -50);
    /// let model = dbm.random(&mut ChaCha8Rng::seed_from_u64(7)).unwrap();
    /// assert!(model[x] + 50 <= model[y]);
    /// # Ok::<(), dpgen_solver::SolverError>(())
    /// ```
    pub fn random<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Assignment> {
        let mut rest = self.project(&self.vars().collect::<Vec<_>>());
        for x in self.vars() {
            let (lo, hi) = rest.bounds(x);
            if lo < hi {
                rest.fix(x, within(rng, lo, hi));
            }
        }
        rest.smallest()
    }
}
