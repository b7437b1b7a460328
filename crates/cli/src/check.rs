//! `dpgen check`: what is wrong with a spec, before anything large is built.
//!
//! Reading the spec finds mistakes in its text. Small builds find what no text shows: a predicate that rejects
//! a part of what it accepts, so that engines which build on parts miss structures; and counts that differ from
//! those that the spec states.

use std::sync::Arc;
use std::time::Duration;

use crate::export::summary;
use dpgen_draw::visible;
use dpgen_engine::check_hereditary;
use dpgen_forest::{Algorithm, Catalog, Count, Fields, Scope, StopReason};
use dpgen_spec::Spec;

use super::args::{EngineArgs, FormatArgs, ScopeArgs};
use super::certificate::stop;
use super::command_error::CommandError;
use super::exit::ExitCode;
use super::load;
use super::say::{grouped, say, structures};
use super::session::Session;
use super::stdout::Stdout;
use super::tryout;

/// The maximum size without a flag that says one.
const MAX_SIZE: u32 = 4;
/// What the check may spend if no flag says more.
const TIME: Duration = Duration::from_secs(8);
const MEMORY: u64 = 1_000_000_000;

/// Validates a spec, and tries it on its smallest structures (up to size 4 if nothing else is said)
///
/// Prints the types with all domains, and says up to which size the predicate was tried: without --max-size, --time and
/// --memory as far as some seconds and 1 GB reach. Ends with exit code 1 if the predicate rejects a part of a structure that it
/// accepts, or if counts differ from those that the spec states.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A built-in spec's name (see `dpgen specs`), or a .ron file, also without the .ron
    #[arg(value_name = "SPEC")]
    spec: String,
    #[command(flatten)]
    scope: ScopeArgs,
    /// Also builds what the spec states counts of, and compares
    #[arg(long)]
    counts: bool,
    #[command(flatten)]
    engine: EngineArgs,
}

/// What a check came to.
enum Finding {
    Good(String),
    Bad(String),
    Stopped(String, ExitCode),
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, CommandError> {
    let spec = load::spec(&args.spec)?;
    let scope = args.scope.scope(&spec, MAX_SIZE)?;
    // Templates are read, to be refused here and not later.
    let exporter = FormatArgs::default().exporter(&spec, &scope)?;
    let asked = args.scope.max_size.is_some() || args.engine.time.is_some() || args.engine.memory.is_some();
    let session = Session::begin(&args.engine).with_limits((!asked).then_some(TIME), MEMORY);
    describe(&spec, &scope)?;
    tryout::names(&spec, &scope, exporter.templates())?;
    let mut findings = vec![hereditary(&session, &spec, &scope, asked)?];
    // What only whole structures meet, root_ok, is asked here.
    let catalog = session.build(&spec, &scope, session.order())?;
    let exporter = exporter.until(session.signal());
    let stopped = tryout::structures(&catalog, (&exporter, session.bounds()))?;
    // Limits of the check itself end it where it is; how far it came is said above.
    if let Some(reason) = stopped.filter(|reason| asked || *reason == StopReason::Cancelled) {
        let what = "stopped before structures of all sizes were built and written".to_owned();
        findings.push(Finding::Stopped(what, stop(reason).1));
    }
    if args.counts {
        let order = session.order();
        if order.fields == Fields::Symbolic || order.algorithm == Some(Algorithm::SymbolazyDp) {
            let message = "--counts compares numbers of structures, and symbolic data counts path conditions: leave \
                           out --fields and --algorithm";
            return Err(CommandError::Usage(message.to_owned()));
        }
        findings.push(stated(&session, &spec)?);
    }
    let mut code = ExitCode::Complete;
    for finding in findings {
        match finding {
            Finding::Good(text) => session.note(&text),
            Finding::Bad(text) => {
                say(&text);
                code = ExitCode::Found;
            }
            Finding::Stopped(text, stopped) => {
                session.note(&text);
                code = stopped;
            }
        }
    }
    Ok(code)
}

/// Prints what the spec is about: its types, with domains as they are in this scope.
fn describe(spec: &Spec, scope: &Scope) -> Result<(), CommandError> {
    let wrong = |error| CommandError::Spec(Box::new(error), spec.text().to_owned());
    let model = spec.model(scope).map_err(wrong)?;
    let mut out = Stdout::new();
    out.report(&format!("{}: {}\n", visible(spec.name()), visible(spec.about())))?;
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
    out.report(&summary(&model.schema))?;
    out.flush()
}

/// Whether all parts of what the predicate accepts are accepted, as engines that build on parts need it.
///
/// Sizes are tried from the smallest on, so that a limit still leaves something to say.
fn hereditary(
    session: &Session<'_>,
    spec: &Spec,
    scope: &Scope,
    asked: bool,
) -> Result<Finding, CommandError> {
    let wrong = |error| CommandError::Spec(Box::new(error), spec.text().to_owned());
    let model = Arc::new(spec.model(scope).map_err(wrong)?);
    let heredity = check_hereditary(&model, scope, &session.options())?;
    let covered = heredity.sizes.checked_sub(1).map(|size| {
        let number = structures(heredity.compared);
        format!("the predicate is hereditary up to size {size}: seen on {number}")
    });
    if let Some(violation) = heredity.violation {
        return Ok(Finding::Bad(violation.to_string()));
    }
    if let Some(hint) = heredity.hint {
        return Ok(Finding::Good(hint.to_string()));
    }
    Ok(match (heredity.stop, covered) {
        (None, covered) => Finding::Good(covered.unwrap_or_default()),
        (Some(reason), covered) if !asked && reason != StopReason::Cancelled => {
            let good = covered.map(|good| good + "; ").unwrap_or_default();
            Finding::Good(format!(
                "{good}larger ones take more than this check has by itself: --max-size, --time and --memory give it more"
            ))
        }
        (Some(reason), covered) => {
            let good = covered.map(|good| format!("; {good}")).unwrap_or_default();
            let max = scope.max_size();
            let what = format!("stopped before all structures up to size {max} were tried{good}");
            Finding::Stopped(what, stop(reason).1)
        }
    })
}

/// Whether the counts that the spec states are right.
fn stated(session: &Session<'_>, spec: &Spec) -> Result<Finding, CommandError> {
    let mut last: Option<Catalog> = None;
    for expected in spec.counts() {
        let catalog = match last.take() {
            Some(catalog) if *catalog.scope() == expected.scope => catalog,
            _ => session.build(spec, &expected.scope, session.order())?,
        };
        let (size, max) = (expected.size, expected.scope.max_size());
        let Some(count) = catalog.try_count(size) else {
            let code = catalog.stop_reason().map_or(ExitCode::Stopped, |reason| stop(reason).1);
            return Ok(Finding::Stopped(format!("stopped before size {size} of maximum size {max}"), code));
        };
        if count != Count::from(expected.count) {
            return Ok(Finding::Bad(format!(
                "the spec states {} of size {size} for maximum size {max}, and there are {}",
                structures(expected.count),
                grouped(count)
            )));
        }
        last = Some(catalog);
    }
    Ok(Finding::Good(match spec.counts().len() {
        0 => "the spec states no counts".to_owned(),
        1 => "the stated count is right".to_owned(),
        number => format!("all {number} stated counts are right"),
    }))
}
