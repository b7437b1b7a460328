//! The command line: one file a command, and what commands share.
//!
//! A command gets its arguments and returns an `ExitCode` or a `CommandError`. `args.rs` has the flags that
//! several commands take; `session.rs` builds, with progress, time and interrupts; `selection.rs` says which
//! structures are meant, `certificate.rs` which were covered; `output.rs` walks through them, and `folder.rs` and
//! `stdout.rs` are where they go.
//!
//! Results go to standard output, everything else to standard error.

mod ahead;
mod args;
#[cfg(feature = "diff")]
mod browsers;
mod build;
mod certificate;
mod check;
mod claim;
mod command_error;
mod completions;
mod count;
#[cfg(feature = "diff")]
mod diff;
mod enumerate;
mod exit;
pub mod export;
mod files;
mod folder;
mod gallery;
#[cfg(all(unix, feature = "diff"))]
mod hunt;
mod input;
mod key;
mod load;
mod lock;
mod manifest;
mod output;
mod parse;
mod places;
mod plot;
mod progress;
mod sample;
mod say;
mod selection;
mod session;
mod show;
mod specs;
mod stdout;
mod tryout;
mod worst;

use clap::{Parser, Subcommand};

use command_error::CommandError;
use exit::ExitCode;

/// Reads a manifest as a run does that finds a folder again, for tests and fuzzing.
///
/// # Errors
/// Why dpgen can not continue from it.
#[doc(hidden)]
pub fn read_manifest(bytes: &[u8]) -> Result<(), String> {
    manifest::Manifest::read(bytes).map(drop)
}

/// Every structure that satisfies an invariant, up to a size: enumerated, counted, indexed, sampled.
///
/// Exit codes: 0 complete; 1 something differs or fails; 2 bad input or usage; 3 stopped by a limit;
/// 4 no structure satisfies the predicate; 5 programs that were compared differ; 130 interrupted.
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
            #[cfg(feature = "diff")]
            Self::Diff(args) => diff::run(args),
            #[cfg(feature = "diff")]
            Self::Browsers(args) => browsers::run(args),
            Self::Completions(args) => completions::run(args),
        }
    }
}

/// Runs the command of this process's arguments.
pub fn run() -> std::process::ExitCode {
    let ended = match Cli::try_parse() {
        Ok(cli) => cli.command.run(),
        Err(answer) => stdout::clap(&answer),
    };
    let code = ended.unwrap_or_else(|failure| {
        failure.report();
        failure.code()
    });
    code.into()
}
