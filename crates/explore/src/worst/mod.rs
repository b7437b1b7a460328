//! Worst cases: inputs for which a program costs most, proven where that can be had.
//!
//! At small sizes all paths are taken ([`exploration`](crate::Exploration)): the greatest cost is proven. Of these worst paths a
//! *policy* is learned, a table of what each comparison answered given the ones before it (`learned.rs`), and followed at large
//! sizes. If the program has [`checkpoint`]s, paths with equal futures are merged there, which bounds the cost from above at
//! sizes at which no exhaustion ends (`merged.rs`); a path that reaches the bound is a proof. Where no policy is known, inputs
//! are tried as they are, too (`inputs.rs`), and those that an adversary decides while the program runs (`adversary.rs`).
//! `costliest.rs` is one exploration, of which the costliest path is wanted; `over_ints.rs` puts these together for programs over
//! integers, of which `alone.rs` takes one by itself; `over_shapes.rs` for programs over structures; `growth.rs` fits how costs
//! grow, `report.rs` is what comes out, and `picture.rs` draws it.

mod adversary;
mod alone;
mod costliest;
mod decided;
mod growth;
mod inputs;
mod ints;
mod learned;
mod measured;
mod merged;
mod over_ints;
mod over_shapes;
mod picture;
mod report;
mod search;
mod settings;
mod shapes;

pub use growth::Growth;
pub use measured::Measured;
pub use merged::checkpoint;
pub use over_ints::worst_over_ints;
pub use over_shapes::worst_over_shapes;
pub use report::{AtSize, Worst};
pub use search::Search;
pub use settings::Settings;
pub use shapes::Shapes;
