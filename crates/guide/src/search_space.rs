//! [`Space`]: the search space of a hunt: a catalog, the structures tried so far, and a random generator.
//!
//! Invariant: a structure is admitted once. All randomness of a hunt comes from here, so that a seed decides it.

use std::sync::Arc;

use chacha20::ChaCha8Rng;
use chacha20::rand_core::SeedableRng;
use dpgen_forest::catalog::Ranker;
use dpgen_forest::index::small;
use dpgen_forest::{Catalog, Count, Schema};
use rand::RngExt;

use crate::decision_layout::{Layout, no_guide_because};
use crate::draft::Bounds;
use crate::rank_set::Ranks;

/// A structure of the catalog.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposal {
    /// Its compact words: see [`dpgen_forest::catalog`].
    pub words: Vec<u32>,
    /// Its size.
    pub size: u32,
    /// Its rank among the structures of this size.
    pub rank: Count,
}

/// The result of checking a guide's compact words against the search space.
#[derive(Debug)]
pub(crate) enum Admission {
    /// Tried for the first time.
    New(Proposal),
    /// Tried before; whether it was accepted.
    Again { valid: bool },
    /// Not among the structures that the known part allows.
    Excluded,
}

/// The structures of a catalog, and those of them that were tried.
#[derive(Debug)]
pub struct Space {
    ranker: Ranker,
    pub(crate) layout: Layout,
    pub(crate) bounds: Bounds,
    counts: Vec<Count>,
    total: Count,
    tried: Ranks,
    valid: Ranks,
    /// The number of structures that guides built and that had been tried.
    again: u64,
    pub(crate) rng: ChaCha8Rng,
}

impl Space {
    /// The structures of a catalog, none of which has been tried.
    ///
    /// # Panics
    /// When data is symbolic, as a judge needs values, or when [`no_guide_because`] says why not.
    pub(crate) fn new(catalog: Arc<Catalog>, seed: u64) -> Self {
        assert!(
            catalog.fields() == dpgen_forest::Fields::Concrete,
            "a guide needs values: build with concrete fields, not with symbolic ones"
        );
        if let Some(why) = no_guide_because(catalog.schema()) {
            panic!("{why}");
        }
        let layout = Layout::new(catalog.schema());
        let counts: Vec<Count> = (0..catalog.complete_sizes()).map(|size| catalog.count(size)).collect();
        let largest = counts.iter().rposition(|count| !count.is_zero()).unwrap_or(0);
        let bounds = Bounds { size: small(largest), depth: catalog.max_depth() };
        let (tried, valid) = (Ranks::default(), Ranks::default());
        let total = counts.iter().cloned().sum();
        let (ranker, rng) = (Ranker::new(catalog), ChaCha8Rng::seed_from_u64(seed));
        Self { ranker, layout, bounds, counts, total, tried, valid, again: 0, rng }
    }

    pub(crate) fn catalog(&self) -> &Catalog {
        self.ranker.catalog()
    }

    pub(crate) fn schema(&self) -> &Schema {
        self.catalog().schema()
    }

    /// The number of structures of each size.
    pub(crate) fn counts(&self) -> &[Count] {
        &self.counts
    }

    pub(crate) fn total(&self) -> &Count {
        &self.total
    }

    pub(crate) fn tried(&self) -> &Ranks {
        &self.tried
    }

    /// The number of structures that guides built and that had been tried.
    pub(crate) fn again(&self) -> u64 {
        self.again
    }

    pub(crate) fn is_exhausted(&self) -> bool {
        self.total == Count::from(self.tried.len())
    }

    /// Admits the structure of these words.
    pub(crate) fn admit(&mut self, words: Vec<u32>) -> Admission {
        match self.ranker.find(&words) {
            Some((size, rank)) => self.admit_known(words, size, rank),
            None => Admission::Excluded,
        }
    }

    /// Admits a structure whose rank is known.
    pub(crate) fn admit_known(&mut self, words: Vec<u32>, size: u32, rank: Count) -> Admission {
        let count = &self.counts[dpgen_forest::index::at(size)];
        if self.tried.insert(size, &rank, count) {
            Admission::New(Proposal { words, size, rank })
        } else {
            self.again += 1;
            Admission::Again { valid: self.valid.contains(size, &rank) }
        }
    }

    /// Notes that a structure is accepted.
    pub(crate) fn accept(&mut self, size: u32, rank: &Count) {
        let count = &self.counts[dpgen_forest::index::at(size)];
        self.valid.insert(size, rank, count);
    }

    /// A number below `bound`, each with the same probability; 0 if the bound is 0.
    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        if bound <= 1 { 0 } else { self.rng.random_range(0..bound) }
    }

    /// `true` once in `of` times.
    pub(crate) fn once_in(&mut self, of: u32) -> bool {
        self.below(of) == 0
    }
}
