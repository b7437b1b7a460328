//! Values for each family of a graph: its size, and the depth of its structures. The counts by odds
//! (`choosing/odds_counts.rs`) are computed by the same traversal.
//!
//! Read [`bottom_up`] (the computation from parts to wholes), [`family_sizes`], [`max_depth`].

pub(crate) mod bottom_up;
pub(crate) mod family_sizes;
pub(crate) mod max_depth;
