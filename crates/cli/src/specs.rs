//! `dpgen specs`: the built-in specs, and the language that they are written in.

use dpgen_spec::{builtin, language};

use super::command_error::CommandError;
use super::exit::ExitCode;
use super::load;
use super::stdout::Stdout;

/// Lists the built-in specs, or prints one, to copy and edit; explains the language of specs
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The spec to print
    #[arg(value_name = "NAME")]
    name: Option<String>,
    /// Explain what a spec can say: entries, kinds of fields, expressions, templates
    #[arg(long, conflicts_with = "name")]
    language: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, CommandError> {
    let mut out = Stdout::new();
    match &args.name {
        _ if args.language => out.text(&language())?,
        Some(name) => out.text(builtin::text(name).ok_or_else(|| load::unknown(name))?)?,
        None => {
            let width = builtin::ALL.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
            for (name, text) in builtin::ALL {
                let spec = load::parse(name, text)?;
                out.text(&format!("{name:width$}  {}\n", spec.about()))?;
            }
        }
    }
    out.flush()?;
    Ok(ExitCode::Complete)
}
