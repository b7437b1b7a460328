//! [`PortfolioGuide`]: a portfolio of guides; guides that found more lately get more turns.
//!
//! A turn is a few structures. The guide with the highest *upper confidence bound* has it (Auer, Cesa-Bianchi and Fischer,
//! "Finite-time analysis of the multiarmed bandit problem", 2002), with counts that fade, as what a guide finds changes
//! (Garivier and Moulines, "On upper-confidence bound policies for switching bandit problems", 2011). The bound is that of
//! Kullback and Leibler's divergence (Garivier and Cappé, "The KL-UCB algorithm for bounded stochastic bandits and beyond", 2011), for
//! finds that come as in a Poisson process: one find of a thousand structures is little evidence, and hundreds are much, whether
//! valid structures are rare or not. The less the best guide finds, the more turns go to the one that had the fewest: what a
//! guide finds before it has learned says nothing of what it will find. Until there is a find, all learn from everything; then a
//! guide learns from what it has proposed, one that has found nothing from what others find, and one that lists what is left from
//! everything.

use std::collections::VecDeque;

use dpgen_forest::index::approx;

use crate::guide_policy::{JudgedStructure, Next, Policy};
use crate::hunt_report::Turns;
use crate::learned_conditions::Conditions;
use crate::saved_knowledge::Learned;
use crate::search_space::Space;

/// The number of structures of a turn.
const STRUCTURES_PER_TURN: u32 = 8;
/// The factors by which counts decay: for the long memory with each turn, for the short one with each turn of its guide.
const COUNT_DECAYS_PER_TURN: [f64; 2] = [0.9995, 0.95];
/// The bonus of guides with few tries: 1 where finds are worth 1 each; they are worth up to 4.
const EXPLORATION_BONUS: f64 = 1.0;
/// The share of turns that the guide with the fewest structures has, where the best one finds nothing: a guide that learns may
/// be about to find more than any other.
const LEAST_TRIED_SHARE: f64 = 0.125;
/// The number of bisection steps that compute a bound.
const BISECTION_STEPS: u32 = 30;
/// The number of standard deviations by which the short memory has to exceed the long one to be used.
const CHANGE_DEVIATIONS: f64 = 3.0;
/// A search in vain costs as much as this share of a structure.
const FAILED_SEARCH_COST: f64 = 0.05;
/// The maximum number of turns that a guide rests.
const MAX_REST_TURNS: u64 = 128;

/// The finds and the structures tried, with counts that decay.
#[derive(Debug, Clone, Copy, Default)]
struct DecayedCounts {
    /// The total worth of the finds.
    found: f64,
    /// The number of finds.
    finds: f64,
    tried: f64,
}

impl DecayedCounts {
    fn share(self) -> Option<f64> {
        (self.tried > 0.01).then(|| self.found / self.tried)
    }

    fn decay(&mut self, factor: f64) {
        self.found *= factor;
        self.finds *= factor;
        self.tried *= factor;
    }
}

/// The highest rate of a Poisson process for which `tried` tries with this share of finds are as unlikely as `evidence` allows: the
/// greatest q with tried · (q − share + share · ln(share / q)) ≤ evidence.
fn highest_rate(share: f64, tried: f64, evidence: f64) -> f64 {
    if tried < 0.01 {
        return f64::MAX;
    }
    let allowed = evidence / tried;
    let divergence = |rate: f64| if share > 0.0 { rate - share + share * (share / rate).ln() } else { rate };
    // The inequality of Bernstein: at the upper end it is more than is allowed, or as much.
    let (mut low, mut high) = (share, share + allowed + (2.0 * share * allowed).sqrt());
    for _ in 0..BISECTION_STEPS {
        let middle = f64::midpoint(low, high);
        if divergence(middle) <= allowed { low = middle } else { high = middle }
    }
    low
}

/// A guide of the portfolio, with its finds.
#[derive(Debug)]
struct Arm {
    guide: Box<dyn Policy + Send>,
    turns: Turns,
    /// Long and short.
    memories: [DecayedCounts; 2],
    /// It has no turn before this one, as it knew of nothing.
    rests_until: u64,
    /// The length of its next rest, in turns.
    rest: u64,
}

