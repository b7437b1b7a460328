//! Several worlds explored at the same time, a step in each: one batch a step.
//!
//! Invariant: all worlds of a batch have the same number of steps left, and none ends before.

use candle_core::Result;
use dpgen_worlds::{Distribution, Mean, Seen, World};

use crate::learned::{Learned, best};
use crate::observation::Batch;

/// How many worlds are explored at the same time where their number is not asked for.
const TOGETHER: usize = 50;

/// One world's exploration.
#[derive(Debug, Clone)]
pub(crate) struct Episode {
    /// What was seen before each step.
    pub seen: Vec<Seen>,
    /// Which way was taken.
    pub taken: Vec<usize>,
    /// Whether it led to a new node.
    pub new: Vec<bool>,
}

impl Learned {
    /// Explores worlds together. The ways are decided by a function of the world's place, what is seen there, and how probable
    /// each way is.
    pub(crate) fn explore_together(
        &self,
        worlds: &mut [World],
        mut decide: impl FnMut(usize, &Seen, &[f32]) -> usize,
    ) -> Result<Vec<Episode>> {
        let steps = worlds.first().map_or(0, |world| world.seen().steps_left());
        let mut episodes =
            vec![Episode { seen: Vec::new(), taken: Vec::new(), new: Vec::new() }; worlds.len()];
        let mut held = self.network.nothing(worlds.len())?;
        for _ in 0..steps {
            if worlds.iter().any(World::is_over) {
                candle_core::bail!("worlds that are explored together must end together");
            }
            let seen: Vec<&Seen> = worlds.iter().map(World::seen).collect();
            let batch = Batch::new(&seen, self.network.config.kinds, steps)?;
            let (decision, next) = self.network.step(&batch, &held)?;
            held = next.detached();
            let probabilities: Vec<Vec<f32>> = decision.log_probabilities.exp()?.to_vec2()?;
            for (place, (world, episode)) in worlds.iter_mut().zip(&mut episodes).enumerate() {
                let seen = world.seen().clone();
                let ways = seen.ways(seen.here()).len();
                let way = decide(place, &seen, &probabilities[place][..ways]);
                episode.new.push(world.go(way));
                episode.seen.push(seen);
                episode.taken.push(way);
            }
        }
        Ok(episodes)
    }

    /// As [`dpgen_worlds::evaluate`], many worlds at a time, which is faster.
    ///
    /// ```
    /// use dpgen_learn::{Config, Learned};
    /// use dpgen_worlds::Braided;
    ///
    /// let mazes = Braided::backtracker(3, 3, 0.25);
    /// let untrained = Learned::new(Config::new(4), 7)?;
    /// assert!(untrained.evaluate(&mazes, 0..10)?.mean > 0.1);
    /// # Ok::<(), candle_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the network does not fit the worlds, or these do not all have the same number of steps.
    pub fn evaluate(&self, worlds: &impl Distribution, seeds: impl IntoIterator<Item = u64>) -> Result<Mean> {
        let seeds: Vec<u64> = seeds.into_iter().collect();
        let mut covered = Vec::new();
        for seeds in seeds.chunks(TOGETHER) {
            let mut worlds: Vec<World> = seeds.iter().map(|seed| worlds.draw(*seed)).collect();
            self.explore_together(&mut worlds, |_, _, probabilities| best(probabilities))?;
            covered.extend(worlds.iter().map(World::coverage));
        }
        Ok(Mean::of(&covered))
    }
}
