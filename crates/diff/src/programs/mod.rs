//! [`Programs`]: a judge that compares the outputs of programs.
//!
//! A case is given to a process of its own for each program, as a file or on standard input; or each program has one process, which
//! gets a line for each case; or a process gets a batch of cases. Cases are divided among threads; each thread asks all programs about a case. Programs are run by
//! `dpgen-process`, so that they end with the case, and when this process is gone.
//!
//! `answer_comparison.rs` has the answers and their comparison, `worker.rs` the programs of a thread. Batches are texts made by
//! `batch_layout.rs`, asked by `batch_answers.rs` with lengths of
//! `batch_figures.rs`, and their outputs are divided by `answer_marks.rs`.

mod answer_comparison;
mod answer_marks;
mod batch_answers;
mod batch_figures;
mod batch_layout;
mod options;
mod worker;

pub use answer_comparison::Comparison;
pub use batch_layout::{Batch, BatchLayout, BatchOptions, BatchTemplate, SeparatorLine};
pub use dpgen_process::Program;
pub use options::{CaseDelivery, ProgramsOptions};

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use answer_comparison::CaseVerdict;
use dpgen_process::Guard;
use worker::Worker;

use crate::case::Case;
use crate::findings::finding::Subject;
use crate::judge::{Difference, Judge, JudgeError, Tally};
use crate::refusals::Refusals;

/// The most bytes of findings that are held at once, beside those of the cases under way.
const MAX_HELD_FINDING_BYTES: usize = 32 << 20;

/// The figure of a log with the number of runs of batches.
pub const TALLY_BATCH_RUNS: &str = "batch runs";
/// The figure of a log with the number of batches that were cut up.
pub const TALLY_BATCHES_BROKEN: &str = "batches cut up";
/// The figure of a log with the number of cases that were asked alone, after a batch.
pub const TALLY_ASKED_ALONE: &str = "asked alone";

/// A judge of programs.
///
/// ```
/// use std::time::Duration;
/// use dpgen_diff::programs::{CaseDelivery, Comparison, Program, Programs, ProgramsOptions};
/// use dpgen_diff::{Case, FileTemplate, Judge, Term};
///
/// let programs = ["cat {file}", "tr b a"].map(|text| Program::parse(text).expect("it is a command"));
/// let mut judge = Programs::start(ProgramsOptions {
///     programs: programs.into(),
///     normalize: None,
///     delivery: CaseDelivery::ProcessPerCase,
///     comparison: Comparison::All,
///     where_accepted: false,
///     timeout: Duration::from_secs(60),
///     threads: 1,
///     file_template: FileTemplate::default(),
///     renderings: Default::default(),
/// })?;
/// let case = |text: &str| Case {
///     position: 0, key: "k".into(), size: 1, rank: "0".into(), text: text.into(), renderings: Default::default(),
///     term: Term::default(),
/// };
/// let found = judge.judge(&[case("aa"), case("ab")], &|| false)?;
/// assert!(found[0].is_none() && found[1].is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Programs {
    options: ProgramsOptions,
    workers: Vec<Worker>,
    /// The cases that were refused since they were last taken.
    refusals: Refusals,
    // Dropped last: it ends the processes that the workers have left running.
    _guard: Guard,
}

impl Programs {
    /// Makes the workers. Programs are started with the first case.
    ///
    /// # Errors
    /// When there are fewer than two programs, or the folder for the files of cases can not be made.
    pub fn start(options: ProgramsOptions) -> Result<Self, JudgeError> {
        if options.programs.len() < 2 {
            let message = "one command has nothing to be compared with; give two or more".to_owned();
            return Err(JudgeError(message));
        }
        let fails =
            |error: std::io::Error| JudgeError(format!("there is no place for the files of cases: {error}"));
        let guard = Guard::start("dpgen-diff-").map_err(fails)?;
        let workers = (0..options.threads.max(1)).map(|number| Worker::new(&options, guard.folder(), number));
        let workers = workers.collect::<Result<_, _>>().map_err(fails)?;
        Ok(Self { options, workers, refusals: Refusals::default(), _guard: guard })
    }

