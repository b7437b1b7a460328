//! The flags of programs that are compared, and the judge that they make.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use dpgen_diff::programs::{
    BatchLayout, BatchOptions, CaseDelivery, Comparison, Program, Programs, ProgramsOptions, SeparatorLine,
};
use dpgen_diff::{FileTemplate, Judge};

use crate::command_error::CommandError;
use crate::diff::batch_template::{FileBatchTemplate, read_template};
use crate::input::flag_values;
use crate::input::structure_key::text_hash;

/// The input of a run that says that only accepted cases are compared.
pub const WHERE_ACCEPTED_INPUT: &str = "where accepted";
/// The most cases of a batch.
const MAX_BATCH_LEN: u64 = 1 << 16;

/// Programs, and how they are asked.
#[derive(Debug, clap::Args)]
pub struct ProgramArgs {
    /// The commands to compare, two or more. {file} stands for a file with the structure; without it they read the
    /// structure from their standard input. {file:NAME} stands for one with the structure in a rendering of the spec. {folder} stands for an empty folder that is removed after the run
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
    /// Compares only structures that all commands accept, with exit code 0; those that a command refuses are counted, and
    /// the smallest is shown. Crashes and time-outs are findings all the same
    #[arg(long, requires = "commands", conflicts_with_all = ["engines", "lines"])]
    pub where_accepted: bool,
    /// Gives a command up to N structures in one run, for interpreters and compilers that are slow to start; say with
    /// --batch-separator or --batch-template how they become one text. What differs in a batch, or breaks it, is asked
    /// alone
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MAX_BATCH_LEN), requires = "commands",
        conflicts_with_all = ["engines", "lines"])]
    pub batch: Option<u64>,
    /// A line that has a command print {mark}, before each structure of a batch and after the last: '.print {mark}' for
    /// sqlite3, '"{mark}"' for jq
    #[arg(
        long,
        value_name = "LINE",
        requires = "batch",
        conflicts_with = "batch_template",
        allow_hyphen_values = true
    )]
    pub batch_separator: Option<String>,
    /// A file with a minijinja template that makes one text of a batch; sees cases, each with text, mark, number, key and
    /// size; end, the mark after the last answer; program, the number of the command from 0; and rendering, the NAME of its
    /// {file:NAME}
    #[arg(long, value_name = "FILE", requires = "batch")]
    pub batch_template: Option<PathBuf>,
}

fn compare_names() -> impl TypedValueParser<Value = Comparison> {
    PossibleValuesParser::new(Comparison::ALL.map(Comparison::name)).map(|name| {
        Comparison::ALL.into_iter().find(|comparison| comparison.name() == name).unwrap_or_default()
    })
}

impl ProgramArgs {
    /// What a run depends on, by name.
    pub fn inputs(&self, timeout: Duration) -> Result<Vec<(String, String)>, CommandError> {
        let mut inputs = vec![("timeout".to_owned(), humantime::format_duration(timeout).to_string())];
        inputs.extend(self.normalize.iter().map(|command| ("normalize".to_owned(), command.clone())));
        inputs.push(("compare".to_owned(), self.compare.unwrap_or_default().name().to_owned()));
        if self.lines {
            inputs.push(("lines".to_owned(), "yes".to_owned()));
        }
        if self.where_accepted {
            inputs.push((WHERE_ACCEPTED_INPUT.to_owned(), "yes".to_owned()));
        }
        // Neither the number of structures of a batch nor a separator changes what is found.
        if let Some(path) = &self.batch_template {
            inputs.push(("the batch template's hash".to_owned(), text_hash(&read_template(path)?)));
        }
        Ok(inputs)
    }

    /// How commands get structures.
    fn delivery(&self) -> Result<CaseDelivery, CommandError> {
        let Some(max_len) = self.batch else {
            return Ok(if self.lines { CaseDelivery::LinePerCase } else { CaseDelivery::ProcessPerCase });
        };
        let layout = match (&self.batch_separator, &self.batch_template) {
            (Some(line), _) => BatchLayout::Separated(
                SeparatorLine::parse(line)
                    .map_err(|why| CommandError::Usage(format!("--batch-separator: {why}")))?,
            ),
            (None, Some(path)) => {
                BatchLayout::Template(Arc::new(FileBatchTemplate::parse(&read_template(path)?)?))
            }
            (None, None) => {
                return Err(CommandError::Usage(
                    "--batch has to know how structures become one text: give --batch-separator LINE, a line that has the \
                     commands print {mark}, or --batch-template FILE"
                        .to_owned(),
                ));
            }
        };
        let max_len = usize::try_from(max_len).unwrap_or(usize::MAX);
        Ok(CaseDelivery::Batches(BatchOptions { max_len, layout }))
    }

    /// The commands.
    fn programs(&self) -> Result<Vec<Program>, CommandError> {
        self.commands.iter().map(|text| Program::parse(text).map_err(CommandError::Usage)).collect()
    }

    /// The names of the renderings that commands ask for, each once.
    pub fn renderings(&self) -> Result<BTreeSet<String>, CommandError> {
        Ok(self.programs()?.iter().filter_map(Program::rendering).map(str::to_owned).collect())
    }

    /// The judge of the programs. Files have the first template, those of renderings the one under their name.
    pub fn judge(
        &self,
        timeout: Duration,
        threads: usize,
        file_template: &FileTemplate,
        renderings: &BTreeMap<String, FileTemplate>,
    ) -> Result<Box<dyn Judge>, CommandError> {
        let read = |text: &String| Program::parse(text).map_err(CommandError::Usage);
        let programs = self.programs()?;
        if let Some(program) = programs.iter().find(|program| self.lines && program.takes_file()) {
            return Err(CommandError::Usage(format!(
                "with --lines, commands read structures from their standard input: `{}` has {{file}}",
                program.text()
            )));
        }
        if let Some(program) = programs.iter().find(|program| self.lines && program.takes_folder()) {
            return Err(CommandError::Usage(format!(
                "with --lines, a command has one process for many structures, and no folder for each: `{}` has {{folder}}",
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
            delivery: self.delivery()?,
            comparison: self.compare.unwrap_or_default(),
            where_accepted: self.where_accepted,
            timeout,
            threads: if threads == 0 { cores() } else { threads },
            file_template: file_template.clone(),
            renderings: renderings.clone(),
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
