//! [`Snapshot`]: serializes all structures of a size.

use std::fmt;

use ::serde::ser::{Error, SerializeSeq};
use ::serde::{Serialize, Serializer};
use dpgen_forest::Count;
use dpgen_forest::structure::nodes_of;

use super::serialize_structure::Node;
use crate::structures::Structures;
use crate::types::DpGen;

impl<T: DpGen> Structures<T> {
    /// All structures of a size, for serde and what is built on it; `T` need not derive `Serialize`. Needs the feature
    /// `serde`.
    ///
    /// Values are written as serde's derive would write them, but for what the schema does not tell apart: unit-only
    /// enums and characters are strings, integers are `i64` where they fit into one, maps are lists of pairs. Fields that are skipped, and what a
    /// `finish` hook sets, are not there. With symbolic data, each path condition is there by its smallest solution.
    ///
    /// ```
    /// use dpgen::prelude::*;
    ///
    /// #[derive(DpGen)]
    /// enum Tree {
    ///     Leaf,
    ///     Node { left: Box<Tree>, right: Box<Tree> },
    /// }
    ///
    /// let trees = Generator::<Tree>::up_to(2).build()?;
    /// insta::assert_ron_snapshot!(trees.snapshot(1), @r#"
    /// [
    ///   Node(
    ///     left: Leaf,
    ///     right: Leaf,
    ///   ),
    /// ]
    /// "#);
    /// insta::assert_json_snapshot!(trees.snapshot(0), @r#"
    /// [
    ///   "Leaf"
    /// ]
    /// "#);
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    ///
    /// # Panics
    /// When the size is not complete, as [`count`](Self::count).
    #[must_use]
    pub fn snapshot(&self, size: u32) -> Snapshot<'_, T> {
        let count = self.count(size);
        Snapshot { structures: self, size, count }
    }
}

/// All structures of a size, as a sequence for serde; from [`Structures::snapshot`].
pub struct Snapshot<'a, T> {
    structures: &'a Structures<T>,
    size: u32,
    count: Count,
}

impl<T> fmt::Debug for Snapshot<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Snapshot")
            .field("size", &self.size)
            .field("count", &self.count)
            .finish_non_exhaustive()
    }
}

impl<T> Serialize for Snapshot<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let catalog = &self.structures.catalog;
        let schema = catalog.schema();
        let mut out = serializer.serialize_seq(self.count.to_usize())?;
        let mut structures = catalog.compact(self.size, Count::ZERO..self.count.clone());
        while let Some(words) = structures.next() {
            let nodes = nodes_of(schema, words);
            let Some(at) = nodes.len().checked_sub(1) else { continue };
            out.serialize_element(&Node { schema, nodes: &nodes, at })?;
        }
        match structures.failure() {
            Some(error) => Err(S::Error::custom(error)),
            None => out.end(),
        }
    }
}
