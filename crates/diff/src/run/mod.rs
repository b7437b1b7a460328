//! The loops of a run: over all cases (`comparison_run.rs`), and over findings to make them smaller (`sample_reduction.rs`).

pub(crate) mod comparison_run;
pub(crate) mod sample_reduction;
