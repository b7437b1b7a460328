//! [`Imitation`]: learning from a planner.
//!
//! The learner explores; in every state that it comes to, the planner says what each way is worth. So it learns what to do
//! where its own mistakes lead (DAgger: Ross, Gordon and Bagnell, AISTATS 2011; with values instead of actions, AggreVaTe: Ross
//! and Bagnell, 2014). The planner imagines many worlds a step; the learner decides by what it has seen alone, at once.

use candle_core::{Device, Result, Tensor};
use chacha20::ChaCha8Rng;
use chacha20::rand_core::SeedableRng;
use dpgen_worlds::{Distribution, Imagine, Rollout, Seen, World};
use rand::RngExt;

use crate::descent::Descent;
use crate::index::{float, small};
use crate::learned::{Learned, best};
use crate::observation::Batch;
use crate::together::Episode;

/// How many episodes are kept to learn from again.
const KEPT: usize = 2_000;

/// By how many nodes a way must be worse than another to be e times less probable in what is learned.
const TEMPERATURE: f32 = 0.4;

/// How to learn from a planner.
///
/// ```
/// use dpgen_learn::{Config, Imitation, Learned};
/// use dpgen_worlds::Braided;
///
/// let mazes = Braided::backtracker(3, 3, 0.25);
/// let mut learner = Learned::new(Config { embedding: 4, memory: 4, rounds: 1, ..Config::new(4) }, 7)?;
/// let quick = Imitation { updates: 2, explorers: 2, worlds: 2, ..Imitation::default() };
/// quick.train(&mut learner, &mazes, 7, |_, _| ())?;
/// # Ok::<(), candle_core::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Imitation {
    /// How often the weights change.
    pub updates: u32,
    /// How many new worlds are explored for each update; as many of before are looked at again.
    pub explorers: usize,
    /// How many worlds the planner imagines a step.
    pub worlds: u32,
    /// The learning rate in the beginning; it falls to a tenth.
    pub rate: f64,
}

impl Default for Imitation {
    fn default() -> Self {
        Self { updates: 400, explorers: 16, worlds: 16, rate: 2e-3 }
    }
}

/// An episode, and what the planner says of each of its steps: by way, how many nodes are visited in the end.
struct Labelled {
    episode: Episode,
    values: Vec<Vec<f64>>,
}

impl Imitation {
    /// Trains a learner on worlds of a kind. After each update, a function gets its number, from 1, and the loss.
    ///
    /// # Errors
    /// When the network does not fit the worlds, these do not all have the same number of steps, or there are no explorers.
    pub fn train<D: Distribution + Imagine>(
        &self,
        learner: &mut Learned,
        worlds: &D,
        seed: u64,
        mut progress: impl FnMut(u32, f32),
    ) -> Result<()> {
        if self.explorers == 0 {
            candle_core::bail!("nothing can be learned from no worlds: let there be at least 1 explorer");
        }
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut descent = Descent::new(learner.network.params.all(), self.rate)?;
        let mut kept: Vec<Labelled> = Vec::new();
        for update in 0..self.updates {
            let done = f64::from(update) / f64::from(self.updates.max(1));
            descent.rate(self.rate * 0.1_f64.powf(done) * (f64::from(update + 1) / 10.0).min(1.0));
            // In the beginning the planner leads the way in most worlds.
            let new = self.explore(learner, worlds, 1.0 - 4.0 * done, &mut rng)?;
            let again = (0..self.explorers).filter(|_| !kept.is_empty());
            let again: Vec<usize> = again.map(|_| rng.random_range(0..kept.len())).collect();
            let lessons: Vec<&Labelled> = new.iter().chain(again.iter().map(|place| &kept[*place])).collect();
            let loss = loss(learner, &lessons)?;
            descent.step(&loss)?;
            progress(update + 1, loss.to_scalar()?);
            for labelled in new {
                if kept.len() < KEPT {
                    kept.push(labelled);
                } else {
                    let place = rng.random_range(0..KEPT);
                    kept[place] = labelled;
                }
            }
        }
        Ok(())
    }

