//! [`Rollout`]: a planner that imagines how the world could go on.
//!
//! A rollout policy (Tesauro and Galperin, "On-line policy improvement using Monte-Carlo search", NIPS 1996): each way is
//! judged by what a simple policy would reach after it, on average over imagined worlds. All ways are tried in the same
//! worlds, so that their differences are not those of the worlds.

use std::sync::Arc;

use chacha20::ChaCha8Rng;
use rand::RngExt;

use super::{Nearest, Policy};
use crate::explore::finish;
use crate::graph::Graph;
use crate::index::real;
use crate::seen::Seen;
use crate::world::{Sight, World};

/// Draws worlds that agree with what is seen.
pub trait Imagine {
    /// A graph as [`World::imagined`] takes it: the known nodes come first, and visited ones keep their ways.
    ///
    /// It may panic if what is seen can not be of such a world.
    fn imagine(&self, seen: &Seen, rng: &mut ChaCha8Rng) -> Graph;

    /// How far one sees in these worlds.
    fn sight(&self) -> Sight;
}

/// Takes the way after which [`Nearest`] does best, on average over imagined worlds.
///
/// ```
/// use dpgen_worlds::{Braided, Distribution, Rollout, explore};
///
/// let mazes = Braided::backtracker(6, 6, 0.25);
/// let mut planner = Rollout::new(&mazes, 8);
/// let mut world = mazes.draw(7);
/// explore(&mut world, &mut planner, 7);
/// assert!(world.coverage() > 0.6);
/// ```
#[derive(Debug, Clone)]
pub struct Rollout<'a, I> {
    model: &'a I,
    worlds: u32,
}

impl<'a, I: Imagine> Rollout<'a, I> {
    /// A planner that imagines so many worlds a step.
    #[must_use]
    pub fn new(model: &'a I, worlds: u32) -> Self {
        Self { model, worlds }
    }

    /// By way of the node where one is: how many nodes are visited in the end, on average.
    ///
    /// ```
    /// use chacha20::{ChaCha8Rng, rand_core::SeedableRng};
    /// use dpgen_worlds::{Braided, Distribution, Rollout};
    ///
    /// let mazes = Braided::backtracker(6, 6, 0.25);
    /// let world = mazes.draw(7);
    /// let values = Rollout::new(&mazes, 8).values(world.seen(), &mut ChaCha8Rng::seed_from_u64(7));
    /// assert_eq!(values.len(), world.seen().ways(world.seen().here()).len());
    /// ```
    pub fn values(&self, seen: &Seen, rng: &mut ChaCha8Rng) -> Vec<f64> {
        let mut visited = vec![0; seen.ways(seen.here()).len()];
        for _ in 0..self.worlds {
            let graph = Arc::new(self.model.imagine(seen, rng));
            let seed: u64 = rng.random();
            for (way, visited) in visited.iter_mut().enumerate() {
                let mut world = World::imagined(Arc::clone(&graph), seen.clone(), self.model.sight());
                world.go(way);
                finish(&mut world, &mut Nearest, seed);
                *visited += world.seen().visited();
            }
        }
        visited.into_iter().map(|visited| real(visited) / f64::from(self.worlds.max(1))).collect()
    }
}

impl<I: Imagine> Policy for Rollout<'_, I> {
    fn name(&self) -> &str {
        "rollout"
    }

    fn choose(&mut self, seen: &Seen, rng: &mut ChaCha8Rng) -> usize {
        let values = self.values(seen, rng);
        let best = values.iter().enumerate().max_by(|(_, one), (_, other)| one.total_cmp(other));
        best.map_or(0, |(way, _)| way)
    }
}
