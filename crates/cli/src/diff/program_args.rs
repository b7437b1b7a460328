//! The flags of programs that are compared, and the judge that they make.

use std::thread;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use dpgen_diff::programs::{CaseDelivery, Comparison, Program, Programs, ProgramsOptions};
use dpgen_diff::{FileTemplate, Judge};

use crate::command_error::CommandError;
use crate::input::flag_values;

/// Programs, and how they are asked.
#[derive(Debug, clap::Args)]
pub struct ProgramArgs {
    /// The commands to compare, two or more. {file} stands for a file with the structure; without it they read the
    /// structure from their standard input
    #[arg(long, value_name = "COMMAND", num_args = 2..)]
    pub commands: Vec<String>,
    /// A command that tidies each output up before outputs are compared, from its standard input to its standard output
    #[arg(long, value_name = "COMMAND", requires = "commands", conflicts_with = "engines")]
    pub normalize: Option<String>,
    /// Starts each command once, and sends it a line a structure, which it answers with a line, at once
    #[arg(long, requires = "commands", conflicts_with = "engines")]
    pub lines: bool,
    /// What is compared [default: all]: exit code and output; success: whether the code is 0, and if so the output; or
    /// one thing only
    #[arg(long, value_name = "WHAT", value_parser = compare_names(), requires = "commands", conflicts_with_all = ["engines", "lines"])]
    pub compare: Option<Comparison>,
}

fn compare_names() -> impl TypedValueParser<Value = Comparison> {
    PossibleValuesParser::new(Comparison::ALL.map(Comparison::name)).map(|name| {
        Comparison::ALL.into_iter().find(|comparison| comparison.name() == name).unwrap_or_default()
    })
}

impl ProgramArgs {
    /// What a run depends on, by name.
    pub fn inputs(&self, timeout: Duration) -> Vec<(String, String)> {
        let mut inputs = vec![("timeout".to_owned(), humantime::format_duration(timeout).to_string())];
        inputs.extend(self.normalize.iter().map(|command| ("normalize".to_owned(), command.clone())));
        inputs.push(("compare".to_owned(), self.compare.unwrap_or_default().name().to_owned()));
        if self.lines {
            inputs.push(("lines".to_owned(), "yes".to_owned()));
        }
        inputs
    }

    /// The judge of the programs.
    pub fn judge(
        &self,
        timeout: Duration,
        threads: usize,
        file_template: &FileTemplate,
    ) -> Result<Box<dyn Judge>, CommandError> {
        let read = |text: &String| Program::parse(text).map_err(CommandError::Usage);
        let programs: Vec<Program> = self.commands.iter().map(read).collect::<Result<_, _>>()?;
        if let Some(program) = programs.iter().find(|program| self.lines && program.takes_file()) {
            return Err(CommandError::Usage(format!(
                "with --lines, commands read structures from their standard input: `{}` has {{file}}",
                program.text()
            )));
        }
        for (place, program) in programs.iter().enumerate() {
            if programs[..place].contains(program) {
                return Err(CommandError::Usage(format!("the command `{}` is given twice", program.text())));
            }
        }
        let cores = || thread::available_parallelism().map_or(1, usize::from);
        let options = ProgramsOptions {
            programs,
            normalize: self.normalize.as_ref().map(read).transpose()?,
            delivery: if self.lines { CaseDelivery::LinePerCase } else { CaseDelivery::ProcessPerCase },
            comparison: self.compare.unwrap_or_default(),
            timeout,
            threads: if threads == 0 { cores() } else { threads },
            file_template: file_template.clone(),
        };
        let judge = Programs::start(options).map_err(|error| CommandError::Usage(error.to_string()))?;
        Ok(Box::new(judge))
    }
}

/// A time above 0.
pub fn positive_time(text: &str) -> Result<Duration, String> {
    match flag_values::time(text)? {
        Duration::ZERO => Err("it is to be longer than no time".to_owned()),
        time => Ok(time),
    }
}
