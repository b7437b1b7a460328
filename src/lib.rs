#![doc = include_str!("../README.md")]
extern crate self as dpgen;

mod generator;
mod iter;
mod load;
mod recheck;
mod structures;
mod testing;
mod valid;
mod view;

pub use dpgen_derive::{DpGen, Observable, test};
pub use dpgen_engine::{BuildError, Int, Model};
pub use dpgen_forest::{
    Algorithm, CancelToken, Catalog, CompactIter, Count, Fields, IdsExhausted, Limits, LoadError,
    ParseCountError, Saved, Schema, SchemaError, Scope, Solutions, SolveError, StopReason, UnknownName,
    fnv1a,
};
pub use dpgen_solver as solver;
#[cfg(feature = "spec")]
pub use dpgen_spec as spec;
pub use generator::Generator;
pub use iter::{Iter, SolutionIter};
pub use structures::Structures;
pub use valid::is_valid;
pub use view::{Choice, DpGen, Finite, ListView, Observable, Ref};

/// The engines without their Rust face: for models that were made otherwise, and for what a build reports.
pub mod engine {
    pub use dpgen_engine::{CoinToss, Heredity, Options, Progress, Violation, build, check_hereditary};
    pub use dpgen_forest::{
        Algorithm, AttributeReport, ConditionReport, Fields, ReadReport, Report, RoundReport, SizeReport,
    };
}

/// What a test or a type definition usually needs.
pub mod prelude {
    pub use crate::{
        Algorithm, BuildError, Choice, Count, DpGen, Fields, Generator, Int, ListView, Observable, Ref,
        Structures,
    };
}

/// What the derive's code names; not part of the public interface.
#[doc(hidden)]
pub mod __private {
    pub use crate::testing::{TestOptions, test};
    pub use crate::view::{
        Arithmetic, ConstructorFields, Decoder, Definer, DomainValue, Fault, IntegerOfNone, IntegerOfSome,
        NotOfScope, Probe, SlotView, ValueBuilder, ValueReader, place_in, same, slot,
    };
    pub use dpgen_engine::run::{Encoder, Layer};
    pub use dpgen_forest::schema::{Domain, Shape, SlotKind};
}
