//! `dpgen completions`: the completion script of a shell.

use clap::CommandFactory as _;
use clap_complete::Shell;

use crate::command_error::CommandError;
use crate::exit_code::ExitCode;
use crate::terminal::stdout::Stdout;

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
    clap_complete::generate(args.shell, &mut crate::Cli::command(), "dpgen", &mut script);
    let mut out = Stdout::new();
    out.text(&String::from_utf8_lossy(&script))?;
    out.flush()?;
    Ok(ExitCode::Complete)
}
