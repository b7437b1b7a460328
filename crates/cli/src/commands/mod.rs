//! The commands of one file each: arguments (`Args`) and `run`.
//!
//! Begin with `enumerate.rs`, which uses all that commands share; `growth_plot.rs` belongs to `count.rs` and the studio,
//! `check_outcome.rs`, `template_check.rs` and `count_comparison.rs` to `check.rs`, `verdict_report.rs` to `show.rs`.

#[cfg(feature = "diff")]
pub(crate) mod browsers;
pub(crate) mod build;
pub(crate) mod check;
mod check_outcome;
pub(crate) mod compare;
pub(crate) mod completions;
pub(crate) mod count;
mod count_comparison;
pub(crate) mod enumerate;
pub(crate) mod growth_plot;
pub(crate) mod sample;
pub(crate) mod show;
pub(crate) mod specs;
mod template_check;
mod verdict_report;
pub(crate) mod worst;
