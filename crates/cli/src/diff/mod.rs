//! `dpgen diff`: every structure through several programs or browsers, and what they disagree about.
//!
//! `subjects.rs` and `pages.rs` say who is compared, `cases.rs` on what; `names.rs` takes structures apart for
//! `dpgen_diff`, which judges, keeps and groups; `said.rs` has the last words, `watch.rs` those before.

mod cases;
mod is_page;
mod merge;
mod names;
mod pages;
mod said;
mod subjects;
mod watch;

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use dpgen_browsers::Halt;
use dpgen_diff::{Header, Judge, Known, LOG, Log, LogError, Naming, RunError, Source as _, Vocabulary};
use dpgen_forest::limits::memory::MemoryLimit;
use dpgen_forest::{Catalog, StopReason, fnv1a};

use self::cases::{Cases, saturated};
use self::pages::PageArgs;
use self::said::{Ended, Grouped, Part};
use self::subjects::ProgramArgs;
use self::watch::Watch;
use super::args::{EngineArgs, FormatArgs, PartArgs, SizeArgs};
use super::certificate;
use super::claim::claim;
use super::command_error::CommandError;
use super::exit::ExitCode;
use super::input::{Input, InputArgs};
use super::key::ORDER;
use super::load;
use super::say::{grouped, sizes, structures};
use super::selection::Selection;
use super::session::Session;
use super::stdout::Stdout;

/// The maximum size without a flag that says one.
const MAX_SIZE: u32 = 4;
/// The flag that names the folder of a report.
const REPORT_FLAG: &str = "--report";
/// The largest file of known groups, in bytes.
const LARGEST_KNOWN: u64 = 16 << 20;

