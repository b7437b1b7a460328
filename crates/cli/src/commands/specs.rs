//! `dpgen specs`: lists and prints the built-in specs, and explains their language.

use dpgen_spec::{builtin, language};

use crate::command_error::CommandError;
use crate::exit_code::ExitCode;
use crate::input::spec_lookup::{parse_spec, unknown_spec};
use crate::terminal::stdout::Stdout;

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
        Some(name) => out.text(builtin::text(name).ok_or_else(|| unknown_spec(name))?)?,
        None => {
            let width = builtin::ALL.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
            for (name, text) in builtin::ALL {
                let spec = parse_spec(name, text)?;
                out.text(&format!("{name:width$}  {}\n", spec.about()))?;
            }
        }
    }
    out.flush()?;
    Ok(ExitCode::Complete)
}
