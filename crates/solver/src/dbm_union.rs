//! Disjoint unions of difference-bound matrices, laid out at once.
//!
//! [`Dbm::embed`] appends the variables of one matrix, which moves all rows. If all matrices are known beforehand, each row is written
//! once, in its place.

use super::dbm::Dbm;
use super::error::SolverError;

impl Dbm {
    /// Forgets all variables and snapshots, and takes those of some matrices, in order, with their bounds.
    ///
    /// ```
    /// use dpgen_solver::Dbm;
    ///
    /// let (mut one, mut other) = (Dbm::new(), Dbm::new());
    /// let (a, b) = (one.add_var(0, 9)?, one.add_var(0, 9)?);
    /// one.add(a, b, -1);
    /// other.add_var(3, 5)?;
    /// let mut union = Dbm::new();
    /// union.set_union([&one, &other, &one].into_iter())?;
    /// let mut embedded = one.clone();
    /// embedded.embed(&other)?;
    /// embedded.embed(&one)?;
    /// assert_eq!(union, embedded);
    /// # Ok::<(), dpgen_solver::SolverError>(())
    /// ```
    ///
    /// # Errors
    /// When there are too many variables.
    pub fn set_union<'d>(&mut self, parts: impl Iterator<Item = &'d Dbm> + Clone) -> Result<(), SolverError> {
        self.reset();
        let vars = parts.clone().map(Dbm::len).sum::<usize>();
        u32::try_from(vars).map_err(|_| SolverError::TooManyVariables)?;
        self.rows = vars + 1;
        self.cells.reserve(self.rows * self.rows);
        for part in parts.clone() {
            self.feasible &= part.feasible;
            self.cells.extend_from_slice(&part.cells[1..part.rows]);
        }
        let mut own = 1;
        for part in parts {
            for row in part.cells.chunks_exact(part.rows).skip(1) {
                let start = self.cells.len();
                // A path to a variable of another part goes through zero.
                let (from_zero, to_zero) = (..self.rows, row[0]);
                self.cells.extend_from_within(from_zero);
                self.cells[start..].iter_mut().for_each(|cell| *cell += to_zero);
                self.cells[start + own..start + own + part.len()].copy_from_slice(&row[1..]);
            }
            own += part.len();
        }
        Ok(())
    }
}
