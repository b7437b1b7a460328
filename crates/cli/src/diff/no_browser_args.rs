//! The flag `--engines` of a program that was built without browsers: it says how to get them.

use std::convert::Infallible;
use std::time::Duration;

use dpgen_diff::{FileTemplate, Judge};

use crate::build_session::Session;
use crate::command_error::CommandError;
use crate::commands::browsers::NO_BROWSERS_ADVICE;

/// The flag of browsers.
#[derive(Debug, clap::Args)]
pub struct BrowserArgs {
    /// The browser engines to compare; this dpgen was built without the feature `browsers`
    #[arg(long, value_name = "LIST", conflicts_with = "commands", value_parser = refuse)]
    engines: Option<Infallible>,
}

fn refuse(_list: &str) -> Result<Infallible, String> {
    Err(NO_BROWSERS_ADVICE.to_owned())
}

impl BrowserArgs {
    /// Whether browsers are compared.
    pub fn is_given(&self) -> bool {
        self.engines.is_some()
    }

    /// What a run depends on, by name: nothing.
    pub fn inputs(&self, _timeout: Duration) -> Vec<(String, String)> {
        Vec::new()
    }

    /// There is no judge.
    pub fn judge(
        &self,
        _timeout: Duration,
        _file_template: &FileTemplate,
        _session: &Session<'_>,
    ) -> Result<Box<dyn Judge>, CommandError> {
        Err(CommandError::Usage(NO_BROWSERS_ADVICE.to_owned()))
    }
}
