//! `dpgen enumerate`: every structure, or a part of them.

use crate::build_session::Session;
use crate::command_error::CommandError;
use crate::coverage_certificate::Certificate;
use crate::exit_code::ExitCode;
use crate::folder::output_folder::OutputFolder;
use crate::folder::run_inputs::RunInputs;
use crate::input::build_input::InputArgs;
use crate::input::common_args::{EngineArgs, OutArgs, PartArgs, SizeArgs, Solutions};
use crate::input::format_args::FormatArgs;
use crate::input::selection::Selection;
use crate::input::structure_key::Identity;
use crate::render::output_job::OutputJob;
use crate::render::selection_output::write_selection;
use crate::terminal::stdout::Stdout;

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
    /// The seed of random solutions
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
    let layout = args.out.folder();
    let exporter = args.format.exporter_to(layout.is_none(), &input.spec, &input.scope)?;
    let mut selection = Selection::new(&args.sizes, &args.part, &input.scope);
    let folder = layout.map(|layout| OutputFolder::open(&layout)).transpose()?;
    // Files of earlier runs are compared, whatever the limit: their structures have to be built.
    if let (Some(folder), Some(limit)) = (&folder, &mut selection.limit) {
        *limit = folder.count_written_before().max(*limit);
    }
    let mut session = Session::begin(&args.engine);
    let catalog = input.catalog(&session, &selection)?;
    session.begin_writing();
    let exporter = exporter.until(session.stop_signal());
    let identity = Identity::of(&input.spec, &catalog);
    let keys = args.format.keys.then_some(&identity);
    let solutions = (args.solutions, args.seed);
    let job = OutputJob {
        session: &session,
        selection: &selection,
        catalog: &catalog,
        exporter: &exporter,
        keys,
        solutions,
    };
    let coverage = match folder {
        Some(mut folder) => {
            let inputs =
                RunInputs::new(&input.spec, &catalog, &selection, &exporter, &args.format, solutions);
            folder.begin(inputs, &selection, &catalog)?;
            write_selection(&job, &mut folder)?
        }
        None => write_selection(&job, &mut Stdout::new())?,
    };
    let certificate = Certificate::new(&selection, &catalog, &coverage);
    session.note(&certificate.text);
    Ok(certificate.code)
}
