//! What a build returns: counts, ranks, iteration, shards, whichever engine found the structures.
//!
//! [`Catalog`] is untyped (specs and the command line use it); [`Structures`] wraps it for a Rust type and
//! gives the user's own values. Both are views of one graph of productions (`store/dag.rs`).
//!
//! The order is fixed: by size, then by constructor as declared, then by the sizes of the recursive slots,
//! then the engine's own. It is the same for every thread count, platform and run of one engine; engines may
//! differ in it, never in the set.

mod blocks;
mod catalog;
mod find;
mod iter;
mod roots;
mod sample;
mod saved;
mod solutions;
mod solve;
mod text;
mod typed;
mod walk;

pub use catalog::{Catalog, CompactIter};
pub use iter::Iter;
pub use saved::{LoadError, Saved, fnv1a};
pub use solve::Solutions;
pub use text::text;
pub use typed::Structures;

pub(crate) use roots::Roots;
pub(crate) use walk::Walk;
