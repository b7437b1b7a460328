//! The tests of `dpgen-diff`: runs on made-up judges, and laws of its findings and reports.
#![allow(missing_docs, clippy::unwrap_used, reason = "a test")]

#[cfg(unix)]
mod batches;
#[path = "../../../../tests/it/common/damages.rs"]
mod damages;
mod laws;
mod runs;
