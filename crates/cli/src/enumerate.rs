//! `dpgen enumerate`: every structure, or a part of them.

use crate::export::{Exporter, Place};
use dpgen_forest::{Catalog, Count};

use super::args::{EngineArgs, FormatArgs, OutArgs, PartArgs, SizeArgs, Solutions};
use super::certificate::{Certificate, Covered, Why};
use super::exit::ExitCode;
use super::failure::Failure;
use super::folder::Folder;
use super::input::InputArgs;
use super::key::Identity;
use super::manifest::Made;
use super::selection::{Part, Selection};
use super::session::Session;
use super::stdout::Stdout;

/// The maximum size without a flag that says one.
const MAX_SIZE: u32 = 5;

/// Writes every structure up to a size, smallest first (up to size 5 if nothing else is said)
///
/// The last line on standard error says what was covered. With --format json each line is an object with
/// size, rank and value; a rank of 2^53 or more is a string of digits. With --fields symbolic, ranks are of path
/// conditions.
///
/// With --out DIR each structure becomes a file, and a run with the same arguments goes on where one was
/// stopped; --limit counts the files of all runs together.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    sizes: SizeArgs,
    #[command(flatten)]
    part: PartArgs,
    /// With --fields symbolic: which solutions are written for each path condition. With all, --limit, --shard and
    /// --rank still go by path conditions
    #[arg(long, value_enum, default_value_t = Solutions::Smallest)]
    solutions: Solutions,
    /// What random solutions depend on
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    seed: u64,
    #[command(flatten)]
    format: FormatArgs,
    #[command(flatten)]
    out: OutArgs,
    #[command(flatten)]
    engine: EngineArgs,
}

/// Where structures go.
pub trait Target {
    /// The first rank of a part that is not written yet.
    fn next_rank(&self, part: &Part) -> Count;
    /// How many structures earlier runs have written.
    fn earlier(&self) -> Count;
    /// The structures of a part come next.
    fn begin_part(&mut self, _part: &Part) {}
    /// Writes one.
    fn write(
        &mut self,
        catalog: &Catalog,
        exporter: &Exporter,
        words: &[u32],
        place: Place<'_>,
    ) -> Result<(), Failure>;
    /// A rank of a size is written.
    fn step(&mut self, _size: u32) -> Result<(), Failure> {
        Ok(())
    }
    /// Nothing more comes; `complete` if everything selected is written.
    fn finish(&mut self, complete: bool) -> Result<(), Failure>;
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let mut input = args.input.open(&args.sizes, MAX_SIZE)?;
    let exporter = args.format.exporter(&input.spec)?;
    let selection = Selection::new(&args.sizes, &args.part, &input.scope);
    let folder = args.out.folder().map(Folder::open).transpose()?;
    let mut session = Session::begin(&args.engine);
    let catalog = input.catalog(&session, &selection)?;
    session.begin_writing();
    let identity = Identity::of(&input.spec, &catalog);
    let keys = args.format.keys.then_some(&identity);
    let solutions = (args.solutions, args.seed);
    let covered = match folder {
        Some(mut folder) => {
            let template = args.format.template.as_deref();
            let made = Made::new(&input.spec, &catalog, &selection, &exporter, template, solutions);
            folder.begin(made, &selection, &catalog)?;
            write(&session, &selection, &catalog, &exporter, keys, solutions, &mut folder)?
        }
        None => write(&session, &selection, &catalog, &exporter, keys, solutions, &mut Stdout::new())?,
    };
    let certificate = Certificate::new(&selection, &catalog, &covered);
    session.note(&certificate.text);
    Ok(certificate.code)
}

/// Writes what is selected, as far as the limit and the session let it.
fn write(
    session: &Session<'_>,
    selection: &Selection,
    catalog: &Catalog,
    exporter: &Exporter,
    keys: Option<&Identity>,
    (solutions, seed): (Solutions, u64),
    target: &mut impl Target,
) -> Result<Covered, Failure> {
    let mut covered = Covered { stopped: None, earlier: target.earlier() };
    let limit = selection.limit.map(Count::from);
    let mut left = limit.map(|limit| limit.minus(&covered.earlier).unwrap_or_default());
    let stopped = |left: Option<&Count>| match left {
        Some(left) if left.is_zero() => Some(Why::Limit),
        _ => session.halted().map(Why::Halt),
    };
    'parts: for part in selection.parts(catalog) {
        target.begin_part(&part);
        let mut rank = target.next_rank(&part);
        let ranks = rank.clone()..part.ranks.end.clone();
        let structures = catalog.compact_with(part.size, ranks, solutions.into(), seed);
        let mut structures = structures.with_limits(&session.limits());
        while rank < part.ranks.end {
            if let Some(why) = stopped(left.as_ref()) {
                covered.stopped = Some((part.size, rank, why));
                break 'parts;
            }
            let key = keys.map(|keys| keys.key(part.size, &rank));
            let mut place = Place { size: part.size, rank: &rank, solution: None, key: key.as_deref() };
            if solutions == Solutions::All && catalog.fields() == dpgen_forest::Fields::Symbolic {
                let mut number = 0;
                while let Some(words) = structures.next_of_rank(number > 0) {
                    if let Some(why) = stopped(left.as_ref()) {
                        covered.stopped = Some((part.size, rank, why));
                        break 'parts;
                    }
                    place.solution = Some(number);
                    target.write(catalog, exporter, words, place)?;
                    number += 1;
                    left = left.and_then(|left| left.minus(&Count::ONE));
                }
            } else if let Some(words) = structures.next() {
                target.write(catalog, exporter, words, place)?;
                left = left.and_then(|left| left.minus(&Count::ONE));
            } else if structures.failure().is_none() && structures.stopped().is_none() {
                break;
            }
            if let Some(error) = structures.failure() {
                return Err(error.clone().into());
            }
            if structures.stopped().is_some() {
                // The session says why, above.
                continue;
            }
            target.step(part.size)?;
            rank += &Count::ONE;
        }
    }
    target.finish(covered.stopped.is_none() && catalog.complete_sizes() > *selection.sizes.end())?;
    Ok(covered)
}
