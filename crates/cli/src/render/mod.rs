//! From the structures of a build to texts at their target.
//!
//! `output.rs` writes what an [`job::OutputJob`] selects to a [`target::Target`]. The texts come from `parallel.rs`, whose
//! threads fill batches (`batch.rs`) by `rank_renderer.rs`.

mod batch;
pub(crate) mod job;
pub(crate) mod output;
mod parallel;
mod rank_renderer;
pub(crate) mod target;
