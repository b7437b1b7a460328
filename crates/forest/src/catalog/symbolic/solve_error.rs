//! [`SolveError`]: the data of a structure that could not be solved.
//!
//! The build found a solution for every path condition, so that an error here is a defect of dpgen, or of the file that the
//! catalog was loaded from. It is reported, as leaving the structure out would make later ranks wrong.

use std::fmt;

use crate::catalog::Catalog;
use crate::count::Count;
use dpgen_solver::SolverError;

/// The data of a structure that could not be solved.
///
/// ```
/// # use dpgen::prelude::*;
/// # #[derive(DpGen, Debug, Clone, PartialEq)]
/// # enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
/// # let trees = Generator::<Tree>::up_to(5).build()?;
/// let mut structures = trees.catalog().iter_compact(5);
/// while let Some(_words) = structures.next() {}
/// assert!(structures.failure().is_none()); // so these were all
/// # Ok::<(), dpgen::BuildError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SolveError {
    /// The structure's size.
    pub size: u32,
    /// The structure's rank: its path condition's.
    pub rank: Count,
    cause: SolveFailure,
    /// Whether the catalog comes from a file.
    loaded: bool,
}

/// The reason why a path condition gives no structure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SolveFailure {
    /// Its constraints exclude each other.
    NoSolution,
    /// A constraint leaves the range of the solver.
    Solver(SolverError),
    /// A path condition leads to a part or variable that is not there.
    LeadsNowhere,
    /// A data slot's value is not of its domain.
    OutsideDomain,
    /// The search was interrupted: no error.
    Interrupted,
}

impl From<SolverError> for SolveFailure {
    fn from(error: SolverError) -> Self {
        Self::Solver(error)
    }
}

impl SolveError {
    pub(crate) fn new(catalog: &Catalog, size: u32, rank: Count, cause: SolveFailure) -> Self {
        Self { size, rank, cause, loaded: catalog.is_loaded() }
    }
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { size, rank, cause, loaded } = self;
        write!(f, "the data of structure {rank} of size {size} can not be solved: ")?;
        match cause {
            SolveFailure::NoSolution => f.write_str("its path condition has no solution"),
            SolveFailure::Solver(error) => write!(f, "{error}"),
            SolveFailure::LeadsNowhere => {
                f.write_str("its path condition names a part or variable that it has not")
            }
            SolveFailure::OutsideDomain => f.write_str("a value is outside of its slot's domain"),
            SolveFailure::Interrupted => f.write_str("the search was interrupted"),
        }?;
        f.write_str(if *loaded {
            ". The saved build was changed: build it again"
        } else {
            ". Use concrete fields, and report this: it should not happen"
        })
    }
}

impl std::error::Error for SolveError {}
