//! [`SpecVersion`]: a text of the spec with what was built of it.
//!
//! Invariant: all sizes below [`SpecVersion::complete_sizes`] are complete in the build that has them. A version does not change;
//! an edit makes a new one.

use std::sync::Arc;

use dpgen_forest::index::at;
use dpgen_forest::{Catalog, Count, StopReason};
use dpgen_spec::Spec;

use super::build_settings::BuildSettings;

/// A text of the spec with what was built of it.
#[derive(Debug)]
pub struct SpecVersion {
    /// Its number in its tab, from 1.
    pub number: u64,
    /// The spec.
    pub spec: Spec,
    /// What was built.
    pub settings: BuildSettings,
    /// One build for all sizes, or one for each size from 0 on.
    pub builds: Vec<Arc<Catalog>>,
    /// The limit that stopped it, if one did.
    pub stop: Option<StopReason>,
}

/// A structure of a version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Its size.
    pub size: u32,
    /// Its rank among those of its size.
    pub rank: Count,
}

impl SpecVersion {
    /// The build that has the structures of a size, if that is complete.
    pub fn build(&self, size: u32) -> Option<&Arc<Catalog>> {
        let build = if self.settings.each_size { self.builds.get(at(size)) } else { self.builds.first() };
        build.filter(|build| size < build.complete_sizes())
    }

    /// The number of complete sizes, from 0 on.
    pub fn complete_sizes(&self) -> u32 {
        (0..=self.settings.max_size)
            .take_while(|size| self.build(*size).is_some())
            .map(|size| size + 1)
            .last()
            .unwrap_or(0)
    }

    /// The number of structures of a size that is complete.
    pub fn count(&self, size: u32) -> Count {
        self.build(size).map(|build| build.count(size)).unwrap_or_default()
    }

    /// The sizes that are meant by one, or by none for all.
    pub fn sizes(&self, only: Option<u32>) -> std::ops::Range<u32> {
        let complete = self.complete_sizes();
        only.map_or(0..complete, |size| size.min(complete)..size.saturating_add(1).min(complete))
    }

    /// The number of structures of some sizes.
    pub fn total(&self, sizes: std::ops::Range<u32>) -> Count {
        sizes.map(|size| self.count(size)).sum()
    }

    /// The structure with a number among those of some sizes, in their order.
    pub fn place(&self, sizes: std::ops::Range<u32>, mut number: Count) -> Option<Place> {
        for size in sizes {
            match number.checked_sub(&self.count(size)) {
                Some(rest) => number = rest,
                None => return Some(Place { size, rank: number }),
            }
        }
        None
    }

    /// The compact words of a structure.
    pub fn words(&self, place: &Place) -> Option<Vec<u32>> {
        self.build(place.size)?.nth_compact(place.size, &place.rank).ok().flatten()
    }
}
