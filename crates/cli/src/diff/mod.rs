//! `dpgen diff`: runs every structure through several programs or browsers, and reports on which they disagree.
//!
//! `args.rs` has the flags; those of the subjects, and the judges that they make, are in `program_args.rs` and
//! `browser_args.rs`. `diff_cases.rs` makes cases of structures, with the texts of `case_exporters.rs` and in the terms of `term_converter.rs`. `dpgen_diff` judges them,
//! keeps the log and groups the findings, in a folder that `report_folder.rs` makes; `summary.rs` says what was found,
//! `report_merge.rs` makes one report of several.
//!
//! A report can be filed: `repeat_command.rs` has the command for one finding, `smallest_files.rs` leaves out what it can of the
//! style sheet (`base_sheet.rs`), and `reftest.rs` makes a test of the page.

mod args;
#[cfg(feature = "browsers")]
mod base_sheet;
mod batch_template;
#[cfg(feature = "browsers")]
mod browser_args;
mod case_exporters;
mod diff_cases;
mod diff_progress;
mod is_page_spec;
#[cfg(not(feature = "browsers"))]
mod no_browser_args;
mod program_args;
#[cfg(feature = "browsers")]
mod reftest;
mod repeat_command;
mod report_folder;
mod report_merge;
#[cfg(feature = "browsers")]
mod sheet_reduction;
#[cfg(feature = "browsers")]
mod smallest_files;
mod summary;
mod system_name;
mod term_converter;
mod whole_file_judge;

use std::cell::Cell;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use dpgen_diff::report::SmallestFile;
use dpgen_diff::{CaseSource as _, FileTemplate, Judge, LOG_FILE_NAME, Log, LogError, RunError, RunHeader};
use dpgen_forest::limits::memory::MemoryLimit;
use dpgen_forest::{Catalog, StopReason};

pub(crate) use args::Args;

use self::case_exporters::CaseExporters;
use self::diff_cases::{Cases, saturated};
use self::diff_progress::DiffProgress;
use self::report_folder::ReportFolder;
use self::summary::{DiffEnd, GroupedFindings, PartProgress, ReportParts};
use self::system_name::system_name;
use self::whole_file_judge::WholeFileJudge;
use crate::build_session::{Halt, Session};
use crate::command_error::CommandError;
use crate::coverage_certificate::stop_words;
use crate::exit_code::ExitCode;
use crate::input::odds_args::odds_words;
use crate::input::selection::Selection;
use crate::terminal::number_format::{grouped, sizes, structures};
use crate::terminal::stdout::Stdout;

/// The smallest files of findings, by the keys of their cases.
type SmallestFiles = BTreeMap<String, SmallestFile>;

