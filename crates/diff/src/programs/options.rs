//! [`ProgramsOptions`]: the programs that are compared, how they get cases, and which parts of their answers are compared.

use std::collections::BTreeMap;
use std::time::Duration;

use dpgen_process::Program;

use super::answer_comparison::Comparison;
use super::batch_layout::BatchOptions;
use crate::case::{Case, FileTemplate};

/// How programs get cases.
#[derive(Debug, Clone, Default)]
pub enum CaseDelivery {
    /// Each program has a process for each case.
    #[default]
    ProcessPerCase,
    /// Each program has one process, which gets a line for each case and answers with a line.
    LinePerCase,
    /// Each program has a process for several cases.
    Batches(BatchOptions),
}

/// The programs that are compared, and how they are run.
#[derive(Debug, Clone)]
pub struct ProgramsOptions {
    /// The programs, at least two.
    pub programs: Vec<Program>,
    /// A command that normalizes outputs before they are compared, from its standard input to its standard output.
    pub normalize: Option<Program>,
    /// How they get cases.
    pub delivery: CaseDelivery,
    /// The parts of answers that are compared.
    pub comparison: Comparison,
    /// Whether only cases are compared that all programs accept, with exit code 0.
    pub where_accepted: bool,
    /// The longest time of an answer; of a batch, that of the whole run.
    pub timeout: Duration,
    /// The number of threads that ask.
    pub threads: usize,
    /// The template of the files of cases.
    pub file_template: FileTemplate,
    /// The templates of files in other renderings, by their names. A program gets the one that its command names.
    pub renderings: BTreeMap<String, FileTemplate>,
}

impl ProgramsOptions {
    /// The name and the content of the file that a program gets for a case.
    pub(super) fn file(&self, program: &Program, case: &Case) -> (String, String) {
        let (name, template) = self.template(program);
        (name, template.file(case.text_in(program.rendering())))
    }

    /// The name and the template of the files that a program gets.
    pub(super) fn template(&self, program: &Program) -> (String, &FileTemplate) {
        let named = program.rendering().and_then(|name| Some((name, self.renderings.get(name)?)));
        match named {
            Some((name, template)) => (template.file_name_of(name), template),
            None => (self.file_template.file_name(), &self.file_template),
        }
    }
}
