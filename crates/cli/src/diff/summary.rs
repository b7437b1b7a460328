//! The summary of a comparison: its groups on standard output, and a statement of what was covered.

use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use dpgen_diff::programs::{TALLY_ASKED_ALONE, TALLY_BATCH_RUNS, TALLY_BATCHES_BROKEN};
use dpgen_diff::report::{Filing, Report};
use dpgen_diff::{
    Answer, Findings, Group, GroupNaming, Grouping, KnownGroups, LogError, Refusals, RunHeader, Subject,
    TALLY_CASES, TALLY_MILLISECONDS, Tally, group_findings,
};

use crate::command_error::CommandError;
use crate::diff::program_args::WHERE_ACCEPTED_INPUT;
use crate::diff::repeat_command::repeat_command;
use crate::exit_code::ExitCode;
use crate::terminal::number_format::{grouped, time};

/// The most groups that are shown.
const MAX_GROUPS_SHOWN: usize = 40;
/// The most letters of a text that are shown.
const MAX_TEXT_LETTERS: usize = 400;

/// How a comparison ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DiffEnd {
    /// No limit stopped it.
    Complete,
    /// `--limit` is reached.
    Limit,
    /// A limit or an interrupt stopped it: the words for it, and the exit code.
    Halted(&'static str, ExitCode),
}

/// The progress of a part of the cases.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PartProgress {
    /// The number of the part and that of all parts, if there are several.
    pub part: Option<(u32, u32)>,
    /// The judged cases.
    pub done: u64,
    /// All cases.
    pub cases: u64,
}

/// What a report has beside the findings.
#[derive(Debug, Clone, Copy)]
pub struct ReportParts<'p> {
    /// The inputs of the run.
    pub header: &'p RunHeader,
    /// The figures of the run.
    pub tally: &'p Tally,
    /// The cases that were not compared, as a subject refused them.
    pub refusals: &'p Refusals,
    /// What reports of bugs need.
    pub filing: &'p Filing,
    /// Notes on the run beside those that its figures make.
    pub notes: &'p [String],
}

/// What reports of bugs about a run need, without files and system.
pub fn filing(header: &RunHeader) -> Filing {
    // Only the inputs of browsers have a viewport.
    let are_pages = header.inputs.iter().any(|(name, _)| name == "viewport");
    Filing { command: repeat_command(header), are_pages, ..Filing::default() }
}

/// The findings of a run, in groups.
#[derive(Debug)]
pub struct GroupedFindings<'f> {
    /// All findings.
    pub findings: &'f Findings,
    /// The groups that were not known.
    pub groups: Vec<Group>,
    /// The groups that were known already.
    pub known: Vec<Group>,
    /// How many findings are in no group, as grouping was stopped: the largest ones.
    pub ungrouped: usize,
}

impl<'f> GroupedFindings<'f> {
    /// Groups findings, until `halted` says to stop.
    pub fn new(
        header: &RunHeader,
        findings: &'f Findings,
        naming: &GroupNaming,
        known: &KnownGroups,
        halted: &dyn Fn() -> bool,
    ) -> Result<Self, CommandError> {
        let Grouping { groups, ungrouped } = group_findings(findings, naming, halted).map_err(failed)?;
        let (known, groups) =
            groups.into_iter().partition(|group| known.contains(&group.line(&header.subjects)));
        Ok(Self { findings, groups, known, ungrouped })
    }

    /// Writes the report to a folder, until `halted` says to stop. Returns whether it is complete.
    pub fn write(
        &self,
        folder: &Path,
        title: &str,
        parts: &ReportParts<'_>,
        statement: &str,
        halted: &dyn Fn() -> bool,
    ) -> Result<bool, CommandError> {
        let ReportParts { header, tally, refusals, filing, notes: notes_of_run } = *parts;
        let mut notes = fidelity_notes(tally);
        notes.extend(rate(header, tally));
        notes.extend(batches(tally));
        notes.extend_from_slice(notes_of_run);
        let report = Report {
            title,
            header,
            findings: self.findings,
            groups: &self.groups,
            known: &self.known,
            refusals: compares_accepted(header).then_some(refusals),
            statement,
            notes: &notes,
            filing,
        };
        report.write(folder, halted).map_err(failed)
    }

    /// The findings that groups are shown by, of the first groups.
    #[cfg(feature = "browsers")]
    pub fn smallest_findings(&self) -> Result<Vec<dpgen_diff::Finding>, CommandError> {
        let first = self.groups.iter().take(MAX_GROUPS_SHOWN).filter_map(|group| group.minimal.first());
        first.map(|place| self.findings.get(*place).map_err(failed)).collect()
    }

