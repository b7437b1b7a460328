//! Builds with Python predicates: `request.rs` is the request from Python, `predicates.rs` and `context_rules.rs` make
//! the engine's predicates and rules of it, `engine_thread.rs` runs the engine on a thread of its own, and `build.rs` puts them together.

pub(crate) mod build;
mod context_rules;
pub(crate) mod engine_thread;
mod predicates;
pub(crate) mod request;
