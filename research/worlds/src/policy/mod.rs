//! [`Policy`]: who decides which way to take, by what is seen alone. One policy a file.
//!
//! To write a new one: implement `choose`; it is called once a step, in order, and `begin` once before the first.

mod dfs;
mod least_taken;
mod nearest;
mod random;
mod rollout;
mod stack_dfs;

pub use dfs::Dfs;
pub use least_taken::LeastTaken;
pub use nearest::Nearest;
pub use random::Random;
pub use rollout::{Imagine, Rollout};
pub use stack_dfs::StackDfs;

use chacha20::ChaCha8Rng;
use rand::RngExt;

use crate::seen::Seen;

/// Decides which way to take.
///
/// ```
/// use chacha20::ChaCha8Rng;
/// use dpgen_worlds::{Graph, NodeId, Policy, Seen, Sight, World, explore};
///
/// /// Always the first way that is open, or else the first.
/// struct First;
///
/// impl Policy for First {
///     fn name(&self) -> &str {
///         "first"
///     }
///     fn choose(&mut self, seen: &Seen, _: &mut ChaCha8Rng) -> usize {
///         seen.open().next().unwrap_or(0)
///     }
/// }
///
/// let ring = Graph::undirected(4, [(0, 1), (1, 2), (2, 3), (3, 0)]);
/// let mut world = World::new(ring, NodeId::new(0), Sight::Neighbours, 3);
/// explore(&mut world, &mut First, 7);
/// assert_eq!(world.coverage(), 1.0);
/// ```
pub trait Policy {
    /// What it is called in tables.
    fn name(&self) -> &str;

    /// Forgets what it remembers of another world.
    fn begin(&mut self) {}

    /// The number of a way of the node where one is. It is asked only where there is one.
    fn choose(&mut self, seen: &Seen, rng: &mut ChaCha8Rng) -> usize;
}

/// One of several ways, each as likely as the others; of all ways if there are none to choose from.
pub(crate) fn any_of(ways: &[usize], seen: &Seen, rng: &mut ChaCha8Rng) -> usize {
    if ways.is_empty() {
        rng.random_range(0..seen.ways(seen.here()).len())
    } else {
        ways[rng.random_range(0..ways.len())]
    }
}
