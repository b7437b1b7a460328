//! `dpgen build`: builds once, to a file that the other commands take with --from.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use dpgen_forest::{LoadError, SavedBuild, StopReason};

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

/// A file that is there is replaced only if it is a saved build: not a spec whose name was given twice.
fn refuse_other(out: &Path) -> Result<(), CommandError> {
    let mut head = Vec::new();
    let read = File::open(out).and_then(|file| file.take(64).read_to_end(&mut head));
    let other = matches!(SavedBuild::read(&*head), Err(LoadError::NotACatalog));
    if read.is_ok() && !head.is_empty() && other {
        return Err(CommandError::Usage(format!(
            "{} is there, and is no saved build: remove it, or give another name with --out",
            out.display()
        )));
    }
    Ok(())
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, CommandError> {
    let mut input = args.input.open(&SizeArgs::default(), MAX_SIZE)?;
    let selection = Selection::all(&SizeArgs::default(), &input.scope);
    // A file that can not be written is known before the work is done.
    let mut target = Unfinished::named(&args.out)?;
    refuse_other(&args.out)?;
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
