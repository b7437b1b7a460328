//! [`explore`]: one policy in one world.

use chacha20::ChaCha8Rng;
use chacha20::rand_core::SeedableRng;

use crate::policy::Policy;
use crate::world::World;

/// Has a policy take all steps that are left. The seed decides its coin tosses.
///
/// ```
/// use dpgen_worlds::{Dfs, Graph, NodeId, Sight, World, explore};
/// let mut world = World::new(Graph::undirected(2, [(0, 1)]), NodeId::new(0), Sight::Neighbours, 3);
/// explore(&mut world, &mut Dfs::default(), 7);
/// assert!(world.is_over());
/// ```
pub fn explore(world: &mut World, policy: &mut impl Policy, seed: u64) {
    policy.begin();
    finish(world, policy, seed);
}

/// The same for a policy that has been at work in this world before, or that has no memory.
pub(crate) fn finish(world: &mut World, policy: &mut impl Policy, seed: u64) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    while !world.is_over() {
        let way = policy.choose(world.seen(), &mut rng);
        world.go(way);
    }
}
