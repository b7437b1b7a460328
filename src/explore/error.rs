//! [`Error`]: the reasons for which a program can not be explored.

use dpgen_explore::ExploreError;
use dpgen_forest::SolveError;

use crate::BuildError;

/// Why a program could not be explored.
#[derive(Debug)]
pub enum Error {
    /// The structures could not be built.
    Build(BuildError),
    /// The integers of a structure could not be made.
    Solve(SolveError),
    /// The program could not be explored.
    Explore(ExploreError),
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Build(error) => error.fmt(f),
            Self::Solve(error) => error.fmt(f),
            Self::Explore(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

impl From<BuildError> for Error {
    fn from(error: BuildError) -> Self {
        Self::Build(error)
    }
}

impl From<ExploreError> for Error {
    fn from(error: ExploreError) -> Self {
        Self::Explore(error)
    }
}
