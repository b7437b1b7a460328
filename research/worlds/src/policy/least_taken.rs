//! [`LeastTaken`]: to what is near, with all kinds of moves in turn.

use chacha20::ChaCha8Rng;

use super::{Policy, any_of};
use crate::seen::Seen;

/// As [`Nearest`](crate::Nearest), but of several ways it takes one whose kind it has taken least so far.
///
/// For interfaces: calls in turn neither fill a structure nor empty it for long, where calls at random undo each other, and calls
/// that have brought something new before lead to the bounds and stay there.
///
/// ```
/// use dpgen_worlds::{Edge, Graph, LeastTaken, NodeId, Sight, World, explore};
///
/// // Switches: call k turns switch k on or off. Each call once leads through four states, and the next round on.
/// let edges = |state: usize| (0..3_u16).map(move |call| Edge { kind: call, to: NodeId::new(state ^ 1 << call) });
/// let switches = Graph::new((0..8).map(|state| edges(state).collect()));
/// let mut world = World::new(switches, NodeId::new(0), Sight::Nothing, 6);
/// explore(&mut world, &mut LeastTaken::default(), 7);
/// assert!(world.coverage() >= 0.5);
/// ```
#[derive(Debug, Clone, Default)]
pub struct LeastTaken {
    /// By kind: how often it was taken.
    taken: Vec<u32>,
}

impl LeastTaken {
    fn times(&self, kind: u16) -> u32 {
        self.taken.get(usize::from(kind)).copied().unwrap_or(0)
    }
}

impl Policy for LeastTaken {
    fn name(&self) -> &str {
        "least taken"
    }

    fn begin(&mut self) {
        self.taken.clear();
    }

    fn choose(&mut self, seen: &Seen, rng: &mut ChaCha8Rng) -> usize {
        let ways = seen.ways(seen.here());
        let mut near = seen.nearest_open();
        let least = near.iter().map(|way| self.times(ways[*way].kind)).min();
        near.retain(|way| Some(self.times(ways[*way].kind)) == least);
        let way = any_of(&near, seen, rng);
        let kind = usize::from(ways[way].kind);
        if self.taken.len() <= kind {
            self.taken.resize(kind + 1, 0);
        }
        self.taken[kind] += 1;
        way
    }
}
