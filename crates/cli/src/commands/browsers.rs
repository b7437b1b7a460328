//! `dpgen browsers`: lists the browser engines that are installed, and how to get the others.

#[cfg(feature = "browsers")]
use dpgen_browsers::{Capture, Found, installed};

use crate::command_error::CommandError;
use crate::exit_code::ExitCode;
#[cfg(feature = "browsers")]
use crate::terminal::stdout::Stdout;

/// How to get a program that was built without browsers to drive them.
#[cfg(not(feature = "browsers"))]
pub(crate) const NO_BROWSERS_ADVICE: &str = "this dpgen was built without browsers: install it with the feature `browsers`, as in \
                                       `cargo install dpgen-cli --features browsers`";

/// Lists the browser engines that `dpgen diff --engines` can drive, with their versions, and how to get missing ones
#[derive(Debug, clap::Args)]
pub struct Args {}

/// Runs the command.
#[cfg(not(feature = "browsers"))]
pub fn run(_args: &Args) -> Result<ExitCode, CommandError> {
    Err(CommandError::Usage(NO_BROWSERS_ADVICE.to_owned()))
}

/// Runs the command.
#[cfg(feature = "browsers")]
pub fn run(_args: &Args) -> Result<ExitCode, CommandError> {
    let mut out = Stdout::new();
    for found in installed() {
        out.text(&line(&found))?;
    }
    out.flush()?;
    Ok(ExitCode::Complete)
}

/// The line of an engine, with lines of what is missing to drive it.
#[cfg(feature = "browsers")]
fn line(found: &Found) -> String {
    let version = found.version.as_deref().unwrap_or("of unknown version");
    let mut text = match (&found.program, found.is_ready()) {
        (Some(program), true) => format!("{:9} {version}, {}\n", found.kind.name(), program.display()),
        (Some(program), false) if found.is_ready_for(Capture::Driver) => {
            format!(
                "{:9} {version}, {}, only with `--capture driver`\n",
                found.kind.name(),
                program.display()
            )
        }
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

#[cfg(all(test, feature = "browsers"))]
mod tests {
    use super::*;
    use dpgen_browsers::{Kind, Missing};

    #[test]
    fn an_engine_without_a_screen_can_take_screenshots() {
        for (only_for_screen, said) in
            [(true, "only with `--capture driver`"), (false, "but it can not be driven")]
        {
            let missing = vec![Missing { program: "Xvfb", remedy: "install it", only_for_screen }];
            let found = Found {
                kind: Kind::Chromium,
                program: Some("/bin/chromium".into()),
                version: Some("150".into()),
                missing,
            };
            assert_eq!(
                line(&found),
                format!("chromium  150, /bin/chromium, {said}\n          Xvfb: install it\n")
            );
        }
    }
}
