//! [`Dbm`]: a difference-bound matrix, the closure of constraints `x - y <= c`.
//!
//! Cell `(x, y)` holds the least `c` for which `x - y <= c` follows from what was added; row and column 0
//! belong to the constant zero, so `(x, 0)` is `x`'s upper bound and `(0, x)` its negated lower bound.
//!
//! Invariant: the matrix is *closed*, `cell(x, z) <= cell(x, y) + cell(y, z)` with zeros on the diagonal.
//! From it follow, for integers as for reals:
//! - two systems have the same solutions exactly when their matrices are equal, so a matrix is a hash key;
//! - dropping a variable's row and column is existential quantification ([`Dbm::project`]);
//! - the lower bounds together are a solution, the least one: the triangle through zero says
//!   `lo(x) - lo(y) <= cell(x, y)`;
//! - every value between a variable's bounds is part of some solution ([`Dbm::random`] never fails).
//!
//! Every variable has finite bounds within ±2<sup>60</sup>, so a cell lies within ±2<sup>61</sup> and the
//! sums of two or three cells below cannot overflow.
//!
//! Layout: `rows * rows` words, row by row. Snapshots lie one behind the other in a second buffer.
//! [`dbm_queries`](super::dbm_queries) answers questions, [`dbm_projection`](super::dbm_projection) drops variables and makes keys; [`store`](super::store) combines a matrix with constraints that it cannot hold.

use super::error::{SolverError, check_domain};
use super::linear_term::Var;

/// A closed matrix of difference bounds over bounded integer variables.
///
/// ```
/// use dpgen_solver::{Dbm, Var};
///
/// let mut dbm = Dbm::new();
/// assert!(dbm.is_empty());
/// let (x, y) = (dbm.add_var(1, 5)?, dbm.add_var(1, 5)?);
/// assert!(dbm.add(x, y, -2)); // x <= y - 2
/// assert!(dbm.is_feasible());
/// assert_eq!(dbm.len(), 2);
/// assert!(dbm.vars().eq([x, y]));
/// assert_eq!(dbm.bounds(x), (1, 3));
/// assert_eq!(dbm.bounds(y), (3, 5));
/// assert_eq!(dbm.bound(y, x), 4); // y <= x + 4
/// assert_eq!(dbm.value(y), None);
/// # Ok::<(), dpgen_solver::SolverError>(())
/// ```
#[derive(Debug)]
pub struct Dbm {
    pub(super) rows: usize,
    pub(super) feasible: bool,
    pub(super) cells: Vec<i64>,
    saved: Vec<i64>,
    snapshots: Vec<Snapshot>,
}

/// Where a saved matrix lies and what it was.
#[derive(Debug, Clone)]
struct Snapshot {
    start: usize,
    rows: usize,
    feasible: bool,
}

impl Dbm {
    /// A matrix without variables.
    #[must_use]
    pub fn new() -> Dbm {
        Dbm { rows: 1, feasible: true, cells: vec![0], saved: Vec::new(), snapshots: Vec::new() }
    }

    /// Forgets all variables and snapshots and keeps the memory.
    ///
    /// ```
    /// # use dpgen_solver::Dbm;
    /// let mut dbm = Dbm::new();
    /// dbm.add_var(1, 5)?;
    /// dbm.reset();
    /// assert_eq!(dbm, Dbm::new());
    /// # Ok::<(), dpgen_solver::SolverError>(())
    /// ```
    pub fn reset(&mut self) {
        self.rows = 1;
        self.feasible = true;
        self.cells.clear();
        self.cells.push(0);
        self.saved.clear();
        self.snapshots.clear();
    }