    /// The groups, each with its smallest finding and what was answered.
    pub fn text(&self, subjects: &[Subject]) -> Result<String, CommandError> {
        let mut text = String::new();
        for group in self.groups.iter().take(MAX_GROUPS_SHOWN) {
            let (minimal, all) = (group.minimal.len(), group.minimal.len() + group.others.len());
            // Writing to a string can not fail.
            let _ =
                writeln!(text, "{} ({}, {} minimal)", group.line(subjects), findings(all), grouped(minimal));
            let Some(place) = group.minimal.first() else { continue };
            let smallest = self.findings.get(*place).map_err(failed)?;
            let _ = writeln!(text, "  {}\t{}", smallest.case.key, truncated(&smallest.case.text));
            for (subject, answer) in subjects.iter().zip(&smallest.answers) {
                let _ = writeln!(text, "    {}: {}", subject.name, answer_line(answer));
            }
        }
        if self.groups.len() > MAX_GROUPS_SHOWN {
            let _ = writeln!(text, "and {} more groups", grouped(self.groups.len() - MAX_GROUPS_SHOWN));
        }
        Ok(text)
    }

    /// The statement of what was covered, and the exit code.
    pub fn statement(&self, header: &RunHeader, parts: &[PartProgress], end: DiffEnd) -> (String, ExitCode) {
        let selection = &header.selection;
        let count = |groups: &[Group]| -> usize {
            groups.iter().map(|group| group.minimal.len() + group.others.len()).sum()
        };
        let done: u64 = parts.iter().map(|part| part.done).sum();
        let cases: u64 = parts.iter().map(|part| part.cases).sum();
        let whole = done == cases;
        let mut text = match end {
            DiffEnd::Limit => "stopped by --limit: ".to_owned(),
            DiffEnd::Halted(verb, _) => format!("{verb}: "),
            DiffEnd::Complete => String::new(),
        };
        let named: Vec<String> =
            parts.iter().filter_map(|part| part.part).map(|(i, n)| format!("{i}/{n}")).collect();
        let of = match (&selection.drawn, named.as_slice()) {
            (Some(drawn), _) => format!("structures drawn {drawn}"),
            (None, _) if cases == selection.total => format!("structures of {}", selection.of),
            (None, named) => {
                let word = if named.len() == 1 { "part" } else { "parts" };
                let total = grouped(selection.total);
                format!("structures of {word} {} of {}, {total} in all", named.join(", "), selection.of)
            }
        };
        text += &match (whole, &selection.drawn) {
            (true, None) => format!("all {} {of}", grouped(cases)),
            (true, Some(_)) => format!("{} {of}", grouped(cases)),
            (false, _) => format!("{} of the {} {of}", grouped(done), grouped(cases)),
        };
        let grouped_count = count(&self.groups);
        let found = grouped_count + self.ungrouped;
        let minimal: usize = self.groups.iter().map(|group| group.minimal.len()).sum();
        text += &match found {
            0 => ": no differences".to_owned(),
            1 => ": 1 differs".to_owned(),
            _ if self.ungrouped > 0 => format!(
                ": {} differ; the {} smallest are grouped, {} of them minimal; the same command groups the others",
                grouped(found),
                grouped(grouped_count),
                grouped(minimal)
            ),
            _ => {
                let groups = if self.groups.len() == 1 { "group" } else { "groups" };
                let number = grouped(self.groups.len());
                format!(
                    ": {} differ, {} of them minimal, in {number} {groups}",
                    grouped(found),
                    grouped(minimal)
                )
            }
        };
        if !self.known.is_empty() {
            text += &format!("; left out as known: {}", findings(count(&self.known)));
        }
        let code = match end {
            DiffEnd::Halted(_, ExitCode::Interrupted) => ExitCode::Interrupted,
            _ if found > 0 => ExitCode::Differing,
            DiffEnd::Halted(_, code) => code,
            DiffEnd::Limit => ExitCode::Stopped,
            DiffEnd::Complete if whole => ExitCode::Complete,
            DiffEnd::Complete => ExitCode::Stopped,
        };
        (text, code)
    }
}

/// How many of the structures were compared, the time that took, and the rate. The times of parts that ran side by side are added.
fn rate(header: &RunHeader, tally: &Tally) -> Option<String> {
    let (cases, milliseconds) = (*tally.get(TALLY_CASES)?, *tally.get(TALLY_MILLISECONDS)?);
    let faults = tally.get("faults").copied().unwrap_or(0);
    let without = match faults {
        0 => String::new(),
        faults => format!("; on {} an engine failed", grouped(faults)),
    };
    let tenths = cases.saturating_mul(10_000) / milliseconds.max(1);
    let (rate, tenth) = (grouped(tenths / 10), tenths % 10);
    Some(format!(
        "Compared {} of the {} structures asked for{without}. Asking {} took {}: {rate}.{tenth} structures a second.",
        grouped(cases.saturating_sub(faults)),
        grouped(header.selection.total),
        header.subjects.len(),
        time(Duration::from_millis(milliseconds))
    ))
}

