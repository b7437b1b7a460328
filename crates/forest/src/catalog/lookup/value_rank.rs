//! The rank of a structure in a catalog: the inverse of `nth`.
//!
//! No predicate runs: a structure is in a family if one of the family's records matches it slot by slot.

use rustc_hash::FxHashMap;

use crate::algorithm::Fields;
use crate::catalog::Catalog;
use crate::catalog::lookup::layer_families::LayerFamilies;
use crate::catalog::lookup::layer_interner::LayerInterner;
use crate::catalog::lookup::rank_search::{RankCache, RankSearch};
use crate::catalog::lookup::value_layers::ValueLayers;
use crate::count::Count;
use crate::index::{at, small, wide};
use crate::schema::Schema;
use crate::schema::types::SlotKind;
use crate::structure::value_nodes::{ValueNode, nodes_of};

/// The size of a value.
pub fn size_of(schema: &Schema, nodes: &[ValueNode]) -> Option<u32> {
    nodes.iter().try_fold(0_u32, |sum, node| sum.checked_add(schema.constructor(node.ctor).weight))
}

impl Catalog {
    /// The size and rank of a value taken apart, if it is among the structures. `None` if data is symbolic:
    /// there a rank stands for a path condition, not for a value.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::up_to(5).build()?;
    /// let nodes = dpgen::schema::nodes_of(trees.catalog().schema(), &[1, 0, 1, 0, 0]);
    /// assert_eq!(trees.catalog().find(&nodes), Some((2, Count::ZERO)));
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    pub fn find(&self, nodes: &[ValueNode]) -> Option<(u32, Count)> {
        if self.fields() == Fields::Symbolic {
            return None;
        }
        if self.dag.unit {
            let roots = self.roots_of(size_of(&self.schema, nodes)?)?;
            let place = roots.place_of(self.find_unit(nodes)?)?;
            return Some((size_of(&self.schema, nodes)?, Count::from(place)));
        }
        self.find_layers(&ValueLayers::of_nodes(&self.schema, nodes)?, &mut RankCache::default(), None)
    }

    /// The size and rank of a structure given as compact words, if it is among the structures: faster than
    /// [`find`](Self::find). For many structures that share parts there is a [`Ranker`](super::ranker::Ranker). `None` if data is symbolic,
    /// and if the words end too early.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::up_to(5).build()?;
    /// let catalog = trees.catalog();
    /// assert_eq!(catalog.find_words(&[1, 0, 1, 0, 0]), Some((2, Count::ZERO)));
    /// assert_eq!(catalog.nth_compact(2, &Count::ZERO), Ok(Some(vec![1, 0, 1, 0, 0])));
    /// # use dpgen::Count;
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    pub fn find_words(&self, words: &[u32]) -> Option<(u32, Count)> {
        if self.fields() == Fields::Symbolic {
            return None;
        }
        if self.dag.unit {
            return self.find(&nodes_of(&self.schema, words));
        }
        let mut parts = LayerInterner::default();
        parts.read(&self.schema, words)?;
        self.find_layers(&parts.layers, &mut RankCache::default(), None)
    }

    /// The size and rank of a value's whole; cache and families are those of the same layers.
    pub(crate) fn find_layers(
        &self,
        value: &ValueLayers,
        cache: &mut RankCache,
        families: Option<&LayerFamilies>,
    ) -> Option<(u32, Count)> {
        let (schema, dag, size) = (&*self.schema, &self.dag, value.size(value.whole));
        let roots = self.roots_of(size)?;
        let mut finder = RankSearch::new(schema, dag, self.family_sizes(), value, cache, families);
        if let Some(families) = families {
            let place = families.records(value.whole).find_map(|record| roots.place_of(record))?;
            let rank = finder.in_record(roots.records[at(place)], value.whole)?;
            return Some((size, roots.first_rank(schema, dag, place) + rank));
        }
        for (place, record) in roots.records.iter().enumerate() {
            if let Some(rank) = finder.in_record(*record, value.whole) {
                return Some((size, roots.first_rank(schema, dag, small(place)) + rank));
            }
        }
        None
    }

    /// The record of a value in a graph of single structures, found from the parts up.
    fn find_unit(&self, nodes: &[ValueNode]) -> Option<u32> {
        let schema = &*self.schema;
        let mut found: Vec<u32> = Vec::with_capacity(nodes.len());
        let mut known: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
        for node in nodes {
            let ctor = schema.constructor(node.ctor);
            let mut record = vec![node.ctor.word()];
            for (slot, value) in ctor.slots.iter().zip(&node.slots) {
                record.push(match slot.kind {
                    SlotKind::Data(domain) => schema.domain(domain).index_of(*value)?,
                    SlotKind::Recursive(_) => found[usize::try_from(*value).ok()?],
                });
            }
            let number = match known.get(&record) {
                Some(number) => *number,
                None => self.record_number(&record)?,
            };
            known.insert(record, number);
            found.push(number);
        }
        found.last().copied()
    }

    /// The number of a record, from an index that is made at the first call.
    fn record_number(&self, record: &[u32]) -> Option<u32> {
        let hash = |words: &[u32]| {
            use std::hash::BuildHasher as _;
            rustc_hash::FxBuildHasher.hash_one(words)
        };
        let index = self.index.get_or_init(|| {
            let mut index: FxHashMap<u64, Vec<u32>> = FxHashMap::default();
            for number in 0..small(self.dag.records.len()) {
                index.entry(hash(&self.dag.records.get(number))).or_default().push(number);
            }
            index
        });
        let numbers = index.get(&hash(record))?;
        debug_assert!(wide(numbers.len()) < 1 << 20);
        numbers.iter().copied().find(|number| *self.dag.records.get(*number) == *record)
    }
}
