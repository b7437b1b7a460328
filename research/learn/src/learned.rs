//! [`Learned`]: the policy, with the weights that ship and those of one's own.

use std::path::Path;

use candle_core::{Result, Tensor};
use chacha20::ChaCha8Rng;
use dpgen_worlds::{Policy, Seen};

use crate::layers::Held;
use crate::network::{Config, Network};
use crate::observation::Batch;

/// A policy that has learned to explore, from worlds like those that it is used in. It takes the most probable way.
///
/// A clone has a memory of its own and the same weights: what one learns, the other knows.
///
/// ```no_run
/// use dpgen_learn::Learned;
/// use dpgen_worlds::{Braided, evaluate};
///
/// let mazes = Braided::backtracker(6, 6, 0.25);
/// let covered = evaluate(&mazes, &mut Learned::mazes()?, 0..100);
/// assert!(covered.mean > 0.78);
/// # Ok::<(), candle_core::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Learned {
    pub(crate) network: Network,
    /// What it remembers of this world, and of how many steps.
    held: Option<(Held, u32)>,
}

impl Learned {
    /// One that has not learned yet; the seed decides its first weights.
    ///
    /// # Errors
    /// When candle can not make the tensors.
    pub fn new(config: Config, seed: u64) -> Result<Self> {
        Ok(Self { network: Network::new(config, seed)?, held: None })
    }

    /// With weights that [`save`](Self::save) wrote.
    ///
    /// # Errors
    /// When the bytes are no weights, or those of a network of another shape.
    pub fn load(config: Config, weights: &[u8]) -> Result<Self> {
        let learned = Self::new(config, 0)?;
        learned.network.params.load(weights)?;
        Ok(learned)
    }

    /// The one that ships for mazes of 6x6 cells, carved by a backtracker, with loops.
    ///
    /// # Errors
    /// When candle can not make the tensors.
    pub fn mazes() -> Result<Self> {
        Self::load(Config::new(4), include_bytes!("../weights/mazes.safetensors"))
    }

    /// The one that ships for connected random graphs of 15 to 20 nodes.
    ///
    /// # Errors
    /// When candle can not make the tensors.
    pub fn random_graphs() -> Result<Self> {
        Self::load(Config::new(1), include_bytes!("../weights/random-graphs.safetensors"))
    }

    /// Writes the weights to a file, as safetensors.
    ///
    /// # Errors
    /// When the file can not be written.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<()> {
        self.network.params.save(path.as_ref())
    }

    /// How many numbers have been learned.
    ///
    /// ```
    /// use dpgen_learn::{Config, Learned};
    /// assert!(Learned::new(Config::new(4), 7)?.parameters() < 80_000);
    /// # Ok::<(), candle_core::Error>(())
    /// ```
    #[must_use]
    pub fn parameters(&self) -> usize {
        self.network.params.count()
    }

    /// By way of the node where one is: how probable it is.
    ///
    /// # Errors
    /// When a way's kind is one that the network does not know.
    pub fn probabilities(&mut self, seen: &Seen) -> Result<Vec<f32>> {
        let (held, steps) = match self.held.take() {
            Some(held) => held,
            None => (self.network.nothing(1)?, seen.steps_left()),
        };
        let batch = Batch::new(&[seen], self.network.config.kinds, steps)?;
        let (decision, held) = self.network.step(&batch, &held)?;
        self.held = Some((held.detached(), steps));
        let probabilities: Tensor = decision.log_probabilities.squeeze(0)?.exp()?;
        probabilities.to_vec1()
    }
}

impl Policy for Learned {
    fn name(&self) -> &str {
        "learned"
    }

    fn begin(&mut self) {
        self.held = None;
    }

    /// # Panics
    /// If the world has kinds of moves that the network does not know.
    fn choose(&mut self, seen: &Seen, _: &mut ChaCha8Rng) -> usize {
        match self.probabilities(seen) {
            Ok(probabilities) => best(&probabilities),
            Err(error) => panic!("the network does not fit this world: {error}"),
        }
    }
}

/// The place of the greatest number.
pub(crate) fn best(values: &[f32]) -> usize {
    let best = values.iter().enumerate().max_by(|(_, one), (_, other)| one.total_cmp(other));
    best.map_or(0, |(place, _)| place)
}
