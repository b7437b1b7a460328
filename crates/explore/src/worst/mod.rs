//! Worst cases: inputs of the highest cost, with a proof where one is possible.
//!
//! At small sizes all paths are taken ([`exploration`](crate::Exploration)): the greatest cost is proven. Of these worst paths a
//! *policy* is learned, a table of what each comparison answered given the ones before it (`policy_learning.rs`), and followed at large
//! sizes. If the program has [`checkpoint`]s, paths with equal futures are merged there, which bounds the cost from above at
//! sizes at which no exhaustion ends (`path_merging.rs`); a path that reaches the bound is a proof. Where no policy is known, inputs
//! are tried as they are, too (`tried_inputs.rs`), and those that an adversary decides while the program runs (`adversary.rs`).
//! `costliest_path.rs` is one exploration that keeps its costliest path. `search_over_ints.rs` combines these methods for programs
//! over integers, `single_method.rs` runs one of them, `search_over_structures.rs` is for programs over structures. `growth_fit.rs`
//! fits the growth of costs, `cost_report.rs` is the result, and `cost_plot.rs` draws it.

mod adversary;
mod cost_measure;
mod cost_plot;
mod cost_report;
mod costliest_path;
mod decision_sequence;
mod growth_fit;
mod int_program;
mod path_merging;
mod policy_learning;
mod search_method;
mod search_over_ints;
mod search_over_structures;
mod search_settings;
mod shapes_by_size;
mod single_method;
mod tried_inputs;

pub use cost_measure::CostMeasure;
pub use cost_report::{AtSize, Worst};
pub use growth_fit::Growth;
pub use path_merging::checkpoint;
pub use search_method::Search;
pub use search_over_ints::worst_over_ints;
pub use search_over_structures::worst_over_shapes;
pub use search_settings::Settings;
pub use shapes_by_size::Shapes;
