//! [`Report`]: the figures of a hunt: structures tried, their results, and those left.

use std::fmt;
use std::time::Duration;

use dpgen_forest::{Count, grouped};

use crate::hunt_limits::HuntEnd;

/// The number of structures of one size, and of those that were tried.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SizeTried {
    /// The number of structures.
    pub count: Count,
    /// The number of structures tried.
    pub tried: u64,
    /// The number of these that were accepted.
    pub valid: u64,
}

impl SizeTried {
    pub(crate) fn new(count: Count) -> Self {
        Self { count, tried: 0, valid: 0 }
    }
}

/// The proposals of a guide of the portfolio [`Guide::Auto`](crate::Guide::Auto).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Turns {
    /// The guide's name: see [`Guide`](crate::Guide).
    pub guide: &'static str,
    /// The number of its structures that were judged.
    pub tried: u64,
    /// The number of these that were finds: accepted, or, where behaviours are named, of a new one; or a bug.
    pub found: u64,
}

/// The numbers of structures by verdict.
#[derive(Debug, Default)]
pub(crate) struct VerdictCounts {
    pub valid: u64,
    pub invalid: u64,
    pub bugs: u64,
    /// Whether the judge has named behaviours.
    pub named: bool,
}

/// The figures of a hunt: structures tried, and their results. It is shown as lines for people.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Report {
    /// The number of structures judged, repeats included.
    pub executions: u64,
    /// The number of these that were tried before: 0, but for [`Guide::Mcc`](crate::Guide::Mcc) with `repeats`.
    pub repeats: u64,
    /// The number of structures that guides built and found to have been tried; all but the `repeats` were not judged again.
    pub again: u64,
    /// The number of structures accepted, each counted once.
    pub valid: u64,
    /// The number of structures refused.
    pub invalid: u64,
    /// The number of structures that made the program fail.
    pub bugs: u64,
    /// The number of behaviours that the judge has named.
    pub behaviours: u64,
    /// By size.
    pub sizes: Vec<SizeTried>,
    /// By guide, where several have had turns.
    pub guides: Vec<Turns>,
    /// From the first structure on.
    pub time: Duration,
    /// The reason for its end, if it has ended.
    pub ended: Option<HuntEnd>,
    /// The knowledge of the guide, as lines.
    pub learned: Vec<String>,
}

/// The maximum number of lines of knowledge that are shown.
const MAX_LEARNED_LINES: usize = 20;

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { executions, repeats, again, valid, invalid, bugs, behaviours, .. } = self;
        writeln!(
            f,
            "{} executions: {} valid, {} invalid, {} bugs, {} behaviours, {} repeats; {} made again; {:.1} s",
            grouped(executions),
            grouped(valid),
            grouped(invalid),
            grouped(bugs),
            grouped(behaviours),
            grouped(repeats),
            grouped(again),
            self.time.as_secs_f64()
        )?;
        for (SizeTried { count, tried, valid }, size) in self.sizes.iter().zip(0..) {
            if *tried > 0 {
                let (tried, count) = (grouped(tried), grouped(count));
                writeln!(f, "  size {size}: {tried} of {count} tried, {} valid", grouped(valid))?;
            }
        }
        for Turns { guide, tried, found } in &self.guides {
            writeln!(f, "  {guide}: {} tried, {} of them finds", grouped(tried), grouped(found))?;
        }
        match self.ended {
            None => {}
            Some(HuntEnd::AllTried) => writeln!(f, "all structures were tried")?,
            Some(HuntEnd::AllUnrefuted) => writeln!(f, "all structures without a refuted choice were tried")?,
            Some(HuntEnd::Stuck) => writeln!(f, "ended: the guide finds nothing that it has not tried")?,
            Some(HuntEnd::Executions) => writeln!(f, "ended by the limit on executions")?,
            Some(HuntEnd::Journal) => writeln!(f, "ended: the journal can not be written")?,
            Some(HuntEnd::Time) => writeln!(f, "ended by the limit on time")?,
        }
        for line in self.learned.iter().take(MAX_LEARNED_LINES) {
            writeln!(f, "{line}")?;
        }
        if self.learned.len() > MAX_LEARNED_LINES {
            writeln!(f, "... and {} more", self.learned.len() - MAX_LEARNED_LINES)?;
        }
        Ok(())
    }
}
