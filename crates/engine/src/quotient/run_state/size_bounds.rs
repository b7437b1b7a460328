//! Bounds on the sizes of a candidate's parts, where these sizes are open.
//!
//! A constructor with many recursive slots has one task for all ways to split a size. Each part can then have several
//! sizes, which have to add up. `reads/narrow_nodes.rs` keeps the bounds while a run narrows parts.

use smallvec::SmallVec;

/// The sizes that the parts of a run can have.
#[derive(Debug, Clone, Default)]
pub(crate) struct SizeBounds {
    /// Their sum.
    sum: u32,
    /// The least and greatest size of each part; none if no size is open. The parts are the nodes from 1 on.
    extents: SmallVec<[(u32, u32); 8]>,
    /// The sums of the least and of the greatest sizes.
    min_sum: u64,
    max_sum: u64,
}

impl SizeBounds {
    /// The bounds on parts whose sizes add up to a sum, from the least and greatest size of each.
    pub(crate) fn new(sum: u32, extents: SmallVec<[(u32, u32); 8]>) -> Self {
        let min_sum = extents.iter().map(|(min, _)| u64::from(*min)).sum();
        let max_sum = extents.iter().map(|(_, max)| u64::from(*max)).sum();
        Self { sum, extents, min_sum, max_sum }
    }

    /// Drops all bounds: no size is open.
    pub(crate) fn clear(&mut self) {
        self.extents.clear();
    }

    /// The sum of the sizes.
    pub(crate) const fn sum(&self) -> u32 {
        self.sum
    }

    /// The number of parts; 0 if no size is open.
    pub(crate) fn len(&self) -> usize {
        self.extents.len()
    }

    /// The least and greatest size of a part.
    pub(crate) fn extent(&self, part: usize) -> (u32, u32) {
        self.extents[part]
    }

    /// Sets the least and greatest size of a part.
    pub(crate) fn set(&mut self, part: usize, (min, max): (u32, u32)) {
        let (old_min, old_max) = std::mem::replace(&mut self.extents[part], (min, max));
        self.min_sum = self.min_sum - u64::from(old_min) + u64::from(min);
        self.max_sum = self.max_sum - u64::from(old_max) + u64::from(max);
    }

    /// The least and greatest size that the others leave for a part; `None` if there is no such size.
    pub(crate) fn allowed(&self, part: usize) -> Option<(u32, u32)> {
        let (min, max) = self.extents[part];
        let sum = u64::from(self.sum);
        let hi = sum.checked_sub(self.min_sum - u64::from(min))?;
        let lo = sum.saturating_sub(self.max_sum - u64::from(max));
        Some((u32::try_from(lo).ok()?, u32::try_from(hi).ok()?)).filter(|(lo, hi)| lo <= hi)
    }

    /// A part with sizes that the others do not allow: `Some(None)` if there is none, `None` if nothing fits.
    #[expect(clippy::option_option, reason = "the outer one is for `?`")]
    pub(crate) fn next_to_narrow(&self) -> Option<Option<usize>> {
        for part in 0..self.extents.len() {
            let (min, max) = self.extents[part];
            let (lo, hi) = self.allowed(part)?;
            if min < lo || hi < max {
                return Some(Some(part));
            }
        }
        Some(None)
    }
}
