//! DP and LazyDP: the engines that work on a pool of single structures, in the paper's rounds.
//!
//! `structure_pool.rs` is the pool, `attribute_columns.rs` its remembered attributes; `pool_nodes.rs` and
//! `group_by_answer.rs` are the nodes of runs over it. `rounds.rs` is the paper's loop (pool, last round, this round),
//! `task_result.rs` what a task of it found; `dp_engine.rs` and `lazy_dp_engine.rs` judge a task. `judge_structure.rs`
//! judges finished structures. `judge_tasks.rs` has what both loops do, `pools_by_demand.rs` is the loop over pools of contexts, `shared_records.rs` the structures that several
//! of them have.

mod attribute_columns;
mod dp_engine;
mod group_by_answer;
mod judge_structure;
mod judge_tasks;
mod lazy_dp_engine;
mod pool_nodes;
mod pools_by_demand;
pub(crate) mod rounds;
mod shared_records;
mod structure_pool;
mod task_result;

pub(crate) use dp_engine::judge as judge_dp;
pub(crate) use judge_structure::compact;
pub(crate) use lazy_dp_engine::judge as judge_lazy_dp;
pub(crate) use pool_nodes::{DpRun, DpSource};
pub(crate) use shared_records::share_equal_records;
pub(crate) use structure_pool::Pool;