/// The maximum size without a flag that says one.
const MAX_SIZE: u32 = 4;
/// The time that a report takes at most after a limit or an interrupt.
const REPORT_TIME_AFTER_HALT: Duration = Duration::from_secs(1);

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, CommandError> {
    if args.odds.is_given() && args.sample.is_none() {
        return Err(CommandError::Usage("--odds are for draws: say how many with --sample".to_owned()));
    }
    let known = args.known_groups()?;
    if let (false, Some(report)) = (args.merge.is_empty(), &args.report) {
        let naming = |header: &RunHeader| args.naming(&header.vocabulary);
        return report_merge::run(&args.merge, report, &known, naming, args);
    }
    let case_sizes = args.case_sizes();
    let mut input = args.input.open(&case_sizes, MAX_SIZE)?;
    let exporters = CaseExporters::new(args, &input)?;
    args.odds.check(&input.spec, &input.scope)?;
    let selection = Selection::new(&case_sizes, &args.case_part(), &input.scope);
    let mut folder = ReportFolder::claim(args.report.as_deref())?;
    let mut session = Session::begin(&args.engine);
    let memory = args.engine.memory.and_then(MemoryLimit::more_than_now);
    let catalog = input.catalog(&session, &selection)?;
    if let Some(reason) = catalog.stop_reason().filter(|_| catalog.complete_sizes() <= *selection.sizes.end())
    {
        let (verb, code) = stop_words(reason);
        session.note(&format!(
            "{verb} before size {}, while building; nothing was compared",
            catalog.complete_sizes()
        ));
        return Ok(code);
    }
    args.check_key(&input, &catalog)?;
    session.begin_writing();
    let exporters = exporters.until(session.stop_signal());
    let (file_template, renderings) = (exporters.file_template(), exporters.rendering_templates());
    let mut drawn_by = None;
    let mut cases = match args.sample {
        Some(draws) => {
            let odds = args.odds.of(&input.spec, catalog.schema())?;
            drawn_by = odds.as_ref().map(odds_words);
            Cases::drawn(&input.spec, &catalog, &exporters, &selection, (draws, args.seed), odds)
        }
        None => Cases::all(&input.spec, &catalog, &exporters, &selection),
    };
    let naming = args.naming(cases.vocabulary())?;
    if cases.count() == 0 {
        session.note(&format!("no structure of {} satisfies the predicate", sizes(&selection.sizes)));
        return Ok(ExitCode::Nothing);
    }
    if args.browsers.is_given() {
        let first = session.unless_halted(cases.block(0, 1))?.unwrap_or_default();
        let first = first.first().map_or("", |case| case.text.as_str());
        is_page_spec::check_page(&input.spec, &file_template, first, cases.vocabulary())?;
    }
    let judge = if args.browsers.is_given() {
        // It takes whole files, so that it can be asked about others than those of the template, too.
        args.browsers.judge(args.timeout(), &FileTemplate::default(), &session)
    } else {
        args.programs.judge(args.timeout(), session.threads(), &file_template, &renderings)
    };
    let mut judge = match (judge, session.halted()) {
        (Err(_), Some(halt)) => {
            session.note(&format!("{}, while starting; nothing was compared", halt.verb()));
            return Ok(halt.code());
        }
        (judge, _) => judge?,
    };
    let header = RunHeader::new(
        args.inputs(&input, &catalog)?,
        judge.subjects(),
        log_selection(args, &selection, &catalog, &cases, drawn_by.as_deref()),
        file_template.clone(),
        cases.vocabulary().clone(),
        args.command(),
    )
    .with_renderings(renderings);
    let mut log = match &args.report {
        Some(path) => Log::open(path, header).map_err(unusable_report)?,
        None => Log::in_memory(header),
    };
    let compared = if args.browsers.is_given() {
        let mut judge = WholeFileJudge::new(judge.as_mut(), &file_template);
        compare(args, &session, memory.as_ref(), &mut judge, &mut cases, &mut log)
    } else {
        compare(args, &session, memory.as_ref(), judge.as_mut(), &mut cases, &mut log)
    };
    if compared.is_ok() || log.done() > 0 {
        folder.keep();
    }
    let end = compared?;
    let part = PartProgress { part: log.header().selection.part, done: log.done(), cases: cases.count() };
    let halted = after_halt(session.stop_signal());
    let report = GroupedFindings::new(log.header(), log.findings(), &naming, &known, &halted)?;
    let end = match session.halted().filter(|_| report.ungrouped > 0) {
        Some(halt) => DiffEnd::Halted(halt.verb(), halt.code()),
        None => end,
    };
    let (mut statement, mut code) = report.statement(log.header(), &[part], end);
    statement += &summary::batches_advice(log.tally());
    statement += &summary::refusal_lines(log.header(), log.refusals());
    if log.torn_bytes() > 0 {
        statement += &format!(
            "\n{} bytes at the end of {LOG_FILE_NAME} were not written whole, and are cut off",
            log.torn_bytes()
        );
    }
    if let Some(folder) = &args.report {
        let title = format!("{}: differences", input.spec.name());
        let mut filing = summary::filing(log.header());
        filing.system = system_name();
        let mut notes = Vec::new();
        if filing.are_pages && session.halted().is_none() {
            (filing.files, notes) = files_of_groups(judge.as_mut(), &report, log.header(), &session)?;
        }
        drop(judge);
        for note in &notes {
            statement += &format!("\n{note}");
        }
        let parts = ReportParts {
            header: log.header(),
            tally: log.tally(),
            refusals: log.refusals(),
            filing: &filing,
            notes: &notes,
        };
        let is_whole = report.write(folder, &title, &parts, &statement, &halted)?;
        statement += &format!("\nreport: {}", folder.join("index.html").display());
        if !is_whole {
            statement += ", which is not whole, as writing it was stopped; the same command writes it anew";
            if session.halted() == Some(Halt::Interrupt) {
                code = ExitCode::Interrupted;
            }
        }
        if log.done_earlier() > 0 {
            statement += &format!("\n{} cases were judged by earlier runs", grouped(log.done_earlier()));
        }
    }
    let mut out = Stdout::new();
    out.text(&report.text(&log.header().subjects)?)?;
    out.flush()?;
    drop(folder);
    session.note(&statement);
    Ok(code)
}

/// The smallest files of the findings that groups are shown by, and notes on those that were not found again.
#[cfg(feature = "browsers")]
fn files_of_groups(
    judge: &mut dyn Judge,
    report: &GroupedFindings<'_>,
    header: &RunHeader,
    session: &Session<'_>,
) -> Result<(SmallestFiles, Vec<String>), CommandError> {
    let page = header.inputs.iter().find(|(name, _)| name == "page").map_or("", |(_, size)| size.as_str());
    let width = page.split_once('x').map_or(page, |(width, _)| width);
    let findings = report.smallest_findings()?;
    let stop_signal = session.stop_signal();
    let mut whole = WholeFileJudge::new(judge, &header.file_template);
    let notes = smallest_files::findings_not_repeated(&mut whole, &findings, &stop_signal)
        .map(|keys| not_repeated_note(&keys));
    let notes = notes.unwrap_or_else(|error| Some(format!("pages were not rendered again, as {error}")));
    let files =
        smallest_files::smallest_files(judge, (&header.file_template, width), &findings, &stop_signal);
    // The report is whole without them.
    let files = files.unwrap_or_else(|error| {
        session.note(&format!("pages were not made smaller, as {error}"));
        SmallestFiles::new()
    });
    Ok((files, notes.into_iter().collect()))
}

