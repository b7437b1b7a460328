//! Learned: takes the outcome that most likely covers something new, by weights learned on other programs.
//!
//! The weights come from many programs; the features of a way are statistics of the runs of this program. `features.rs` defines
//! the features, `run_statistics.rs` computes them from runs, `logistic_regression.rs` learns weights, `weights.rs` has the learned
//! ones. In the literature: *learning to rank* states of a symbolic execution (He, Sivanrupan, Tsankov and Vechev, "Learning
//! to Explore Paths for Symbolic Execution", CCS 2021), with rounds in which the learner makes the runs it learns from (Ross,
//! Gordon and Bagnell, "DAgger", AISTATS 2011).

mod features;
mod logistic_regression;
mod run_statistics;
mod weights;

pub use features::{FEATURE_NAMES, Features};
pub use logistic_regression::{Lesson, Lessons};
pub use weights::Weights;

use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

use chacha20::ChaCha8Rng;
use chacha20::rand_core::SeedableRng;
use dpgen_forest::index::{at, shown};
use rand::RngExt;
use rustc_hash::FxHashMap;

use super::{Fork, Item, Outcome, Step, Strategy};
use crate::coverage::Coverage;
use features::dot;
use run_statistics::{RunStatistics, Way};

/// Takes the way that looks most like those which have covered something new, in programs from which its weights were learned. A
/// path goes on in the same manner, by weights of their own; of ways that look alike, shorter ones come first, and a path
/// goes on at random.
///
/// ```
/// use dpgen::prelude::*;
/// use dpgen::explore::{Explorer, strategy::Learned};
///
/// #[derive(DpGen, Debug)]
/// struct Sides(#[dpgen(range = 1..=100)] [Int; 3]);
///
/// #[dpgen::cover]
/// fn kind(sides: &Sides) -> u8 {
///     let Sides([a, b, c]) = *sides;
///     if a + b <= c || b + c <= a || c + a <= b {
///         return 0;
///     }
///     if a == b && b == c { 1 } else { 2 }
/// }
///
/// let suite = Explorer::<Sides>::up_to(1).strategy(Learned::new(0)).run(|sides| kind(sides))?;
/// assert_eq!(suite.to_string(), "all 10 outcomes up to size 1; 3 inputs suffice");
/// # Ok::<(), dpgen::explore::Error>(())
/// ```
#[derive(Debug)]
pub struct Learned {
    weights: Weights,
    tally: RunStatistics,
    /// Items of which the same is known, by a number that grows: by depth, in the order in which they came.
    alike: BTreeMap<u64, (Way, BTreeMap<u32, VecDeque<Item>>)>,
    numbers: FxHashMap<Way, u64>,
    offered: u64,
    /// The decisions of the latest run.
    steps: Vec<Step>,
    /// The number of comparisons of the current path that were processed, and the number of decisions among them.
    looked: (usize, u32),
    rng: ChaCha8Rng,
    school: Option<LessonCollector>,
}

/// Collects training examples.
#[derive(Debug)]
struct LessonCollector {
    lessons: Rc<RefCell<Lessons>>,
    /// The probability of a random choice.
    tries: f64,
    covered: usize,
    /// The features of the item of the latest run, and of its ways, each with the number of decisions before it.
    item: Option<Features>,
    ways: Vec<(Features, usize)>,
    has_run: bool,
}

impl Learned {
    /// With what was learned on [Karel programs](Weights::KAREL), and a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self::with(Weights::KAREL, seed)
    }

    /// With these weights, and a seed.
    #[must_use]
    pub fn with(weights: Weights, seed: u64) -> Self {
        Self {
            weights,
            tally: RunStatistics::default(),
            alike: BTreeMap::new(),
            numbers: FxHashMap::default(),
            offered: 0,
            steps: Vec::new(),
            looked: (0, 0),
            rng: ChaCha8Rng::seed_from_u64(seed),
            school: None,
        }
    }

    /// Records the gain of each way that it takes, to [learn](Weights::fit) from; this share of its choices is random.
    #[must_use]
    pub fn noting(self, lessons: Rc<RefCell<Lessons>>, tries: f64) -> Self {
        let (item, ways) = (None, Vec::new());
        let school = LessonCollector { lessons, tries, covered: 0, item, ways, has_run: false };
        Self { school: Some(school), ..self }
    }

    /// Whether the next choice is made at random.
    fn tries(&mut self) -> bool {
        let tries = self.school.as_ref().map(|school| school.tries);
        tries.is_some_and(|tries| self.rng.random::<f64>() < tries)
    }
}

