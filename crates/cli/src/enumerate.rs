//! `dpgen enumerate`: every structure, or a part of them.

use super::args::{EngineArgs, FormatArgs, OutArgs, PartArgs, SizeArgs, Solutions};
use super::certificate::Certificate;
use super::command_error::CommandError;
use super::exit::ExitCode;
use super::folder::Folder;
use super::input::InputArgs;
use super::key::Identity;
use super::manifest::Made;
use super::output::Writing;
use super::selection::Selection;
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

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, CommandError> {
    let mut input = args.input.open(&args.sizes, MAX_SIZE)?;
    let places = args.out.folder();
    let exporter = args.format.exporter_to(places.is_none(), &input.spec, &input.scope)?;
    let mut selection = Selection::new(&args.sizes, &args.part, &input.scope);
    let folder = places.map(|places| Folder::open(&places)).transpose()?;
    // What is there already is looked at again, whatever the limit: it has to be built.
    if let (Some(folder), Some(limit)) = (&folder, &mut selection.limit) {
        *limit = folder.claimed_before().max(*limit);
    }
    let mut session = Session::begin(&args.engine);
    let catalog = input.catalog(&session, &selection)?;
    session.begin_writing();
    let exporter = exporter.until(session.signal());
    let identity = Identity::of(&input.spec, &catalog);
    let keys = args.format.keys.then_some(&identity);
    let solutions = (args.solutions, args.seed);
    let writing = Writing {
        session: &session,
        selection: &selection,
        catalog: &catalog,
        exporter: &exporter,
        keys,
        solutions,
    };
    let covered = match folder {
        Some(mut folder) => {
            let template = args.format.template.as_deref();
            let template = (template, args.format.keys);
            let made = Made::new(&input.spec, &catalog, &selection, &exporter, template, solutions);
            folder.begin(made, &selection, &catalog)?;
            writing.run(&mut folder)?
        }
        None => writing.run(&mut Stdout::new())?,
    };
    let certificate = Certificate::new(&selection, &catalog, &covered);
    session.note(&certificate.text);
    Ok(certificate.code)
}
