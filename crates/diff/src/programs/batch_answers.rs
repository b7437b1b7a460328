//! Asks programs about many cases in one run, and finds the cases that break a run by halving.
//!
//! A run of a batch counts if the program ends with code 0, or with any where codes are not compared, and prints each mark once, in
//! order; then each case has its answer. Any other batch is cut into halves, down to cases that are to be asked alone. If the first
//! half counts, the second is cut up at once, as the fault is there: at most two runs for each halving. What one program is to be
//! asked alone is left out of the batches of the others, since all programs are asked alone about such a case.
//!
//! Invariant: an answer of a batch is never reported. It only says on which cases all programs agree; all others are asked alone.
//! So findings do not depend on how cases are cut into batches, unless a case changes the answers to later ones in all programs
//! alike.

use dpgen_process::{Program, RunOutcome};

use super::answer_comparison::{Comparison, Reply};
use super::answer_marks::Marks;
use super::batch_layout::BatchOptions;
use super::worker::Worker;
use crate::case::Case;
use crate::judge::JudgeError;

/// The replies of all programs to a case of a batch; none if the case is to be asked alone.
type BatchReplies = Option<Vec<Reply>>;

/// What came of a run.
enum BatchRun {
    Answers(Vec<Vec<u8>>),
    Broken,
    Halted,
}

impl Worker {
    /// The replies of all programs to the cases of a batch; none if the run is halted.
    pub(super) fn ask_batch(
        &mut self,
        batches: &BatchOptions,
        cases: &[Case],
        halted: &dyn Fn() -> bool,
    ) -> Result<Option<Vec<BatchReplies>>, JudgeError> {
        let mut replies: Vec<BatchReplies> = cases.iter().map(|_| Some(Vec::new())).collect();
        let programs = self.options.programs.clone();
        for subject in programs.iter().enumerate() {
            let open: Vec<usize> = (0..cases.len()).filter(|place| replies[*place].is_some()).collect();
            let mut asked = BatchOf { batches, subject, cases, replies: &mut replies };
            if self.ask_part(&mut asked, &open, false, halted)?.is_none() {
                return Ok(None);
            }
        }
        let left = replies.iter().filter(|replies| replies.is_none()).count();
        self.batch_figures.note(cases.len(), left);
        Ok(Some(replies))
    }

    /// Asks about a part of a batch, which may be known to break. Returns whether it was whole; none if the run is halted.
    fn ask_part(
        &mut self,
        batch: &mut BatchOf<'_>,
        part: &[usize],
        is_known_to_break: bool,
        halted: &dyn Fn() -> bool,
    ) -> Result<Option<bool>, JudgeError> {
        if part.is_empty() {
            return Ok(Some(true));
        }
        if let [place] = part {
            batch.replies[*place] = None;
            return Ok(Some(false));
        }
        if !is_known_to_break {
            match self.run_batch(batch, part, halted)? {
                BatchRun::Halted => return Ok(None),
                BatchRun::Answers(answers) => {
                    for (place, output) in part.iter().zip(answers) {
                        let reply = Reply::Output { code: Some(0), output, stderr: String::new() };
                        batch.replies[*place].get_or_insert_default().push(reply);
                    }
                    return Ok(Some(true));
                }
                BatchRun::Broken => self.batch_figures.broken += 1,
            }
        }
        let (first, second) = part.split_at(part.len() / 2);
        let Some(is_whole) = self.ask_part(batch, first, false, halted)? else { return Ok(None) };
        Ok(self.ask_part(batch, second, is_whole, halted)?.map(|_| false))
    }

    /// Runs a program on a part of a batch.
    fn run_batch(
        &mut self,
        batch: &BatchOf<'_>,
        part: &[usize],
        halted: &dyn Fn() -> bool,
    ) -> Result<BatchRun, JudgeError> {
        self.batch_figures.runs += 1;
        let (number, program) = batch.subject;
        let cases: Vec<&Case> = part.iter().map(|place| &batch.cases[*place]).collect();
        let layout = &batch.batches.layout;
        let marks = marks_of(&cases);
        let (name, template) = self.options.template(program);
        let file = self.write_file(&name, &layout.text((number, program), &cases, &marks, template)?)?;
        let counts = |code: Option<i32>| {
            let is_code_compared =
                self.options.comparison != Comparison::Output || self.options.where_accepted;
            code == Some(0) || code.is_some() && !is_code_compared
        };
        Ok(match self.run_program(program, &file, halted)? {
            RunOutcome::Halted => BatchRun::Halted,
            RunOutcome::Ended { status, stdout, .. } if counts(status.code()) => {
                let answers = marks.answers(&stdout, layout.leaves_surroundings_out());
                answers.map_or(BatchRun::Broken, BatchRun::Answers)
            }
            RunOutcome::Ended { .. } | RunOutcome::Failed { .. } => BatchRun::Broken,
        })
    }

    /// The replies of all programs to a case that is asked alone; none if the run is halted.
    pub(super) fn ask_alone(
        &mut self,
        batches: &BatchOptions,
        case: &Case,
        halted: &dyn Fn() -> bool,
    ) -> Result<Option<Vec<Reply>>, JudgeError> {
        self.batch_figures.alone += 1;
        let layout = &batches.layout;
        if !layout.leaves_surroundings_out() {
            return self.ask_processes(case, halted);
        }
        let marks = marks_of(&[case]);
        let mut replies = Vec::with_capacity(self.options.programs.len());
        for (number, program) in self.options.programs.iter().enumerate() {
            let (name, template) = self.options.template(program);
            let file = self.write_file(&name, &layout.text((number, program), &[case], &marks, template)?)?;
            let outcome = self.run_program(program, &file, halted)?;
            let Some(mut reply) = Reply::of(outcome, self.options.timeout) else { return Ok(None) };
            if let Reply::Output { output, .. } = &mut reply {
                *output = marks.answer_alone(output);
            }
            replies.push(reply);
        }
        Ok(Some(replies))
    }
}

/// A batch on its way through a program.
struct BatchOf<'b> {
    batches: &'b BatchOptions,
    /// The number of the program, and the program.
    subject: (usize, &'b Program),
    cases: &'b [Case],
    replies: &'b mut [BatchReplies],
}

fn marks_of(cases: &[&Case]) -> Marks {
    let texts: Vec<&str> = cases.iter().map(|case| case.text.as_str()).collect();
    Marks::of(&texts)
}
