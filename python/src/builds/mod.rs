//! Builds with Python predicates: `request.rs` is the request from Python, `predicates.rs` makes the engine's predicates of
//! it, `engine_thread.rs` runs the engine on a thread of its own, and `build.rs` puts them together.

pub(crate) mod build;
pub(crate) mod engine_thread;
mod predicates;
pub(crate) mod request;
