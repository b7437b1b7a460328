//! Packed forests of structures, the results of the engines of dpgen: counts, ranks, iteration, samples, saved builds.
//!
//! You probably want the crate `dpgen`. This one is published so that it can be a dependency of it; its interface
//! may change with every release.
//!
//! A [`Schema`] says which types, constructors and slots there are in a [`Scope`]. A [`Catalog`] holds all
//! structures of a build as one *packed forest* (a shared graph of productions and unions, [`graph`]), so that
//! counts, ranks, iteration, uniform samples and saving are worked out from the graph and no predicate runs. This is
//! the *recursive method* of counting and unranking combinatorial classes (Nijenhuis and Wilf, "Combinatorial
//! Algorithms", 1978; Flajolet, Zimmermann and Van Cutsem, "A calculus for the random generation of labelled
//! combinatorial structures", 1994).
//!
//! From the bottom up, with the names that other crates use:
//!
//! | module | purpose |
//! |---|---|
//! | [`index`] | typed ids, and the only integer casts |
//! | [`algorithm`] | [`Algorithm`] and [`Fields`]: the engine of a build and its treatment of data, by name |
//! | `stable_hash`, [`hashed_numbers`] | [`fnv1a`], a hash that never changes; numbers of entries that are found by the hash of the entry |
//! | [`limits`] | [`Limits`] and the [`Budget`] that counts them from a moment on; the memory of the process |
//! | [`scope`] | [`Scope`]: the maximum size and parameters |
//! | [`schema`] | [`Schema`]: types, constructors, slots, domains, and the builder of all of these |
//! | [`structure`] | one structure as compact words, nodes, RON and `Debug` text |
//! | [`count`] | [`Count`]: exact, of any magnitude |
//! | [`graph`] | the packed forest, to which engines add records and unions |
//! | [`path_condition`] | the constraints of a production on symbolic data |
//! | [`report`] | [`Report`]: figures of a build |
//! | [`catalog`] | [`Catalog`]: all structures of a build, with counting, ranking, iteration, sampling and saving |
//! | `answer_distribution` | [`Distribution`]: the number of structures by the answer to an attribute |
//! | [`names`] | names of numbered variables |

extern crate self as dpgen_forest;

pub mod algorithm;
mod answer_distribution;
pub mod catalog;
pub mod count;
pub mod graph;
pub mod hashed_numbers;
pub mod index;
pub mod limits;
pub mod names;
pub mod path_condition;
pub mod report;
pub mod schema;
pub mod scope;
mod stable_hash;
pub mod structure;

pub use algorithm::{Algorithm, Fields, UnknownName};
pub use answer_distribution::Distribution;
pub use catalog::{
    Catalog, CompactIter, CompactStep, CompareEffort, CompareError, Comparison, CopiedPart, MAX_ODDS, Odds,
    OddsError, OddsSampler, Outline, Roots, SizeComparison, Solutions, SolveError,
};
#[cfg(feature = "save")]
pub use catalog::{LoadError, SavedBuild};
pub use count::{Count, ParseCountError, grouped};
pub use index::IdsExhausted;
pub use limits::{Budget, CancelToken, Limits, StopReason};
pub use report::{
    AttributeReport, ConditionReport, ContextReport, ReadReport, Report, RoundReport, SizeReport,
};
pub use schema::{Schema, SchemaError};
pub use scope::Scope;
pub use stable_hash::{fnv1a, fnv1a_extend};
pub use structure::{RonError, debug_text, from_ron, to_ron};
