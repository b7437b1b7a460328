//! The flags of the judge of a hunt.

use std::time::Duration;

use dpgen_guide::judge::{JudgeCommand, JudgeOptions, Program};

use crate::command_error::CommandError;
use crate::input::flag_values;

/// The judge, and how long an answer may take.
#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("who judges").required(true).args(["judge", "serve"]))]
pub struct JudgeArgs {
    /// A command that is run for each case, with a file for {file} or on its standard input: exit code 0 is valid, a signal a
    /// bug, others are invalid; its last line of output, if any, names a behaviour
    #[arg(long, value_name = "COMMAND")]
    judge: Option<String>,
    /// A command that stays: it reads a line with a number of bytes and then these bytes, and answers with a line, `valid`,
    /// `valid BEHAVIOUR`, `invalid` or `bug WHAT`, again and again
    #[arg(long, value_name = "COMMAND")]
    serve: Option<String>,
    /// How long an answer may take, as in 500ms or 10s; what takes longer is a bug
    #[arg(long, value_name = "TIME", default_value = "5s", value_parser = flag_values::time)]
    timeout: Duration,
    /// With --judge: an exit code that is a bug; may be given several times
    #[arg(long, value_name = "CODE", requires = "judge", value_parser = clap::value_parser!(i32).range(1..=255))]
    bug_exit: Vec<i32>,
    /// How many judge at once; 0 is one a core. What is found does not depend on it
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = flag_values::threads)]
    jobs: usize,
}

impl JudgeArgs {
    /// The command, as it was given.
    pub fn text(&self) -> String {
        match (&self.judge, &self.serve) {
            (Some(judge), _) => format!("--judge {judge}"),
            (_, Some(serve)) => format!("--serve {serve}"),
            _ => String::new(),
        }
    }

    /// The options of the judge; `file` is the name of a case's file.
    pub fn options(&self, file: &str) -> Result<JudgeOptions, CommandError> {
        let parse = |text: &str| match Program::parse(text).map_err(CommandError::Usage)? {
            program if program.rendering().is_some() => Err(CommandError::Usage(format!(
                "a judge gets one text of each structure: write {{file}} in `{text}`, and say --rendering"
            ))),
            program => Ok(program),
        };
        let command = match (&self.judge, &self.serve) {
            (Some(judge), _) => JudgeCommand::PerCase(parse(judge)?),
            (None, serve) => JudgeCommand::Persistent(parse(serve.as_deref().unwrap_or_default())?),
        };
        if self.timeout.is_zero() {
            return Err(CommandError::Usage("--timeout 0 leaves no time for an answer".to_owned()));
        }
        let mut options = JudgeOptions::new(command);
        options.timeout = self.timeout;
        options.bug_exit_codes.clone_from(&self.bug_exit);
        options.jobs = match self.jobs {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            jobs => jobs,
        };
        file.clone_into(&mut options.file_name);
        Ok(options)
    }
}