/// How many runs had batches of cases, and what was asked alone after them.
fn batches(tally: &Tally) -> Option<String> {
    let of = |name: &str| tally.get(name).copied().unwrap_or(0);
    let runs = of(TALLY_BATCH_RUNS);
    (runs > 0).then(|| {
        format!(
            "{} runs had several structures each, and {} of them were cut up; {} structures were asked alone.",
            grouped(runs),
            grouped(of(TALLY_BATCHES_BROKEN)),
            grouped(of(TALLY_ASKED_ALONE))
        )
    })
}

/// What to do if no batch was of any use; empty if one was.
pub fn batches_advice(tally: &Tally) -> String {
    let of = |name: &str| tally.get(name).copied().unwrap_or(0);
    let (runs, broken) = (of(TALLY_BATCH_RUNS), of(TALLY_BATCHES_BROKEN));
    if runs == 0 || broken < runs {
        return String::new();
    }
    "\nno batch was answered, and all structures were asked alone: each command has to print each mark once, on a line of its own, \
     and to end with code 0"
        .to_owned()
}

/// Whether only cases are compared that all subjects accept.
fn compares_accepted(header: &RunHeader) -> bool {
    header.inputs.iter().any(|(name, _)| name == WHERE_ACCEPTED_INPUT)
}

/// How many cases subjects refused, and the smallest that each did; empty if refused cases are compared.
pub fn refusal_lines(header: &RunHeader, refusals: &Refusals) -> String {
    let mut text = String::new();
    if !compares_accepted(header) {
        return text;
    }
    text += &match refusals.cases {
        0 => "\nnone was refused".to_owned(),
        1 => "\n1 was refused, and not compared".to_owned(),
        count => format!("\n{} were refused, and not compared", grouped(count)),
    };
    for (subject, refusal) in &refusals.by_subject {
        let name = header.subjects.get(*subject).map_or("?", |subject| subject.name.as_str());
        // Writing to a string can not fail.
        let _ = write!(
            text,
            "\n  {name} refused {}, the smallest {}\t{}",
            grouped(refusal.count),
            refusal.key,
            truncated(&refusal.text)
        );
    }
    text
}

fn failed(error: LogError) -> CommandError {
    CommandError::Failed(error.to_string())
}

fn findings(count: usize) -> String {
    if count == 1 { "1 finding".to_owned() } else { format!("{} findings", grouped(count)) }
}

/// The beginning of a text, with an ellipsis if it is cut.
fn truncated(text: &str) -> String {
    let mut letters = text.chars();
    let mut shown: String = letters.by_ref().take(MAX_TEXT_LETTERS).collect();
    if letters.next().is_some() {
        shown += "...";
    }
    shown
}

/// An answer in one line.
fn answer_line(answer: &Answer) -> String {
    match answer {
        Answer::Text { code, text, stderr, .. } => {
            let code = code.map(|code| format!("exit code {code}, ")).unwrap_or_default();
            let line = stderr.lines().last().filter(|_| text.is_empty());
            let suffix = line.map(|line| format!(" ({})", truncated(line))).unwrap_or_default();
            format!("{code}{:?}{suffix}", truncated(text))
        }
        Answer::Image(file) => file.clone(),
        Answer::Failed(failure, how) => {
            format!("{}: {}", failure.verb(), truncated(how.lines().next().unwrap_or_default()))
        }
        Answer::Unseen => "not asked".to_owned(),
    }
}

/// The notes on a run of browsers, a sentence each: how far tiles can be trusted, and restarts; none for other runs.
fn fidelity_notes(tally: &Tally) -> Vec<String> {
    let of = |name: &str| tally.get(name).copied().unwrap_or(0);
    if of("pages") == 0 {
        return Vec::new();
    }
    let mut notes = vec![format!(
        "Fidelity: {} of the {} pages that differed side by side with others did not differ alone, and are no findings; \
         of {} pages drawn at random among those that agreed, {} differed alone.",
        grouped(of("differed in tiles only")),
        grouped(of("differed in tiles")),
        grouped(of("sampled")),
        grouped(of("differed alone only")),
    )];
    if of("confirmed in frames") > 0 {
        notes.push(format!(
            "Of the others, {} differed in the same way in a frame that fills the window, and are findings by that; of {} of these, \
             drawn at random and rendered alone all the same, {} differed otherwise or not at all. Of {} pages that agreed in such a \
             frame, {} differed alone.",
            grouped(of("confirmed in frames")),
            grouped(of("confirmed in frames and sampled")),
            grouped(of("confirmed in frames wrongly")),
            grouped(of("agreed in frames")),
            grouped(of("agreed in frames but not alone")),
        ));
    }
    match of("restarts") {
        0 => {}
        1 => notes.push("A browser was started again once.".to_owned()),
        restarts => notes.push(format!("Browsers were started again {} times.", grouped(restarts))),
    }
    notes
}
