//! `dpgen check`: finds mistakes in a spec before anything large is built.
//!
//! Reading the spec finds mistakes in its text. Small builds find what no text shows: a predicate that rejects
//! a part of what it accepts, so that engines which build on parts miss structures; and counts that differ from
//! those that the spec states.

use std::sync::Arc;
use std::time::Duration;

use dpgen_draw::visible;
use dpgen_engine::{Heredity, check_hereditary};
use dpgen_forest::index::at;
use dpgen_forest::{Scope, StopReason};
use dpgen_spec::{Spec, SpecPlace};

use crate::build_session::Session;
use crate::command_error::CommandError;
use crate::commands::check_outcome::CheckOutcome;
use crate::commands::count_comparison::{check_stated_counts, note_on_uncompared};
use crate::commands::template_check::{check_names, try_templates};
use crate::coverage_certificate::stop_words;
use crate::exit_code::ExitCode;
use crate::export::schema_summary::schema_summary;
use crate::input::common_args::{EngineArgs, ScopeArgs};
use crate::input::format_args::FormatArgs;
use crate::input::spec_lookup::find_spec;
use crate::terminal::messages::say;
use crate::terminal::number_format::{grouped, structures};
use crate::terminal::stdout::Stdout;

/// The maximum size without a flag that says one.
const MAX_SIZE: u32 = 4;
/// The time and the memory of a check that no flag limits.
const DEFAULT_TIME: Duration = Duration::from_secs(8);
const DEFAULT_MEMORY: u64 = 1_000_000_000;

/// Validates a spec, and tries it on its smallest structures (up to size 4 if nothing else is said)
///
/// Prints the types with all domains, and says up to which size the predicate was tried: without --max-size, --time and
/// --memory as far as some seconds and 1 GB reach.
///
/// Ends with exit code 1 if the predicate asks parts for their rep_ok and rejects one of a structure that it accepts, or if counts
/// differ from those that the spec states. Where rep_ok is left to dpgen, which asks it of every part, a hint names a condition
/// that seems to be meant for the whole structure alone. It leaves the exit code 0, as only the author of the spec knows. Hints,
/// warnings and notes are no errors: --quiet leaves them out.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A built-in spec's name (see `dpgen specs`), or a .ron file, also without the .ron
    #[arg(value_name = "SPEC")]
    spec: String,
    #[command(flatten)]
    scope: ScopeArgs,
    /// Also builds what the spec states counts of, and compares; without it a note says how many were not compared
    #[arg(long)]
    counts: bool,
    #[command(flatten)]
    engine: EngineArgs,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, CommandError> {
    let spec = find_spec(&args.spec)?;
    let scope = args.scope.scope(&spec, MAX_SIZE)?;
    // Reads the templates, so that mistakes in them are said first.
    let flags = FormatArgs::default();
    let named = spec.renderings().iter().map(|rendering| flags.in_rendering(&rendering.name));
    let mut exporters = vec![flags.exporter(&spec, &scope)?];
    for flags in named {
        exporters.push(flags.exporter(&spec, &scope)?);
    }
    let has_limit_flag =
        args.scope.max_size.is_some() || args.engine.time.is_some() || args.engine.memory.is_some();
    let session =
        Session::begin(&args.engine).with_limits((!has_limit_flag).then_some(DEFAULT_TIME), DEFAULT_MEMORY);
    print_summary(&spec, &scope)?;
    for unread in spec.unread_params() {
        session.note(&format!("warning: {unread}"));
    }
    for exporter in &exporters {
        check_names(&spec, &scope, exporter.templates())?;
    }
    let mut outcomes = vec![check_heredity(&session, &spec, &scope, has_limit_flag)?];
    // `root_ok`, which is for whole structures only, is evaluated here.
    let catalog = session.build(&spec, &scope, session.order())?;
    let mut stopped = None;
    for exporter in exporters {
        let exporter = exporter.until(session.stop_signal());
        stopped = stopped.or(try_templates(&catalog, &exporter, session.bounds())?);
    }
    // The check's own limits are no reason for another exit code.
    if let Some(reason) = stopped.filter(|reason| has_limit_flag || *reason == StopReason::Cancelled) {
        let what = "stopped before structures of all sizes were built and written".to_owned();
        outcomes.push(CheckOutcome::Stopped(what, stop_words(reason).1));
    }
    match (args.counts, args.engine.has_symbolic_data()) {
        (true, false) => outcomes.push(check_stated_counts(&session, &spec)?),
        (true, true) => {
            let message = "--counts compares numbers of structures, and symbolic data counts path conditions: leave \
                           out --fields and --algorithm";
            return Err(CommandError::Usage(message.to_owned()));
        }
        (false, false) => outcomes.extend(note_on_uncompared(&spec).map(CheckOutcome::Passed)),
        (false, true) => {}
    }
    let mut code = ExitCode::Complete;
    for outcome in outcomes {
        match outcome {
            CheckOutcome::Passed(text) => session.note(&text),
            CheckOutcome::Failed(text) => {
                say(&text);
                code = ExitCode::Found;
            }
            CheckOutcome::Stopped(text, stopped) => {
                session.note(&text);
                code = stopped;
            }
        }
    }
    Ok(code)
}

