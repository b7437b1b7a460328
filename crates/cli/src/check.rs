//! `dpgen check`: what is wrong with a spec, before anything large is built.
//!
//! Reading the spec finds mistakes in its text. Small builds find what no text shows: a predicate that rejects
//! a part of what it accepts, so that engines which build on parts miss structures; and counts that differ from
//! those that the spec states.

use std::sync::Arc;

use crate::export::summary;
use dpgen_engine::check_hereditary;
use dpgen_forest::{Algorithm, Catalog, Count, Fields, Scope};
use dpgen_spec::Spec;

use super::args::{EngineArgs, FormatArgs, ScopeArgs};
use super::exit::ExitCode;
use super::failure::Failure;
use super::load;
use super::say::{grouped, say, structures};
use super::session::Session;
use super::stdout::Stdout;

/// The maximum size without a flag that says one.
const MAX_SIZE: u32 = 4;

/// Validates a spec, and tries it on its smallest structures (up to size 4 if nothing else is said)
///
/// Prints the types with all domains. Ends with exit code 1 if the predicate rejects a part of a structure that it
/// accepts, or if counts differ from those that the spec states.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A built-in spec's name (see `dpgen specs`), or a .ron file
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
    Stopped(String),
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let spec = load::spec(&args.spec)?;
    let scope = args.scope.scope(MAX_SIZE);
    // Templates are read, to be refused here and not later.
    FormatArgs::default().exporter(&spec)?;
    let session = Session::begin(&args.engine);
    describe(&spec, &scope)?;
    let mut findings = vec![hereditary(&session, &spec, &scope)?];
    // What only whole structures meet, root_ok, is asked here.
    session.build(&spec, &scope, session.order())?;
    if args.counts {
        let order = session.order();
        if order.fields == Fields::Symbolic || order.algorithm == Some(Algorithm::SymbolazyDp) {
            let message = "--counts compares numbers of structures, and symbolic data counts path conditions: leave \
                           out --fields and --algorithm";
            return Err(Failure::Usage(message.to_owned()));
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
            Finding::Stopped(text) => {
                session.note(&text);
                code = session.halted().map_or(ExitCode::Stopped, |halt| halt.code());
            }
        }
    }
    Ok(code)
}

/// Prints what the spec is about: its types, with domains as they are in this scope.
fn describe(spec: &Spec, scope: &Scope) -> Result<(), Failure> {
    let wrong = |error| Failure::Spec(Box::new(error), spec.text().to_owned());
    let model = spec.model(scope).map_err(wrong)?;
    let mut out = Stdout::new();
    out.text(&format!("{}: {}\n", spec.name(), spec.about()))?;
    for (name, default) in spec.params() {
        let set = scope.params().find(|(set, _)| *set == name);
        let set = set.map(|(_, value)| format!(", set to {value}")).unwrap_or_default();
        out.text(&format!("parameter {name} = {default}{set}\n"))?;
    }
    out.text(&summary(&model.schema))?;
    out.flush()
}

/// Whether all parts of what the predicate accepts are accepted, as engines that build on parts need it.
fn hereditary(session: &Session<'_>, spec: &Spec, scope: &Scope) -> Result<Finding, Failure> {
    let wrong = |error| Failure::Spec(Box::new(error), spec.text().to_owned());
    let heredity = check_hereditary(&Arc::new(spec.model(scope).map_err(wrong)?), scope, &session.options())?;
    if heredity.stop.is_some() {
        let max = scope.max_size();
        return Ok(Finding::Stopped(format!("stopped before all structures up to size {max} were tried")));
    }
    Ok(match (heredity.violation, heredity.hint) {
        (Some(violation), _) => Finding::Bad(violation.to_string()),
        (None, Some(hint)) => Finding::Good(hint.to_string()),
        (None, None) => Finding::Good(format!(
            "the predicate is hereditary up to size {}: seen on {}",
            scope.max_size(),
            structures(heredity.compared)
        )),
    })
}

/// Whether the counts that the spec states are right.
fn stated(session: &Session<'_>, spec: &Spec) -> Result<Finding, Failure> {
    let mut last: Option<Catalog> = None;
    for expected in spec.counts() {
        let catalog = match last.take() {
            Some(catalog) if *catalog.scope() == expected.scope => catalog,
            _ => session.build(spec, &expected.scope, session.order())?,
        };
        let (size, max) = (expected.size, expected.scope.max_size());
        if catalog.complete_sizes() <= size {
            return Ok(Finding::Stopped(format!("stopped before size {size} of maximum size {max}")));
        }
        let count = catalog.count(size);
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
