//! The engines that work on a pool of single structures, in the paper's rounds: DP and LazyDP.
//!
//! `buckets.rs` is the pool, `columns.rs` its remembered attributes; `source.rs` and `groups.rs` are the nodes of runs
//! over it. `rounds.rs` is the paper's loop (pool, last round, this round), `found.rs` what a task of it found;
//! `dp.rs` and `lazy_dp.rs` judge a task. `verdict.rs` judges finished structures.

mod buckets;
mod columns;
mod dp;
mod found;
mod groups;
mod lazy_dp;
pub(crate) mod rounds;
mod source;
mod verdict;

pub(crate) use buckets::Pool;
pub(crate) use dp::judge as judge_dp;
pub(crate) use lazy_dp::judge as judge_lazy_dp;
pub(crate) use source::{PoolRun, PoolSource};
pub(crate) use verdict::compact;