/// Runs every structure up to a size through several programs or browsers, and tells on which they disagree (up to size
/// 4 if nothing else is said)
///
/// Structures on which programs differ are findings; so are those on which one crashes or does not answer in time. A
/// finding is minimal if nothing can be left out of it. Minimal findings in which the same programs stand out, and in
/// which the same names occur, are a group. Standard output gets the groups, each with its smallest finding.
///
/// With --report DIR a run goes on where one was stopped. Exit code 5: there are differences that are not known.
#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("who").required(true).args(["commands", "engines", "merge"]))]
pub struct Args {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    programs: ProgramArgs,
    #[command(flatten)]
    pages: PageArgs,
    /// How long an answer may take, as in 500ms, 10s or 2m; what takes longer is ended, which is a finding
    /// [default: 10s; for browsers 20s]
    #[arg(long, value_name = "TIME", value_parser = subjects::some_time)]
    timeout: Option<Duration>,
    #[command(flatten)]
    sizes: SizeArgs,
    #[command(flatten)]
    part: PartArgs,
    /// Instead of all structures, so many different ones drawn at random, each with the same probability; findings are
    /// made smaller
    #[arg(long, value_name = "K", conflicts_with_all = ["shard", "rank"],
        value_parser = clap::value_parser!(u64).range(1..))]
    sample: Option<u64>,
    /// What the draws depend on
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    seed: u64,
    /// Makes one report of the reports of shards, in the folder of --report
    #[arg(long, value_name = "DIR", num_args = 1.., requires = "report", conflicts_with_all = ["spec", "sample"])]
    merge: Vec<PathBuf>,
    /// A folder for a report, and from which a stopped run goes on
    #[arg(long, value_name = "DIR")]
    report: Option<PathBuf>,
    /// The command that a report names, for who runs this one in turn
    #[arg(long, value_name = "COMMAND", hide = true)]
    shown_as: Option<String>,
    /// A file with groups that are known, as in a report's groups.txt; they are counted and left out
    #[arg(long, value_name = "FILE")]
    known: Option<PathBuf>,
    /// Which names tell groups apart: types, whose constructors count, and Type.field, separated by commas [default: the
    /// type with the most constructors]
    #[arg(long, value_name = "NAMES")]
    group_by: Option<String>,
    #[command(flatten)]
    format: FormatArgs,
    #[command(flatten)]
    engine: EngineArgs,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, CommandError> {
    let known = args.known.as_deref().map_or_else(|| Ok(Known::default()), read_known)?;
    if let (false, Some(report)) = (args.merge.is_empty(), &args.report) {
        let naming = |header: &Header| args.naming(&header.vocabulary);
        return merge::run(&args.merge, report, &known, naming, args);
    }
    let mut input = args.input.open(&args.sizes, MAX_SIZE)?;
    let exporter = args.format.exporter(&input.spec, &input.scope)?;
    let part = PartArgs { limit: None, shard: args.part.shard, rank: args.part.rank.clone() };
    let selection = Selection::new(&args.sizes, &part, &input.scope);
    let lock = args.report.as_deref().map(|report| claim(report, REPORT_FLAG, Some(LOG), &[])).transpose()?;
    let mut session = Session::begin(&args.engine);
    let memory = args.engine.memory.and_then(MemoryLimit::more_than_now);
    let catalog = input.catalog(&session, &selection)?;
    if let Some(reason) = catalog.stop_reason().filter(|_| catalog.complete_sizes() <= *selection.sizes.end())
    {
        let (verb, code) = certificate::stop(reason);
        session.note(&format!(
            "{verb} before size {}, while building; nothing was compared",
            catalog.complete_sizes()
        ));
        return Ok(code);
    }
    session.begin_writing();
    let exporter = exporter.until(session.signal());
    let frame = cases::frame(&input.spec, &exporter, args.format.template.is_some());
    let mut cases = match args.sample {
        Some(draws) => Cases::drawn(&input.spec, &catalog, &exporter, &selection, (draws, args.seed)),
        None => Cases::all(&input.spec, &catalog, &exporter, &selection),
    };
    let naming = args.naming(cases.names().vocabulary())?;
    if cases.count() == 0 {
        session.note(&format!("no structure of {} satisfies the predicate", sizes(&selection.sizes)));
        return Ok(ExitCode::Nothing);
    }
    if args.pages.engines.is_some() {
        let first = session.unless_halted(cases.block(0, 1))?.unwrap_or_default();
        let first = first.first().map_or("", |case| case.text.as_str());
        is_page::check(&input.spec, &frame, first, cases.names().vocabulary())?;
    }
    let judge = match args.pages.engines {
        Some(_) => args.pages.judge(args.timeout(), &frame, Halt::when(session.signal())),
        None => args.programs.judge(args.timeout(), session.threads(), &frame),
    };
    let mut judge = match (judge, session.halted()) {
        (Err(_), Some(halt)) => {
            session.note(&format!("{}, while starting; nothing was compared", halt.verb()));
            return Ok(halt.code());
        }
        (judge, _) => judge?,
    };
    let header = Header::new(
        args.made(&input, &catalog),
        judge.subjects(),
        args.selected(&selection, &catalog, &cases),
        frame,
        cases.names().vocabulary().clone(),
        args.command(),
    );
    let mut log = match &args.report {
        Some(folder) => Log::open(folder, header).map_err(unusable)?,
        None => Log::in_memory(header),
    };
    let ended = args.compare(&session, memory.as_ref(), judge.as_mut(), &mut cases, &mut log)?;
    drop(judge);
    let part = Part { part: log.header().selection.part, done: log.done(), cases: cases.count() };
    let report = Grouped::new(log.header(), log.findings(), &naming, &known)?;
    let (mut statement, code) = report.statement(log.header(), &[part], ended);
    if log.cut() > 0 {
        statement +=
            &format!("\n{} bytes at the end of {LOG} were not written whole, and are cut off", log.cut());
    }
    if let Some(folder) = &args.report {
        let title = format!("{}: differences", input.spec.name());
        report.write(folder, &title, (log.header(), log.tally()), &statement)?;
        statement += &format!("\nreport: {}", folder.join("index.html").display());
        if log.earlier() > 0 {
            statement += &format!("\n{} cases were judged by earlier runs", grouped(log.earlier()));
        }
    }
    let mut out = Stdout::new();
    out.text(&report.text(&log.header().subjects)?)?;
    out.flush()?;
    drop(lock);
    session.note(&statement);
    Ok(code)
}

impl Args {
    fn timeout(&self) -> Duration {
        let usual = if self.pages.engines.is_some() { 20 } else { 10 };
        self.timeout.unwrap_or(Duration::from_secs(usual))
    }

    /// Judges what the log does not have yet, as far as limits let it, and makes findings of samples smaller.
    fn compare(
        &self,
        session: &Session<'_>,
        memory: Option<&MemoryLimit>,
        judge: &mut dyn Judge,
        cases: &mut Cases<'_>,
        log: &mut Log,
    ) -> Result<Ended, CommandError> {
        let until = self.part.limit.unwrap_or(u64::MAX).min(cases.count());
        let is_full = || memory.is_some_and(MemoryLimit::is_reached);
        let signal = session.signal();
        let halted = || signal() || is_full();
        let mut watch =
            Watch::start(if self.engine.quiet { super::args::Show::Off } else { self.engine.progress });
        let mut result = dpgen_diff::run(judge, cases, log, until, &halted, |progress| watch.see(progress));
        if result.is_ok() && self.sample.is_some() {
            result = dpgen_diff::reduce(judge, cases, log, &halted, |done, of| watch.reduced(done, of));
        }
        drop(watch);
        match result {
            Ok(()) => {}
            Err(RunError::Source(error)) => {
                session.unless_halted::<()>(Err(error))?.err();
            }
            Err(RunError::Judge(error)) => return Err(CommandError::Failed(error.to_string())),
            Err(RunError::Log(error)) => return Err(CommandError::Failed(error.to_string())),
        }
        let halt = session.halted().map(|halt| (halt.verb(), halt.code()));
        let halt = halt.or_else(|| is_full().then(|| certificate::stop(StopReason::Memory)));
        Ok(match halt {
            Some((verb, code)) if log.done() < until || (self.sample.is_some() && !log.all_reduced()) => {
                Ended::Halted(verb, code)
            }
            _ if log.done() >= until && until < cases.count() => Ended::Limit,
            _ => Ended::Whole,
        })
    }

