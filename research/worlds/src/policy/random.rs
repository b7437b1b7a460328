//! [`Random`]: any way.

use chacha20::ChaCha8Rng;

use super::{Policy, any_of};
use crate::seen::Seen;

/// Takes each way with the same probability.
///
/// ```
/// use dpgen_worlds::{Graph, NodeId, Random, Sight, World, explore};
/// let mut world = World::new(Graph::undirected(2, [(0, 1)]), NodeId::new(0), Sight::Neighbours, 1);
/// explore(&mut world, &mut Random, 7);
/// assert_eq!(world.coverage(), 1.0);
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct Random;

impl Policy for Random {
    fn name(&self) -> &str {
        "random"
    }

    fn choose(&mut self, seen: &Seen, rng: &mut ChaCha8Rng) -> usize {
        any_of(&[], seen, rng)
    }
}
