//! Tardis: predicts by nearest neighbours of fingerprints which path conditions are feasible.
//!
//! Braione and Denaro (arXiv 2005.09317): the three nearest of the path conditions tried so far vote; the vote is a class, a class
//! is drawn, then an item of it by how near its neighbours are. The later tool has three *indices* of an item, each of which
//! can be switched off, and queues by how many of them it passes; the two ways are told apart by [`Indices`].

use chacha20::ChaCha8Rng;
use chacha20::rand_core::SeedableRng;
use rand::RngExt;

use super::{Condition, Item, Outcome, Strategy};
use crate::coverage::Coverage;
use crate::path_fingerprint::Fingerprint;

/// The number of neighbours that vote.
const NEIGHBOUR_COUNT: usize = 3;
/// The number of new path conditions after which waiting items are classified again.
const CONDITIONS_PER_CLASSIFICATION: usize = 200;
/// The probabilities of the four classes (or queues), in percent.
const CLASS_PERCENTAGES: [u32; 4] = [50, 30, 15, 5];

/// The indices that classify an item, as in the tool's later versions; without any, the paper's classes are used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Indices {
    /// Whether a branch next to the path has an outcome that no run had.
    pub improvability: bool,
    /// Whether the rarest outcome of its branches was had by fewer than two runs.
    pub novelty: bool,
    /// Whether its neighbours say that it is feasible.
    pub infeasibility: bool,
}

impl Indices {
    /// All three.
    pub const ALL: Self = Self { improvability: true, novelty: true, infeasibility: true };
    /// None: the paper's four classes of neighbours.
    pub const NONE: Self = Self { improvability: false, novelty: false, infeasibility: false };

    fn queues(self) -> usize {
        usize::from(self.improvability) + usize::from(self.novelty) + usize::from(self.infeasibility)
    }
}

/// The vote of the neighbours: the majority label, the number of votes for it, and the mean similarity.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Vote {
    is_feasible: bool,
    votes: u32,
    similarity: f64,
}

impl Vote {
    /// Nothing is known: the worst class.
    const UNKNOWN: Self = Self { is_feasible: false, votes: 3, similarity: 0.0 };

    /// The paper's classes, from the best: (1, 3), (1, 2), (0, 2), (0, 3).
    const fn class(self) -> usize {
        match (self.is_feasible, self.votes) {
            (true, 3..) => 0,
            (true, _) => 1,
            (false, 0..=2) => 2,
            (false, _) => 3,
        }
    }
}

/// Takes a path condition whose nearest neighbours were feasible.
#[derive(Debug)]
pub struct Tardis {
    indices: Indices,
    items: Vec<(Item, Vote)>,
    /// The path conditions tried: the fingerprint, and whether it was feasible.
    known: Vec<(Fingerprint, bool)>,
    /// The number of path conditions tried when all items were classified last.
    classified: usize,
    rng: ChaCha8Rng,
}

impl Tardis {
    /// With these indices, and a seed.
    #[must_use]
    pub fn new(indices: Indices, seed: u64) -> Self {
        let rng = ChaCha8Rng::seed_from_u64(seed);
        Self { indices, items: Vec::new(), known: Vec::new(), classified: 0, rng }
    }

    fn vote(known: &[(Fingerprint, bool)], condition: Option<&Condition>) -> Vote {
        let Some(condition) = condition.filter(|_| known.len() >= NEIGHBOUR_COUNT) else {
            return Vote::UNKNOWN;
        };
        let mut near: Vec<(f64, bool)> = known
            .iter()
            .map(|(fingerprint, label)| (condition.fingerprint.similarity(fingerprint), *label))
            .collect();
        // Stable, so that equally near ones vote in the order in which they came.
        near.sort_by(|a, b| b.0.total_cmp(&a.0));
        near.truncate(NEIGHBOUR_COUNT);
        if near.iter().filter(|(similarity, _)| *similarity <= 0.0).count() > NEIGHBOUR_COUNT / 2 {
            return Vote::UNKNOWN;
        }
        let feasible = near.iter().filter(|(_, label)| *label).count();
        let is_feasible = feasible > NEIGHBOUR_COUNT / 2;
        let votes = if is_feasible { feasible } else { NEIGHBOUR_COUNT - feasible };
        let similarity = near.iter().map(|(similarity, _)| similarity).sum::<f64>() / 3.0;
        Vote { is_feasible, votes: u32::try_from(votes).unwrap_or(0), similarity }
    }

