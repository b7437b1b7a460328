//! Choosing one structure on a way down from the root: by decisions, by rank, at random.
//!
//! Read [`decision`] and [`production_parts`] (what there is to choose from), [`chooser`], [`descent`] (the way down),
//! [`rank_chooser`], [`sampling`] (uniform draws); [`odds`], [`odds_counts`], [`odds_sampler`] and [`odds_chooser`] (draws that
//! prefer some constructors).

pub(crate) mod chooser;
pub(crate) mod decision;
pub(crate) mod descent;
pub(crate) mod odds;
pub(crate) mod odds_chooser;
pub(crate) mod odds_counts;
pub(crate) mod odds_sampler;
pub(crate) mod production_parts;
pub(crate) mod rank_chooser;
pub(crate) mod sampling;
