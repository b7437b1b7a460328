//! [`Server`](restarting_server::Server): a program that answers one question after the other, and is restarted when it fails.
//!
//! Read `protocol.rs` for questions and responses, then `restarting_server.rs` for the main loop. When a process fails,
//! `failure_attribution.rs` finds the question that it failed on. `buffering_probe.rs` recognizes a program that answers only when
//! its input ends, and `unbuffered_flags.rs` has the advice for it.

mod buffering_probe;
mod failure_attribution;
pub(crate) mod protocol;
pub(crate) mod restarting_server;
mod unbuffered_flags;
