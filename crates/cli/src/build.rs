//! `dpgen build`: builds once, to a file that the other commands take with --from.

use std::path::PathBuf;

use dpgen_forest::StopReason;

use super::args::{EngineArgs, SizeArgs};
use super::certificate::{Certificate, Covered};
use super::command_error::CommandError;
use super::exit::ExitCode;
use super::files::Unfinished;
use super::input::InputArgs;
use super::say::say;
use super::selection::Selection;
use super::session::Session;

/// The maximum size without a flag that says one.
const MAX_SIZE: u32 = 10;

/// Builds all structures up to a size and saves them, for the other commands to take with --from
///
/// A build that --time stops is saved as far as its sizes are complete; one that is interrupted is not saved.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    input: InputArgs,
    /// The file to write
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    engine: EngineArgs,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, CommandError> {
    let mut input = args.input.open(&SizeArgs::default(), MAX_SIZE)?;
    let selection = Selection::all(&SizeArgs::default(), &input.scope);
    // A file that can not be written is known before the work is done.
    let mut target = Unfinished::named(&args.out)?;
    let session = Session::begin(&args.engine);
    let catalog = input.catalog(&session, &selection)?;
    if catalog.stop_reason() == Some(StopReason::Cancelled) {
        say("interrupted; nothing is saved");
        return Ok(ExitCode::Interrupted);
    }
    target.write(|file| catalog.save(input.spec.text(), file))?;
    target.finish()?;
    let certificate = Certificate::new(&selection, &catalog, &Covered::default());
    session.note(&format!("{}\nsaved to {}", certificate.text, args.out.display()));
    Ok(certificate.code)
}
