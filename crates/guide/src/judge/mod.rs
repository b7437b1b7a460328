//! Judges that are programs: each structure's text goes to one, and its answer becomes [`Feedback`](crate::Feedback).
//!
//! A program is started for each case ([`JudgeCommand::PerCase`]), or stays and gets one case after the other
//! ([`JudgeCommand::Persistent`]), which saves the time to start: a program that takes 300 ms to start judges a thousand cases in
//! five minutes the first way, and a million the second. A [`JudgePool`] is several judges that work at once; their feedback comes
//! in the order of the cases, so that no result depends on their number.
//!
//! All processes are in process groups of their own, which end with the case or with the pool, and are marked for a guard that
//! ends them when this process is gone, also by `kill -9` (see `dpgen_process::Guard`).
//!
//! Read `options.rs` first. `answer_parser.rs` turns answers into feedback, `process_per_case.rs` and `persistent_process.rs` are
//! the two ways to ask, `judge_pool.rs` asks in parallel.

mod answer_parser;
mod error;
mod judge_pool;
mod options;
mod persistent_process;
mod process_per_case;

pub use dpgen_process::Program;
pub use error::JudgeError;
pub use judge_pool::JudgePool;
pub use options::{JudgeCommand, JudgeOptions};
