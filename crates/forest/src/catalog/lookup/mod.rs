//! Looking up the rank of a structure.
//!
//! Read [`value_layers`] (the structure in flat tables), [`rank_search`] (its rank within a family), [`value_rank`] (its rank
//! in a catalog), [`layer_interner`], [`record_index`], [`layer_families`] and [`ranker`] (many structures that share parts).

pub(crate) mod layer_families;
pub(crate) mod layer_interner;
pub(crate) mod rank_search;
pub(crate) mod ranker;
pub(crate) mod record_index;
pub(crate) mod value_layers;
pub(crate) mod value_rank;
