//! Runs a comparison: takes cases block by block, has them judged, and logs the findings.

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

/// The figure of a log that is the time taken, in milliseconds.
pub const TIME: &str = "ms";

/// The figure of a log that is the number of cases.
pub const CASES: &str = "cases";

/// Where cases come from.
///
/// Laws: the case at a position is always the same; a block has the cases from its first position on, without gaps.
pub trait Source {
    /// Why a case can not be made.
    type Error;

    /// At most `most` cases from a position on, at least one if there is one.
    ///
    /// # Errors
    /// When a case can not be made.
    fn block(&mut self, from: u64, most: usize) -> Result<Vec<Case>, Self::Error>;

    /// The case with this structure, if it is one of those that could be compared.
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
    /// Subjects can not be asked.
    Judge(JudgeError),
    /// What was found can not be kept.
    Log(LogError),
}

/// How far a run is, for who watches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// How many cases are judged, those of earlier runs included.
    pub done: u64,
    /// How many of them earlier runs have judged.
    pub earlier: u64,
    /// How many there are.
    pub of: u64,
    /// How many findings there are.
    pub findings: usize,
}

/// Judges the cases that a log does not have yet, up to a position. Whether it ended before is told by [`Log::done`].
///
/// # Errors
/// When a case can not be made, subjects can not be asked, or findings can not be kept.
pub fn run<S: Source>(
    judge: &mut dyn Judge,
    source: &mut S,
    log: &mut Log,
    until: u64,
    halted: &(dyn Fn() -> bool + Sync),
    mut seen: impl FnMut(Progress),
) -> Result<(), RunError<S::Error>> {
    let earlier = log.done();
    let until = until.max(earlier);
    let (least, most) = judge.block();
    let mut size = least;
    let mut before = judge.tally();
    seen(Progress { done: earlier, earlier, of: until, findings: log.findings().len() });
    while log.done() < until && !halted() {
        let begin = Instant::now();
        let left = usize::try_from(until - log.done()).unwrap_or(usize::MAX);
        let cases = source.block(log.done(), size.min(left)).map_err(RunError::Source)?;
        if cases.is_empty() {
            break;
        }
        let found = judge.judge(&cases, halted).map_err(RunError::Judge)?;
        let judged = u64::try_from(found.len()).unwrap_or(u64::MAX);
        let tally = judge.tally();
        let mut grown = since(&before, &tally);
        grown.insert(CASES.to_owned(), judged);
        grown.insert(TIME.to_owned(), u64::try_from(begin.elapsed().as_millis()).unwrap_or(u64::MAX));
        log.append(&cases, found, log.done() + judged, &grown).map_err(RunError::Log)?;
        before = tally;
        seen(Progress { done: log.done(), earlier, of: until, findings: log.findings().len() });
        let taken = begin.elapsed();
        if taken < MIN_BLOCK_TIME {
            size = size.saturating_mul(2).min(most);
        } else if taken > MAX_BLOCK_TIME {
            size = (size / 2).max(least);
        }
    }
    Ok(())
}

/// What figures have grown by.
fn since(before: &Tally, now: &Tally) -> Tally {
    let grown = |(name, count): (&String, &u64)| {
        let grown = count.saturating_sub(before.get(name).copied().unwrap_or(0));
        (grown > 0).then(|| (name.clone(), grown))
    };
    now.iter().filter_map(grown).collect()
}