impl LessonCollector {
    /// Records the gain of the latest run.
    fn note(&mut self, coverage: &Coverage, steps: &[Step]) {
        let gain = coverage.covered() - self.covered;
        self.covered = coverage.covered();
        let (item, ways) = (self.item.take(), std::mem::take(&mut self.ways));
        if !std::mem::take(&mut self.has_run) {
            return;
        }
        let mut lessons = self.lessons.borrow_mut();
        lessons.items.extend(item.map(|features| Lesson { features, gain: shown(gain) }));
        for (features, before) in ways {
            let after = steps.iter().skip(before).filter_map(|step| step.next);
            let mut new: Vec<u32> = after.filter(|outcome| coverage.runs_of(*outcome) == 1).collect();
            new.sort_unstable();
            new.dedup();
            lessons.ways.push(Lesson { features, gain: shown(new.len()) });
        }
    }
}

impl Strategy for Learned {
    fn wants_spots(&self) -> bool {
        true
    }

    fn offer(&mut self, item: Item) {
        let step = at(item.depth).checked_sub(1).and_then(|place| self.steps.get(place));
        let way = Way { spot: step.map(|step| step.spot), way: step.map_or(0, |_| item.way), aim: item.aim };
        let number = *self.numbers.entry(way).or_insert(self.offered);
        self.offered += 1;
        let (_, by_depth) = self.alike.entry(number).or_insert_with(|| (way, BTreeMap::new()));
        by_depth.entry(item.depth).or_default().push_back(item);
    }

    fn next(&mut self, coverage: &Coverage) -> Option<Item> {
        self.looked = (0, 0);
        self.tally.look(coverage, &self.steps);
        if let Some(school) = &mut self.school {
            school.note(coverage, &self.steps);
        }
        let tries = self.tries();
        let mut best: Option<(f64, u64, Features)> = None;
        for (number, (way, by_depth)) in &self.alike {
            let depth = by_depth.keys().next().copied().unwrap_or(0);
            let features = self.tally.features(coverage, *way, depth);
            let value = if tries { self.rng.random() } else { dot(&self.weights.items, &features) };
            if best.is_none_or(|(most, ..)| value > most) {
                best = Some((value, *number, features));
            }
        }
        let (_, number, features) = best?;
        if let Some(school) = self.school.as_mut().filter(|_| self.alike.len() > 1) {
            school.item = Some(features);
        }
        let (way, by_depth) = self.alike.get_mut(&number)?;
        let mut shortest = by_depth.first_entry()?;
        let item = shortest.get_mut().pop_front();
        if shortest.get().is_empty() {
            shortest.remove();
        }
        if by_depth.is_empty() {
            self.numbers.remove(way);
            self.alike.remove(&number);
        }
        item
    }

    fn choose(&mut self, fork: &Fork<'_>) -> usize {
        let (looked, decided) = self.looked;
        let more = fork.history.iter().skip(looked).filter(|taken| taken.was_open).count();
        let depth = decided + shown(more);
        self.looked = (fork.history.len(), depth);
        let tries = self.tries();
        let mut best: Vec<(f64, usize, Features)> = Vec::new();
        for (place, way) in fork.ways.iter().enumerate() {
            let way = Way { spot: fork.spot, way: *way, aim: None };
            let features = self.tally.features(fork.coverage, way, depth + 1);
            let value = if tries { 0.0 } else { dot(&self.weights.ways, &features) };
            match best.first().map_or(std::cmp::Ordering::Greater, |(most, ..)| value.total_cmp(most)) {
                std::cmp::Ordering::Less => {}
                std::cmp::Ordering::Equal => best.push((value, place, features)),
                std::cmp::Ordering::Greater => best = vec![(value, place, features)],
            }
        }
        let (_, place, features) = best[self.rng.random_range(0..best.len())];
        if let Some(school) = self.school.as_mut().filter(|_| fork.asked.is_some()) {
            school.ways.push((features, at(depth)));
        }
        place
    }

    fn learn(&mut self, _: Option<&Item>, outcome: &Outcome<'_>) {
        self.tally.learn(outcome);
        self.steps = outcome.steps.to_vec();
        if let Some(school) = &mut self.school {
            school.has_run = true;
        }
    }
}
