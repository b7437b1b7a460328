//! [`BuildError`]: the errors of a build, each with what to do about it.

use std::fmt;

use dpgen_forest::index::IdsExhausted;
use dpgen_forest::schema::SchemaError;
use dpgen_forest::{Algorithm, Fields, Scope};

use crate::predicate_run::Failure;

/// The maximum length of the number of structures of a type and size, in bits: products of larger ones take seconds, and
/// so does writing them.
pub(crate) const MAX_COUNT_BITS: u64 = 1 << 20;

/// The reason for which a build has no result at all. A build that a limit stopped is no error: see
/// [`StopReason`](dpgen_forest::StopReason).
///
/// In `structure` fields is the structure that a predicate was judging, as far as the run had decided it; `_` is
/// undecided.
///
/// ```
/// # use dpgen::prelude::*; #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
/// let generator = Generator::<Tree>::up_to(5).algorithm(Algorithm::Dp).fields(Fields::Symbolic);
/// let error = generator.build().unwrap_err();
/// assert_eq!(error, BuildError::Fields { algorithm: Algorithm::Dp, fields: Fields::Symbolic });
/// assert_eq!(error.to_string(), "dp does not work with symbolic fields: use quotient or symbolazy-dp");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum BuildError {
    /// The type or its domains are unfit.
    Schema(SchemaError),
    /// No maximum size was said.
    NoMaxSize,
    /// The predicate or an attribute panicked.
    Panicked {
        /// The structure.
        structure: String,
        /// The panic's message.
        message: String,
    },
    /// The predicate reads something that has no value: a quotient by zero, an integer beyond 64 bits, an undefined
    /// attribute, or an attribute that panicked.
    Failed {
        /// The structure.
        structure: String,
        /// The expression that has no value.
        message: String,
    },
    /// The predicate or an attribute reads without end.
    Endless {
        /// The structure.
        structure: String,
    },
    /// The predicate or an attribute does not ask the same again when it gets the same answers.
    Impure {
        /// The structure.
        structure: String,
    },
    /// The constraints on a structure's data are beyond the solver.
    Solver {
        /// The structure.
        structure: String,
        /// What is beyond it.
        message: String,
    },
    /// The engine can not work on this predicate.
    Opaque {
        /// The engine.
        algorithm: Algorithm,
    },
    /// The engine does not know the asked way of treating data.
    Fields {
        /// The engine.
        algorithm: Algorithm,
        /// The way.
        fields: Fields,
    },
    /// The engine does not build from kept structures.
    CoinToss {
        /// The engine.
        algorithm: Algorithm,
    },
    /// Coin-toss sampling, of structures with contexts.
    ContextsByCoinToss,
    /// The engine does not keep structures apart that answer an attribute differently.
    Distribution {
        /// The engine.
        algorithm: Algorithm,
    },
    /// A size that was not built.
    NotBuilt {
        /// The size.
        size: u32,
        /// Sizes below this one were.
        complete: u32,
    },
    /// An attribute whose answers are to be compared has none for a structure, or one that is no number.
    NoNumber {
        /// The attribute.
        attribute: String,
        /// A structure that shows it.
        structure: String,
        /// Why not.
        message: String,
    },
    /// The probability of a coin toss is none.
    Probability {
        /// What was given, as text.
        probability: String,
    },
    /// The maximum size is beyond what the engines' tables are made for.
    TooLarge {
        /// The maximum size.
        max_size: u32,
    },
    /// A size has so many structures that their number alone takes long to be worked out.
    TooMany {
        /// The type.
        ty: String,
        /// The size.
        size: u32,
    },
    /// A range that symbolic data can not have.
    SymbolicRange {
        /// The slot.
        slot: String,
    },
    /// A limit on memory, where the system does not tell how much is in use.
    MemoryUnknown,
    /// A table is full.
    Ids(IdsExhausted),
    /// A mistake of dpgen's own.
    Internal(String),
    /// The threads could not be started.
    Threads(String),
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Schema(error) => error.fmt(f),
            Self::Ids(error) => error.fmt(f),
            Self::Panicked { structure, message } => {
                write!(f, "the predicate panicked on {structure}: {message}")
            }
            Self::Failed { structure, message } => write!(f, "the predicate fails on {structure}: {message}"),
            Self::Endless { structure } => write!(
                f,
                "the predicate reads without end on {structure}: an attribute or the predicate calls itself without \
                 descending into a substructure"
            ),
            Self::Impure { structure } => write!(
                f,
                "the predicate is not pure: on {structure} it asked something else when it got the same answers \
                 again. It and its attributes may depend on nothing but the structure"
            ),
            Self::NoMaxSize => {
                f.write_str("the generator has no maximum size: begin with `Generator::up_to(size)`")
            }
            Self::Solver { structure, message } => write!(f, "the solver gives up on {structure}: {message}"),
            Self::Opaque { algorithm } => write!(
                f,
                "{algorithm} needs a predicate that reads a view, `fn(View) -> bool`; this one takes a finished \
                 value: use dp or top-down, or rewrite it over the view"
            ),
            Self::Fields { algorithm, fields } => {
                write!(f, "{algorithm} does not work with {fields} fields: use quotient or symbolazy-dp")
            }
            Self::CoinToss { algorithm } => write!(
                f,
                "{algorithm} does not build from kept structures: coin-toss sampling needs dp, lazy-dp or \
                 symbolazy-dp"
            ),
            Self::ContextsByCoinToss => f.write_str(
                "structures with contexts are not built from kept ones: build them all, and draw samples",
            ),
            Self::Distribution { algorithm } => {
                write!(f, "{algorithm} does not tell structures apart by what they answer: use quotient")
            }
            Self::NotBuilt { size, complete } => {
                write!(f, "size {size} was not built: there are sizes below {complete} only")
            }
            Self::NoNumber { attribute, structure, message } => {
                write!(f, "`{attribute}` gives no number for {structure}: {message}")
            }
            Self::Probability { probability } => write!(
                f,
                "a coin toss keeps a structure with a probability from 0 to 1, not with {probability}"
            ),
            Self::TooLarge { max_size } => {
                write!(f, "the maximum size {max_size} is too large: at most {}", Scope::MAX_SIZE_LIMIT)
            }
            Self::TooMany { ty, size } => write!(
                f,
                "there are more than 2^{MAX_COUNT_BITS} `{ty}` of size {size}, and larger numbers are not worked out: \
                 choose a smaller maximum size, or smaller arrays and domains"
            ),
            Self::SymbolicRange { slot } => {
                write!(f, "`{slot}`: with symbolic fields a range has to lie within -2^60..=2^60")
            }
            Self::MemoryUnknown => f.write_str(
                "this system does not tell how much memory is in use: leave out the limit on memory",
            ),
            Self::Internal(message) => write!(
                f,
                "dpgen itself went wrong: {message}. Please report it, with the type and its predicate"
            ),
            Self::Threads(message) => {
                write!(f, "the worker threads could not be started: {message}; ask for fewer")
            }
        }
    }
}

impl std::error::Error for BuildError {}

impl From<SchemaError> for BuildError {
    fn from(error: SchemaError) -> Self {
        Self::Schema(error)
    }
}

impl From<IdsExhausted> for BuildError {
    fn from(error: IdsExhausted) -> Self {
        Self::Ids(error)
    }
}

impl BuildError {
    /// The error of an evaluation that failed on this structure.
    pub fn failed(failure: Failure, structure: String) -> Self {
        match failure {
            Failure::Endless => Self::Endless { structure },
            Failure::Panic(message) => Self::Panicked { structure, message },
            Failure::Failed(message) => Self::Failed { structure, message },
            Failure::Impure => Self::Impure { structure },
            Failure::Limit(message) => Self::Solver { structure, message },
            Failure::Internal(message) => Self::Internal(message),
            Failure::Stopped => Self::Internal("a build that was stopped went on".to_owned()),
            Failure::Empty => Self::Internal("an evaluation without structures was reported".to_owned()),
        }
    }
}
