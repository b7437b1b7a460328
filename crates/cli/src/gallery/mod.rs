//! `dpgen gallery`: structures as pictures on one page, with what nearly rejected them.
//!
//! `page.rs` writes the page, `near.rs` says in words what is one step away. The page is a single file that needs no network
//! and no script.

mod near;
mod page;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use chacha20::ChaCha8Rng;
use chacha20::rand_core::SeedableRng as _;
use dpgen_forest::{Catalog, Count, Solutions};

use super::args::{EngineArgs, SizeArgs};
use super::certificate::{Certificate, Covered, Why};
use super::command_error::CommandError;
use super::exit::ExitCode;
use super::export::{Exporter, Format, Templates};
use super::files::Unfinished;
use super::input::{Input, InputArgs};
use super::key::Identity;
use super::say::{grouped, sizes, structures};
use super::selection::Selection;
use super::session::{Halt, Session};
use page::{Gallery, Shown};

/// The maximum size without a flag that says one.
const MAX_SIZE: u32 = 4;
/// More structures are shown only if a flag asks for them.
const MANY: u64 = 500;

/// Draws structures on one page, with their keys, attributes and near misses (up to size 4 if nothing else is said)
///
/// A near miss is what one step makes of a structure and the spec rejects. A step changes one value to the one before or
/// after it in its domain, or replaces one part by a constructor without fields. For each condition the page says which
/// steps it rejects: the first that does not hold, parts before wholes.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    sizes: SizeArgs,
    /// The page to write, an HTML file that needs nothing else
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Draws this many structures at random, all different and each as likely as any other
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..))]
    sample: Option<u64>,
    /// What the draws depend on
    #[arg(long, value_name = "SEED", default_value_t = 0, requires = "sample")]
    seed: u64,
    /// Stops after this many structures; without it, more than 500 are refused
    #[arg(long, value_name = "K", conflicts_with = "sample", value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,
    #[command(flatten)]
    engine: EngineArgs,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, CommandError> {
    let mut input = args.input.open(&args.sizes, MAX_SIZE)?;
    // A page that can not be written is known before anything is built.
    let mut file = Unfinished::named(&args.out)?;
    let selection = Selection { limit: args.limit, ..Selection::all(&args.sizes, &input.scope) };
    let mut session = Session::begin(&args.engine);
    let catalog = input.catalog(&session, &selection)?;
    session.begin_writing();
    let total = selection.selected(&catalog);
    let complete = catalog.complete_sizes() > *selection.sizes.end();
    // A sample of what is not complete would not be uniform.
    if total.is_zero() || (args.sample.is_some() && !complete) {
        return Ok(certified(&session, &selection, &catalog, &Covered::default()));
    }
    if args.sample.is_none() && args.limit.is_none() && total > u128::from(MANY) {
        return Err(CommandError::Usage(format!(
            "{} has {}, and a page shows at most {MANY} unasked: give --sample 100 for some drawn at random, --limit for \
             the first ones, or another size",
            sizes(&selection.sizes),
            structures(&total)
        )));
    }
    let chosen = match chosen(args, &total, &session) {
        Ok(chosen) => chosen,
        Err(halt) => return Ok(halted(args, &session, halt, 0, &total)),
    };
    let shown = match (&chosen, args.limit) {
        (Some(chosen), _) => Count::from(chosen.len()),
        (None, Some(limit)) => total.clone().min(Count::from(limit)),
        (None, None) => total.clone(),
    };
    let covers = words(args, &selection, &total, &shown);
    let gallery = gallery(&input, &catalog)?;
    file.write(|out| gallery.head(&covers, out))?;
    let mut done = 0_u64;
    let mut next = Count::ZERO;
    let mut drawn = chosen.iter().flatten();
    while Count::from(done) < shown {
        if let Some(halt) = session.halted() {
            return Ok(halted(args, &session, halt, done, &shown));
        }
        let number = drawn.next().cloned().unwrap_or_else(|| next.clone());
        next = number.clone() + Count::ONE;
        let (size, rank) = selection.place(&catalog, number);
        let words = match session.structure(&catalog, (size, &rank), (Solutions::Smallest, 0))? {
            Ok(words) => words,
            Err(halt) => return Ok(halted(args, &session, halt, done, &shown)),
        };
        let Some(text) = gallery.structure(&Shown { size, rank: &rank, words: &words }, &session)? else {
            let halt = session.halted().unwrap_or(Halt::Interrupt);
            return Ok(halted(args, &session, halt, done, &shown));
        };
        file.write(|out| std::io::Write::write_all(out, text.as_bytes()))?;
        done += 1;
    }
    file.write(|out| gallery.foot(out))?;
    file.finish()?;
    if chosen.is_some() {
        session.note(&covers);
        return Ok(ExitCode::Complete);
    }
    let stopped = (shown < total).then(|| {
        let (size, rank) = selection.place(&catalog, shown.clone());
        (size, rank, Why::Limit)
    });
    let covered = Covered { stopped, written: Some(shown), ..Covered::default() };
    Ok(certified(&session, &selection, &catalog, &covered))
}

