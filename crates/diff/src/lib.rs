//! Differential testing: finds the inputs on which programs disagree, the smallest of them, and the program that stands alone.
//!
//! This crate knows neither how structures are made nor what is compared. Cases come from a [`Source`]; a [`Judge`] says of
//! each whether its subjects agree. [`run()`] brings both together and keeps a [`Log`]; [`reduce()`] makes findings of samples
//! smaller; [`groups`] puts findings together that say the same; [`report`] writes a folder of pages.
//!
//! From the bottom up:
//!
//! | module | concept |
//! |---|---|
//! | `structure` | a structure by the names of its constructors; whether it contains another one; smaller ones |
//! | `case` | a structure with its text, key and rank |
//! | `majority_vote` | which answers agree, and which stand alone |
//! | `findings` | a case on which not all answers agree; all findings of a run, minimal ones, groups |
//! | `judge` | the trait that compares answers |
//! | `run_log` | the options of a run, and its findings on the disk |
//! | `run` | the loop over all cases; smaller cases with the same difference |
//! | `report` | pages for people, lines for programs |
//! | `programs` | a judge of any programs |

mod case;
mod findings;
mod judge;
mod log_error;
mod majority_vote;
#[cfg(unix)]
pub mod programs;
pub mod report;
mod run;
mod run_log;
mod structure;

pub use dpgen_process::Failure;

pub use case::{Case, Frame};
pub use findings::finding::{Answer, Finding, Subject, Way};
pub use findings::finding_groups::{Group, Grouping, groups};
pub use findings::finding_store::Findings;
pub use findings::group_naming::Naming;
pub use findings::known_groups::Known;
pub use judge::{Attachment, Difference, Judge, JudgeError, Tally};
pub use log_error::LogError;
pub use majority_vote::{Vote, vote};
pub use run::comparison_run::{CASES, Progress, RunError, Source, TIME, run};
pub use run::sample_reduction::reduce;
pub use run_log::checksum_chain::Chain;
pub use run_log::log::Log;
pub use run_log::log_line::{FINDINGS, LOG};
pub use run_log::run_header::{Header, Selection};
pub use structure::containment::contains;
pub use structure::reduction_steps::smaller;
pub use structure::term::{Node, Term, Value};
pub use structure::vocabulary::{Field, Kind, Shape, Vocabulary};
