#![doc = include_str!("../README.md")]
extern crate self as dpgen;

pub mod engine;
mod error;
#[cfg(feature = "cli")]
pub mod export;
mod generator;
mod index;
mod run;
mod schema;
mod scope;
pub mod solver;
#[cfg(feature = "spec")]
pub mod spec;
mod store;
mod structures;
mod testing;
mod valid;
mod view;

pub use dpgen_derive::{DpGen, Observable, test};
pub use engine::{Algorithm, Fields};
pub use error::BuildError;
pub use generator::Generator;
pub use index::IdsExhausted;
pub use run::{Int, Model};
pub use schema::{Schema, SchemaError};
pub use scope::{CancelToken, Limits, Scope, StopReason};
pub use store::Count;
pub use structures::{Catalog, CompactIter, Iter, LoadError, Saved, Solutions, Structures, fnv1a};
pub use valid::is_valid;
pub use view::{Choice, DpGen, Finite, ListView, Observable, Ref};

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
    pub use crate::run::{Encoder, Layer};
    pub use crate::schema::{Domain, Shape, SlotKind};
    pub use crate::testing::{TestOptions, test};
    pub use crate::view::{
        Decoder, Definer, DomainValue, Fields, NotOfScope, SlotView, ValueBuilder, ValueReader, place_in,
        slot,
    };
}
