//! What can go wrong in a build, each with what to do about it.

use thiserror::Error;

use crate::run::Failure;
use dpgen_forest::Algorithm;
use dpgen_forest::index::IdsExhausted;
use dpgen_forest::schema::SchemaError;
use dpgen_forest::scope::Scope;

/// Why there is no result at all. A build that a limit stopped is no error: see
/// [`StopReason`](crate::StopReason).
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BuildError {
    /// The type or its domains are unfit.
    #[error(transparent)]
    Schema(#[from] SchemaError),
    /// The predicate or an attribute panicked.
    #[error("the predicate panicked on {structure}: {message}")]
    Panicked {
        /// The structure, as far as the run had decided it; `_` is undecided.
        structure: String,
        /// The panic's message.
        message: String,
    },
    /// The predicate or an attribute reads without end.
    #[error(
        "the predicate reads without end on {structure}: an attribute or the predicate calls itself without \
         descending into a substructure"
    )]
    Endless {
        /// The structure, as far as the run had decided it; `_` is undecided.
        structure: String,
    },
    /// The engine can not work on this predicate.
    #[error(
        "{algorithm} needs a predicate that reads a view, `fn(View) -> bool`; this one takes a finished value: use dp or top-down, or rewrite it over the view"
    )]
    Opaque {
        /// The engine.
        algorithm: Algorithm,
    },
    /// The engine does not know the asked way of treating data.
    #[error("{algorithm} does not work with {fields} fields: use quotient or symbolazy-dp")]
    Fields {
        /// The engine.
        algorithm: Algorithm,
        /// The way.
        fields: dpgen_forest::Fields,
    },
    /// The engine does not build from kept structures.
    #[error(
        "{algorithm} does not build from kept structures: coin-toss sampling needs dp, lazy-dp or symbolazy-dp"
    )]
    CoinToss {
        /// The engine.
        algorithm: Algorithm,
    },
    /// The probability of a coin toss is none.
    #[error("a coin toss keeps a structure with a probability from 0 to 1, not with {probability}")]
    Probability {
        /// What was given, as text.
        probability: String,
    },
    /// The maximum size is beyond what the engines' tables are made for.
    #[error("the maximum size {max_size} is too large: at most {}", Scope::LARGEST)]
    TooLarge {
        /// The maximum size.
        max_size: u32,
    },
    /// A range that symbolic data can not have.
    #[error("`{slot}`: with symbolic fields a range has to lie within -2^60..=2^60")]
    SymbolicRange {
        /// The slot.
        slot: String,
    },
    /// A table is full.
    #[error(transparent)]
    Ids(#[from] IdsExhausted),
    /// A mistake of dpgen's own.
    #[error("dpgen itself went wrong: {0}. Please report it, with the type and its predicate")]
    Internal(String),
    /// The threads could not be started.
    #[error("the worker threads could not be started: {0}")]
    Threads(String),
}

impl BuildError {
    pub(crate) fn failed(failure: Failure, structure: String) -> Self {
        match failure {
            Failure::Endless => Self::Endless { structure },
            Failure::Panic(message) => Self::Panicked { structure, message },
        }
    }
}
