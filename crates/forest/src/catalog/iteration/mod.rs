//! Iterating over the structures of a range of ranks.
//!
//! Read [`structure_walk`] (concrete structures as words), [`walk_steps`] (one after the other), [`walk_start`] (from a rank on), [`block_cache`] (small
//! families as ready words), [`compact_iter`] (with limits and solved data), [`compact_step`] (what it lends), [`by_rank`] (the
//! methods of a catalog).

pub(crate) mod block_cache;
pub(crate) mod by_rank;
pub(crate) mod compact_iter;
pub(crate) mod compact_step;
pub(crate) mod structure_walk;
pub(crate) mod walk_start;
pub(crate) mod walk_steps;
