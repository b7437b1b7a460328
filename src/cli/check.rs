//! `dpgen check`: what is wrong with a spec, before anything large is built.
//!
//! Reading the spec finds mistakes in its text. Small builds find what no text shows: a predicate that rejects
//! a part of what it accepts, so that engines which build on parts miss structures; and counts that differ from
//! those that the spec states.

use std::collections::HashSet;

use dpgen::export::{Exporter, Format, Place, Templates, summary};
use dpgen::spec::Spec;
use dpgen::{Algorithm, Catalog, Count, Scope};

use super::args::{EngineArgs, ScopeArgs};
use super::exit::ExitCode;
use super::failure::Failure;
use super::load;
use super::say::{grouped, say, structures};
use super::session::Session;
use super::stdout::Stdout;

/// The maximum size without a flag that says one.
const MAX_SIZE: u32 = 4;

/// Validates a spec, and compares engines on its smallest structures (up to size 4 if nothing else is said)
///
/// Ends with exit code 1 if engines differ, or if counts differ from those that the spec states.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    spec: SpecArgs,
    #[command(flatten)]
    scope: ScopeArgs,
    /// Also checks the counts that the spec states
    #[arg(long)]
    counts: bool,
    #[command(flatten)]
    engine: EngineArgs,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let spec = load::spec(&args.spec.spec)?;
    let scope = args.scope.scope(MAX_SIZE);
    let session = Session::begin(&args.engine);
    let mut out = Stdout::new();
    let model = spec.model(&scope).map_err(|error| Failure::Spec(Box::new(error), spec.text().to_owned()))?;
    out.text(&format!("{}: {}\n", spec.name(), spec.about()))?;
    for (name, default) in spec.params() {
        let value = scope.params().find(|(set, _)| *set == name).map(|(_, value)| format!(", set to {value}"));
        out.text(&format!("parameter {name} = {default}{}\n", value.unwrap_or_default()))?;
    }
    out.text(&summary(&model.schema))?;
    out.flush()?;
    args_templates(&spec)?;
    let findings = [hereditary(&session, &spec, &scope)?, stated(&session, &spec, args.counts)?];
    for finding in &findings {
        match finding {
            Finding::Good(text) => session.note(text),
            Finding::Bad(text) => say(text),
            Finding::Stopped(text) => session.note(text),
            Finding::Skipped => {}
        }
    }
    Ok(if findings.iter().any(|finding| matches!(finding, Finding::Bad(_))) {
        ExitCode::Found
    } else if let Some(halt) = session.halted() {
        halt.code()
    } else if findings.iter().any(|finding| matches!(finding, Finding::Stopped(_))) {
        ExitCode::Stopped
    } else {
        ExitCode::Complete
    })
}

/// What a check came to.
enum Finding {
    Good(String),
    Bad(String),
    Stopped(String),
    Skipped,
}

/// Whether the spec's templates are templates.
fn args_templates(spec: &Spec) -> Result<(), Failure> {
    let parts = spec.render().iter().map(|part| (&*part.ty, &*part.constructor, &*part.template));
    Templates::new(parts, None)?;
    Ok(())
}

/// Whether all parts of what the predicate accepts are accepted, as engines that build on parts need it.
fn hereditary(spec: &Spec, scope: &Scope) -> Result<Finding, Failure> {
    let model = load::model(spec, scope)?;
    let heredity = check_hereditary(&Arc::new(model), scope)?;
    Ok(match heredity.violation {
        Some(violation) => Finding::Bad(violation.to_string()),
        None => Finding::Good(format!(
            "hereditary up to size {}, by {}",
            scope.max_size(),
            structures(heredity.compared)
        )),
    })
}

/// Whether the counts that the spec states are right.
fn stated(session: &Session<'_>, spec: &Spec, wanted: bool) -> Result<Finding, Failure> {
    if !wanted {
        return Ok(Finding::Skipped);
    }
    let mut built: Option<Catalog> = None;
    for expected in spec.counts() {
        let catalog = match built.take() {
            Some(catalog) if *catalog.scope() == expected.scope => catalog,
            _ => session.build_with(spec, &expected.scope, session.engine().algorithm)?,
        };
        if catalog.complete_sizes() <= expected.size {
            return Ok(Finding::Stopped(format!("stopped before size {}", expected.size)));
        }
        let count = catalog.count(expected.size);
        if count != Count::from(expected.count) {
            return Ok(Finding::Bad(format!(
                "the spec states {} of size {} for maximum size {}, and there are {}",
                structures(expected.count),
                expected.size,
                expected.scope.max_size(),
                grouped(count)
            )));
        }
        built = Some(catalog);
    }
    Ok(match spec.counts().len() {
        0 => Finding::Good("the spec states no counts".to_owned()),
        number => Finding::Good(format!("all {number} stated counts are right")),
    })
}
