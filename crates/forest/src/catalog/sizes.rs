//! The size of each family: all structures of a family have the same one, as a build goes by sizes.
//!
//! A value is looked for only in families of its size. Where an engine should have put sizes together after all, the family
//! has none, and anything is looked for in it.

use super::Catalog;
use super::bottom_up::BottomUp;
use crate::graph::Family;

/// In the place of a size: structures of several sizes.
const SEVERAL: u32 = u32::MAX;

/// The sizes of unions.
#[derive(Debug, Clone)]
pub(super) struct Sizes(Vec<Option<u32>>);

impl Sizes {
    /// Whether a structure of this size may be in a union.
    #[inline]
    pub(super) fn may_hold(&self, union: u32, size: u32) -> bool {
        let known = self.0.get(crate::index::at(union)).copied().flatten();
        known.is_none_or(|known| known == size || known == SEVERAL)
    }
}

impl Catalog {
    /// The sizes of the unions below the roots; worked out when first asked for.
    pub(super) fn family_sizes(&self) -> &Sizes {
        self.sizes.get_or_init(|| {
            let mut sizes = BottomUp::new(&self.schema, &self.dag);
            for record in self.roots.iter().flat_map(|roots| &roots.records) {
                sizes.work_out(
                    Family::record(*record),
                    |sizes, record| self.size_of_record(sizes, record),
                    |members| {
                        let first = members.next().unwrap_or(SEVERAL);
                        members.fold(first, |known, other| if known == other { known } else { SEVERAL })
                    },
                );
            }
            Sizes(sizes.into_unions())
        })
    }

    /// What a record's own layer weighs and its parts have; a rest does without the layer.
    fn size_of_record(&self, sizes: &BottomUp<'_>, record: u32) -> u32 {
        let item = self.dag.item(&self.schema, self.dag.records.get(record));
        let own = if item.is_rest { 0 } else { self.schema.constructor(item.ctor).weight };
        let parts = item.families().map(|part| sizes.known(part).unwrap_or(SEVERAL));
        parts.fold(own, u32::saturating_add)
    }
}