impl Arm {
    fn new((name, guide): (&'static str, Box<dyn Policy + Send>)) -> Self {
        let turns = Turns { guide: name, tried: 0, found: 0 };
        Self { guide, turns, memories: [DecayedCounts::default(); 2], rests_until: 0, rest: 1 }
    }

    /// Its finds per structure: by the long memory, unless the short one shows that it finds more by now.
    fn share(&self) -> f64 {
        let [long, short] = self.memories;
        let share = long.share().unwrap_or(0.0);
        let expected = share * short.tried;
        if short.found > expected + CHANGE_DEVIATIONS * expected.sqrt() {
            short.share().unwrap_or(0.0)
        } else {
            share
        }
    }

    /// The most that a structure of its can be worth on average, as far as what was found does not speak against it.
    fn bound(&self, turns: f64) -> f64 {
        highest_rate(self.share(), self.memories[0].tried, EXPLORATION_BONUS * turns.ln())
    }

    /// Counts structures that were tried, and what was found.
    fn count(&mut self, worth: f64, is_new: bool, tried: f64) {
        for memory in &mut self.memories {
            memory.found += worth;
            memory.finds += f64::from(u8::from(is_new));
            memory.tried += tried;
        }
    }
}

/// A portfolio of guides.
#[derive(Debug)]
pub(crate) struct PortfolioGuide {
    arms: Vec<Arm>,
    /// The arm that has the turn, and the rest of the turn.
    turn: usize,
    left: u32,
    turns: u64,
    /// The turns that are due to the guide with the fewest structures.
    due: f64,
    /// The arms of the proposals that are not judged yet, in order.
    proposed: VecDeque<usize>,
}

impl PortfolioGuide {
    pub(crate) fn new(guides: impl IntoIterator<Item = (&'static str, Box<dyn Policy + Send>)>) -> Self {
        let arms = guides.into_iter().map(Arm::new).collect();
        Self { arms, turn: 0, left: 0, turns: 0, due: 0.0, proposed: VecDeque::new() }
    }

    /// Chooses whose turn it is; `false` if all rest.
    fn choose(&mut self) -> bool {
        self.turns += 1;
        for arm in &mut self.arms {
            arm.memories[0].decay(COUNT_DECAYS_PER_TURN[0]);
        }
        let turns = approx(self.turns) + 1.0;
        let awake = || self.arms.iter().enumerate().filter(|(_, arm)| arm.rests_until <= self.turns);
        // Whoever only makes sure that nothing is left has its turns at once.
        let bound = |arm: &Arm| if arm.guide.is_ending() { f64::INFINITY } else { arm.bound(turns) };
        let bounds = awake().map(|(number, arm)| (number, bound(arm)));
        let best = bounds.max_by(|(_, left), (_, right)| left.total_cmp(right));
        let Some((mut best, _)) = best else { return false };
        let [long, _] = self.arms[best].memories;
        let mut due = self.due + LEAST_TRIED_SHARE * (1.0 - long.finds / long.tried.max(1.0));
        if due >= 1.0 {
            due -= 1.0;
            let learners = awake().filter(|(_, arm)| arm.guide.learns());
            best = learners.min_by_key(|(_, arm)| arm.turns.tried).map_or(best, |(number, _)| number);
        }
        self.due = due;
        self.arms[best].memories[1].decay(COUNT_DECAYS_PER_TURN[1]);
        (self.turn, self.left) = (best, STRUCTURES_PER_TURN);
        true
    }
}

impl Policy for PortfolioGuide {
    fn propose(&mut self, space: &mut Space) -> Next {
        // Each guide may have to rest once.
        for _ in 0..=self.arms.len() {
            if self.left == 0 && !self.choose() {
                break;
            }
            self.left -= 1;
            let arm = &mut self.arms[self.turn];
            match arm.guide.propose(space) {
                Next::Try(proposal) => {
                    arm.rest = 1;
                    self.proposed.push_back(self.turn);
                    return Next::Try(proposal);
                }
                Next::Repeat => return Next::Repeat,
                Next::Searching => {
                    arm.count(0.0, false, FAILED_SEARCH_COST);
                    return Next::Searching;
                }
                Next::Nothing => {
                    arm.rests_until = self.turns + arm.rest;
                    arm.rest = arm.rest.saturating_mul(2).min(MAX_REST_TURNS);
                    self.left = 0;
                }
            }
        }
        Next::Nothing
    }

