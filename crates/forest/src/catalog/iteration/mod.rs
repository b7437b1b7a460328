//! Iterating over the structures of a range of ranks.
//!
//! Read [`structure_walk`] (concrete structures, one after the other), [`walk_start`] (from a rank on), [`block_cache`] (small
//! families as ready words), [`compact_iter`] (with limits and solved data), [`by_rank`] (the methods of a catalog).

pub(crate) mod block_cache;
pub(crate) mod by_rank;
pub(crate) mod compact_iter;
pub(crate) mod structure_walk;
pub(crate) mod walk_start;
