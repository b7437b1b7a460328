//! `dpgen hunt`: structures chosen by what a judge said of those before.
//!
//! `judging.rs` says who judges, `record.rs` keeps what was said, so that a stopped run goes on, `finds.rs` what is worth
//! keeping: the smallest structure of each behaviour, and bugs. `watch.rs` shows how far it is. Which structures are tried is
//! `dpgen_guide`'s business.

mod finds;
mod judging;
mod record;
mod watch;

use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use dpgen_forest::limits::memory::MemoryLimit;
use dpgen_forest::{Catalog, Fields, StopReason, fnv1a};
use dpgen_guide::judge::Judges;
use dpgen_guide::{Ended, Guide, Hunt, Limits, Proposal};

use self::finds::{Finds, Found};
use self::judging::JudgingArgs;
use self::record::{Header, Record};
use self::watch::Watch;
use super::args::{EngineArgs, FormatArgs, SizeArgs};
use super::certificate;
use super::command_error::CommandError;
use super::exit::ExitCode;
use super::files::Unfinished;
use super::input::InputArgs;
use super::key::{Identity, ORDER};
use super::say::{grouped, say};
use super::selection::Selection;
use super::session::{Halt, Session};
use super::stdout::Stdout;
use crate::export::{Exporter, Position};

/// The maximum size without a flag that says one.
const MAX_SIZE: u32 = 8;
/// So many structures are judged before the guide hears of them. It is the same for any number of judges, so that these do not
/// change what is tried.
const BATCH: usize = 16;

/// Looks for structures that a program accepts, or that break it: a guide learns from each answer what to try next (up to
/// size 8 if nothing else is said)
///
/// The program judges: a process a case (--judge) or one that stays and is served (--serve). What it accepts is valid, and may
/// name a behaviour, such as a hash of the branches that it took; of each behaviour the smallest structure is kept, or, if none
/// is ever named, every valid one. Crashes, time-outs and what the program calls a bug are kept, too.
///
/// With --out DIR each of them becomes a file, bugs in DIR/bugs, and a run with the same arguments goes on where one was
/// stopped or killed. Exit code 5: there are bugs.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    judging: JudgingArgs,
    /// Who decides what is tried next
    #[arg(long, value_name = "GUIDE", default_value = Guide::Auto.name(), value_parser = guides())]
    guide: Guide,
    /// Stops after so many executions, those of earlier runs of --out included
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    executions: Option<u64>,
    /// What chance depends on
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    seed: u64,
    /// A folder for what is found, and from which a stopped run goes on
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Writes what was learned of the judge to a file, as RON
    #[arg(long, value_name = "FILE")]
    learned: Option<PathBuf>,
    /// Writes what was learned of the judge to a file, as conditions for a spec, to be reviewed
    #[arg(long, value_name = "FILE")]
    conditions: Option<PathBuf>,
    #[command(flatten)]
    format: FormatArgs,
    #[command(flatten)]
    engine: EngineArgs,
}

/// The guides by name, with what each does.
fn guides() -> impl TypedValueParser<Value = Guide> {
    let possible = |guide: &Guide| PossibleValue::new(guide.name()).help(guide.about());
    PossibleValuesParser::new(Guide::ALL.iter().map(possible)).try_map(|name| name.parse::<Guide>())
}

