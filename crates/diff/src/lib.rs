//! Differential testing: the inputs on which programs disagree, the smallest of them, and the program that stands alone.
//!
//! This crate knows neither how structures are made nor which subjects there are. Cases come from a [`CaseSource`]; a [`Judge`]
//! compares the answers of its subjects on each. [`run_comparison`] brings both together and writes a [`Log`]; [`reduce_samples`] makes the
//! findings of samples smaller; [`group_findings`] groups findings with the same cause; [`report`] writes a folder of pages.
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
//! | `refusals` | the cases that are not compared, as a subject refused them |
//! | `log_error`, `run_log` | the errors of a log; the options of a run, and its findings on the disk |
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
mod refusals;
pub mod report;
mod run;
mod run_log;
mod structure;

pub use dpgen_process::Failure;

pub use case::{Case, FileTemplate};
pub use findings::difference_kind::DifferenceKind;
pub use findings::finding::{Answer, DifferencePattern, Finding, Subject};
pub use findings::finding_groups::{Grouping, group_findings};
pub use findings::finding_store::Findings;
pub use findings::group::Group;
pub use findings::group_naming::GroupNaming;
pub use findings::known_groups::KnownGroups;
pub use judge::{Attachment, Difference, Judge, JudgeError, Tally};
pub use log_error::LogError;
pub use majority_vote::{Vote, vote};
pub use refusals::{Refusal, Refusals};
pub use run::comparison_run::{
    CaseSource, Progress, RunError, TALLY_CASES, TALLY_MILLISECONDS, run_comparison,
};
pub use run::sample_reduction::reduce_samples;
pub use run_log::checksum_chain::ChecksumChain;
pub use run_log::log::Log;
pub use run_log::log_line::{FINDINGS_FOLDER_NAME, LOG_FILE_NAME};
pub use run_log::run_header::{CaseSelection, RunHeader};
pub use structure::containment::contains;
pub use structure::lowering::lowers_to;
pub use structure::lowering_steps::lowering_steps;
pub use structure::reduction_steps::reduction_steps;
pub use structure::term::{Node, Term, Value};
pub use structure::vocabulary::{Field, FieldKind, NodeShape, Vocabulary};
