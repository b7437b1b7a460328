//! Programs that disagree about the same inputs: who stands out, on which inputs, and which of these are worth a look.
//!
//! This crate knows neither how structures are made nor what is compared. Cases come from a [`Source`]; a [`Judge`] says of
//! each whether its subjects agree. [`run()`] brings both together and keeps a [`Log`]; [`reduce()`] makes findings of samples
//! smaller; [`groups`] puts findings together that say the same; [`report`] writes a folder of pages.
//!
//! From the bottom up:
//!
//! | module | concept |
//! |---|---|
//! | `vocabulary`, `term` | what structures are made of; one of them |
//! | `contained`, `smaller` | whether one is contained in another; what is contained in one |
//! | `case` | a structure with its text, key and rank |
//! | `vote`, `finding`, `findings` | who agrees with whom; a case on which not all do; all of these |
//! | `judge` | who says so |
//! | `group`, `known` | minimal findings, and groups of these; groups to be left out |
//! | `header`, `log` | what a run depends on, and what it has found, on the disk |
//! | `run`, `reduce` | judging all cases; leaving out of a case what does not matter |
//! | `report` | pages for people, lines for programs |
//! | `process` | processes that do not outlive this one |
//! | `programs` | a judge of any programs |

mod case;
mod contained;
mod finding;
mod findings;
mod group;
mod header;
mod judge;
mod known;
mod log;
mod log_error;
#[cfg(unix)]
pub mod process;
#[cfg(unix)]
pub mod programs;
mod reduce;
pub mod report;
mod run;
mod smaller;
#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod synthetic;
mod term;
mod vocabulary;
mod vote;

pub use case::{Case, Frame};
pub use contained::contains;
pub use finding::{Answer, Failure, Finding, Subject, Way};
pub use findings::Findings;
pub use group::{Group, Naming, groups};
pub use header::{Header, Selection};
pub use judge::{Attachment, Difference, Judge, JudgeError, Tally};
pub use known::Known;
pub use log::{FINDINGS, LOG, Log};
pub use log_error::LogError;
pub use reduce::reduce;
pub use run::{CASES, Progress, RunError, Source, TIME, run};
pub use smaller::smaller;
pub use term::{Node, Term, Value};
pub use vocabulary::{Field, Kind, Shape, Vocabulary};
pub use vote::{Vote, vote};
