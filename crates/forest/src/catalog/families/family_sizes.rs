//! [`FamilySizes`]: the size of the structures of each union, as all structures of a family have the same one.
//!
//! A lookup skips families of other sizes than the structure's. A family with structures of several sizes, which no engine
//! should make, is never skipped.

use crate::catalog::families::bottom_up::BottomUp;
use crate::catalog::roots::Roots;
use crate::graph::production_dag::Dag;
use crate::graph::record_references::Family;
use crate::index::at;
use crate::schema::Schema;

/// The size of a family with structures of several sizes.
const MIXED_SIZES: u32 = u32::MAX;

/// The sizes of unions.
#[derive(Debug, Clone)]
pub(crate) struct FamilySizes(Vec<Option<u32>>);

impl FamilySizes {
    /// Computes the sizes of the unions below these roots.
    pub(crate) fn new(schema: &Schema, dag: &Dag, roots: &[Roots]) -> Self {
        let mut sizes = BottomUp::new(schema, dag);
        for record in roots.iter().flat_map(|roots| &roots.records) {
            sizes.compute(
                Family::record(*record),
                |sizes, record| size_of_record(schema, dag, sizes, record),
                |members| {
                    let first = members.next().copied().unwrap_or(MIXED_SIZES);
                    members.fold(first, |known, other| if known == *other { known } else { MIXED_SIZES })
                },
            );
        }
        Self(sizes.into_parts().1)
    }

    /// The size of a union's structures: `None` if it is below no root, `Some(None)` if they have several.
    pub(crate) fn of(&self, union: u32) -> Option<Option<u32>> {
        let known = self.0.get(at(union)).copied().flatten();
        known.map(|known| Some(known).filter(|known| *known != MIXED_SIZES))
    }

    /// Whether a structure of this size may be in a union.
    #[inline]
    pub(crate) fn may_hold(&self, union: u32, size: u32) -> bool {
        let known = self.0.get(at(union)).copied().flatten();
        known.is_none_or(|known| known == size || known == MIXED_SIZES)
    }
}

/// The weight of a record's own layer (none if the record is a rest) and the sizes of its parts.
fn size_of_record(schema: &Schema, dag: &Dag, sizes: &BottomUp<'_, u32>, record: u32) -> u32 {
    let item = dag.decode(schema, dag.records.get(record));
    let own = if item.is_rest { 0 } else { schema.constructor(item.ctor).weight };
    let parts = item.families().map(|part| sizes.known(part).copied().unwrap_or(MIXED_SIZES));
    parts.fold(own, u32::saturating_add)
}
