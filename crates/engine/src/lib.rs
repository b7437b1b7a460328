//! The engines of dpgen: each turns a [`Model`] and a [`Scope`](dpgen_forest::Scope) into a
//! [`Catalog`](dpgen_forest::Catalog) of every valid structure.
//!
//! You probably want the crate `dpgen`. This one is published so that it can be a dependency of it; its interface
//! may change with every release.
//!
//! [`predicate_run`] is one evaluation of a predicate. `quotient/`, `dp/` and `top_down/` are the engines, each with its kind of nodes.
//! [`concrete_evaluation`] evaluates on values of the user, [`first_rejection`] judges them, [`near_miss`] their neighbours. `steer/` (feature `steer`) runs programs
//! over open integers, for explorations. Read `README.md` beside this crate for the algorithms.

extern crate self as dpgen_engine;

mod build;

mod attribute_distribution;
mod build_job;
mod coin_toss_sampling;
pub mod concrete_evaluation;
mod context_pools;
mod context_reports;
mod dp;
mod error;
pub mod first_rejection;
mod heredity;
mod interned_records;
mod limit_monitor;
pub mod near_miss;
mod options;
mod parallel_map;
mod place_parts;
mod pool_tasks;
pub mod predicate_run;
mod quotient;
#[cfg(feature = "save")]
pub mod recheck_saved_build;
mod round_bounds;
mod round_tasks;
pub mod size_rejections;
mod small_parts;
#[cfg(feature = "steer")]
pub mod steer;
pub mod structure_edits;
mod table_growth;
mod thread_pools;
mod top_down;
mod value_interner;

pub use attribute_distribution::distribution;
pub use build::build;
pub use coin_toss_sampling::CoinToss;
pub use error::BuildError;
pub use heredity::{Heredity, Violation, check_hereditary};
pub use limit_monitor::Progress;
pub use options::Options;
pub use predicate_run::{Int, Model};
pub use quotient::answer_groups::{Answer, AnswerGroup};
