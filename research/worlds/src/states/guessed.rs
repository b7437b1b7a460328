//! [`Guessed`]: how an interface could go on, guessed from what its calls have done.

use chacha20::ChaCha8Rng;
use rand::RngExt;

use crate::graph::{Edge, Graph};
use crate::index::{NodeId, real};
use crate::policy::Imagine;
use crate::seen::Seen;
use crate::world::Sight;

/// Guesses where calls lead that have not been made: each as often back to where it was made, or on to a new state, as calls of
/// its kind did so far, with one try of each outcome assumed beforehand.
///
/// ```
/// use dpgen_worlds::{Edge, Graph, Guessed, NodeId, Rollout, Sight, World, explore};
///
/// // Call 0 does nothing, call 1 counts up.
/// let edge = |kind, to| Edge { kind, to: NodeId::new(to) };
/// let counter = Graph::new((0..20).map(|state| vec![edge(0, state), edge(1, (state + 1).min(19))]));
/// let mut world = World::new(counter, NodeId::new(0), Sight::Nothing, 19);
/// explore(&mut world, &mut Rollout::new(&Guessed, 16), 7);
/// assert!(world.coverage() > 0.75);
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct Guessed;

/// What calls of a kind have done.
#[derive(Debug, Clone, Copy)]
struct Tally {
    tried: usize,
    stayed: usize,
}

impl Imagine for Guessed {
    fn imagine(&self, seen: &Seen, rng: &mut ChaCha8Rng) -> Graph {
        let known = seen.known();
        let mut tallies: Vec<Tally> = Vec::new();
        for node in (0..known).map(NodeId::new) {
            for way in seen.ways(node) {
                let kind = usize::from(way.kind);
                if tallies.len() <= kind {
                    tallies.resize(kind + 1, Tally { tried: 0, stayed: 0 });
                }
                if let Some(to) = way.to {
                    tallies[kind].tried += 1;
                    tallies[kind].stayed += usize::from(to == node);
                }
            }
        }
        // Of the calls that led elsewhere, as many were new as there are states but the first.
        let moved: usize = tallies.iter().map(|tally| tally.tried - tally.stayed).sum();
        let new = real(known) / real(moved + 1);
        let more = usize::try_from(seen.steps_left()).unwrap_or(0);
        let kinds: Vec<u16> = seen.ways(seen.here()).iter().map(|way| way.kind).collect();
        let mut guess = |node: usize, kind: u16| {
            let tally = tallies[usize::from(kind)];
            let stays = real(tally.stayed + 1) / real(tally.tried + 2);
            let to = if rng.random_bool(stays) {
                node
            } else if more > 0 && rng.random_bool(new) {
                known + rng.random_range(0..more)
            } else {
                rng.random_range(0..known)
            };
            Edge { kind, to: NodeId::new(to) }
        };
        let mut edges: Vec<Vec<Edge>> = Vec::with_capacity(known + more);
        for node in 0..known {
            let ways = seen.ways(NodeId::new(node)).iter();
            edges.push(
                ways.map(|way| {
                    way.to.map_or_else(|| guess(node, way.kind), |to| Edge { kind: way.kind, to })
                })
                .collect(),
            );
        }
        for node in known..known + more {
            edges.push(kinds.iter().map(|kind| guess(node, *kind)).collect());
        }
        Graph::new(edges)
    }

    fn sight(&self) -> Sight {
        Sight::Nothing
    }
}
