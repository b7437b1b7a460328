//! [`Ranker`]: ranks of many values of one catalog, one after the other.
//!
//! Values that are made one from the other share most of their parts. Each distinct part is kept once
//! ([`interned`](super::interned)), with its ranks in the families where it was looked for; so only what is new of a value is
//! looked for. Invariant: the same answers as [`Catalog::find_words`]; memory is bounded, as all is forgotten at
//! [`LAYERS`] distinct parts.

use std::sync::Arc;

use super::Catalog;
use super::finder::Memory;
use super::interned::Interned;
use crate::algorithm::Fields;
use crate::count::Count;

/// So many distinct parts are remembered at most: some tens of megabytes.
const LAYERS: usize = 1 << 18;

/// Finds ranks, and remembers those of parts.
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
    parts: Interned,
    memory: Memory,
}

impl Ranker {
    /// For the structures of a catalog.
    #[must_use]
    pub fn new(catalog: Arc<Catalog>) -> Self {
        Self { catalog, parts: Interned::default(), memory: Memory::default() }
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
        if self.parts.len() >= LAYERS {
            self.parts.clear();
            self.memory.clear();
        }
        self.parts.read(catalog.schema(), words)?;
        catalog.find_flat(&self.parts.flat, &mut self.memory)
    }
}
