//! `dpgen gallery`: structures as pictures on one page, with their near misses.
//!
//! `html_page.rs` writes the page, with `attribute_row.rs`, which the studio's has, too; `near_misses.rs` finds what is one step
//! away and says it in words. The page is a single file that needs no network and no script.

mod attribute_row;
mod html_page;
mod near_misses;

#[cfg(feature = "studio")]
pub use attribute_row::attribute_row;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use chacha20::ChaCha8Rng;
use chacha20::rand_core::SeedableRng as _;
use dpgen_forest::{Catalog, Count, Solutions};

use crate::build_session::{Halt, Session};
use crate::command_error::CommandError;
use crate::coverage_certificate::{Certificate, Coverage, StopCause};
use crate::exit_code::ExitCode;
use crate::folder::atomic_file::AtomicFile;
use crate::gallery::html_page::{GalleryPage, PageEntry};
use crate::input::build_input::{Input, InputArgs};
use crate::input::common_args::{EngineArgs, SizeArgs};
use crate::input::format_args::FormatArgs;
use crate::input::selection::Selection;
use crate::input::structure_key::Identity;
use crate::terminal::number_format::{grouped, sizes, structures};

/// The maximum size without a flag that says one.
const MAX_SIZE: u32 = 4;
/// The most structures of a page that no flag asks for.
const MAX_STRUCTURES_UNASKED: u64 = 500;

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
    /// The seed of the draws
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
    // A page that can not be written is noticed before anything is built.
    let mut file = AtomicFile::create(&args.out)?;
    let selection = Selection { limit: args.limit, ..Selection::all(&args.sizes, &input.scope) };
    let mut session = Session::begin(&args.engine);
    let catalog = input.catalog(&session, &selection)?;
    session.begin_writing();
    let total = selection.selected(&catalog);
    let complete = catalog.complete_sizes() > *selection.sizes.end();
    // A sample of what is not complete would not be uniform.
    if total.is_zero() || (args.sample.is_some() && !complete) {
        return Ok(note_coverage(&session, &selection, &catalog, &Coverage::default()));
    }
    if args.sample.is_none() && args.limit.is_none() && total > u128::from(MAX_STRUCTURES_UNASKED) {
        return Err(CommandError::Usage(format!(
            "{} has {}, and a page shows at most {MAX_STRUCTURES_UNASKED} unasked: give --sample 100 for some drawn at random, --limit for \
             the first ones, or another size",
            sizes(&selection.sizes),
            structures(&total)
        )));
    }
    let drawn_numbers = match drawn_numbers(args, &total, &session) {
        Ok(drawn_numbers) => drawn_numbers,
        Err(halt) => return Ok(note_halt(args, &session, halt, 0, &total)),
    };
    let shown = match (&drawn_numbers, args.limit) {
        (Some(drawn_numbers), _) => Count::from(drawn_numbers.len()),
        (None, Some(limit)) => total.clone().min(Count::from(limit)),
        (None, None) => total.clone(),
    };
    let covers = covers_text(args, &selection, &total, &shown);
    let gallery_page = gallery_page(&input, &catalog)?;
    file.write(|out| gallery_page.head(&covers, out))?;
    let mut done = 0_u64;
    let mut next = Count::ZERO;
    let mut drawn = drawn_numbers.iter().flatten();
    while Count::from(done) < shown {
        if let Some(halt) = session.halted() {
            return Ok(note_halt(args, &session, halt, done, &shown));
        }
        let number = drawn.next().cloned().unwrap_or_else(|| next.clone());
        next = number.clone() + Count::ONE;
        let (size, rank) = selection.place(&catalog, number);
        let words = match session.structure(&catalog, (size, &rank), (Solutions::Smallest, 0))? {
            Ok(words) => words,
            Err(halt) => return Ok(note_halt(args, &session, halt, done, &shown)),
        };
        let Some(text) = gallery_page.structure(&PageEntry { size, rank: &rank, words: &words }, &session)?
        else {
            let halt = session.halted().unwrap_or(Halt::Interrupt);
            return Ok(note_halt(args, &session, halt, done, &shown));
        };
        file.write(|out| std::io::Write::write_all(out, text.as_bytes()))?;
        done += 1;
    }
    file.write(|out| gallery_page.foot(out))?;
    file.finish()?;
    if drawn_numbers.is_some() {
        session.note(&covers);
        return Ok(ExitCode::Complete);
    }
    let stopped = (shown < total).then(|| {
        let (size, rank) = selection.place(&catalog, shown.clone());
        (size, rank, StopCause::Limit)
    });
    let covered = Coverage { stopped, written: Some(shown), ..Coverage::default() };
    Ok(note_coverage(&session, &selection, &catalog, &covered))
}

/// Notes what was covered; the exit code.
fn note_coverage(
    session: &Session<'_>,
    selection: &Selection,
    catalog: &Catalog,
    covered: &Coverage,
) -> ExitCode {
    let certificate = Certificate::new(selection, catalog, covered);
    session.note(&certificate.text);
    certificate.code
}

/// Notes that there is no page; the exit code.
fn note_halt(args: &Args, session: &Session<'_>, halt: Halt, done: u64, of: &Count) -> ExitCode {
    let (done, of, out) = (grouped(done), structures(of), args.out.display());
    session.note(&format!("{} after {done} of {of}: {out} was not written", halt.verb()));
    halt.code()
}

/// The structures of the page, in words.
fn covers_text(args: &Args, selection: &Selection, total: &Count, shown: &Count) -> String {
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
fn drawn_numbers(args: &Args, total: &Count, session: &Session<'_>) -> Result<Option<BTreeSet<Count>>, Halt> {
    let Some(sample) = args.sample else { return Ok(None) };
    let wanted = Count::from(sample).min(total.clone());
    let mut draws = ChaCha8Rng::seed_from_u64(args.seed);
    let mut drawn_numbers = BTreeSet::new();
    let mut last = total.checked_sub(&wanted).unwrap_or_default();
    while last < *total {
        if let Some(halt) = session.halted() {
            return Err(halt);
        }
        let next = last.clone() + Count::ONE;
        let drawn = next.random_below(&mut draws);
        if !drawn_numbers.insert(drawn) {
            drawn_numbers.insert(last);
        }
        last = next;
    }
    Ok(Some(drawn_numbers))
}

/// The page of a build.
fn gallery_page<'a>(input: &'a Input, catalog: &'a Catalog) -> Result<GalleryPage<'a>, CommandError> {
    let attributes = Arc::new(input.spec.attributes(&input.scope, None)?);
    let model = input.spec.model(&input.scope)?;
    let identity = Identity::of(&input.spec, catalog);
    let text = FormatArgs::default().exporter_to(false, &input.spec, &input.scope)?;
    Ok(GalleryPage { spec: &input.spec, scope: &input.scope, catalog, model, attributes, identity, text })
}