/// What is said of findings that groups are shown by, and that did not differ again.
#[cfg(feature = "browsers")]
fn not_repeated_note(keys: &[String]) -> Option<String> {
    (!keys.is_empty()).then(|| {
        format!(
            "Of the pages that groups are shown by, these did not differ in the same way when they were rendered alone for the \
             report, and are to be looked at with doubt: {}.",
            keys.join(", ")
        )
    })
}

/// Without browsers there are no pages.
#[cfg(not(feature = "browsers"))]
fn files_of_groups(
    _judge: &mut dyn Judge,
    _report: &GroupedFindings<'_>,
    _header: &RunHeader,
    _session: &Session<'_>,
) -> Result<(SmallestFiles, Vec<String>), CommandError> {
    Ok((SmallestFiles::new(), Vec::new()))
}

/// Judges the cases that the log does not have yet, as far as limits allow, and makes findings of samples smaller.
fn compare(
    args: &Args,
    session: &Session<'_>,
    memory: Option<&MemoryLimit>,
    judge: &mut dyn Judge,
    cases: &mut Cases<'_>,
    log: &mut Log,
) -> Result<DiffEnd, CommandError> {
    let until = args.part.limit.unwrap_or(u64::MAX).min(cases.count());
    let is_full = || memory.is_some_and(MemoryLimit::is_reached);
    let stop_signal = session.stop_signal();
    let halted = || stop_signal() || is_full();
    let mut shown = DiffProgress::start(args.engine.progress_mode());
    let mut result =
        dpgen_diff::run_comparison(judge, cases, log, until, &halted, |progress| shown.judged(progress));
    if result.is_ok() && args.sample.is_some() {
        result = dpgen_diff::reduce_samples(judge, cases, log, &halted, |done, of| shown.reduced(done, of));
    }
    drop(shown);
    match result {
        Ok(()) => {}
        Err(RunError::Source(error)) => {
            session.unless_halted::<()>(Err(error))?.err();
        }
        Err(RunError::Judge(error)) => return Err(CommandError::Failed(error.to_string())),
        Err(RunError::Log(error)) => return Err(CommandError::Failed(error.to_string())),
    }
    let halt = session.halted().map(|halt| (halt.verb(), halt.code()));
    let halt = halt.or_else(|| is_full().then(|| stop_words(StopReason::Memory)));
    Ok(match halt {
        Some((verb, code)) if log.done() < until || (args.sample.is_some() && !log.all_reduced()) => {
            DiffEnd::Halted(verb, code)
        }
        _ if log.done() >= until && until < cases.count() => DiffEnd::Limit,
        _ => DiffEnd::Complete,
    })
}

/// The cases that a run is about, as its log has them.
fn log_selection(
    args: &Args,
    selection: &Selection,
    catalog: &Catalog,
    cases: &Cases<'_>,
    drawn_by: Option<&str>,
) -> dpgen_diff::CaseSelection {
    let all = Selection { shard: None, ..selection.clone() };
    let total = all.selected(catalog);
    let of = match &selection.ranks {
        Some(ranks) => format!("{} with ranks {ranks}", sizes(&selection.sizes)),
        None => sizes(&selection.sizes),
    };
    let drawn = args.sample.map(|_| {
        let from = format!("from {} of {of}, seed {}", structures(&total), args.seed);
        drawn_by.map_or_else(|| format!("uniformly {from}"), |odds| format!("{from}, {odds}"))
    });
    let whole = drawn.is_some() || selection.ranks.is_some();
    let total = if whole { cases.count() } else { saturated(&total) };
    let part = selection.shard.map(|shard| (shard.index, shard.of));
    dpgen_diff::CaseSelection { cases: cases.count(), total, part, of, drawn }
}

/// Whether it is long enough that a run was to end: what was found is still to be reported.
fn after_halt(stop_signal: impl Fn() -> bool) -> impl Fn() -> bool {
    let heard: Cell<Option<Instant>> = Cell::new(None);
    move || {
        if heard.get().is_none() && stop_signal() {
            heard.set(Some(Instant::now()));
        }
        heard.get().is_some_and(|heard| heard.elapsed() >= REPORT_TIME_AFTER_HALT)
    }
}

/// A folder that belongs to another run is a mistake of the user.
fn unusable_report(error: LogError) -> CommandError {
    CommandError::Usage(error.to_string())
}
