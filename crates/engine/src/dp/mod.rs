//! DP and LazyDP: the engines that work on a pool of single structures, in the paper's rounds.
//!
//! `structure_pool.rs` is the pool, `attribute_columns.rs` its remembered attributes; `source.rs` and `bucket_groups.rs` are the nodes of runs
//! over it. `rounds.rs` is the paper's loop (pool, last round, this round), `task_result.rs` what a task of it found;
//! `dp_engine.rs` and `lazy_dp_engine.rs` judge a task. `judge_finished.rs` judges finished structures.

mod attribute_columns;
mod bucket_groups;
mod dp_engine;
mod judge_finished;
mod lazy_dp_engine;
pub(crate) mod rounds;
mod source;
mod structure_pool;
mod task_result;

pub(crate) use dp_engine::judge as judge_dp;
pub(crate) use judge_finished::compact;
pub(crate) use lazy_dp_engine::judge as judge_lazy_dp;
pub(crate) use source::{PoolRun, PoolSource};
pub(crate) use structure_pool::Pool;
