//! Merges the reports of shards into one.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use dpgen_diff::{
    Answer, FINDINGS_FOLDER_NAME, Findings, GroupNaming, KnownGroups, LOG_FILE_NAME, Log, LogError, Refusals,
    RunHeader,
};

use crate::command_error::CommandError;
use crate::diff::args::{Args, REPORT_FLAG};
use crate::diff::summary::{
    DiffEnd, GroupedFindings, PartProgress, ReportParts, batches_advice, filing, refusal_lines,
};
use crate::exit_code::ExitCode;
use crate::folder::folder_claim::claim_folder;
use crate::terminal::messages::say;
use crate::terminal::stdout::Stdout;

/// The file by which a merged report is known as such.
const MERGED_FILE: &str = "merged";

/// The contents of several reports.
struct Merged {
    /// The header of the first, without its part.
    header: RunHeader,
    parts: Vec<PartProgress>,
    findings: Findings,
    tally: dpgen_diff::Tally,
    refusals: Refusals,
    /// The bytes at the ends of their logs that were not written whole.
    torn_bytes: u64,
}

/// Merges the reports in some folders into one.
pub fn run(
    folders: &[PathBuf],
    report: &Path,
    known: &KnownGroups,
    naming: impl FnOnce(&RunHeader) -> Result<GroupNaming, CommandError>,
    args: &Args,
) -> Result<ExitCode, CommandError> {
    // The report of a run has its log, which would no longer be that of the report.
    if report.join(LOG_FILE_NAME).exists() {
        return Err(CommandError::Usage(format!(
            "{} is the report of a run: give another folder with {REPORT_FLAG}",
            report.display()
        )));
    }
    let mut merged = read_logs(folders)?;
    if let Some(command) = &args.shown_as {
        merged.header.command.clone_from(command);
    }
    let lock = claim_folder(report, REPORT_FLAG, Some(MERGED_FILE), &[])?;
    write_note(report)
        .map_err(|error| CommandError::Write(report.join(MERGED_FILE).display().to_string(), error))?;
    let naming = naming(&merged.header)?;
    for folder in folders {
        copy_images(folder, report, &merged.findings)?;
    }
    let grouped = GroupedFindings::new(&merged.header, &merged.findings, &naming, known, &|| false)?;
    let (mut statement, code) = grouped.statement(&merged.header, &merged.parts, DiffEnd::Complete);
    statement += &batches_advice(&merged.tally);
    statement += &refusal_lines(&merged.header, &merged.refusals);
    if merged.torn_bytes > 0 {
        statement += &format!(
            "\n{} bytes at the ends of logs were not written whole, and are left out",
            merged.torn_bytes
        );
    }
    let title = format!("{}: differences", input_named(&merged.header, "spec"));
    // Pages are made smaller by the runs, which have the browsers.
    let filing = filing(&merged.header);
    let parts = ReportParts {
        header: &merged.header,
        tally: &merged.tally,
        refusals: &merged.refusals,
        filing: &filing,
        notes: &[],
    };
    grouped.write(report, &title, &parts, &statement, &|| false)?;
    let mut out = Stdout::new();
    out.text(&grouped.text(&merged.header.subjects)?)?;
    out.flush()?;
    drop(lock);
    if !args.engine.quiet {
        say(&format!("{statement}\nreport: {}", report.join("index.html").display()));
    }
    Ok(code)
}

/// Writes the note that the folder has a merged report.
fn write_note(report: &Path) -> io::Result<()> {
    fs::write(
        report.join(MERGED_FILE),
        "This report was merged from several; dpgen diff --merge writes it anew.\n",
    )
}

fn input_named<'h>(header: &'h RunHeader, name: &str) -> &'h str {
    header.inputs.iter().find(|(input_named, _)| input_named == name).map_or("", |(_, value)| value.as_str())
}

/// Reads all logs, which have to be about parts of the same run.
fn read_logs(folders: &[PathBuf]) -> Result<Merged, CommandError> {
    let mut merged: Option<Merged> = None;
    let mut keys = BTreeSet::new();
    for folder in folders {
        let log = Log::read(folder).map_err(|error| CommandError::Usage(error.to_string()))?;
        let selection = &log.header().selection;
        let part = PartProgress { part: selection.part, done: log.done(), cases: selection.cases };
        let merged = merged.get_or_insert_with(|| Merged {
            header: log.header().clone(),
            parts: Vec::new(),
            findings: Findings::new(log.header().vocabulary.clone(), None),
            tally: dpgen_diff::Tally::new(),
            refusals: Refusals::default(),
            torn_bytes: 0,
        });
        let differences = merged.header.differences_apart_from_part(log.header());
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
        merged.torn_bytes += log.torn_bytes();
        merged.refusals.add(log.refusals());
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
fn copy_images(from: &Path, to: &Path, findings: &Findings) -> Result<(), CommandError> {
    for finding in findings.iter() {
        let finding = finding.map_err(|error| CommandError::Failed(error.to_string()))?;
        let images = finding.answers.iter().filter_map(|answer| match answer {
            Answer::Image(file) => Some(file),
            _ => None,
        });
        let place = Path::new(FINDINGS_FOLDER_NAME).join(finding.case.name());
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
