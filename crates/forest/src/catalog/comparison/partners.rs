//! [`CommonCounts`]: for each family of the old build the families of the new build with common structures, and their numbers.
//! Only those are counted that one slot can hold, or that are single blocks in both builds: no others are laid side by side.
//!
//! [`common_counts`](super::common_counts) computes them; read it next.

use crate::count::Count;
use crate::index::at;

/// The families of the new build that have structures in common with one of the old build.
#[derive(Debug, Clone, Default)]
pub(super) struct Partners {
    /// Ascending.
    pub(super) families: Vec<u32>,
    /// The number of common structures of each.
    pub(super) counts: Vec<Count>,
}

/// The numbers of common structures of pairs of families.
#[derive(Debug)]
pub(super) struct CommonCounts {
    /// By family of the old build.
    pub(super) partners: Vec<Partners>,
    /// By family of the new build: whether it has common structures with some family of the old build.
    pub(super) has_partner: Vec<bool>,
    /// By size, as far as they are complete: the number of common whole structures.
    pub(super) whole: Vec<Count>,
}

impl CommonCounts {
    /// The partners of a family of the old build.
    pub(super) fn of(&self, old: u32) -> &Partners {
        &self.partners[at(old)]
    }

    /// The number of common structures of two families; `None` if there are none.
    pub(super) fn between(&self, old: u32, new: u32) -> Option<&Count> {
        let partners = self.of(old);
        let found = partners.families.binary_search(&new).ok()?;
        Some(&partners.counts[found])
    }

    /// Whether a family of the old build has structures in common with some family of the new build.
    pub(super) fn has_old(&self, old: u32) -> bool {
        !self.of(old).families.is_empty()
    }

    /// Whether a family of the new build has structures in common with some family of the old build.
    pub(super) fn has_new(&self, new: u32) -> bool {
        self.has_partner.get(at(new)).is_some_and(|has| *has)
    }
}
