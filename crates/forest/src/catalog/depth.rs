//! How deep the structures of a catalog are: the number of layers on the longest way from a root down.
//!
//! A bound that the known part implies, for whoever makes structures from the top without the graph.

use super::Catalog;
use crate::graph::Family;
use crate::index::at;

/// What is to be worked out, and when.
#[derive(Debug, Clone, Copy)]
enum Step {
    Visit(Family),
    Finish(Family),
}

/// The depth of each record and union, once it is known; 0 is "not known".
struct Depths<'a> {
    catalog: &'a Catalog,
    records: Vec<u32>,
    unions: Vec<u32>,
}

impl Depths<'_> {
    fn of(&self, family: Family) -> u32 {
        match family.split() {
            Ok(record) => self.records[at(record)],
            Err(union) => self.unions.get(at(union)).copied().unwrap_or(0),
        }
    }

    /// The families that a family's depth depends on.
    fn parts(&self, family: Family) -> Vec<Family> {
        let Catalog { schema, dag, .. } = self.catalog;
        match family.split() {
            Ok(record) => dag.item(schema, dag.records.get(record)).families().collect(),
            Err(union) => dag.members(union).iter().map(|word| Family::from_word(*word)).collect(),
        }
    }

    fn finish(&mut self, family: Family) {
        let Catalog { schema, dag, .. } = self.catalog;
        match family.split() {
            Ok(record) => {
                let item = dag.item(schema, dag.records.get(record));
                let parts = item.families().filter(|part| Some(*part) != item.rest);
                let below = parts.map(|part| self.of(part)).max().unwrap_or(0);
                // The rest of a layer counts that layer itself.
                let rest = item.rest.map_or(0, |rest| self.of(rest));
                self.records[at(record)] = (below + 1).max(rest);
            }
            Err(union) => {
                let depth = self.parts(family).into_iter().map(|part| self.of(part)).max().unwrap_or(0);
                if self.unions.len() <= at(union) {
                    self.unions.resize(at(union) + 1, 0);
                }
                self.unions[at(union)] = depth;
            }
        }
    }

    fn work_out(&mut self, root: Family) -> u32 {
        let mut steps = vec![Step::Visit(root)];
        while let Some(step) = steps.pop() {
            match step {
                Step::Visit(family) if self.of(family) > 0 => {}
                Step::Visit(family) => {
                    steps.push(Step::Finish(family));
                    let parts = self.parts(family);
                    steps.extend(parts.into_iter().filter(|part| self.of(*part) == 0).map(Step::Visit));
                }
                Step::Finish(family) => self.finish(family),
            }
        }
        self.of(root)
    }
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
        let records = vec![0; self.dag.records.len()];
        let mut depths = Depths { catalog: self, records, unions: Vec::new() };
        let roots = (0..self.complete).filter_map(|size| self.roots_of(size));
        let records: Vec<u32> = roots.flat_map(|roots| roots.records.iter().copied()).collect();
        records.into_iter().map(|record| depths.work_out(Family::record(record))).max().unwrap_or(0)
    }
}
