//! Every valid structure of a recursive type, from the type and its invariant.
extern crate self as dpgen;

mod index;
mod run;
mod schema;
mod scope;
mod store;
mod view;

pub use dpgen_derive::DpGen;
pub use index::IdsExhausted;
pub use run::Int;
pub use schema::SchemaError;
pub use scope::{CancelToken, Limits, Scope, StopReason};
pub use view::{Choice, DpGen, Finite, ListView, Observable, Ref};

/// What the derive's code names; not part of the public interface.
#[doc(hidden)]
pub mod __private {
    pub use crate::run::{Encoder, Layer};
    pub use crate::schema::{Domain, Shape, SlotKind};
    pub use crate::view::{
        Decoder, Definer, DomainValue, Fields, NotOfScope, SlotView, ValueBuilder, ValueReader, place_in, slot,
    };
}