/// How judging ended.
enum Stopped {
    Ended(Ended),
    Halted(Halt),
    Memory,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, CommandError> {
    if args.engine.fields() == Fields::Symbolic {
        let message = "a judge needs values: --fields symbolic has none";
        return Err(CommandError::Usage(message.to_owned()));
    }
    let sizes = SizeArgs::default();
    let mut input = args.input.open(&sizes, MAX_SIZE)?;
    let exporter = args.format.exporter(&input.spec, &input.scope)?;
    let record = args.out.as_deref().map(Record::open).transpose()?;
    let begin = |path: &Option<PathBuf>| path.as_deref().map(Unfinished::named).transpose();
    let (learned, conditions) = (begin(&args.learned)?, begin(&args.conditions)?);
    let selection = Selection::all(&sizes, &input.scope);
    let mut session = Session::begin(&args.engine);
    let memory = args.engine.memory.and_then(MemoryLimit::more_than_now);
    let catalog = input.catalog(&session, &selection)?;
    if let Some(reason) = catalog.stop_reason() {
        let (verb, code) = certificate::stop(reason);
        session.note(&format!("{verb} before size {}; nothing was judged", catalog.complete_sizes()));
        return Ok(code);
    }
    session.begin_writing();
    let identity = Identity::of(&input.spec, &catalog);
    let options = args.judging.options(&format!("case.{}", exporter.extension()))?;
    let header = Header {
        identity: identity.to_string(),
        judge: args.judging.text(),
        timeout_ms: options.timeout.as_millis(),
        bug_exits: options.bug_exits.clone(),
        guide: format!("{:?}", args.guide),
        seed: args.seed,
        spec_hash: format!("{:016x}", fnv1a(input.spec.text().as_bytes())),
        order: ORDER.to_owned(),
        format: exporter.format().to_string(),
        template: args.format.template.clone(),
    };
    let catalog = Arc::new(catalog);
    let limits = Limits { executions: args.executions, ..Limits::default() };
    let mut work = Work {
        hunt: Hunt::new(catalog.clone(), args.guide, args.seed, limits),
        catalog: &catalog,
        exporter: &exporter,
        identity: &identity,
        finds: Finds::new(input.spec.name(), exporter.extension()),
        record,
        learned,
        conditions,
    };
    let judges = Judges::start(options).map_err(|error| CommandError::Failed(error.to_string()))?;
    let judges = judges.telling_of_silence(say);
    let stopped = work.run(header, judges, &session, memory.as_ref(), Watch::start(&args.engine))?;
    work.finish(&session, &stopped)
}

/// A hunt, and where its findings go.
struct Work<'a> {
    hunt: Hunt,
    catalog: &'a Catalog,
    exporter: &'a Exporter,
    identity: &'a Identity,
    finds: Finds,
    record: Option<Record>,
    /// These are begun before anything is judged, so that no answers are lost for want of a file.
    learned: Option<Unfinished>,
    conditions: Option<Unfinished>,
}

