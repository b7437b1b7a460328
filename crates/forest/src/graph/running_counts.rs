//! [`RunningCounts`]: the sums of the counts of a union's members, up to each member, so that a rank is found by halving.
//!
//! A union's sums are made when a rank is first sought in it, as long as there are few of them in all: so the unions have them in which
//! ranks are sought most. Read [`production_dag`](super::production_dag) next.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::count::Count;
use crate::index::at;

/// The fewest members of a union with sums: those of shorter ones are counted each time.
pub(crate) const MIN_SUMMED_MEMBERS: usize = 3;
/// The most members of all unions of a graph that have sums, but for one union a thread: some tens of megabytes.
const MAX_SUMMED_MEMBERS: usize = 1 << 20;

/// By union: the sums of its members' counts.
#[derive(Debug, Default)]
pub(crate) struct RunningCounts {
    sums: OnceLock<Vec<OnceLock<Box<[Count]>>>>,
    /// The number of sums.
    len: AtomicUsize,
}

/// A copy has no sums until ranks are sought in it.
impl Clone for RunningCounts {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl RunningCounts {
    /// The sums of a union, each with the member at its place; `None` if there were fewer unions when they were first asked for,
    /// or if there are too many sums.
    pub(crate) fn of(
        &self,
        union: u32,
        unions: usize,
        counts: impl ExactSizeIterator<Item = Count>,
    ) -> Option<&[Count]> {
        let sums = self.sums.get_or_init(|| vec![OnceLock::new(); unions]).get(at(union))?;
        if sums.get().is_none() && self.len.load(Ordering::Relaxed) > MAX_SUMMED_MEMBERS {
            return None;
        }
        let make = || {
            self.len.fetch_add(counts.len(), Ordering::Relaxed);
            running_sums(counts).collect()
        };
        Some(sums.get_or_init(make))
    }
}

/// Each count added to those before it.
pub(crate) fn running_sums(counts: impl Iterator<Item = Count>) -> impl Iterator<Item = Count> {
    counts.scan(Count::ZERO, |sum, count| {
        *sum += &count;
        Some(sum.clone())
    })
}

/// The place of the first sum above a number, and what is left of the number without the counts before that place. The place is
/// after the last sum if none is above it.
pub(crate) fn locate_in_sums(sums: &[Count], number: Count) -> (usize, Count) {
    let place = sums.partition_point(|sum| *sum <= number);
    let rest = place.checked_sub(1).and_then(|before| number.checked_sub(&sums[before]));
    (place, rest.unwrap_or(number))
}
