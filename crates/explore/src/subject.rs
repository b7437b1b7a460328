//! [`Subject`]: the program under exploration; [`ExploreError`]: the reasons for which an exploration fails.

use dpgen_engine::steer::Setup;
use dpgen_engine::{Int, Model};

use crate::path_fingerprint::Origin;

/// What is explored.
pub trait Subject {
    /// With how many structures the program can begin.
    fn beginnings(&self) -> u32;
    /// The open integers of a beginning, what is known of them, and where they are.
    ///
    /// # Errors
    /// When the structure can not be made.
    fn begin(&mut self, beginning: u32) -> Result<(Setup, Vec<Origin>), String>;
    /// Calls the program.
    fn call(&self, beginning: u32, ints: &[Int]);
    /// The model whose predicates are asked once the program has returned, if that is when inputs are judged.
    fn judged_by(&self) -> Option<&Model> {
        None
    }
    /// The structures, if the program looks at them, and a path is of all that agree in what it has seen: then there is one
    /// beginning, and [`begin`](Self::begin) and [`call`](Self::call) are by structure. Their setups have labels.
    fn shape_table(&self) -> Option<&dyn ShapeTable> {
        None
    }
}

/// Structures that a program looks at, numbered so that smaller ones come first.
pub trait ShapeTable {
    /// What they are structures of.
    fn model(&self) -> &Model;
    /// How many there are.
    fn structures(&self) -> u32;
    /// Which constructor of its type a structure has at a place, if it has a node there.
    fn constructor(&self, structure: u32, place: u32) -> Option<u32>;
    /// The structures that have this constructor at this place, ascending.
    fn having(&self, place: u32, constructor: u32) -> &[u32];
    /// By open integer of a structure: its number, which is that of the integers at its place in other structures.
    fn labels(&self, structure: u32) -> &[u32];
}

/// Why an exploration could not go on.
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
