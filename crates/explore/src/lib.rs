//! Exploring programs: their paths, what these cover, a smallest suite that covers the same, and worst cases.
//!
//! You probably want the feature `explore` of the crate `dpgen`. This one is published so that it can be a dependency of it; its
//! interface may change with every release.
//!
//! From the bottom up: `branches.rs` and `coverage.rs` (branches and what was covered of them), `fingerprint.rs` (path conditions as
//! bits), `tree.rs` (the paths that were taken and those that are left), `strategy/` (which comes next), `path_walker.rs` (one run),
//! `counting/` (how many inputs take a path), `lazy_validity.rs` (inputs that are judged after it), `shape_dependent.rs` (programs that look at
//! structures), `exploration_run.rs` and `exploration.rs` (run after run), `subject.rs` (what is explored), `path.rs`, `exploration_result.rs` and
//! `suite.rs` (what comes out), `worst/` (worst cases).

extern crate self as dpgen_explore;

mod branches;
mod counting;
mod coverage;
mod exploration;
mod exploration_result;
mod exploration_run;
mod fingerprint;
mod lazy_validity;
mod path;
mod path_replay;
mod path_walker;
mod shape_dependent;
pub mod strategy;
mod subject;
mod suite;
mod tree;
mod worst;

pub use branches::{Branch, Hit, cost, enter, note};
pub use coverage::Coverage;
pub use exploration::{Exploration, Seen};
pub use exploration_result::{Explored, Stop};
pub use fingerprint::{Fingerprint, Origin};
pub use path::{End, Path};
pub use subject::{ExploreError, LookedAt, Subject};
pub use suite::{Chosen, greedy, smallest};
pub use worst::{
    AtSize, Growth, Measured, Search, Settings, Shapes, Worst, checkpoint, worst_over_ints, worst_over_shapes,
};

/// What the code of macros names; not part of the public interface.
#[doc(hidden)]
pub mod __private {
    pub use crate::branches::{Tried, condition, enter, note, tried};
}
