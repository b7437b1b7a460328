//! [`Auto`]: a portfolio of guides, of which those have more turns that found more lately.
//!
//! A turn is a few structures. The guide with the highest *upper confidence bound* has it (Auer, Cesa-Bianchi and Fischer,
//! "Finite-time analysis of the multiarmed bandit problem", 2002), with counts that fade, as what a guide finds changes
//! (Garivier and Moulines, "On upper-confidence bound policies for switching bandit problems", 2011). What a guide finds is
//! set against what the best one finds, so that where valid structures are rare guides are told apart as well as where they
//! are not. All guides learn from all structures, whoever proposed them.

use std::collections::VecDeque;

use dpgen_forest::index::approx;

use crate::conditions::Conditions;
use crate::learned::Learned;
use crate::policy::{Next, Policy, Tried};
use crate::space::Space;

/// So many structures are a turn.
const TURN: u32 = 16;
/// Guides that need not learn from everything learn from one in so many structures of others.
const EAVESDROP: u64 = 8;
/// What is left of a count after another turn: for the long and for the short memory.
const FADES: [f64; 2] = [0.9985, 0.9];
/// How much a guide is favoured of which little is known: where the best one finds something each time, and how much more where
/// it finds next to nothing, as trying others costs little there.
const CURIOSITY: (f64, f64) = (0.6, 2.5);
/// By so many standard deviations the short memory has to fall behind the long one to be believed.
const SURPRISE: f64 = 3.0;
/// A search in vain costs as much as this share of a structure.
const SEARCH: f64 = 0.25;
/// So many turns a guide rests at most.
const LONGEST_REST: u64 = 128;

/// What was found, of how many structures; older ones count less.
#[derive(Debug, Clone, Copy, Default)]
struct Memory {
    /// What the finds were worth.
    found: f64,
    /// How many there were.
    finds: f64,
    tried: f64,
}

impl Memory {
    fn share(self) -> Option<f64> {
        (self.tried > 0.01).then(|| self.found / self.tried)
    }
}

/// How a guide has done.
#[derive(Debug)]
struct Arm {
    guide: Box<dyn Policy + Send>,
    /// Long and short.
    memories: [Memory; 2],
    /// It has no turn before this one, as it knew of nothing.
    rests_until: u64,
    /// How long it will rest next time, in turns.
    rest: u64,
}

impl Arm {
    fn new(guide: Box<dyn Policy + Send>) -> Self {
        Self { guide, memories: [Memory::default(); 2], rests_until: 0, rest: 1 }
    }

    /// What it finds a structure: as the long memory has it, unless the short one says that this is no longer so.
    fn share(&self) -> f64 {
        let [long, short] = self.memories;
        let share = long.share().unwrap_or(0.0);
        let expected = share * short.tried;
        if short.found + SURPRISE * expected.sqrt() < expected { short.share().unwrap_or(0.0) } else { share }
    }

    /// How many of its structures are finds.
    fn luck(&self) -> f64 {
        let [long, _] = self.memories;
        if long.tried > 0.01 { long.finds / long.tried } else { 0.0 }
    }

    /// What a turn is expected to find, at best, where the best guide's share is 1.
    fn bound(&self, best: f64, curiosity: f64, turns: f64) -> f64 {
        let share = if best > 0.0 { self.share() / best } else { 0.0 };
        share + curiosity * (turns.ln() / self.memories[0].tried.max(0.01)).sqrt()
    }

    fn count(&mut self, found: f64, tried: f64) {
        for memory in &mut self.memories {
            memory.found += found;
            memory.finds += if found > 0.0 { 1.0 } else { 0.0 };
            memory.tried += tried;
        }
    }
}

/// A portfolio of guides.
#[derive(Debug)]
pub(crate) struct Auto {
    arms: Vec<Arm>,
    /// Whose turn it is, and how much is left of it.
    turn: usize,
    left: u32,
    turns: u64,
    /// How many structures were judged.
    told: u64,
    /// Who proposed what was not judged yet, first come first.
    proposed: VecDeque<usize>,
}

impl Auto {
    pub(crate) fn new(guides: Vec<Box<dyn Policy + Send>>) -> Self {
        let arms = guides.into_iter().map(Arm::new).collect();
        Self { arms, turn: 0, left: 0, turns: 0, told: 0, proposed: VecDeque::new() }
    }

    /// Chooses whose turn it is; `false` if all rest.
    fn choose(&mut self) -> bool {
        self.turns += 1;
        for arm in &mut self.arms {
            for (memory, fade) in arm.memories.iter_mut().zip(FADES) {
                memory.found *= fade;
                memory.finds *= fade;
                memory.tried *= fade;
            }
        }
        let turns = approx(self.turns) + 1.0;
        let most = |of: fn(&Arm) -> f64| self.arms.iter().map(of).fold(0.0, f64::max);
        let (share, luck) = (most(Arm::share), most(Arm::luck));
        let curiosity = CURIOSITY.0 + CURIOSITY.1 * (1.0 - luck).powi(2);
        let bound = |arm: &Arm| arm.bound(share, curiosity, turns);
        let awake = self.arms.iter().enumerate().filter(|(_, arm)| arm.rests_until <= self.turns);
        let best = awake.max_by(|(_, left), (_, right)| bound(left).total_cmp(&bound(right)));
        let Some((best, _)) = best else { return false };
        (self.turn, self.left) = (best, TURN);
        true
    }
}

impl Policy for Auto {
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
                    arm.count(0.0, SEARCH);
                    return Next::Searching;
                }
                Next::Nothing => {
                    arm.rests_until = self.turns + arm.rest;
                    arm.rest = arm.rest.saturating_mul(2).min(LONGEST_REST);
                    self.left = 0;
                }
            }
        }
        Next::Nothing
    }

    fn learn(&mut self, space: &Space, tried: &Tried) {
        let proposer = if tried.is_seed { None } else { self.proposed.pop_front() };
        self.told += 1;
        if let Some(number) = proposer {
            self.arms[number].count(tried.worth, 1.0);
        }
        for (arm, number) in self.arms.iter_mut().zip(0..) {
            let is_own = proposer == Some(number);
            if is_own || tried.is_seed || self.told.is_multiple_of(EAVESDROP) || arm.guide.needs_all() {
                arm.guide.learn(space, tried);
            }
        }
    }

    fn learned(&self, space: &Space) -> Vec<String> {
        self.arms.iter().flat_map(|arm| arm.guide.learned(space)).collect()
    }

    fn conditions(&self, space: &Space) -> Conditions {
        let mut all = Conditions::default();
        for arm in &self.arms {
            let Conditions { rep_ok, root_ok, others } = arm.guide.conditions(space);
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
