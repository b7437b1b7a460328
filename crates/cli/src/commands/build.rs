//! `dpgen build`: saves a build to a file that the other commands take with --from.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use dpgen_forest::{LoadError, SavedBuild, StopReason};

use crate::build_session::{Halt, Session};
use crate::command_error::CommandError;
use crate::coverage_certificate::{Certificate, Coverage};
use crate::exit_code::ExitCode;
use crate::folder::atomic_file::AtomicFile;
use crate::input::build_input::InputArgs;
use crate::input::common_args::{EngineArgs, SizeArgs};
use crate::input::selection::Selection;
use crate::terminal::messages::say;

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

/// Refuses to replace a file that is no saved build, such as a spec whose name was given twice.
fn refuse_other_file(out: &Path) -> Result<(), CommandError> {
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
    // A file that can not be written is noticed before the work is done.
    let mut target = AtomicFile::create(&args.out)?;
    refuse_other_file(&args.out)?;
    let session = Session::begin(&args.engine);
    let catalog = input.catalog(&session, &selection)?;
    if catalog.stop_reason() == Some(StopReason::Cancelled) {
        say("interrupted; nothing is saved");
        return Ok(ExitCode::Interrupted);
    }
    // What was built in the time that there was is not lost to it: saving ends by an interrupt only.
    let interrupted = || session.halted() == Some(Halt::Interrupt);
    match target.write(|file| catalog.save_until(input.spec.text(), file, &interrupted)) {
        Err(_) if interrupted() => {
            say("interrupted; nothing is saved");
            return Ok(ExitCode::Interrupted);
        }
        saved => saved?,
    }
    target.finish()?;
    let certificate = Certificate::new(&selection, &catalog, &Coverage::default());
    session.note(&format!("{}\nsaved to {}", certificate.text, args.out.display()));
    Ok(certificate.code)
}
