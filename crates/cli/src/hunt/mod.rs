//! `dpgen hunt`: chooses structures by what a judge said of those before.
//!
//! `judge_args.rs` has the flags of the judge. `hunt_run.rs` asks the guide of `dpgen_guide` for structures and tells it the
//! answers; `answer_log.rs` has them on the disk, so that a stopped run goes on, and `hunt_corpus.rs` keeps the smallest
//! structure of each behaviour, and bugs.

mod answer_log;
mod hunt_corpus;
mod hunt_progress;
mod hunt_run;
mod judge_args;

use std::path::PathBuf;
use std::sync::Arc;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use dpgen_forest::Fields;
use dpgen_forest::limits::memory::MemoryLimit;
use dpgen_guide::judge::JudgePool;
use dpgen_guide::{Guide, Hunt, Limits, no_guide_because};

use self::answer_log::{AnswerLog, HuntInputs};
use self::hunt_corpus::Corpus;
use self::hunt_progress::HuntProgress;
use self::hunt_run::HuntRun;
use self::judge_args::JudgeArgs;
use crate::build_session::Session;
use crate::command_error::CommandError;
use crate::coverage_certificate::stop_words;
use crate::exit_code::ExitCode;
use crate::folder::atomic_file::AtomicFile;
use crate::input::build_input::InputArgs;
use crate::input::common_args::{EngineArgs, SizeArgs};
use crate::input::format_args::FormatArgs;
use crate::input::selection::Selection;
use crate::input::structure_key::{Identity, RANK_ORDER, spec_hash};
use crate::terminal::messages::say;

/// The maximum size without a flag that says one.
const MAX_SIZE: u32 = 8;
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
    judging: JudgeArgs,
    /// The guide, which decides what is tried next
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

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, CommandError> {
    if args.engine.fields() == Fields::Symbolic {
        let message = "a judge needs values: --fields symbolic has none";
        return Err(CommandError::Usage(message.to_owned()));
    }
    let sizes = SizeArgs::default();
    let mut input = args.input.open(&sizes, MAX_SIZE)?;
    let exporter = args.format.exporter(&input.spec, &input.scope)?;
    let log = args.out.as_deref().map(AnswerLog::open).transpose()?;
    let begin = |path: &Option<PathBuf>| path.as_deref().map(AtomicFile::create).transpose();
    let (learned, conditions) = (begin(&args.learned)?, begin(&args.conditions)?);
    let selection = Selection::all(&sizes, &input.scope);
    let mut session = Session::begin(&args.engine);
    let memory = args.engine.memory.and_then(MemoryLimit::more_than_now);
    let catalog = input.catalog(&session, &selection)?;
    if let Some(why) = no_guide_because(catalog.schema()) {
        return Err(CommandError::Usage(why));
    }
    if let Some(reason) = catalog.stop_reason() {
        let (verb, code) = stop_words(reason);
        session.note(&format!("{verb} before size {}; nothing was judged", catalog.complete_sizes()));
        return Ok(code);
    }
    session.begin_writing();
    let identity = Identity::of(&input.spec, &catalog);
    let options = args.judging.options(&format!("case.{}", exporter.frame().extension))?;
    let inputs = HuntInputs {
        identity: identity.to_string(),
        judge: args.judging.text(),
        timeout_ms: options.timeout.as_millis(),
        bug_exits: options.bug_exit_codes.clone(),
        guide: format!("{:?}", args.guide),
        seed: args.seed,
        spec_hash: spec_hash(&input.spec),
        order: RANK_ORDER.to_owned(),
        format: exporter.format().to_string(),
        template: args.format.template.clone(),
        rendering: args.format.rendering.clone(),
    };
    let catalog = Arc::new(catalog);
    let limits = Limits { executions: args.executions, ..Limits::default() };
    let mut hunt_run = HuntRun {
        hunt: Hunt::new(catalog.clone(), args.guide, args.seed, limits),
        catalog: &catalog,
        exporter: &exporter,
        identity: &identity,
        corpus: Corpus::new(input.spec.name(), &exporter.frame().extension),
        log,
        learned,
        conditions,
    };
    let judges = JudgePool::start(options).map_err(|error| CommandError::Failed(error.to_string()))?;
    let judges = judges.on_silence(say);
    let end = hunt_run.run(
        inputs,
        judges,
        &session,
        memory.as_ref(),
        HuntProgress::start(args.engine.progress_mode()),
    )?;
    hunt_run.finish(&session, &end)
}
