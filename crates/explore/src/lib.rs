//! Exploring programs: their paths, what these cover, a smallest suite that covers the same, and worst cases.
//!
//! You probably want the feature `explore` of the crate `dpgen`. This one is published so that it can be a dependency
//! of it; its interface may change with every release.
//!
//! From the bottom up: `branches.rs` and `coverage.rs` (branches, and the outcomes that were covered), `path_fingerprint.rs`
//! (path conditions as bits), `path_tree.rs` (the tree of paths, taken and untaken), `strategy/` (the choice of the next path),
//! `path_walker.rs` (one run), `input_counting/` (the number of inputs of a path), `lazy_validity.rs` (inputs whose validity is
//! checked after the run), `shape_dependent_programs.rs` (programs that read structures), `exploration_run.rs` and
//! `exploration.rs` (the loop over runs), `subject.rs` (the program under exploration), `path.rs`, `exploration_result.rs` and
//! `smallest_suite.rs` (results), `worst/` (worst cases).

extern crate self as dpgen_explore;

mod branches;
mod coverage;
mod exploration;
mod exploration_result;
mod exploration_run;
mod input_counting;
mod lazy_validity;
mod path;
mod path_fingerprint;
mod path_replay;
mod path_tree;
mod path_walker;
mod shape_dependent_programs;
mod smallest_suite;
pub mod strategy;
mod subject;
mod worst;

pub use branches::{Branch, Hit, cost, enter, note};
pub use coverage::Coverage;
pub use exploration::{Exploration, Seen};
pub use exploration_result::{Explored, Stop};
pub use path::{End, Path};
pub use path_fingerprint::{Fingerprint, Origin};
pub use smallest_suite::{Chosen, greedy, smallest};
pub use subject::{ExploreError, ShapeTable, Subject};
pub use worst::{
    AtSize, CostMeasure, Growth, Search, Settings, Shapes, Worst, checkpoint, worst_over_ints,
    worst_over_shapes,
};

/// Items for the code that macros generate; not part of the public interface.
#[doc(hidden)]
pub mod __private {
    pub use crate::branches::{Tried, condition, enter, note, tried};
}
