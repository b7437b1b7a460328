//! [`BatchLayout`]: how several cases become one text that a program gets in one run.
//!
//! The text has the program print a *mark* before the answer of each case, and one after the last; see `answer_marks.rs`. A batch
//! of one case is how a case is asked alone, which decides on findings.

use std::fmt;
use std::sync::Arc;

use dpgen_process::Program;

use super::answer_marks::Marks;
use crate::case::{Case, FileTemplate};
use crate::judge::JudgeError;

/// The placeholder for a mark in a separating line.
const MARK_PLACEHOLDER: &str = "{mark}";

/// The batches of a run.
#[derive(Debug, Clone)]
pub struct BatchOptions {
    /// The most cases in one run of a program.
    pub max_len: usize,
    /// How they become one text.
    pub layout: BatchLayout,
}

/// How the cases of a batch become one text.
#[derive(Debug, Clone)]
pub enum BatchLayout {
    /// A line that has the program print a mark stands before the file of each case, and after the last. A case that is asked
    /// alone is its file, without such lines.
    Separated(SeparatorLine),
    /// A template makes the text, also that of a case that is asked alone.
    Template(Arc<dyn BatchTemplate>),
}

/// The cases of a batch, as a template sees them.
#[derive(Debug)]
pub struct Batch<'b> {
    /// The number of the program that gets it, from 0.
    pub program: usize,
    /// The name of the rendering that the program gets, if its command says one.
    pub rendering: Option<&'b str>,
    /// The cases, each with the mark that is to be printed before its answer.
    pub cases: Vec<(&'b Case, String)>,
    /// The mark that is to be printed after the last answer.
    pub end: String,
}

/// Makes one text of several cases.
///
/// Laws: the text depends on the batch only; the program that runs it prints each mark on a line of its own, in order.
pub trait BatchTemplate: fmt::Debug + Send + Sync {
    /// The text of a batch.
    ///
    /// # Errors
    /// When it can not be made; the message says why.
    fn text(&self, batch: &Batch<'_>) -> Result<String, String>;
}

/// A line that has a program print a mark.
///
/// ```
/// use dpgen_diff::programs::SeparatorLine;
///
/// assert!(SeparatorLine::parse(".print {mark}").is_ok());
/// assert!(SeparatorLine::parse("----").is_err());
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeparatorLine(String);

impl SeparatorLine {
    /// Reads a line, which has to have the placeholder `{mark}`.
    ///
    /// # Errors
    /// When it has none.
    pub fn parse(text: &str) -> Result<Self, String> {
        if text.contains(MARK_PLACEHOLDER) {
            Ok(Self(text.to_owned()))
        } else {
            Err(format!(
                "the separator {text:?} prints no mark: write {MARK_PLACEHOLDER} where the mark is to be, as in `.print {{mark}}` \
                 or `print(\"{{mark}}\")`"
            ))
        }
    }

    fn with(&self, mark: &str) -> String {
        self.0.replace(MARK_PLACEHOLDER, mark) + "\n"
    }
}

impl BatchLayout {
    /// The text that a program gets for several cases.
    pub(super) fn text(
        &self,
        (number, program): (usize, &Program),
        cases: &[&Case],
        marks: &Marks,
        file_template: &FileTemplate,
    ) -> Result<String, JudgeError> {
        match self {
            Self::Separated(line) => {
                let mut text = String::new();
                for (place, case) in cases.iter().enumerate() {
                    text += &line.with(&marks.mark(place));
                    text += &file_template.file(case.text_in(program.rendering()));
                    if !text.ends_with('\n') {
                        text.push('\n');
                    }
                }
                Ok(text + &line.with(&marks.end()))
            }
            Self::Template(template) => {
                let marked = cases.iter().enumerate().map(|(place, case)| (*case, marks.mark(place)));
                let (cases, end) = (marked.collect(), marks.end());
                let batch = Batch { program: number, rendering: program.rendering(), cases, end };
                template
                    .text(&batch)
                    .map_err(|why| JudgeError(format!("the template of batches can not be used: {why}")))
            }
        }
    }

    /// Whether what a program writes before the first mark and after the last is left out, also of the answer of a case alone.
    pub(super) const fn leaves_surroundings_out(&self) -> bool {
        matches!(self, Self::Template(_))
    }
}
