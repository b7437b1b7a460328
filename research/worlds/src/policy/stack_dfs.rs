//! [`StackDfs`]: the depth-first search that learned exploration has been compared with.

use chacha20::ChaCha8Rng;

use super::{Policy, any_of};
use crate::index::NodeId;
use crate::seen::Seen;

/// Depth-first search that avoids the nodes on its stack only, as "RandDFS" of Dai et al., "Learning Transferable Graph
/// Exploration" (NeurIPS 2019), is described. It walks into finished parts again; [`Dfs`](crate::Dfs) does not.
///
/// ```
/// use dpgen_worlds::{Graph, NodeId, Sight, StackDfs, World, explore};
///
/// // A star: what is finished is entered again, as likely as not.
/// let star = Graph::undirected(4, [(0, 1), (0, 2), (0, 3)]);
/// let covered = |seed| {
///     let mut world = World::new(star.clone(), NodeId::new(0), Sight::Neighbours, 5);
///     explore(&mut world, &mut StackDfs::default(), seed);
///     world.coverage()
/// };
/// assert!((0..20).any(|seed| covered(seed) == 0.5));
/// ```
#[derive(Debug, Clone, Default)]
pub struct StackDfs {
    stack: Vec<NodeId>,
}

impl Policy for StackDfs {
    fn name(&self) -> &str {
        "stack-only DFS"
    }

    fn begin(&mut self) {
        self.stack.clear();
    }

    fn choose(&mut self, seen: &Seen, rng: &mut ChaCha8Rng) -> usize {
        let here = seen.here();
        if self.stack.last() != Some(&here) {
            self.stack.push(here);
        }
        let fresh = |to: &NodeId| !self.stack.contains(to);
        let ways = seen.ways(here).iter().enumerate();
        let down: Vec<usize> =
            ways.filter(|(_, way)| way.to.as_ref().is_none_or(fresh)).map(|(way, _)| way).collect();
        if !down.is_empty() {
            return any_of(&down, seen, rng);
        }
        self.stack.pop();
        let back = self.stack.last().map_or_else(Vec::new, |parent| seen.towards(|node| node == *parent));
        any_of(&back, seen, rng)
    }
}
