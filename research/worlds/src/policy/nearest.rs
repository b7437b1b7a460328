//! [`Nearest`]: to what is new and near.

use chacha20::ChaCha8Rng;

use super::{Policy, any_of};
use crate::seen::Seen;

/// Goes by a shortest known way to the nearest node that has not been visited, or whose way has not been tried; of several,
/// to any.
///
/// ```
/// use dpgen_worlds::{Graph, Nearest, NodeId, Sight, World, explore};
///
/// // A ring with a node beside it: when it is through with the ring, it goes on round, not back as depth-first search.
/// let graph = Graph::undirected(5, [(0, 1), (1, 2), (2, 3), (3, 0), (0, 4)]);
/// let mut world = World::new(graph, NodeId::new(0), Sight::Neighbours, 5);
/// explore(&mut world, &mut Nearest, 7);
/// assert_eq!(world.coverage(), 1.0);
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct Nearest;

impl Policy for Nearest {
    fn name(&self) -> &str {
        "nearest"
    }

    fn choose(&mut self, seen: &Seen, rng: &mut ChaCha8Rng) -> usize {
        any_of(&seen.nearest_open(), seen, rng)
    }
}
