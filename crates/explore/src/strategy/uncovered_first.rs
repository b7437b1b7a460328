//! Uncovered first: takes an outcome next to one that no run had; then one past the end of a run; then the rarest.

use std::collections::{BTreeMap, VecDeque};

use chacha20::ChaCha8Rng;
use chacha20::rand_core::SeedableRng;
use rand::RngExt;
use rustc_hash::FxHashSet;

use super::{Fork, Item, Outcome, Spot, Strategy};
use crate::coverage::Coverage;

/// The gain that a way promises.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Aim {
    /// It decides a branch.
    Branch(u32),
    /// It goes on where a run ended that covered nothing more.
    End,
    /// Neither.
    Nothing,
}

/// Takes a way that decides a branch of which some outcome was not covered; if there is none, one past a place where a run ended,
/// as what lies behind has not been seen; then one whose branch has the rarest outcome, so that the others are not forgotten.
/// Shorter paths come first. A path goes on at random, but does not do what a run has ended with at the same spot as long as there
/// is anything else to do. In a program without branches, shorter paths come first, and all else is random.
#[derive(Debug)]
pub struct Uncovered {
    /// By what they decide: by depth, in the order in which they came.
    items: BTreeMap<Aim, BTreeMap<u32, VecDeque<Item>>>,
    /// The ways with which runs have ended, by the spot.
    dead_ends: FxHashSet<(Spot, u32)>,
    /// How many decisions the latest run made, if it covered nothing after the last.
    ended: Option<u32>,
    rng: ChaCha8Rng,
}

impl Uncovered {
    /// With a seed, for how paths go on.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        let rng = ChaCha8Rng::seed_from_u64(seed);
        Self { items: BTreeMap::new(), dead_ends: FxHashSet::default(), ended: None, rng }
    }
}

impl Strategy for Uncovered {
    fn wants_spots(&self) -> bool {
        true
    }

    fn offer(&mut self, item: Item) {
        let aim = match item.aim {
            Some(branch) => Aim::Branch(branch),
            None if self.ended == Some(item.depth) => Aim::End,
            None => Aim::Nothing,
        };
        self.items.entry(aim).or_default().entry(item.depth).or_default().push_back(item);
    }

    fn next(&mut self, coverage: &Coverage) -> Option<Item> {
        let value = |aim: Aim, depth: u32| match aim {
            _ if coverage.known() == 0 => (2, u64::from(depth)),
            Aim::Branch(branch) if coverage.is_open(branch) => (0, 0),
            Aim::End => (1, 0),
            Aim::Nothing => (2, 0),
            Aim::Branch(branch) => (2, coverage.rarest(branch)),
        };
        let first = |by_depth: &BTreeMap<u32, _>| by_depth.keys().next().copied().unwrap_or(0);
        let (aim, _) = self.items.iter().min_by_key(|(aim, by_depth)| value(**aim, first(by_depth)))?;
        let aim = *aim;
        let by_depth = self.items.get_mut(&aim)?;
        let mut shortest = by_depth.first_entry()?;
        let item = shortest.get_mut().pop_front();
        if shortest.get().is_empty() {
            shortest.remove();
        }
        if by_depth.is_empty() {
            self.items.remove(&aim);
        }
        item
    }

    fn choose(&mut self, fork: &Fork<'_>) -> usize {
        let spot = fork.spot.filter(|_| fork.coverage.known() > 0);
        let lives = |way: u32| spot.is_none_or(|spot| !self.dead_ends.contains(&(spot, way)));
        let alive: Vec<usize> = (0..fork.ways.len()).filter(|place| lives(fork.ways[*place])).collect();
        match alive.len() {
            0 => self.rng.random_range(0..fork.ways.len()),
            len => alive[self.rng.random_range(0..len)],
        }
    }

    fn learn(&mut self, _: Option<&Item>, outcome: &Outcome<'_>) {
        let dead_end = outcome.dead_end();
        self.ended = dead_end.map(|_| outcome.decisions);
        self.dead_ends.extend(dead_end);
    }
}
