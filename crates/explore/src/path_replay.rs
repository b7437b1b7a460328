//! [`PathReplay`]: a run along the path to a node of the tree of paths, which ends there.

use dpgen_engine::steer::{BranchQuestion, KnownWay, Steering, end_impure, end_run};
use dpgen_solver::Linear;

/// Steers a run along the path to a node.
#[derive(Debug)]
pub(crate) struct PathReplay {
    /// The ways of the path, and whether each was one of several.
    ways: Vec<(u32, bool)>,
    followed: usize,
}

impl PathReplay {
    pub(crate) const fn new(ways: Vec<(u32, bool)>) -> Self {
        Self { ways, followed: 0 }
    }

    /// Whether the run has reached the node.
    pub(crate) const fn is_there(&self) -> bool {
        self.followed == self.ways.len()
    }
}

impl Steering for PathReplay {
    fn recall(&mut self, _: BranchQuestion) -> Option<KnownWay> {
        let Some((way, was_open)) = self.ways.get(self.followed) else { end_run() };
        self.followed += 1;
        Some(if *was_open { KnownWay::Assume(*way) } else { KnownWay::Only(*way) })
    }

    fn choose(&mut self, _: BranchQuestion, _: &Linear, _: &[u32]) -> usize {
        end_impure()
    }
}