    /// The number of indices that an item fails, which is the number of its queue.
    fn queue(&self, (item, vote): &(Item, Vote), coverage: &Coverage) -> usize {
        let branches = item.condition.as_ref().map_or(&[][..], |condition| &condition.branches);
        let improves = || branches.iter().chain(&item.aim).any(|branch| coverage.is_open(*branch));
        let is_new = || item.aim.is_none_or(|branch| coverage.rarest(branch) < 2);
        [
            self.indices.improvability && !improves(),
            self.indices.novelty && !is_new(),
            self.indices.infeasibility && !vote.is_feasible,
        ]
        .into_iter()
        .map(usize::from)
        .sum()
    }

    /// A class that is not empty, drawn by its probability; an empty one passes it on to the next.
    fn draw(&mut self, classes: &[Vec<usize>]) -> Option<usize> {
        let percent: &[u32] = match classes.len() {
            3 => &[60, 30, 10],
            _ => &CLASS_PERCENTAGES,
        };
        let mut draw = self.rng.random_range(0..100);
        let drawn = percent.iter().position(|share| {
            let is_here = draw < *share;
            draw = draw.saturating_sub(*share);
            is_here
        });
        let drawn = drawn.unwrap_or(0).min(classes.len() - 1);
        let from = (drawn..classes.len()).chain((0..drawn).rev());
        { from }.find(|class| !classes[*class].is_empty())
    }

    /// One of some items, with probabilities as their neighbours are near.
    fn roulette(&mut self, places: &[usize]) -> usize {
        let total: f64 = places.iter().map(|place| self.items[*place].1.similarity).sum();
        let mut left = self.rng.random::<f64>() * total;
        for place in places {
            left -= self.items[*place].1.similarity;
            if left < 0.0 {
                return *place;
            }
        }
        places[0]
    }
}

impl Strategy for Tardis {
    fn wants_conditions(&self) -> bool {
        true
    }

    fn offer(&mut self, item: Item) {
        let vote = Self::vote(&self.known, item.condition.as_ref());
        self.items.push((item, vote));
    }

    fn next(&mut self, coverage: &Coverage) -> Option<Item> {
        if self.items.is_empty() {
            return None;
        }
        if self.known.len() >= self.classified + CONDITIONS_PER_CLASSIFICATION {
            self.classified = self.known.len();
            for (item, vote) in &mut self.items {
                *vote = Self::vote(&self.known, item.condition.as_ref());
            }
        }
        let queues = self.indices.queues();
        let mut classes = vec![Vec::new(); if queues == 0 { 4 } else { queues + 1 }];
        for (place, entry) in self.items.iter().enumerate() {
            let class = if queues == 0 { entry.1.class() } else { self.queue(entry, coverage) };
            classes[class].push(place);
        }
        let class = self.draw(&classes)?;
        let place = if queues == 0 { self.roulette(&classes[class]) } else { classes[class][0] };
        Some(self.items.remove(place).0)
    }

    fn learn(&mut self, item: Option<&Item>, outcome: &Outcome<'_>) {
        if outcome.is_feasible {
            self.known.extend(outcome.beginnings.iter().map(|beginning| (beginning.fingerprint, true)));
        } else if let Some(condition) = item.and_then(|item| item.condition.as_ref()) {
            self.known.push((condition.fingerprint, false));
        }
    }
}
