//! [`Ranker`]: looks up the ranks of many structures of one catalog, and caches the ranks of their parts.
//!
//! Structures that are made one from the other share most of their parts. Each distinct part is stored once
//! ([`layer_interner`](super::layer_interner)), with the families that hold it ([`layer_families`](super::layer_families))
//! and its ranks in those where it was looked up; so only the new parts of a structure are searched for. Invariant: the same
//! answers as [`Catalog::find_words`]; memory is bounded, as the cache is emptied at [`MAX_CACHED_LAYERS`] distinct parts or
//! [`MAX_CACHED_FAMILIES`] families.

use std::sync::Arc;

use crate::algorithm::Fields;
use crate::catalog::Catalog;
use crate::catalog::lookup::layer_families::LayerFamilies;
use crate::catalog::lookup::layer_interner::LayerInterner;
use crate::catalog::lookup::rank_search::RankCache;
use crate::count::Count;

/// The most distinct parts in the cache: some tens of megabytes.
const MAX_CACHED_LAYERS: usize = 1 << 18;
/// The most families of parts in the cache: some tens of megabytes.
const MAX_CACHED_FAMILIES: usize = 1 << 22;

/// Looks up ranks, and caches those of parts.
///
/// ```
/// use std::sync::Arc;
/// use dpgen::prelude::*;
/// use dpgen::schema::Ranker;
/// # #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
///
/// let trees = Generator::<Tree>::up_to(5).build()?;
/// let mut ranker = Ranker::new(Arc::new(trees.catalog().clone()));
/// assert_eq!(ranker.find(&[1, 0, 1, 0, 0]), Some((2, Count::ZERO)));
/// assert_eq!(ranker.find(&[1, 1, 0, 1, 0, 0, 0]), trees.catalog().find_words(&[1, 1, 0, 1, 0, 0, 0]));
/// assert_eq!(ranker.find(&[1, 0]), None); // a word is missing
/// # use dpgen::Count;
/// # Ok::<(), dpgen::BuildError>(())
/// ```
#[derive(Debug)]
pub struct Ranker {
    catalog: Arc<Catalog>,
    parts: LayerInterner,
    cache: RankCache,
    families: LayerFamilies,
}

impl Ranker {
    /// For the structures of a catalog.
    #[must_use]
    pub fn new(catalog: Arc<Catalog>) -> Self {
        let (parts, cache, families) =
            (LayerInterner::default(), RankCache::default(), LayerFamilies::default());
        Self { catalog, parts, cache, families }
    }

    /// The catalog.
    #[inline]
    #[must_use]
    pub fn catalog(&self) -> &Catalog {
        &self.catalog
    }

    /// The size and rank of a structure given as compact words, as [`Catalog::find_words`] has them.
    pub fn find(&mut self, words: &[u32]) -> Option<(u32, Count)> {
        let catalog = &*self.catalog;
        if catalog.dag.unit || catalog.fields() == Fields::Symbolic {
            return catalog.find_words(words);
        }
        if self.parts.len() >= MAX_CACHED_LAYERS || self.families.len() >= MAX_CACHED_FAMILIES {
            self.parts.clear();
            self.cache.clear();
            self.families.clear();
        }
        self.parts.read(catalog.schema(), words)?;
        let families = catalog.record_index().map(|index| {
            self.families.extend(catalog.schema(), &catalog.dag, index, &self.parts.layers);
            &self.families
        });
        catalog.find_layers(&self.parts.layers, &mut self.cache, families)
    }
}
