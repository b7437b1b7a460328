//! The engines of dpgen: each turns a [`Model`] and a [`Scope`](dpgen_forest::Scope) into a
//! [`Catalog`](dpgen_forest::Catalog) of every valid structure.
//!
//! You probably want the crate `dpgen`. This one is published so that it can be a dependency of it; its interface
//! may change with every release.
//!
//! [`run`] is one evaluation of a predicate; `classes/`, `pool/` and `hole/` are the engines, each with the source of
//! its nodes; [`given`] judges values that the user has, and [`near_miss`] what is one step away from them;
//! [`steer`] has runs of programs, for explorations. Read `README.md` beside this crate for the algorithms.

extern crate self as dpgen_engine;

mod answered;
mod build;
mod classes;
mod coin;
mod distribution;
mod error;
pub mod given;
mod growth;
mod heredity;
mod hole;
mod job;
mod latest;
pub mod near_miss;
mod options;
mod pool;
#[cfg(feature = "save")]
pub mod recheck;
pub mod run;
pub mod steer;
mod tasks;
mod threads;
mod values;
mod watch;

pub use answered::{Answer, Answered};
pub use build::build;
pub use coin::CoinToss;
pub use distribution::distribution;
pub use error::BuildError;
pub use heredity::{Heredity, Violation, check_hereditary};
pub use options::Options;
pub use run::{Int, Model};
pub use watch::Progress;
