//! [`Dfs`]: depth-first search.

use chacha20::ChaCha8Rng;

use super::{Policy, any_of};
use crate::index::NodeId;
use crate::seen::Seen;

/// Depth-first search: takes an open way, each as likely as the others; where there is none, goes back to where it came from.
///
/// Where edges lead one way only, it goes back by a shortest known way, and skips nodes that none leads to.
///
/// ```
/// use dpgen_worlds::{Dfs, Graph, NodeId, Sight, World, explore};
///
/// // A star of three needs each arm once, and back.
/// let star = Graph::undirected(4, [(0, 1), (0, 2), (0, 3)]);
/// let mut world = World::new(star, NodeId::new(0), Sight::Neighbours, 5);
/// explore(&mut world, &mut Dfs::default(), 7);
/// assert_eq!(world.coverage(), 1.0);
/// ```
#[derive(Debug, Clone, Default)]
pub struct Dfs {
    /// From the start to where it is or goes back to.
    stack: Vec<NodeId>,
}

impl Policy for Dfs {
    fn name(&self) -> &str {
        "DFS"
    }

    fn begin(&mut self) {
        self.stack.clear();
    }

    fn choose(&mut self, seen: &Seen, rng: &mut ChaCha8Rng) -> usize {
        let here = seen.here();
        let open: Vec<usize> = seen.open().collect();
        if !open.is_empty() {
            if self.stack.last() != Some(&here) {
                self.stack.push(here);
            }
            return any_of(&open, seen, rng);
        }
        while let Some(parent) = self.stack.last().copied() {
            if parent != here {
                let back = seen.towards(|node| node == parent);
                if !back.is_empty() {
                    return any_of(&back, seen, rng);
                }
            }
            self.stack.pop();
        }
        any_of(&[], seen, rng)
    }
}
