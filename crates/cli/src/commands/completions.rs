//! `dpgen completions`: the completion script of a shell.

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

/// Runs the command. The command line that is completed is `cli`.
pub fn run(args: &Args, cli: &mut clap::Command) -> Result<ExitCode, CommandError> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, cli, "dpgen", &mut script);
    let mut out = Stdout::new();
    out.text(&String::from_utf8_lossy(&script))?;
    out.flush()?;
    Ok(ExitCode::Complete)
}
