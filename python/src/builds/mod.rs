//! Builds with Python predicates: `request.rs` is the request from Python, `predicates.rs` makes the engine's predicates of
//! it, `interruptible.rs` runs the engine on a thread of its own, and `build.rs` puts them together.

pub(crate) mod build;
pub(crate) mod interruptible;
mod predicates;
pub(crate) mod request;