    fn learn(&mut self, space: &Space, tried: &JudgedStructure) {
        let proposer = if tried.is_seed { None } else { self.proposed.pop_front() };
        if let Some(number) = proposer {
            let arm = &mut self.arms[number];
            arm.count(tried.worth, tried.is_new, 1.0);
            arm.turns.tried += 1;
            arm.turns.found += u64::from(tried.is_new);
        }
        let found_none = self.arms.iter().all(|arm| arm.turns.found == 0);
        for (arm, number) in self.arms.iter_mut().zip(0..) {
            let is_own = proposer == Some(number);
            // A guide learns best from what it has proposed itself; who has found nothing is shown what others find, and all are
            // shown everything until there is a find.
            let is_shown = found_none || tried.is_new && arm.turns.found == 0;
            if is_own || tried.is_seed || is_shown || arm.guide.needs_all() {
                arm.guide.learn(space, tried);
            }
        }
    }

    fn learned(&self, space: &Space) -> Vec<String> {
        // In turns, as a report shows the first lines.
        let mut all: Vec<_> = self.arms.iter().map(|arm| arm.guide.learned(space).into_iter()).collect();
        let mut lines = Vec::new();
        loop {
            let before = lines.len();
            lines.extend(all.iter_mut().filter_map(Iterator::next));
            if lines.len() == before {
                return lines;
            }
        }
    }

    fn turns(&self) -> Vec<Turns> {
        self.arms.iter().map(|arm| arm.turns).collect()
    }

    fn conditions(&self, space: &Space) -> Conditions {
        let mut all = Conditions::default();
        for arm in &self.arms {
            let Conditions { attributes, rep_ok, root_ok, others } = arm.guide.conditions(space);
            all.attributes.extend(attributes);
            all.rep_ok.extend(rep_ok);
            all.root_ok.extend(root_ok);
            all.others.extend(others);
        }
        all
    }

    fn save(&self, space: &Space, learned: &mut Learned) {
        self.arms.iter().for_each(|arm| arm.guide.save(space, learned));
    }

    fn load(&mut self, space: &Space, learned: &Learned) {
        self.arms.iter_mut().for_each(|arm| arm.guide.load(space, learned));
    }

    fn has_ended(&self) -> bool {
        self.arms.iter().any(|arm| arm.guide.has_ended())
    }
}

#[cfg(test)]
mod tests {
    use super::highest_rate;

    #[test]
    fn bounds_are_those_of_a_poisson_process() {
        // Nothing found in n tries: e^(-n q) is allowed.
        assert!((highest_rate(0.0, 200.0, 8.0) - 0.04).abs() < 1e-6);
        // At the bound the divergence is what is allowed.
        let rate = highest_rate(0.5, 1000.0, 8.0);
        let divergence = rate - 0.5 + 0.5 * (0.5 / rate).ln();
        assert!(rate > 0.5 && (divergence * 1000.0 - 8.0).abs() < 1e-3, "{rate}");
    }

    #[test]
    fn one_find_says_little_and_hundreds_say_much() {
        let none_of = |tried| highest_rate(0.0, tried, 16.0);
        assert!(none_of(300.0) > highest_rate(1.0 / 3000.0, 3000.0, 16.0), "the other has its turn");
        assert!(none_of(300.0) < highest_rate(0.8, 3000.0, 16.0));
        assert!(none_of(0.0) > highest_rate(4.0, 10.0, 16.0), "who was never asked is asked first");
    }
}