/// Says what was covered.
fn certified(session: &Session<'_>, selection: &Selection, catalog: &Catalog, covered: &Covered) -> ExitCode {
    let certificate = Certificate::new(selection, catalog, covered);
    session.note(&certificate.text);
    certificate.code
}

/// Says that there is no page.
fn halted(args: &Args, session: &Session<'_>, halt: Halt, done: u64, of: &Count) -> ExitCode {
    let (done, of, out) = (grouped(done), structures(of), args.out.display());
    session.note(&format!("{} after {done} of {of}: {out} was not written", halt.verb()));
    halt.code()
}

/// What the page shows, in words.
fn words(args: &Args, selection: &Selection, total: &Count, shown: &Count) -> String {
    let of = sizes(&selection.sizes);
    match args.sample {
        Some(_) => {
            let (shown, total) = (structures(shown), structures(total));
            format!("{shown} drawn uniformly, all different, from {total} of {of}, seed {}", args.seed)
        }
        None if shown < total => format!("the first {} of {} of {of}", grouped(shown), structures(total)),
        None => format!("all {} of {of}", structures(shown)),
    }
}

/// The numbers of the structures that are drawn at random, if some are: a set, each of its size with the same probability
/// (R. Floyd, in J. Bentley, *Programming Pearls: A Sample of Brilliance*, 1987).
fn chosen(args: &Args, total: &Count, session: &Session<'_>) -> Result<Option<BTreeSet<Count>>, Halt> {
    let Some(sample) = args.sample else { return Ok(None) };
    let wanted = Count::from(sample).min(total.clone());
    let mut draws = ChaCha8Rng::seed_from_u64(args.seed);
    let mut chosen = BTreeSet::new();
    let mut last = total.checked_sub(&wanted).unwrap_or_default();
    while last < *total {
        if let Some(halt) = session.halted() {
            return Err(halt);
        }
        let next = last.clone() + Count::ONE;
        let drawn = next.random_below(&mut draws);
        if !chosen.insert(drawn) {
            chosen.insert(last);
        }
        last = next;
    }
    Ok(Some(chosen))
}

/// What pages of a build need.
fn gallery<'a>(input: &'a Input, catalog: &'a Catalog) -> Result<Gallery<'a>, CommandError> {
    let wrong = |error| CommandError::Spec(Box::new(error), input.spec.text().to_owned());
    let attributes = Arc::new(input.spec.attributes(&input.scope, None).map_err(wrong)?);
    let model = input.spec.model(&input.scope).map_err(wrong)?;
    let identity = Identity::of(&input.spec, catalog);
    let templates = Templates::of(&input.spec, None)?
        .asking(|names| input.spec.attributes(&input.scope, names).map_err(wrong))?;
    let text = Exporter::new(Format::Text, templates)?;
    Ok(Gallery { spec: &input.spec, scope: &input.scope, catalog, model, attributes, identity, text })
}
