//! The engines of dpgen: each turns a [`Model`] and a [`Scope`](dpgen_forest::Scope) into a
//! [`Catalog`](dpgen_forest::Catalog) of every valid structure.
//!
//! You probably want the crate `dpgen`. This one is published so that it can be a dependency of it; its interface
//! may change with every release.
//!
//! [`run`] is one evaluation of a predicate; `quotient/`, `dp/` and `top_down/` are the engines, each with the source of
//! its nodes; [`concrete`] judges values that the user has, and [`near_miss`] what is one step away from them;
//! `steer/` (feature `steer`) has runs of programs, for explorations. Read `README.md` beside this crate for the algorithms.

extern crate self as dpgen_engine;

mod build;

mod build_job;
mod coin_toss;
pub mod concrete;
mod distribution;
mod dp;
mod error;
mod heredity;
pub mod near_miss;
mod options;
mod parallel;
mod quotient;
#[cfg(feature = "save")]
pub mod recheck;
mod round_bounds;
pub mod run;
#[cfg(feature = "steer")]
pub mod steer;
mod table_growth;
mod tasks;
mod threads;
mod top_down;
mod values;
mod watch;

pub use build::build;
pub use coin_toss::CoinToss;
pub use distribution::distribution;
pub use error::BuildError;
pub use heredity::{Heredity, Violation, check_hereditary};
pub use options::Options;
pub use quotient::answer_groups::{Answer, AnswerGroup};
pub use run::{Int, Model};
pub use watch::Progress;
