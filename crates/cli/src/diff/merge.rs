//! One report of the reports of shards.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use dpgen_diff::{Answer, FINDINGS, Findings, Header, Known, LOG, Log, LogError, Naming};

use super::said::{Ended, Grouped, Part};
use super::{REPORT_FLAG, unusable};
use crate::claim::claim;
use crate::command_error::CommandError;
use crate::exit::ExitCode;
use crate::say::say;
use crate::stdout::Stdout;

/// The file by which the report of several is known as such.
const MERGED_ENTRY: &str = "merged";

/// What several reports say together.
struct Merged {
    /// The header of the first, without its part.
    header: Header,
    parts: Vec<Part>,
    findings: Findings,
    tally: dpgen_diff::Tally,
    /// How many bytes of their logs were not written whole.
    cut: u64,
}

/// Merges the reports in some folders into one.
pub fn run(
    folders: &[PathBuf],
    report: &Path,
    known: &Known,
    naming: impl FnOnce(&Header) -> Result<Naming, CommandError>,
    args: &super::Args,
) -> Result<ExitCode, CommandError> {
    // The report of a run has its log, which would no longer be that of the report.
    if report.join(LOG).exists() {
        return Err(CommandError::Usage(format!(
            "{} is the report of a run: give another folder with {REPORT_FLAG}",
            report.display()
        )));
    }
    let mut merged = read(folders)?;
    if let Some(command) = &args.shown_as {
        merged.header.command.clone_from(command);
    }
    let lock = claim(report, REPORT_FLAG, Some(MERGED_ENTRY), &[])?;
    mark(report)
        .map_err(|error| CommandError::Write(report.join(MERGED_ENTRY).display().to_string(), error))?;
    let naming = naming(&merged.header)?;
    for folder in folders {
        copy(folder, report, &merged.findings)?;
    }
    let grouped = Grouped::new(&merged.header, &merged.findings, &naming, known)?;
    let (mut statement, code) = grouped.statement(&merged.header, &merged.parts, Ended::Whole);
    if merged.cut > 0 {
        statement +=
            &format!("\n{} bytes at the ends of logs were not written whole, and are left out", merged.cut);
    }
    let title = format!("{}: differences", entry(&merged.header, "spec"));
    grouped.write(report, &title, (&merged.header, &merged.tally), &statement)?;
    let mut out = Stdout::new();
    out.text(&grouped.text(&merged.header.subjects)?)?;
    out.flush()?;
    drop(lock);
    if !args.engine.quiet {
        say(&format!("{statement}\nreport: {}", report.join("index.html").display()));
    }
    Ok(code)
}

/// Leaves a note that the folder is the report of several.
fn mark(report: &Path) -> io::Result<()> {
    fs::write(
        report.join(MERGED_ENTRY),
        "This report was merged from several; dpgen diff --merge writes it anew.\n",
    )
}

fn entry<'h>(header: &'h Header, name: &str) -> &'h str {
    header.made.iter().find(|(entry, _)| entry == name).map_or("", |(_, value)| value.as_str())
}

/// Reads all logs, which have to be about parts of the same run.
fn read(folders: &[PathBuf]) -> Result<Merged, CommandError> {
    let mut merged: Option<Merged> = None;
    let mut keys = BTreeSet::new();
    for folder in folders {
        let log = Log::read(folder).map_err(unusable)?;
        let selection = &log.header().selection;
        let part = Part { part: selection.part, done: log.done(), cases: selection.cases };
        let merged = merged.get_or_insert_with(|| Merged {
            header: log.header().clone(),
            parts: Vec::new(),
            findings: Findings::new(log.header().vocabulary.clone(), None),
            tally: dpgen_diff::Tally::new(),
            cut: 0,
        });
        let differences = merged.header.apart_from_part(log.header());
        if !differences.is_empty() {
            return Err(CommandError::Usage(format!(
                "{} is no part of the same run as {}: {}",
                folder.display(),
                folders[0].display(),
                differences.join("; ")
            )));
        }
        let overlaps = merged.parts.iter().any(|other| match (other.part, part.part) {
            (Some((one, of)), Some((other, other_of))) => of != other_of || one == other,
            _ => true,
        });
        if overlaps {
            return Err(CommandError::Usage(format!(
                "{} has cases that another report has, too: merge each part once, and parts of one division only",
                folder.display()
            )));
        }
        merged.parts.push(part);
        merged.cut += log.cut();
        for (name, count) in log.tally() {
            *merged.tally.entry(name.clone()).or_default() += count;
        }
        let failed = |error: LogError| CommandError::Failed(error.to_string());
        for finding in log.findings().iter() {
            let finding = finding.map_err(failed)?;
            if keys.insert(finding.case.key.clone()) {
                merged.findings.push(&finding).map_err(failed)?;
            }
        }
    }
    let mut merged = merged.ok_or_else(|| CommandError::Usage("--merge needs a folder".to_owned()))?;
    merged.parts.sort_by_key(|part| part.part);
    merged.header.selection.part = None;
    Ok(merged)
}

/// Copies the images of findings.
fn copy(from: &Path, to: &Path, findings: &Findings) -> Result<(), CommandError> {
    for finding in findings.iter() {
        let finding = finding.map_err(|error| CommandError::Failed(error.to_string()))?;
        let images = finding.answers.iter().filter_map(|answer| match answer {
            Answer::Image(file) => Some(file),
            _ => None,
        });
        let place = Path::new(FINDINGS).join(finding.case.name());
        for file in images.chain(&finding.difference) {
            let (source, target) = (from.join(&place).join(file), to.join(&place).join(file));
            if !source.exists() || target.exists() {
                continue;
            }
            let copied = fs::create_dir_all(to.join(&place)).and_then(|()| fs::copy(&source, &target));
            copied.map_err(|error| CommandError::Write(target.display().to_string(), error))?;
        }
    }
    Ok(())
}
