//! [`RunningCounts`]: the sums of the counts of a union's members, up to each member, so that a rank is found by halving.
//!
//! A union's sums are made when a rank is first sought in it. Read [`production_dag`](super::production_dag) next.

use std::sync::OnceLock;

use crate::count::Count;
use crate::index::at;

/// The fewest members of a union with sums: those of shorter ones are counted each time.
pub(super) const MIN_SUMMED_MEMBERS: usize = 3;
/// The most members of all unions of a graph with sums: some tens of megabytes.
pub(super) const MAX_SUMMED_MEMBERS: usize = 1 << 20;

/// By union: the sums of its members' counts.
#[derive(Debug, Clone, Default)]
pub(super) struct RunningCounts(OnceLock<Vec<OnceLock<Box<[Count]>>>>);

impl RunningCounts {
    /// The sums of a union, each with the member at its place; `None` if there were fewer unions when they were first asked for.
    pub(super) fn of(
        &self,
        union: u32,
        unions: usize,
        counts: impl Iterator<Item = Count>,
    ) -> Option<&[Count]> {
        let all = self.0.get_or_init(|| vec![OnceLock::new(); unions]);
        let running = || {
            let mut sum = Count::ZERO;
            let sums = counts.map(|count| {
                sum += &count;
                sum.clone()
            });
            sums.collect()
        };
        all.get(at(union)).map(|sums| &**sums.get_or_init(running))
    }
}
