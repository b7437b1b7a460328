//! [`ActorCritic`]: learning from what one's own exploration brings.
//!
//! Synchronous advantage actor-critic (Mnih et al., ICML 2016): several explorers take their ways by the policy's
//! probabilities; a way becomes more probable the more new nodes came after it than the value head had thought.

use candle_core::{Device, Result, Tensor};
use chacha20::ChaCha8Rng;
use chacha20::rand_core::SeedableRng;
use dpgen_worlds::{Distribution, Seen, World};
use rand::RngExt;

use crate::descent::Descent;
use crate::imitate::drawn_way;
use crate::index::small;
use crate::learned::Learned;
use crate::observation::Batch;
use crate::together::Episode;

/// How to learn by actor-critic.
///
/// ```
/// use dpgen_learn::{ActorCritic, Config, Learned};
/// use dpgen_worlds::Braided;
///
/// let mazes = Braided::backtracker(3, 3, 0.25);
/// let mut learner = Learned::new(Config { embedding: 4, memory: 4, rounds: 1, ..Config::new(4) }, 7)?;
/// let quick = ActorCritic { updates: 2, explorers: 2, ..ActorCritic::default() };
/// quick.train(&mut learner, &mazes, 7, |_, _| ())?;
/// # Ok::<(), candle_core::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ActorCritic {
    /// How often the weights change.
    pub updates: u32,
    /// How many worlds are explored for each update.
    pub explorers: usize,
    /// The learning rate in the beginning; it falls to a tenth.
    pub rate: f64,
    /// How much less a new node counts for each step that it comes later.
    pub discount: f32,
    /// How much an uncertain choice is worth.
    pub entropy: f64,
}

impl Default for ActorCritic {
    fn default() -> Self {
        Self { updates: 300, explorers: 32, rate: 1e-3, discount: 0.95, entropy: 0.01 }
    }
}

impl ActorCritic {
    /// Trains a learner on worlds of a kind. After each update, a function gets its number, from 1, and the part of the steps
    /// that led to new nodes.
    ///
    /// # Errors
    /// When the network does not fit the worlds, these do not all have the same number of steps, or there are no explorers.
    pub fn train(
        &self,
        learner: &mut Learned,
        worlds: &impl Distribution,
        seed: u64,
        mut progress: impl FnMut(u32, f32),
    ) -> Result<()> {
        if self.explorers == 0 {
            candle_core::bail!("nothing can be learned from no worlds: let there be at least 1 explorer");
        }
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut descent = Descent::new(learner.network.params.all(), self.rate)?;
        for update in 0..self.updates {
            let done = f64::from(update) / f64::from(self.updates.max(1));
            descent.rate(self.rate * 0.1_f64.powf(done));
            let mut drawn: Vec<World> = (0..self.explorers).map(|_| worlds.draw(rng.random())).collect();
            let episodes = learner
                .explore_together(&mut drawn, |_, _, probabilities| drawn_way(probabilities, &mut rng))?;
            descent.step(&self.loss(learner, &episodes)?)?;
            let steps: usize = episodes.iter().map(|episode| episode.new.len()).sum();
            let new: usize = episodes.iter().flat_map(|episode| &episode.new).filter(|new| **new).count();
            progress(update + 1, small(new) / small(steps.max(1)));
        }
        Ok(())
    }

    fn loss(&self, learner: &Learned, episodes: &[Episode]) -> Result<Tensor> {
        let steps = episodes.first().map_or(0, |episode| episode.seen.len());
        let seen: Vec<&Seen> =
            (0..steps).flat_map(|step| episodes.iter().map(move |episode| &episode.seen[step])).collect();
        let all_steps = seen.first().map_or(0, |seen| seen.steps_left());
        let batch = Batch::new(&seen, learner.network.config.kinds, all_steps)?;
        let returns: Vec<Vec<f32>> = episodes.iter().map(|episode| self.returns(&episode.new)).collect();
        let at = |place: usize| (place % episodes.len(), place / episodes.len());
        let mut taken = vec![0.0_f32; batch.graphs * batch.most];
        for place in 0..batch.graphs {
            let (episode, step) = at(place);
            taken[place * batch.most + episodes[episode].taken[step]] = 1.0;
        }
        let returns: Vec<f32> = (0..batch.graphs).map(|place| returns[at(place).0][at(place).1]).collect();
        let returns =
            (Tensor::from_vec(returns, batch.graphs, &Device::Cpu)? / f64::from(small(steps.max(1))))?;
        let decision = learner.network.episodes(&batch, episodes.len())?;
        let error = returns.sub(&decision.value)?;
        // Advantages of one scale, whatever the worlds: mean 0 and deviation 1.
        let advantage = error.detach();
        let advantage = advantage.broadcast_sub(&advantage.mean_all()?)?;
        let deviation = (advantage.sqr()?.mean_all()?.sqrt()? + 1e-6)?;
        let advantage = advantage.broadcast_div(&deviation)?;
        let taken = Tensor::from_vec(taken, (batch.graphs, batch.most), &Device::Cpu)?;
        let chosen = decision.log_probabilities.mul(&taken)?.sum(1)?;
        let gain = chosen.mul(&advantage)?.mean_all()?;
        let surprise =
            decision.log_probabilities.mul(&decision.log_probabilities.exp()?)?.sum(1)?.mean_all()?;
        (error.sqr()?.mean_all()? - gain)? + (surprise * self.entropy)?
    }

    /// By step: how many nodes will be new from it on, those that come later for less.
    fn returns(&self, new: &[bool]) -> Vec<f32> {
        let mut later = 0.0;
        let mut returns: Vec<f32> = Vec::with_capacity(new.len());
        for new in new.iter().rev() {
            later = f32::from(u8::from(*new)) + self.discount * later;
            returns.push(later);
        }
        returns.reverse();
        returns
    }
}
