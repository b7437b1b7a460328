//! The command line `dpgen`.
//!
//! A command gets its arguments and returns an `ExitCode` or a `CommandError`. Results go to standard output, everything
//! else to standard error. In the order of a run: `input/` reads flags, specs and saved builds; `build_session.rs` builds,
//! within limits and with progress; `render/` makes the texts of the selected structures by `export/` and writes them to
//! standard output (`terminal/`) or to a folder (`folder/`); `coverage_certificate.rs` says what was covered.
//!
//! `commands/` has the commands of one file each; `gallery/`, `studio/`, `diff/` and `hunt/` are commands of several.

mod build_session;
mod command_error;
mod commands;
mod coverage_certificate;
#[cfg(feature = "diff")]
mod diff;
mod exit_code;
pub mod export;
mod folder;
mod gallery;
#[cfg(all(unix, feature = "diff"))]
mod hunt;
mod input;
mod render;
#[cfg(feature = "studio")]
mod studio;
mod terminal;

use clap::{CommandFactory as _, Parser, Subcommand};

use command_error::CommandError;
#[cfg(feature = "diff")]
use commands::browsers;
use commands::{build, check, compare, completions, count, enumerate, sample, show, specs, worst};
use exit_code::ExitCode;
use terminal::stdout;

/// Reads a manifest as a run does that finds a folder again, for tests and fuzzing.
///
/// # Errors
/// Why dpgen can not continue from it.
#[doc(hidden)]
pub fn read_manifest(bytes: &[u8]) -> Result<(), String> {
    folder::manifest::Manifest::read(bytes).map(drop)
}

/// Every structure that satisfies an invariant, up to a size: enumerated, counted, indexed, sampled.
///
/// Exit codes: 0 complete; 1 something differs or fails; 2 bad input or usage; 3 stopped by a limit;
/// 4 no structure satisfies the predicate; 5 what was compared differs; 130 interrupted.
#[derive(Debug, Parser)]
#[command(name = "dpgen", version, max_term_width = 100)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Enumerate(enumerate::Args),
    Count(count::Args),
    Sample(sample::Args),
    Show(show::Args),
    Gallery(gallery::Args),
    Worst(worst::Args),
    #[cfg(all(unix, feature = "diff"))]
    Hunt(Box<hunt::Args>),
    Build(build::Args),
    Specs(specs::Args),
    Check(check::Args),
    Compare(compare::Args),
    #[cfg(feature = "studio")]
    Studio(studio::Args),
    #[cfg(feature = "diff")]
    Diff(Box<diff::Args>),
    #[cfg(feature = "diff")]
    Browsers(browsers::Args),
    Completions(completions::Args),
}

impl Command {
    fn run(&self) -> Result<ExitCode, CommandError> {
        match self {
            Self::Enumerate(args) => enumerate::run(args),
            Self::Count(args) => count::run(args),
            Self::Sample(args) => sample::run(args),
            Self::Show(args) => show::run(args),
            Self::Gallery(args) => gallery::run(args),
            Self::Worst(args) => worst::run(args),
            #[cfg(all(unix, feature = "diff"))]
            Self::Hunt(args) => hunt::run(args),
            Self::Build(args) => build::run(args),
            Self::Specs(args) => specs::run(args),
            Self::Check(args) => check::run(args),
            Self::Compare(args) => compare::run(args),
            #[cfg(feature = "studio")]
            Self::Studio(args) => studio::run(args),
            #[cfg(feature = "diff")]
            Self::Diff(args) => diff::run(args),
            #[cfg(feature = "diff")]
            Self::Browsers(args) => browsers::run(args),
            Self::Completions(args) => completions::run(args, &mut Cli::command()),
        }
    }
}

/// Runs the command of this process's arguments.
pub fn run() -> std::process::ExitCode {
    let result = match Cli::try_parse() {
        Ok(cli) => cli.command.run(),
        Err(answer) => stdout::print_clap(&answer),
    };
    let code = result.unwrap_or_else(|failure| {
        failure.report();
        failure.code()
    });
    code.into()
}
