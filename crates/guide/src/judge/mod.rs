//! Judges that are programs: each structure's text goes to one, and its answer becomes [`Feedback`](crate::Feedback).
//!
//! A program is started for each case ([`Manner::Once`]), or stays and is served cases one after the other
//! ([`Manner::Served`]), which costs no start: a program that takes 300 ms to start judges a thousand cases in five minutes
//! the first way, and a million the second. [`Judges`] runs several in parallel; their answers come in the order of the
//! cases, so that no result depends on their number.
//!
//! All processes are in process groups of their own, which end with the case or with the judges, and are marked for a guard
//! that ends them when this process is gone, however it went (see `dpgen_diff::process`).
//!
//! `answer_parser.rs` parses answers, `process_per_case.rs` and `persistent_process.rs` run a program, `judge_pool.rs` runs several in
//! parallel.

mod answer_parser;
mod error;
mod judge_pool;
mod options;
mod persistent_process;
mod process_per_case;

pub use dpgen_diff::process::Program;
pub use error::JudgeError;
pub use judge_pool::Judges;
pub use options::{JudgeOptions, Manner};
