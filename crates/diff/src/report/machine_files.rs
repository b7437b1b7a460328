//! The files of a report for programs: `findings.jsonl` with an object per finding, `groups.txt` with a line per group, and, if only
//! accepted cases were compared, `refused.jsonl` with an object per subject that refused some.

use std::collections::HashSet;

use serde::Serialize;

use super::index_page;
use super::report_contents::Report;
use crate::findings::difference_kind::DifferenceKind;
use crate::findings::finding::Answer;
use crate::log_error::LogError;
use crate::refusals::Refusal;
use crate::run_log::log_line::FINDINGS_FOLDER_NAME;

/// A line of `findings.jsonl`.
#[derive(Serialize)]
struct FindingLine<'r> {
    key: &'r str,
    size: u32,
    rank: &'r str,
    /// The name of the pattern: the subjects that stand out, or all classes if there is no majority.
    stands_out: String,
    /// The kind of the difference, if images are compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<DifferenceKind>,
    odd: Vec<&'r str>,
    classes: &'r [usize],
    minimal: bool,
    /// The group, as a line of `groups.txt`.
    group: &'r str,
    known: bool,
    text: &'r str,
    answers: &'r [Answer],
    /// The folder of its page and files; none for findings of known groups, and for those that the first page does not list.
    #[serde(skip_serializing_if = "Option::is_none")]
    folder: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reduced_from: Option<&'r str>,
    #[serde(skip_serializing_if = "str::is_empty")]
    note: &'r str,
}

/// A line of `refused.jsonl`.
#[derive(Serialize)]
struct RefusalLine<'r> {
    subject: &'r str,
    /// How many cases it refused.
    refused: u64,
    /// The smallest of them.
    key: &'r str,
    size: u32,
    rank: &'r str,
    text: &'r str,
}

/// The lines of refused cases; none if they were compared like all others.
pub(super) fn refusals(report: &Report<'_>) -> Option<String> {
    let refusals = report.refusals?;
    let line = |(subject, refusal): (&usize, &Refusal)| {
        let line = RefusalLine {
            subject: report.header.subjects.get(*subject).map_or("?", |subject| &subject.name),
            refused: refusal.count,
            key: &refusal.key,
            size: refusal.size,
            rank: &refusal.rank,
            text: &refusal.text,
        };
        // Plain data with string keys: this can not fail.
        serde_json::to_string(&line).unwrap_or_default() + "\n"
    };
    Some(refusals.by_subject.iter().map(line).collect())
}

/// Passes the lines of all findings to `put`, group by group, minimal findings first, as long as it returns true. Returns the number
/// of lines for which it did.
pub(super) fn findings(
    report: &Report<'_>,
    mut put: impl FnMut(&str) -> Result<bool, LogError>,
) -> Result<usize, LogError> {
    let mut lines = 0;
    let subjects = &report.header.subjects;
    let groups = report.groups.iter().map(|group| (group, false));
    for (group, known) in groups.chain(report.known.iter().map(|group| (group, true))) {
        let name = group.line(subjects);
        let pages: HashSet<usize> =
            if known { HashSet::new() } else { index_page::listed(group).map(|(place, _)| place).collect() };
        let all = group
            .minimal
            .iter()
            .map(|place| (place, true))
            .chain(group.others.iter().map(|place| (place, false)));
        for (place, minimal) in all {
            let finding = report.findings.get(*place)?;
            let line = FindingLine {
                key: &finding.case.key,
                size: finding.case.size,
                rank: &finding.case.rank,
                stands_out: finding.pattern.name(subjects),
                kind: finding.pattern.kind,
                odd: finding
                    .pattern
                    .odd
                    .iter()
                    .filter_map(|odd| subjects.get(*odd))
                    .map(|odd| &*odd.name)
                    .collect(),
                classes: &finding.pattern.classes,
                minimal,
                group: &name,
                known,
                text: &finding.case.text,
                answers: &finding.answers,
                folder: pages
                    .contains(place)
                    .then(|| format!("{FINDINGS_FOLDER_NAME}/{}", finding.case.name())),
                reduced_from: finding.reduced_from.as_deref(),
                note: &finding.note,
            };
            // Plain data with string keys: this can not fail.
            if !put(&serde_json::to_string(&line).unwrap_or_default())? {
                return Ok(lines);
            }
            lines += 1;
        }
    }
    Ok(lines)
}

/// The lines of all groups, known ones included.
pub(super) fn groups(report: &Report<'_>) -> String {
    let lines =
        report.groups.iter().chain(report.known).map(|group| group.line(&report.header.subjects) + "\n");
    lines.collect()
}
