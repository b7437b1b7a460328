//! `dpgen completions`: what a shell completes commands with.

use clap::CommandFactory as _;
use clap_complete::Shell;

use super::command_error::CommandError;
use super::exit::ExitCode;
use super::stdout::Stdout;

/// Prints the completions for a shell, as in `dpgen completions bash > dpgen.bash`
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, CommandError> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut super::Cli::command(), "dpgen", &mut script);
    let mut out = Stdout::new();
    out.text(&String::from_utf8_lossy(&script))?;
    out.flush()?;
    Ok(ExitCode::Complete)
}
