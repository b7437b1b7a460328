//! [`Auto`]: a portfolio of guides, of which those have more turns that found more lately.
//!
//! A turn is a few structures. The guide with the highest *upper confidence bound* has it (Auer, Cesa-Bianchi and Fischer,
//! "Finite-time analysis of the multiarmed bandit problem", 2002), with counts that fade, as what a guide finds changes
//! (Garivier and Moulines, "On upper-confidence bound policies for switching bandit problems", 2011). All guides learn from
//! all structures, whoever proposed them.

use crate::learned::Learned;
use crate::policy::{Next, Policy, Tried};
use crate::space::Space;

/// So many structures are a turn.
const TURN: u32 = 16;
/// Guides that need not learn from everything learn from one in so many structures of others.
const EAVESDROP: u64 = 8;
/// What is left of a count after another turn: for the long and for the short memory.
const FADES: [f64; 2] = [0.9985, 0.9];
/// How much a guide is favoured of which little is known.
const CURIOSITY: f64 = 0.3;

/// So often is the best guide asked again that knew of nothing, before others have a turn.
const WAITS: u32 = 200;
/// So many turns a guide rests at most.
const LONGEST_REST: u64 = 128;

/// How a guide has done.
#[derive(Debug)]
struct Arm {
    guide: Box<dyn Policy + Send>,
    /// New results and structures, fading: long and short.
    memories: [(f64, f64); 2],
    /// It has no turn before this one, as it knew of nothing.
    rests_until: u64,
    /// How long it will rest next time, in turns.
    rest: u64,
    /// How often it has been waited for since it proposed something.
    waits: u32,
}

impl Arm {
    /// The share of new results among what it proposed.
    fn share(&self) -> f64 {
        let [(new, all), _] = self.memories;
        if all > 0.01 { new / all } else { 0.0 }
    }

    /// What a turn is expected to find, at best.
    fn bound(&self, turns: f64) -> f64 {
        let share = |(new, all): (f64, f64)| if all > 0.01 { new / all } else { 1.0 };
        let [long, short] = self.memories;
        share(long).min(share(short)) + CURIOSITY * (turns.ln() / long.1.max(0.01)).sqrt()
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
    proposed: std::collections::VecDeque<usize>,
}

impl Auto {
    pub(crate) fn new(guides: Vec<Box<dyn Policy + Send>>) -> Self {
        let arm = |guide| Arm { guide, memories: [(0.0, 0.0); 2], rests_until: 0, rest: 1, waits: 0 };
        let arms = guides.into_iter().map(arm).collect();
        Self { arms, turn: 0, left: 0, turns: 0, told: 0, proposed: std::collections::VecDeque::new() }
    }

    /// Chooses whose turn it is; `false` if all rest.
    fn choose(&mut self) -> bool {
        self.turns += 1;
        for arm in &mut self.arms {
            for ((new, all), fade) in arm.memories.iter_mut().zip(FADES) {
                *new *= fade;
                *all *= fade;
            }
        }
        let turns = dpgen_forest::index::approx(self.turns) + 1.0;
        let awake = self.arms.iter().enumerate().filter(|(_, arm)| arm.rests_until <= self.turns);
        let best = awake.max_by(|(_, left), (_, right)| left.bound(turns).total_cmp(&right.bound(turns)));
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
            let best = self.arms.iter().map(Arm::share).fold(0.0, f64::max);
            let arm = &mut self.arms[self.turn];
            match arm.guide.propose(space) {
                Next::Try(proposal) => {
                    (arm.rest, arm.waits) = (1, 0);
                    self.proposed.push_back(self.turn);
                    return Next::Try(proposal);
                }
                Next::Repeat => return Next::Repeat,
                Next::Nothing if arm.share() >= best && arm.waits < WAITS && !arm.guide.has_ended() => {
                    // The best guide is waited for: searching costs less than executions that find nothing.
                    arm.waits += 1;
                    self.left += 1;
                    return Next::Nothing;
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
            for (new, all) in &mut self.arms[number].memories {
                *new += if tried.is_new { 1.0 } else { 0.0 };
                *all += 1.0;
            }
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