    /// The command that a report names.
    fn command(&self) -> String {
        self.shown_as.clone().unwrap_or_else(command_line)
    }

    /// What a run depends on.
    fn made(&self, input: &Input, catalog: &Catalog) -> Vec<(String, String)> {
        let entry = |name: &str, value: String| (name.to_owned(), value);
        let mut made = vec![
            entry("dpgen", env!("CARGO_PKG_VERSION").to_owned()),
            entry("order of ranks", ORDER.to_owned()),
            entry("spec", input.spec.name().to_owned()),
            entry("the spec's hash", format!("{:016x}", fnv1a(input.spec.text().as_bytes()))),
            entry("max size", catalog.scope().max_size().to_string()),
        ];
        made.extend(
            catalog.scope().params().map(|(name, value)| (format!("parameter {name}"), value.to_string())),
        );
        made.push(entry("algorithm", catalog.algorithm().to_string()));
        made.push(entry("fields", catalog.fields().to_string()));
        if let Ok(format) = self.format.format() {
            made.push(entry("format", format.to_string()));
        }
        made.extend(self.format.template.iter().map(|template| entry("template", template.clone())));
        made.extend(match self.pages.engines {
            Some(_) => self.pages.made(self.timeout()),
            None => self.programs.made(self.timeout()),
        });
        made
    }

    /// Which cases a run is about.
    fn selected(&self, selection: &Selection, catalog: &Catalog, cases: &Cases<'_>) -> dpgen_diff::Selection {
        let all = Selection { shard: None, ..selection.clone() };
        let total = all.selected(catalog);
        let of = match &selection.ranks {
            Some(ranks) => format!("{} with ranks {ranks}", sizes(&selection.sizes)),
            None => sizes(&selection.sizes),
        };
        let drawn = self.sample.map(|_| format!("{} of {of}, seed {}", structures(&total), self.seed));
        let whole = drawn.is_some() || selection.ranks.is_some();
        let total = if whole { cases.count() } else { saturated(&total) };
        let part = selection.shard.map(|shard| (shard.index, shard.of));
        dpgen_diff::Selection { cases: cases.count(), total, part, of, drawn }
    }

    fn naming(&self, vocabulary: &Vocabulary) -> Result<Naming, CommandError> {
        match &self.group_by {
            None => Ok(Naming::usual(vocabulary)),
            Some(text) => Naming::read(text, vocabulary)
                .map_err(|why| CommandError::Usage(format!("--group-by: {why}"))),
        }
    }
}

fn read_known(path: &Path) -> Result<Known, CommandError> {
    let bytes =
        File::open(path).and_then(|file| load::bounded(file, LARGEST_KNOWN, "a file of known groups"));
    let text = bytes.and_then(|bytes| String::from_utf8(bytes).map_err(io::Error::other));
    let text = text.map_err(|error| error.to_string());
    let known = text.and_then(|text| Known::read(&text));
    known.map_err(|why| CommandError::Usage(format!("the known groups of {}: {why}", path.display())))
}

/// A folder that is not one of this run is a mistake of the user; what can not be written is none.
fn unusable(error: LogError) -> CommandError {
    CommandError::Usage(error.to_string())
}

/// The command that was given, as one could give it again.
fn command_line() -> String {
    let plain = |word: &str| {
        !word.is_empty()
            && word.chars().all(|letter| letter.is_alphanumeric() || "-_./,=:@%+".contains(letter))
    };
    let quoted =
        |word: String| if plain(&word) { word } else { format!("'{}'", word.replace('\'', "'\\''")) };
    let words = std::env::args_os().skip(1).map(|word| quoted(word.to_string_lossy().into_owned()));
    ["dpgen".to_owned()].into_iter().chain(words).collect::<Vec<_>>().join(" ")
}
