//! The greatest depth of a catalog's structures: the number of layers on the longest way from a root to a leaf.
//!
//! Guides that make structures from the top, without the graph, use it as a bound.

use crate::catalog::Catalog;
use crate::catalog::families::bottom_up::BottomUp;
use crate::graph::record_references::Family;

/// The depth of a record, from those of its parts.
fn of_record(catalog: &Catalog, depths: &BottomUp<'_, u32>, record: u32) -> u32 {
    let Catalog { schema, dag, .. } = catalog;
    let item = dag.decode(schema, dag.records.get(record));
    let of = |part| depths.known(part).copied().unwrap_or(0);
    let below = item.families().filter(|part| Some(*part) != item.rest).map(of).max().unwrap_or(0);
    // The rest of a layer counts that layer itself.
    (below + 1).max(item.rest.map_or(0, of))
}

impl Catalog {
    /// The greatest number of layers from the root of a structure down to a leaf, over all structures of complete sizes;
    /// 0 if there is none.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::up_to(5).build()?;
    /// assert_eq!(trees.catalog().max_depth(), 6); // five nodes, one below the other, and a leaf
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn max_depth(&self) -> u32 {
        let mut depths = BottomUp::new(&self.schema, &self.dag);
        let roots = (0..self.complete).filter_map(|size| self.roots_of(size));
        let records = roots.flat_map(|roots| roots.records.iter().copied());
        let depth = |record| {
            depths.compute(
                Family::record(record),
                |depths, record| of_record(self, depths, record),
                |members| members.max().copied().unwrap_or(0),
            )
        };
        records.filter_map(depth).max().unwrap_or(0)
    }
}