    /// The number of cases that a thread takes at once.
    const fn chunk_len(&self) -> usize {
        match &self.options.delivery {
            CaseDelivery::ProcessPerCase => 1,
            CaseDelivery::LinePerCase => 128,
            CaseDelivery::Batches(batches) => batches.max_len,
        }
    }
}

impl Judge for Programs {
    fn subjects(&self) -> Vec<Subject> {
        let subject = |program: &Program| Subject { name: program.text().to_owned(), version: None };
        self.options.programs.iter().map(subject).collect()
    }

    fn block_len(&self) -> (usize, usize) {
        let chunks = self.chunk_len().saturating_mul(self.workers.len());
        let (min_len, max_len) = match self.options.delivery {
            CaseDelivery::ProcessPerCase => (4 * chunks, 4096),
            CaseDelivery::LinePerCase => (4 * chunks, 1 << 16),
            CaseDelivery::Batches(_) => (chunks, 4096),
        };
        (min_len, max_len.max(min_len))
    }

    fn judge(
        &mut self,
        cases: &[Case],
        halted: &(dyn Fn() -> bool + Sync),
    ) -> Result<Vec<Option<Difference>>, JudgeError> {
        // No thread is to wait for the batch of another one.
        let chunk_len = self.chunk_len().min(cases.len().div_ceil(self.workers.len())).max(1);
        let chunks: Vec<&[Case]> = cases.chunks(chunk_len).collect();
        let (next, held) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let ask = |worker: &mut Worker| {
            let mut asked = Vec::new();
            while let Some((number, cases)) = take(&next, &chunks).filter(|_| !halted()) {
                let found = worker.ask(cases, halted);
                let is_whole = found.as_ref().is_ok_and(|found| found.len() == cases.len());
                let differences = found.iter().flatten().filter_map(|found| found.difference.as_ref());
                let bytes = differences.map(Difference::held_bytes).sum();
                asked.push((number, found));
                if !is_whole || held.fetch_add(bytes, Ordering::Relaxed) + bytes > MAX_HELD_FINDING_BYTES {
                    // No worker takes a later chunk.
                    next.store(chunks.len(), Ordering::Relaxed);
                }
            }
            asked
        };
        let ask = &ask;
        let asked: Vec<_> = thread::scope(|scope| {
            let threads: Vec<_> =
                self.workers.iter_mut().map(|worker| scope.spawn(move || ask(worker))).collect();
            threads.into_iter().map(thread::ScopedJoinHandle::join).collect()
        });
        let mut by_number: Vec<Option<Result<Vec<CaseVerdict>, JudgeError>>> =
            chunks.iter().map(|_| None).collect();
        for asked in asked {
            let asked = asked.map_err(|_| JudgeError("a thread that asks programs went wrong".to_owned()))?;
            for (number, found) in asked {
                by_number[number] = Some(found);
            }
        }
        // The cases from the first on that have a verdict.
        let mut judged = Vec::with_capacity(cases.len());
        for (found, cases) in by_number.into_iter().zip(chunks) {
            let Some(found) = found.transpose()? else { break };
            let is_whole = found.len() == cases.len();
            for (CaseVerdict { difference, refused }, case) in found.into_iter().zip(cases) {
                if !refused.is_empty() {
                    self.refusals.add_case(case, &refused);
                }
                judged.push(difference);
            }
            if !is_whole {
                break;
            }
        }
        Ok(judged)
    }

    fn tally(&self) -> Tally {
        if !matches!(self.options.delivery, CaseDelivery::Batches(_)) {
            return Tally::new();
        }
        let mut tally = Tally::new();
        for figures in self.workers.iter().map(|worker| &worker.batch_figures) {
            for (name, count) in [
                (TALLY_BATCH_RUNS, figures.runs),
                (TALLY_BATCHES_BROKEN, figures.broken),
                (TALLY_ASKED_ALONE, figures.alone),
            ] {
                *tally.entry(name.to_owned()).or_default() += count;
            }
        }
        tally
    }

    fn take_refusals(&mut self) -> Refusals {
        std::mem::take(&mut self.refusals)
    }
}

/// The next chunk of cases that no worker has taken.
fn take<'c>(next: &AtomicUsize, chunks: &[&'c [Case]]) -> Option<(usize, &'c [Case])> {
    let number = next.fetch_add(1, Ordering::Relaxed);
    chunks.get(number).map(|cases| (number, *cases))
}