impl Work<'_> {
    /// Asks, has judged, and tells, until an end.
    fn run(
        &mut self,
        header: Header,
        mut judges: Judges,
        session: &Session<'_>,
        memory: Option<&MemoryLimit>,
        mut watch: Watch,
    ) -> Result<Stopped, CommandError> {
        let (known, cut) = match &mut self.record {
            Some(record) => record.begin(header)?,
            None => (Vec::new(), 0),
        };
        if cut > 0 {
            session
                .note(&format!("the last line of the record was not written whole: {cut} bytes are cut off"));
        }
        if !known.is_empty() {
            session.note(&format!("{} executions of earlier runs are known", grouped(known.len())));
        }
        let mut known = known.into_iter();
        let is_full = || memory.is_some_and(MemoryLimit::is_reached);
        let signal = session.signal();
        let signal = || signal() || is_full();
        let stopped = || match session.halted() {
            Some(halt) => Some(Stopped::Halted(halt)),
            None => is_full().then_some(Stopped::Memory),
        };
        // Of a hunt that goes on: what is not written again before anything new is asked.
        let before = self.record.as_ref().filter(|_| !known.as_slice().is_empty());
        let mut stray = before.map(|record| self.finds.files(record.folder())).transpose()?;
        loop {
            if known.as_slice().is_empty()
                && let Some(stray) = stray.take()
            {
                remove_stray(&stray, session)?;
            }
            if let Some(stopped) = stopped() {
                return Ok(stopped);
            }
            let mut batch: Vec<Proposal> = Vec::with_capacity(BATCH);
            while batch.len() < BATCH
                && let Some(proposal) = self.hunt.ask()
            {
                batch.push(proposal);
            }
            if batch.is_empty() {
                return Ok(Stopped::Ended(self.hunt.ended().unwrap_or(Ended::Stuck)));
            }
            let mut said = Vec::with_capacity(batch.len());
            for proposal in &batch {
                let Some(entry) = known.next() else { break };
                said.push(entry.said_of(proposal)?);
            }
            let earlier = said.len();
            if earlier < batch.len() {
                let cases =
                    batch[earlier..].iter().map(|proposal| self.text(proposal).map(String::into_bytes));
                let cases = cases.collect::<Result<Vec<_>, _>>()?;
                let judged = judges.judge(&cases, &signal);
                said.extend(judged.map_err(|error| CommandError::Failed(error.to_string()))?);
            }
            let whole = said.len() == batch.len();
            // First the record: what was said once is not asked again, whatever becomes of this process.
            if let Some(record) = &mut self.record {
                for (proposal, feedback) in batch.iter().zip(&said).skip(earlier) {
                    record.add(proposal, feedback)?;
                }
                record.flush()?;
            }
            for (proposal, feedback) in batch.into_iter().zip(said) {
                let found = Found::of(&proposal, &feedback);
                let verdict = self.hunt.tell(proposal, feedback);
                let kept = self.finds.take(found, verdict);
                if let (Some(record), Some(kept)) = (&self.record, kept) {
                    let text = self.text_at(&kept)?;
                    let written = self.finds.write(record.folder(), &kept, &text)?;
                    if let Some(stray) = &mut stray {
                        for path in &written {
                            stray.remove(path);
                        }
                    }
                }
            }
            watch.show(|| self.hunt.progress());
            if !whole {
                return Ok(stopped().unwrap_or(Stopped::Halted(Halt::Interrupt)));
            }
        }
    }

    /// What the judge gets for a structure.
    fn text(&self, proposal: &Proposal) -> Result<String, CommandError> {
        let key = self.identity.key(proposal.size, &proposal.rank);
        let place =
            Position { size: proposal.size, rank: &proposal.rank, solution: None, key: Some(key.as_str()) };
        let mut text = String::new();
        self.exporter.file(self.catalog.schema(), &proposal.words, place, &mut text)?;
        Ok(text)
    }

    /// The same for a structure that was found.
    fn text_at(&self, found: &Found) -> Result<String, CommandError> {
        let words = self.catalog.nth_compact(found.size, &found.rank)?.unwrap_or_default();
        self.text(&Proposal { words, size: found.size, rank: found.rank.clone() })
    }

    /// Says what came of it.
    fn finish(&mut self, session: &Session<'_>, stopped: &Stopped) -> Result<ExitCode, CommandError> {
        if let Some(record) = &mut self.record {
            record.finish()?;
        }
        let report = self.hunt.report();
        if let Some(mut file) = self.learned.take() {
            file.write(|file| writeln!(file, "{}", self.hunt.learned().to_ron()))?;
            file.finish()?;
        }
        if let Some(mut file) = self.conditions.take() {
            file.write(|file| write!(file, "{}", self.hunt.conditions()))?;
            file.finish()?;
        }
        let mut out = Stdout::new();
        out.report(&report.to_string())?;
        for found in self.finds.shown() {
            let key = self.identity.key(found.size, &found.rank);
            out.text(&format!("{key}\t{}{}", found.how(), self.text_at(found)?))?;
        }
        out.flush()?;
        let (verb, code) = match stopped {
            Stopped::Halted(halt) => (halt.verb(), halt.code()),
            Stopped::Memory => certificate::stop(StopReason::Memory),
            Stopped::Ended(Ended::Executions) => ("stopped by --executions", ExitCode::Stopped),
            Stopped::Ended(Ended::Time) => ("stopped by --time", ExitCode::Stopped),
            Stopped::Ended(Ended::AllTried) => ("all structures were tried", ExitCode::Complete),
            Stopped::Ended(Ended::AllUnrefuted) => {
                ("all structures without a refuted choice were tried", ExitCode::Complete)
            }
            // The record of answers is not the guide's journal, which is not in use here.
            Stopped::Ended(Ended::Journal) => ("the guide's journal failed", ExitCode::Found),
            Stopped::Ended(Ended::Stuck) => ("the guide finds nothing more to try", ExitCode::Complete),
        };
        session.note(&format!(
            "{verb}: {} executions, {} valid, {} kept, {} bugs",
            grouped(report.executions),
            grouped(report.valid),
            grouped(self.finds.kept()),
            grouped(report.bugs)
        ));
        Ok(match code {
            ExitCode::Interrupted => code,
            _ if report.bugs > 0 => ExitCode::Differing,
            ExitCode::Complete if report.valid == 0 => {
                say("no structure was accepted");
                ExitCode::Nothing
            }
            code => code,
        })
    }
}

/// Removes files of structures of which the record says nothing that is worth a file: those that another one, a smaller one,
/// has replaced, and those of answers that were lost with the machine.
fn remove_stray(stray: &BTreeSet<PathBuf>, session: &Session<'_>) -> Result<(), CommandError> {
    for path in stray {
        fs::remove_file(path).map_err(|error| CommandError::Write(path.display().to_string(), error))?;
    }
    if !stray.is_empty() {
        let files =
            if stray.len() == 1 { "1 file".to_owned() } else { format!("{} files", grouped(stray.len())) };
        session.note(&format!("{files} of structures that the record does not keep removed"));
    }
    Ok(())
}
