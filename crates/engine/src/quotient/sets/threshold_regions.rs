//! The threshold regions of a data slot: where the values of an attribute cut the slot's interval.
//!
//! A data slot is compared with an integer of a set's answers. In each region the outcome depends on the answer alone, so that runs
//! differ by regions and not by values. A worker remembers where they start.

use std::sync::Arc;

use dpgen_forest::index::{AttrIx, DomainIx};
use dpgen_forest::schema::Domain;

use crate::predicate_run::predicate_int::Cut;

/// The interval of a data slot, and how it is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct ComparedInterval {
    pub(crate) domain: DomainIx,
    /// The first index.
    pub(crate) lo: u32,
    /// The last index.
    pub(crate) hi: u32,
    /// What is added to the answer before the data is compared with it.
    pub(crate) shift: i128,
    pub(crate) cut: Cut,
}

/// An integer of the answers of a set: set, attribute and position.
pub(super) type SetInt = (u32, AttrIx, u32);

/// An integer of a set's answers, and the interval that is compared with it.
pub(super) type RegionsKey = (SetInt, ComparedInterval);

impl ComparedInterval {
    /// The first index of each region, ascending, where answers have these values.
    pub(super) fn region_starts(&self, values: impl Iterator<Item = i64>, domain: &Domain) -> Arc<[u32]> {
        let mut starts = vec![self.lo];
        for value in values {
            let bound = i128::from(value).saturating_add(self.shift);
            if self.cut != Cut::AtMost {
                starts.push(domain.below(bound));
            }
            if self.cut != Cut::Less {
                starts.push(domain.below(bound.saturating_add(1)));
            }
        }
        starts.retain(|start| self.lo <= *start && *start <= self.hi);
        starts.sort_unstable();
        starts.dedup();
        starts.into()
    }
}