/// Prints the types of the spec, with their domains in this scope, its parameters, presets and odds.
fn print_summary(spec: &Spec, scope: &Scope) -> Result<(), CommandError> {
    let model = spec.model(scope)?;
    let mut out = Stdout::new();
    let about = if spec.about().is_empty() { String::new() } else { format!(": {}", visible(spec.about())) };
    out.report(&format!("{}{about}\n", visible(spec.name())))?;
    for (name, default) in spec.params() {
        let set = scope.params().find(|(set, _)| *set == name);
        let set = set.map(|(_, value)| format!(", set to {value}")).unwrap_or_default();
        out.report(&format!("parameter {name} = {}{set}\n", visible(default)))?;
    }
    for preset in spec.presets() {
        let size = preset.max_size.map(|size| format!("n = {size}"));
        let params = preset.params.iter().map(|(name, value)| format!("{name} = {value}"));
        let values: Vec<String> = size.into_iter().chain(params).collect();
        out.report(&format!("preset {}: {}\n", preset.name, values.join(", ")))?;
    }
    for odds in spec.odds() {
        let values: Vec<String> = odds.odds.iter().map(|(name, odds)| format!("{name}={odds}")).collect();
        out.report(&format!("odds {}: {}\n", odds.name, values.join(", ")))?;
    }
    for rendering in spec.renderings() {
        let files = rendering.file.as_ref().map(|file| format!(", files .{}", file.extension));
        out.report(&format!("rendering {}{}\n", rendering.name, files.unwrap_or_default()))?;
    }
    let context: Vec<String> =
        spec.root_context().map(|(name, value)| format!("{name} = {}", visible(value))).collect();
    if !context.is_empty() {
        out.report(&format!("context of the whole: {}\n", context.join(", ")))?;
    }
    out.report(&schema_summary(&model.schema, Some(spec)))?;
    out.flush()
}

/// Checks that the predicate accepts all parts of what it accepts, as engines that build on parts need it.
///
/// Sizes are tried from the smallest on, so that a limit still leaves some sizes checked.
fn check_heredity(
    session: &Session<'_>,
    spec: &Spec,
    scope: &Scope,
    has_limit_flag: bool,
) -> Result<CheckOutcome, CommandError> {
    let model = Arc::new(spec.model(scope)?);
    let mut options = session.options();
    if !has_limit_flag {
        // The other half is for what follows: building, templates, counts.
        options.limits = options.limits.time(DEFAULT_TIME / 2);
    }
    let heredity = check_hereditary(&model, scope, &options)?;
    let covered = heredity.sizes.checked_sub(1).map(|size| verdict_text(&heredity, size));
    if let Some(violation) = heredity.violation {
        return Ok(CheckOutcome::Failed(violation.to_string()));
    }
    if let Some(mut hint) = heredity.hint {
        let places = spec.places();
        let place =
            hint.condition_number.and_then(|number| places.get(at(number))).and_then(SpecPlace::words);
        hint.condition = place.map(str::to_owned).or(hint.condition);
        return Ok(CheckOutcome::Passed(hint.to_string()));
    }
    Ok(match (heredity.stop, covered) {
        (None, covered) => CheckOutcome::Passed(covered.unwrap_or_default()),
        (Some(reason), covered) if !has_limit_flag && reason != StopReason::Cancelled => {
            let covered = covered.map(|covered| covered + "; ").unwrap_or_default();
            CheckOutcome::Passed(format!(
                "{covered}larger ones take more than this check has by itself: --max-size, --time and --memory give it more"
            ))
        }
        (Some(reason), covered) => {
            let covered = covered.map(|covered| format!("; {covered}")).unwrap_or_default();
            let max = scope.max_size();
            let what = format!("stopped before all structures up to size {max} were tried{covered}");
            CheckOutcome::Stopped(what, stop_words(reason).1)
        }
    })
}

/// What was tried of a predicate that is hereditary up to a size.
fn verdict_text(heredity: &Heredity, size: u32) -> String {
    let tried = structures(heredity.compared);
    // Of a predicate that asks its parts, the two numbers are the same.
    let in_every_part = if heredity.accepted == heredity.compared {
        String::new()
    } else {
        format!(
            " whose top satisfies rep_ok, {} of which satisfy it in every part",
            grouped(heredity.accepted)
        )
    };
    format!(
        "the predicate is hereditary (each part of an accepted structure is accepted, too): tried up to size {size} on \
         {tried}{in_every_part}"
    )
}
