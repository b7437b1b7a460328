//! `dpgen browsers`: which engines are installed here, and how to get the others.

use dpgen_browsers::{Found, installed};

use super::command_error::CommandError;
use super::exit::ExitCode;
use super::stdout::Stdout;

/// Lists the browser engines that `dpgen diff --engines` can drive, with their versions, and how to get missing ones
#[derive(Debug, clap::Args)]
pub struct Args {}

/// Runs the command.
pub fn run(_args: &Args) -> Result<ExitCode, CommandError> {
    let mut out = Stdout::new();
    for found in installed() {
        out.text(&line(&found))?;
    }
    out.flush()?;
    Ok(ExitCode::Complete)
}

/// What is known about an engine.
fn line(found: &Found) -> String {
    let version = found.version.as_deref().unwrap_or("of unknown version");
    let mut text = match (&found.program, found.is_ready()) {
        (Some(program), true) => format!("{:9} {version}, {}\n", found.kind.name(), program.display()),
        (Some(program), false) => {
            format!("{:9} {version}, {}, but it can not be driven\n", found.kind.name(), program.display())
        }
        (None, _) => format!("{:9} not installed\n", found.kind.name()),
    };
    for missing in &found.missing {
        text += &format!("          {}: {}\n", missing.program, missing.remedy);
    }
    text
}
