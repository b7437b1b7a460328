//! [`Report`]: the contents of a report.

use super::filing::Filing;
use crate::findings::finding_store::Findings;
use crate::findings::group::Group;
use crate::refusals::Refusals;
use crate::run_log::run_header::RunHeader;

/// The contents of a report.
#[derive(Debug, Clone, Copy)]
pub struct Report<'r> {
    /// The title.
    pub title: &'r str,
    /// The subjects and options of the run.
    pub header: &'r RunHeader,
    /// All findings.
    pub findings: &'r Findings,
    /// The groups to be shown; their findings are given by their numbers in `findings`.
    pub groups: &'r [Group],
    /// The groups that are known: they are only counted.
    pub known: &'r [Group],
    /// The cases that subjects refused, if only accepted ones were compared.
    pub refusals: Option<&'r Refusals>,
    /// The cases that were covered, as a sentence.
    pub statement: &'r str,
    /// Further notes, a sentence each.
    pub notes: &'r [String],
    /// What reports of bugs need.
    pub filing: &'r Filing,
}
