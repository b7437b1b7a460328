//! From the structures of a build to texts at their target.
//!
//! `selection_output.rs` writes what an [`OutputJob`](output_job::OutputJob) selects to a [`Target`](output_target::Target). The
//! texts come from `parallel_renderer.rs`, whose threads fill batches (`text_batch.rs`) by `rank_renderer.rs`. What `dpgen sample` draws
//! is rendered by `parallel_draws.rs`.

pub(crate) mod output_job;
pub(crate) mod output_target;
pub(crate) mod parallel_draws;
mod parallel_renderer;
mod rank_renderer;
pub(crate) mod selection_output;
mod text_batch;