    /// Explores new worlds, each led by the planner with a probability, else by the learner.
    fn explore<D: Distribution + Imagine>(
        &self,
        learner: &Learned,
        worlds: &D,
        led: f64,
        rng: &mut ChaCha8Rng,
    ) -> Result<Vec<Labelled>> {
        let mut drawn: Vec<World> = (0..self.explorers).map(|_| worlds.draw(rng.random())).collect();
        let led: Vec<bool> = drawn.iter().map(|_| rng.random_bool(led.max(0.0))).collect();
        let planner = Rollout::new(worlds, self.worlds);
        let mut values = vec![Vec::new(); drawn.len()];
        let episodes = learner.explore_together(&mut drawn, |place, seen, probabilities| {
            let worth = planner.values(seen, rng);
            let floats: Vec<f32> = worth.iter().map(|worth| float(*worth)).collect();
            values[place].push(worth);
            if led[place] { best(&floats) } else { drawn_way(probabilities, rng) }
        })?;
        Ok(episodes.into_iter().zip(values).map(|(episode, values)| Labelled { episode, values }).collect())
    }
}

/// A way, by its probability.
pub(crate) fn drawn_way(probabilities: &[f32], rng: &mut ChaCha8Rng) -> usize {
    let mut drawn = rng.random_range(0.0..1.0) * probabilities.iter().sum::<f32>();
    let way = probabilities.iter().position(|probability| {
        drawn -= probability;
        drawn < 0.0
    });
    way.unwrap_or_else(|| best(probabilities))
}

/// How far the learner's probabilities are from the planner's, what its choices cost by the planner's values, and how wrong its
/// own value is.
fn loss(learner: &Learned, lessons: &[&Labelled]) -> Result<Tensor> {
    let steps = lessons.first().map_or(0, |lesson| lesson.values.len());
    let seen: Vec<&Seen> =
        (0..steps).flat_map(|step| lessons.iter().map(move |lesson| &lesson.episode.seen[step])).collect();
    let all_steps = seen.first().map_or(0, |seen| seen.steps_left());
    let batch = Batch::new(&seen, learner.network.config.kinds, all_steps)?;
    let (mut target, mut regret, mut worth) = (Vec::new(), Vec::new(), Vec::new());
    for (place, seen) in seen.iter().enumerate() {
        let values = &lessons[place % lessons.len()].values[place / lessons.len()];
        let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let behind: Vec<f32> = values.iter().map(|value| float(most - value)).collect();
        let weights: Vec<f32> = behind.iter().map(|behind| (-behind / TEMPERATURE).exp()).collect();
        let sum: f32 = weights.iter().sum();
        let pad = batch.most - values.len();
        target.extend(weights.into_iter().map(|weight| weight / sum).chain(std::iter::repeat_n(0.0, pad)));
        regret.extend(behind.into_iter().chain(std::iter::repeat_n(0.0, pad)));
        worth.push((float(most) - small(seen.visited())) / small(steps));
    }
    let shape = (batch.graphs, batch.most);
    let [target, regret] = [target, regret].map(|values| Tensor::from_vec(values, shape, &Device::Cpu));
    let decision = learner.network.episodes(&batch, lessons.len())?;
    let likeness =
        (decision.log_probabilities.mul(&target?)?.sum_all()?.neg()? / f64::from(small(batch.graphs)))?;
    let cost =
        (decision.log_probabilities.exp()?.mul(&regret?)?.sum_all()? / f64::from(small(batch.graphs)))?;
    let worth = Tensor::from_vec(worth, batch.graphs, &Device::Cpu)?;
    let error = decision.value.sub(&worth)?.sqr()?.mean_all()?;
    (likeness + cost)? + error
}
