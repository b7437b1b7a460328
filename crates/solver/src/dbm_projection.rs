//! Projection of difference-bound matrices to a few variables, their union, and words to compare and hash them by.
//!
//! All of it rests on the closure that [`dbm`](super::dbm) maintains. Because every cell is the least bound that follows, the
//! cells of some variables are all that is known about those variables, and two feasible matrices over as many variables
//! have the same solutions exactly when their cells are equal.

use super::dbm::Dbm;
use super::error::check_domain;
use super::linear_term::Var;
use std::hash::{Hash, Hasher};

impl Dbm {
    /// The matrix of `keep`'s variables alone, in that order: its solutions are exactly the restrictions of
    /// this one's.
    ///
    /// ```
    /// # use dpgen_solver::Dbm;
    /// let mut dbm = Dbm::new();
    /// let (x, y, z) = (dbm.add_var(0, 9)?, dbm.add_var(0, 9)?, dbm.add_var(0, 9)?);
    /// dbm.add(x, y, -1);
    /// dbm.add(y, z, -1);
    /// let ends = dbm.project(&[x, z]); // there is a y between them
    /// assert_eq!((ends.len(), ends.smallest().unwrap().values()), (2, &[0, 2][..]));
    /// # Ok::<(), dpgen_solver::SolverError>(())
    /// ```
    ///
    /// # Panics
    /// If a variable is not of this matrix.
    #[must_use]
    pub fn project(&self, keep: &[Var]) -> Dbm {
        let mut result = Dbm::new();
        self.project_into(keep, &mut result);
        result
    }

    /// [`project`](Dbm::project) into a matrix whose memory is reused.
    ///
    /// ```
    /// # use dpgen_solver::Dbm;
    /// let (mut dbm, mut shown) = (Dbm::new(), Dbm::new());
    /// let (_, kept) = (dbm.add_var(0, 9)?, dbm.add_var(2, 5)?);
    /// dbm.project_into(&[kept], &mut shown);
    /// assert_eq!(shown, dbm.project(&[kept]));
    /// # Ok::<(), dpgen_solver::SolverError>(())
    /// ```
    ///
    /// # Panics
    /// If a variable is not of this matrix.
    pub fn project_into(&self, keep: &[Var], result: &mut Dbm) {
        result.reset();
        result.rows = keep.len() + 1;
        result.feasible = self.feasible;
        result.cells.clear();
        let kept = || [Var::ZERO].into_iter().chain(keep.iter().copied());
        for x in kept() {
            let row = self.row(x);
            result.cells.extend(kept().map(|y| row[y.index()]));
        }
    }

    /// Whether every solution of this matrix is one of another over as many variables.
    ///
    /// ```
    /// # use dpgen_solver::{Dbm, Var};
    /// let mut wide = Dbm::new();
    /// let x = wide.add_var(0, 9)?;
    /// let mut narrow = wide.clone();
    /// narrow.add(x, Var::ZERO, 4);
    /// assert!(narrow.is_within(&wide) && !wide.is_within(&narrow));
    /// # Ok::<(), dpgen_solver::SolverError>(())
    /// ```
    ///
    /// # Panics
    /// If the matrices have different numbers of variables.
    #[must_use]
    pub fn is_within(&self, wide: &Dbm) -> bool {
        assert_eq!(self.rows, wide.rows, "matrices over different variables");
        if !self.feasible || !wide.feasible {
            return !self.feasible;
        }
        self.cells.iter().zip(&wide.cells).all(|(narrow, wide)| narrow <= wide)
    }

    /// Widens the matrix to the least one that has another's solutions, too; O(v²). It may have solutions that neither
    /// has.
    ///
    /// ```
    /// # use dpgen_solver::{Dbm, Var};
    /// let mut dbm = Dbm::new();
    /// let (x, y) = (dbm.add_var(0, 9)?, dbm.add_var(0, 9)?);
    /// let mut other = dbm.clone();
    /// dbm.add(x, y, -1); // x < y
    /// other.add(x, y, -3); // x < y - 2
    /// dbm.join(&other);
    /// assert_eq!((dbm.bound(x, y), dbm.bounds(x)), (-1, (0, 8)));
    /// # Ok::<(), dpgen_solver::SolverError>(())
    /// ```
    ///
    /// # Panics
    /// If the matrices have different numbers of variables.
    pub fn join(&mut self, other: &Dbm) {
        assert_eq!(self.rows, other.rows, "matrices over different variables");
        if !other.feasible {
            return;
        }
        if !self.feasible {
            self.cells.clone_from(&other.cells);
            self.feasible = true;
            return;
        }
        // The greater cells are closed again: each is one matrix's, so at most that one's path, which is at most the
        // path of the greater cells.
        self.cells.iter_mut().zip(&other.cells).for_each(|(cell, other)| *cell = (*cell).max(*other));
    }

    /// The cells, row by row, `(len() + 1)²` of them: equal words mean equal solutions, for feasible
    /// matrices. [`from_words`](Dbm::from_words) is the inverse.
    ///
    /// ```
    /// # use dpgen_solver::Dbm;
    /// let mut dbm = Dbm::new();
    /// dbm.add_var(2, 5)?;
    /// assert_eq!(dbm.words(), [0, -2, 5, 0]);
    /// # Ok::<(), dpgen_solver::SolverError>(())
    /// ```
    #[must_use]
    pub fn words(&self) -> &[i64] {
        &self.cells
    }

    /// The feasible matrix with these [`words`](Dbm::words), or `None` if they are no closed matrix over
    /// bounded variables; O(v³).
    ///
    /// ```
    /// # use dpgen_solver::Dbm;
    /// let mut dbm = Dbm::new();
    /// dbm.add_var(2, 5)?;
    /// assert_eq!(Dbm::from_words(&[0, -2, 5, 0]), Some(dbm));
    /// assert_eq!(Dbm::from_words(&[0, -5, 2, 0]), None); // 5..=2
    /// # Ok::<(), dpgen_solver::SolverError>(())
    /// ```
    #[must_use]
    pub fn from_words(words: &[i64]) -> Option<Dbm> {
        let rows = words.len().isqrt();
        if rows == 0 || rows * rows != words.len() {
            return None;
        }
        for (row, cells) in words.chunks_exact(rows).enumerate() {
            check_domain(words[row].checked_neg()?, cells[0]).ok()?;
            if cells[row] != 0 {
                return None;
            }
        }
        for row in words.chunks_exact(rows) {
            for (&to, tail) in row.iter().zip(words.chunks_exact(rows)) {
                if row.iter().zip(tail).any(|(&cell, &rest)| cell > to.saturating_add(rest)) {
                    return None;
                }
            }
        }
        let mut dbm = Dbm::new();
        dbm.rows = rows;
        dbm.cells.clear();
        dbm.cells.extend_from_slice(words);
        Some(dbm)
    }
}

/// Equal variables and equal solutions; snapshots do not count.
impl PartialEq for Dbm {
    fn eq(&self, other: &Dbm) -> bool {
        self.rows == other.rows
            && self.feasible == other.feasible
            && (!self.feasible || self.cells == other.cells)
    }
}

impl Eq for Dbm {}

impl Hash for Dbm {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.feasible.hash(state);
        if self.feasible {
            self.cells.hash(state);
        }
    }
}
