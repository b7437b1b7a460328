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
//! | `vocabulary`, `term` | the names of shapes; a structure by these names |
//! | `containment`, `reduction_steps` | whether a structure contains another one; the structures that one contains |
//! | `case` | a structure with its text, key and rank |
//! | `majority_vote`, `finding`, `finding_store` | which answers agree; a case on which not all do; all findings of a run |
//! | `judge` | the trait that compares answers |
//! | `finding_groups`, `known_groups` | minimal findings, and their groups; groups that reports leave out |
//! | `run_header`, `log` | the options of a run, and its findings on the disk |
//! | `comparison_run`, `sample_reduction` | the loop over all cases; smaller cases with the same difference |
//! | `report` | pages for people, lines for programs |
//! | `programs` | a judge of any programs |

mod case;
mod checksum_chain;
mod comparison_run;
mod containment;
mod finding;
mod finding_groups;
mod finding_store;
mod judge;
mod known_groups;
mod log;
mod log_error;
mod majority_vote;
#[cfg(unix)]
pub mod programs;
mod reduction_steps;
pub mod report;
mod run_header;
mod sample_reduction;
mod term;
#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod test_pages;
mod vocabulary;

pub use dpgen_process::Failure;

pub use case::{Case, Frame};
pub use checksum_chain::Chain;
pub use comparison_run::{CASES, Progress, RunError, Source, TIME, run};
pub use containment::contains;
pub use finding::{Answer, Finding, Subject, Way};
pub use finding_groups::{Group, Grouping, Naming, groups};
pub use finding_store::Findings;
pub use judge::{Attachment, Difference, Judge, JudgeError, Tally};
pub use known_groups::Known;
pub use log::{FINDINGS, LOG, Log};
pub use log_error::LogError;
pub use majority_vote::{Vote, vote};
pub use reduction_steps::smaller;
pub use run_header::{Header, Selection};
pub use sample_reduction::reduce;
pub use term::{Node, Term, Value};
pub use vocabulary::{Field, Kind, Shape, Vocabulary};
