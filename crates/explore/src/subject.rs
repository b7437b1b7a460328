//! [`Subject`]: the program under exploration; [`ExploreError`]: the reasons for which an exploration fails.

use dpgen_engine::steer::Setup;
use dpgen_engine::{Int, Model};

use crate::path_fingerprint::Origin;

/// A program under exploration.
pub trait Subject {
    /// The number of structures that the program can begin with.
    fn beginnings(&self) -> u32;
    /// The open integers of a beginning, with their domains and constraints, and the origin of each.
    ///
    /// # Errors
    /// When the structure can not be made.
    fn begin(&mut self, beginning: u32) -> Result<(Setup, Vec<Origin>), String>;
    /// Calls the program.
    fn call(&self, beginning: u32, ints: &[Int]);
    /// The model whose predicates judge inputs after the program has returned, if they are not valid from the start.
    fn judged_by(&self) -> Option<&Model> {
        None
    }
    /// The structures, if the program reads them while it runs, so that structures of several shapes share a path. Then there is one
    /// beginning, [`begin`](Self::begin) and [`call`](Self::call) take the number of a structure, and setups have labels.
    fn shape_table(&self) -> Option<&dyn ShapeTable> {
        None
    }
}

/// The structures that a program reads while it runs, indexed by their constructors. Smaller ones have smaller numbers.
pub trait ShapeTable {
    /// The model of the structures.
    fn model(&self) -> &Model;
    /// The number of structures.
    fn structures(&self) -> u32;
    /// The constructor of a structure's node at a place, by its number within the type; none if there is no node.
    fn constructor(&self, structure: u32, place: u32) -> Option<u32>;
    /// The structures that have this constructor at this place, ascending.
    fn having(&self, place: u32, constructor: u32) -> &[u32];
    /// By open integer of a structure: its label, which is that of the integers at the same place in other structures.
    fn labels(&self, structure: u32) -> &[u32];
}

/// An error that ends an exploration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExploreError {
    /// The program is not a function of its input: with the same answers, it asked something else.
    Impure {
        /// The beginning.
        beginning: u32,
    },
    /// A beginning could not be made.
    Beginning(String),
    /// There are too many beginnings, or paths, to number.
    TooMany(String),
    /// A mistake of dpgen's own.
    Internal(String),
}

impl std::fmt::Display for ExploreError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Impure { beginning } => write!(
                f,
                "the program is not pure: on structure {beginning}, it got the same answers as before and compared something \
                 else, or nothing more. It may depend on nothing but its input: no random numbers, addresses, or hash tables with \
                 random seeds"
            ),
            Self::Beginning(message) | Self::TooMany(message) => f.write_str(message),
            Self::Internal(message) => write!(f, "{message}: a mistake of dpgen's own; please report it"),
        }
    }
}

impl std::error::Error for ExploreError {}
