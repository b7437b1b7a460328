//! The types of the standard library that a field may have: `DpGen` for each of them.
//!
//! [`table`] lists them all. Data is in [`finite`] (its values are known), [`numbers`] and [`text`] (a field says them);
//! structure in [`containers`] (a fixed number of parts) and in [`sequences`], [`sets_and_maps`] and [`binary_heap`], which
//! have a length and are [`chain`]s; types that show as another one in [`transparent`]. Types without `DpGen` are described
//! by a [`mirror`], or by a list of constants ([`one_of`]); what is no part of the structure is a [`payload`]. A [`link`] leads to a node
//! that may stand elsewhere.

pub(crate) mod binary_heap;
pub(crate) mod cells;
pub(crate) mod chain;
pub(crate) mod containers;
pub(crate) mod data;
pub(crate) mod finite;
pub(crate) mod link;
pub(crate) mod mirror;
pub(crate) mod numbers;
pub(crate) mod one_of;
pub(crate) mod payload;
pub(crate) mod sequences;
pub(crate) mod sets_and_maps;
pub(crate) mod table;
pub(crate) mod text;
pub(crate) mod transparent;