    /// The number of variables, zero not counted.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows - 1
    }

    /// Whether there is no variable.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows == 1
    }

    /// The variables, in the order in which they were added.
    #[inline]
    pub fn vars(&self) -> impl Iterator<Item = Var> + use<> {
        (1..self.rows).filter_map(Var::from_index)
    }

    /// The bounds of a variable's differences to all.
    #[inline]
    pub(super) fn row(&self, x: Var) -> &[i64] {
        &self.cells[x.index() * self.rows..(x.index() + 1) * self.rows]
    }

    /// Whether the bounds have a solution.
    #[inline]
    #[must_use]
    pub fn is_feasible(&self) -> bool {
        self.feasible
    }

    /// Adds a variable with values `lo..=hi`.
    ///
    /// ```
    /// use dpgen_solver::{Dbm, SolverError};
    ///
    /// let mut dbm = Dbm::new();
    /// let hour = dbm.add_var(0, 23)?;
    /// assert_eq!(dbm.bounds(hour), (0, 23));
    /// assert_eq!(dbm.add_var(0, i64::MAX), Err(SolverError::BoundTooLarge { bound: i64::MAX }));
    /// # Ok::<(), dpgen_solver::SolverError>(())
    /// ```
    ///
    /// # Errors
    /// When the domain is empty or beyond ±2<sup>60</sup>, or there are too many variables.
    pub fn add_var(&mut self, lo: i64, hi: i64) -> Result<Var, SolverError> {
        check_domain(lo, hi)?;
        let offset = self.append(&[0, -lo, hi, 0], 2)?;
        Ok(Var::new(1).shifted(offset))
    }

    /// Appends another matrix's variables, with its bounds, as fresh variables, and returns the offset of
    /// their names: its variable `v` is now `v.shifted(offset)`.
    ///
    /// ```
    /// use dpgen_solver::Dbm;
    ///
    /// let mut ordered = Dbm::new();
    /// let (a, b) = (ordered.add_var(0, 9)?, ordered.add_var(0, 9)?);
    /// ordered.add(a, b, -1);
    ///
    /// let mut both = ordered.clone();
    /// let offset = both.embed(&ordered)?;
    /// assert!(both.add(b, a.shifted(offset), -1));
    /// assert_eq!(both.smallest().unwrap().values(), [0, 1, 2, 3]);
    /// # Ok::<(), dpgen_solver::SolverError>(())
    /// ```
    ///
    /// # Errors
    /// When there are too many variables.
    pub fn embed(&mut self, other: &Dbm) -> Result<u32, SolverError> {
        let offset = self.append(&other.cells, other.rows)?;
        self.feasible &= other.feasible;
        Ok(offset)
    }

    /// Appends the variables of closed `cells`. The two parts meet only in zero, so a path from one to
    /// the other passes it, and the result is closed.
    fn append(&mut self, cells: &[i64], rows: usize) -> Result<u32, SolverError> {
        let (old, new) = (self.rows, self.rows + rows - 1);
        let offset = u32::try_from(old - 1).map_err(|_| SolverError::TooManyVariables)?;
        u32::try_from(new - 1).map_err(|_| SolverError::TooManyVariables)?;
        self.cells.resize(new * new, 0);
        for row in (1..old).rev() {
            self.cells.copy_within(row * old..(row + 1) * old, row * new);
        }
        self.rows = new;
        for row in 0..old {
            let to_zero = self.cells[row * new];
            let corner = row * new + old;
            let from_zero = &cells[1..rows];
            for (cell, &tail) in self.cells[corner..].iter_mut().zip(from_zero) {
                *cell = to_zero + tail;
            }
        }
        for row in 1..rows {
            let start = (old - 1 + row) * new;
            let to_zero = cells[row * rows];
            for column in 0..old {
                self.cells[start + column] = to_zero + self.cells[column];
            }
            self.cells[start + old..start + new].copy_from_slice(&cells[row * rows + 1..(row + 1) * rows]);
        }
        Ok(offset)
    }

    /// Adds `x - y <= c` and closes the matrix; O(v²), or O(1) when nothing changes. Returns whether a
    /// solution remains. Once none does, the matrix stays infeasible until [`pop`](Dbm::pop) or
    /// [`reset`](Dbm::reset).
    ///
    /// ```
    /// # use dpgen_solver::{Dbm, Var};
    /// let mut dbm = Dbm::new();
    /// let (x, y) = (dbm.add_var(0, 9)?, dbm.add_var(0, 9)?);
    /// assert!(dbm.add(x, y, -4)); // x <= y - 4
    /// assert!(dbm.add(y, Var::ZERO, 6)); // y <= 6
    /// assert_eq!(dbm.bounds(x), (0, 2));
    /// assert!(!dbm.add(y, x, 3)); // y <= x + 3
    /// # Ok::<(), dpgen_solver::SolverError>(())
    /// ```
    ///
    /// # Panics
    /// If a variable is not of this matrix.
    pub fn add(&mut self, x: Var, y: Var, c: i64) -> bool {
        let (x, y, rows) = (x.index(), y.index(), self.rows);
        assert!(x < rows && y < rows, "the variable is of another matrix");
        if !self.feasible || c >= self.cells[x * rows + y] {
            return self.feasible;
        }
        if c.saturating_add(self.cells[y * rows + x]) < 0 {
            self.feasible = false;
            return false;
        }
        // Row y cannot improve, as y -> x -> y is no shortcut; column x cannot either, so updating in place
        // is right. A row that does not reach y sooner does not reach anything behind y sooner.
        let (before, rest) = self.cells.split_at_mut(y * rows);
        let (from_y, after) = rest.split_at_mut(rows);
        for row in before.chunks_exact_mut(rows).chain(after.chunks_exact_mut(rows)) {
            let via = row[x] + c;
            if via < row[y] {
                for (cell, &tail) in row.iter_mut().zip(&*from_y) {
                    *cell = (*cell).min(via + tail);
                }
            }
        }
        true
    }

    /// Adds `x - y == c`. Returns whether a solution remains.
    ///
    /// # Panics
    /// If a variable is not of this matrix.
    #[inline]
    pub(crate) fn add_equal(&mut self, x: Var, y: Var, c: i64) -> bool {
        // Beyond an i64 the difference cannot be equal to c; the first bound has found that already.
        self.add(x, y, c) && self.add(y, x, c.saturating_neg())
    }

    /// Marks the matrix as without solutions.
    #[inline]
    pub(super) fn refute(&mut self) {
        self.feasible = false;
    }

    /// Gives `x` a value. Returns whether a solution remains.
    ///
    /// # Panics
    /// If the variable is not of this matrix.
    #[inline]
    pub(crate) fn fix(&mut self, x: Var, value: i64) -> bool {
        self.add_equal(x, Var::ZERO, value)
    }

    /// Saves the matrix; [`pop`](Dbm::pop) brings it back.
    ///
    /// ```
    /// # use dpgen_solver::{Dbm, Var};
    /// let mut dbm = Dbm::new();
    /// let x = dbm.add_var(0, 9)?;
    /// dbm.push();
    /// dbm.add(x, Var::ZERO, 4);
    /// let y = dbm.add_var(0, 9)?;
    /// assert!(dbm.pop());
    /// assert_eq!((dbm.len(), dbm.bounds(x)), (1, (0, 9)));
    /// # Ok::<(), dpgen_solver::SolverError>(())
    /// ```
    pub fn push(&mut self) {
        let start = self.saved.len();
        self.snapshots.push(Snapshot { start, rows: self.rows, feasible: self.feasible });
        self.saved.extend_from_slice(&self.cells);
    }

    /// Brings the matrix of the last [`push`](Dbm::push) back, variables included. Returns `false` if there
    /// was none.
    ///
    /// ```
    /// # use dpgen_solver::{Dbm, Var};
    /// let mut dbm = Dbm::new();
    /// let x = dbm.add_var(0, 9)?;
    /// dbm.push();
    /// assert!(!dbm.add(x, Var::ZERO, -1));
    /// assert!(dbm.pop());
    /// assert!(dbm.is_feasible());
    /// assert!(!dbm.pop());
    /// # Ok::<(), dpgen_solver::SolverError>(())
    /// ```
    pub fn pop(&mut self) -> bool {
        let Some(Snapshot { start, rows, feasible }) = self.snapshots.pop() else {
            return false;
        };
        self.rows = rows;
        self.feasible = feasible;
        self.cells.clear();
        self.cells.extend(self.saved.drain(start..));
        true
    }
}

impl Default for Dbm {
    fn default() -> Dbm {
        Dbm::new()
    }
}

impl Clone for Dbm {
    fn clone(&self) -> Dbm {
        let mut copy = Dbm::new();
        copy.clone_from(self);
        copy
    }

    fn clone_from(&mut self, source: &Dbm) {
        self.rows = source.rows;
        self.feasible = source.feasible;
        self.cells.clone_from(&source.cells);
        self.saved.clone_from(&source.saved);
        self.snapshots.clone_from(&source.snapshots);
    }
}
