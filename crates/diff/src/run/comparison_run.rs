//! The loop of a comparison: takes cases block by block, has them judged, and logs the findings.

use std::time::{Duration, Instant};

use crate::case::Case;
use crate::judge::{Judge, JudgeError, Tally};
use crate::log_error::LogError;
use crate::run_log::log::Log;
use crate::structure::term::Term;

/// A block that takes less time is followed by a larger one.
const MIN_BLOCK_TIME: Duration = Duration::from_millis(300);
/// A block that takes more time is followed by a smaller one.
const MAX_BLOCK_TIME: Duration = Duration::from_secs(2);

/// The figure of a log with the time that its cases took, in milliseconds.
pub const TALLY_MILLISECONDS: &str = "ms";

/// The figure of a log with the number of its cases.
pub const TALLY_CASES: &str = "cases";

/// An ordered source of cases.
///
/// Laws: the case at a position is always the same; a block has the cases from its first position on, without gaps.
pub trait CaseSource {
    /// Why a case can not be made.
    type Error;

    /// At most `max_len` cases from a position on, at least one if there is one.
    ///
    /// # Errors
    /// When a case can not be made.
    fn block(&mut self, from: u64, max_len: usize) -> Result<Vec<Case>, Self::Error>;

    /// The case with this structure, if it is one of the structures that may be compared.
    ///
    /// # Errors
    /// When the case can not be made.
    fn find(&mut self, term: &Term) -> Result<Option<Case>, Self::Error>;
}

/// Why a run can not go on. What was logged stays.
#[derive(Debug)]
pub enum RunError<E> {
    /// A case can not be made.
    Source(E),
    /// A subject can not be asked.
    Judge(JudgeError),
    /// A finding can not be logged.
    Log(LogError),
}

/// The progress of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// The number of judged cases, those of earlier runs included.
    pub done: u64,
    /// The number of cases that earlier runs have judged.
    pub done_earlier: u64,
    /// The number of all cases.
    pub total: u64,
    /// The number of findings.
    pub findings: usize,
}

/// Judges the cases that a log does not have yet, up to a position, until `halted` says to stop. [`Log::done`] says how far it came.
///
/// # Errors
/// When a case can not be made, a subject can not be asked, or a finding can not be logged.
pub fn run_comparison<S: CaseSource>(
    judge: &mut dyn Judge,
    source: &mut S,
    log: &mut Log,
    until: u64,
    halted: &(dyn Fn() -> bool + Sync),
    mut on_progress: impl FnMut(Progress),
) -> Result<(), RunError<S::Error>> {
    let done_earlier = log.done();
    let until = until.max(done_earlier);
    let (min_len, max_len) = judge.block_len();
    let mut block_len = min_len;
    let mut before = judge.tally();
    // Those of cases that were judged before.
    judge.take_refusals();
    on_progress(Progress { done: done_earlier, done_earlier, total: until, findings: log.findings().len() });
    while log.done() < until && !halted() {
        let begin = Instant::now();
        let left = usize::try_from(until - log.done()).unwrap_or(usize::MAX);
        let cases = source.block(log.done(), block_len.min(left)).map_err(RunError::Source)?;
        if cases.is_empty() {
            break;
        }
        let found = judge.judge(&cases, halted).map_err(RunError::Judge)?;
        let judged = u64::try_from(found.len()).unwrap_or(u64::MAX);
        let tally = judge.tally();
        let mut grown = growth(&before, &tally);
        grown.insert(TALLY_CASES.to_owned(), judged);
        grown.insert(
            TALLY_MILLISECONDS.to_owned(),
            u64::try_from(begin.elapsed().as_millis()).unwrap_or(u64::MAX),
        );
        log.append(&cases, found, log.done() + judged, &grown, &judge.take_refusals())
            .map_err(RunError::Log)?;
        before = tally;
        on_progress(Progress {
            done: log.done(),
            done_earlier,
            total: until,
            findings: log.findings().len(),
        });
        let taken = begin.elapsed();
        if taken < MIN_BLOCK_TIME {
            block_len = block_len.saturating_mul(2).min(max_len);
        } else if taken > MAX_BLOCK_TIME {
            block_len = (block_len / 2).max(min_len);
        }
    }
    Ok(())
}

/// The growth of each figure.
fn growth(before: &Tally, now: &Tally) -> Tally {
    let grown = |(name, count): (&String, &u64)| {
        let grown = count.saturating_sub(before.get(name).copied().unwrap_or(0));
        (grown > 0).then(|| (name.clone(), grown))
    };
    now.iter().filter_map(grown).collect()
}
