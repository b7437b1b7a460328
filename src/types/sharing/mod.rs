//! Values that share: fields that are pointers or indices and lead to nodes, as [`Link`](crate::Link) does by numbers.
//!
//! In the schema such a field is a [`Link`](crate::Link) or the number of a node, so that counts, ranks and views are those of numbers. What
//! differs is the value: read [`pointer`] (what leads to a node), [`link_field`] and [`reference_field`] (the types of fields), and [`arena`]
//! (nodes in a vector). [`node_places`], [`shared_nodes`] and [`build_pointers`] build values, [`node_tokens`], [`read_pointers`] and [`resolve_links`] take them apart, and
//! [`link_visitor`] changes links afterwards, as [`owned`] does when a value is dropped.
//!
//! Invariant: all of this depends on `Schema::numbering`, which a schema has only if a field of these types is in it.

pub(crate) mod arena;
mod build_pointers;
pub(crate) mod link_field;
pub(crate) mod link_visitor;
pub(crate) mod node_places;
pub(crate) mod node_tokens;
pub(crate) mod owned;
pub(crate) mod pointer;
mod read_pointers;
pub(crate) mod reference_field;
pub(crate) mod resolve_links;
pub(crate) mod shared_nodes;
pub(crate) mod strong_pointer;
