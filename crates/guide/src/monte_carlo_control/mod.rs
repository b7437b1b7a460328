//! [`Mcc`]: RLCheck's guide: tabular on-policy Monte-Carlo control (Reddy, Lemieux, Padhye and Sen, "Quickly generating
//! diverse valid test inputs with reinforcement learning", ICSE 2020).
//!
//! Each place where something is decided has a learner: for each state (see [`choice_history`]) and choice, the running mean of the
//! rewards of all structures that took that choice there. A choice is taken at random with probability ε, and else is one of
//! the best; what has not been tried counts 0. An accepted structure that is new is worth 20, one that was seen 0, a refused
//! one −1, for every choice that led to it, with no discount.

pub(crate) mod action_value;
mod choice_history;
mod saved_values;

pub use choice_history::Abstraction;

use dpgen_forest::index::{CtorIx, at, small};
use rand::RngExt;
use rustc_hash::FxHashMap;

use self::choice_history::{State, learner, state};
use crate::draft::{Draft, Place};
use crate::guide_policy::{JudgedStructure, Next, Policy};
use crate::judge_feedback::Feedback;
use crate::pending_proposals::PendingProposals;
use crate::saved_knowledge::Learned;
use crate::search_space::{Admission, Space};

/// The reward of an accepted structure that is new.
const NEW_REWARD: f64 = 20.0;
/// The reward of an accepted structure that was seen before.
const SEEN_REWARD: f64 = 0.0;
/// The reward of a refused structure.
const REFUSED_REWARD: f64 = -1.0;
/// One choice in so many is taken at random: ε is 0.25.
const CHOICES_PER_RANDOM_ONE: u32 = 4;
/// The number of draws in a row that were tried before, before another guide has its turn.
const MAX_REPEATED_DRAWS: u32 = 16;

/// The mean rewards of the choices of one state.
#[derive(Debug, Default)]
struct Row {
    /// By choice: the mean reward, and of how many.
    worth: Vec<(f64, u32)>,
}

impl Row {
    /// The mean reward of a choice, and the number of times that it was taken.
    fn of(&mut self, choice: u32) -> &mut (f64, u32) {
        if self.worth.len() <= at(choice) {
            self.worth.resize(at(choice) + 1, (0.0, 0));
        }
        &mut self.worth[at(choice)]
    }
}

/// A decision, for the reward that is still to come.
#[derive(Debug, Clone, Copy)]
struct Step {
    row: u32,
    choice: u32,
}

/// RLCheck's guide.
#[derive(Debug)]
pub(crate) struct Mcc {
    abstraction: Abstraction,
    window: usize,
    /// Whether a structure that was tried before counts as another execution, as it does in RLCheck.
    repeats: bool,
    rows: Vec<Row>,
    by_state: FxHashMap<(u32, State), u32>,
    draft: Draft,
    steps: Vec<Step>,
    /// Proposals that are not judged yet, with their steps.
    pending: PendingProposals<Vec<Step>>,
    options: Vec<u32>,
    /// The last choices of the whole draft.
    sequence: Vec<u32>,
}

impl Mcc {
    pub(crate) fn new(space: &Space, abstraction: Abstraction, window: usize, repeats: bool) -> Self {
        Self {
            abstraction,
            window: window.clamp(1, choice_history::MAX_STATE_LEN),
            repeats,
            rows: Vec::new(),
            by_state: FxHashMap::default(),
            draft: Draft::new(&space.layout, space.bounds),
            steps: Vec::new(),
            pending: PendingProposals::default(),
            options: Vec::new(),
            sequence: Vec::new(),
        }
    }

    /// The row of the draft's place, if there is something to choose.
    fn row(&mut self, space: &Space) -> Option<u32> {
        if self.options.len() <= 1 {
            return None;
        }
        let layout = &space.layout;
        let state = state(&self.draft, layout, self.abstraction, self.window, &self.sequence);
        Some(self.row_of(learner(&self.draft, layout), state))
    }

    fn row_of(&mut self, learner: u32, state: State) -> u32 {
        let next = small(self.rows.len());
        let row = *self.by_state.entry((learner, state)).or_insert(next);
        if row == next {
            self.rows.push(Row::default());
        }
        row
    }

    /// The options at the draft's place.
    fn open(&mut self, space: &Space) {
        self.draft.options(&space.layout, &mut self.options);
    }

    /// The number of a choice among all of its place.
    fn number(&self, space: &Space, choice: u32) -> u32 {
        match self.draft.place() {
            Place::Ctor { .. } => space.schema().local(CtorIx::from_word(choice)),
            _ => choice,
        }
    }

    /// Takes a choice; if there were others, and so is a row, that is a step.
    fn take(&mut self, space: &Space, row: Option<u32>, choice: u32) {
        if let Some(row) = row {
            let number = self.number(space, choice);
            self.steps.push(Step { row, choice: number });
            let is_value = matches!(self.draft.place(), Place::Value { .. });
            self.sequence.push(2 * number + u32::from(is_value));
        }
        self.draft.choose(&space.layout, choice);
    }

    /// The choice by the policy.
    fn choice(&self, space: &mut Space, row: Option<u32>) -> Option<u32> {
        if let Some(row) = row.filter(|_| !space.once_in(CHOICES_PER_RANDOM_ONE)) {
            let row = &self.rows[at(row)];
            let mut best: Option<(f64, u32)> = None;
            // How many choices are as good as the best.
            let mut equal = 0;
            for choice in &self.options {
                let number = at(self.number(space, *choice));
                let worth = row.worth.get(number).map_or(0.0, |(mean, _)| *mean);
                match best {
                    Some((most, _)) if worth < most => {}
                    Some((most, _)) if worth > most => (best, equal) = (Some((worth, *choice)), 1),
                    _ => {
                        equal += 1;
                        if space.rng.random_range(0..equal) == 0 {
                            best = Some((worth, *choice));
                        }
                    }
                }
            }
            return best.map(|(_, choice)| choice);
        }
        let number = space.below(small(self.options.len()));
        self.options.get(at(number)).copied()
    }

    /// Draws a structure by the policy; `false` if none fits.
    fn draw(&mut self, space: &mut Space) -> bool {
        self.draft.clear(&space.layout, space.bounds);
        self.steps.clear();
        self.sequence.clear();
        while self.draft.place() != Place::Whole {
            self.open(space);
            let row = self.row(space);
            let Some(choice) = self.choice(space, row) else { return false };
            self.take(space, row, choice);
        }
        true
    }

    /// The steps to a structure of another guide, or of a corpus.
    fn replay(&mut self, space: &Space, words: &[u32]) {
        self.steps.clear();
        self.sequence.clear();
        self.draft.clear(&space.layout, space.bounds);
        Draft::replay(self, space.schema(), &space.layout, words, |mcc, choice| {
            mcc.open(space);
            let row = mcc.row(space);
            mcc.take(space, row, choice);
        });
    }

    /// Gives a reward to all steps.
    fn reward(&mut self, reward: f64) {
        for Step { row, choice } in self.steps.drain(..) {
            let (mean, times) = self.rows[at(row)].of(choice);
            *times += 1;
            *mean += (reward - *mean) / f64::from(*times);
        }
    }
}

impl AsMut<Draft> for Mcc {
    fn as_mut(&mut self) -> &mut Draft {
        &mut self.draft
    }
}

impl Policy for Mcc {
    fn propose(&mut self, space: &mut Space) -> Next {
        for _ in 0..MAX_REPEATED_DRAWS {
            if !self.draw(space) {
                return Next::Nothing;
            }
            let words = self.draft.words(&space.layout);
            let reward = match space.admit(words) {
                Admission::New(proposal) => {
                    self.pending.push(proposal.words.clone(), std::mem::take(&mut self.steps));
                    return Next::Try(proposal);
                }
                Admission::Again { valid: true } => SEEN_REWARD,
                Admission::Again { valid: false } | Admission::Excluded => REFUSED_REWARD,
            };
            self.reward(reward);
            if self.repeats {
                return Next::Repeat;
            }
        }
        Next::Nothing
    }

    fn save(&self, space: &Space, learned: &mut Learned) {
        self.keep(space, learned);
    }

    fn load(&mut self, space: &Space, learned: &Learned) {
        self.take_over(space, learned);
    }

    fn learn(&mut self, space: &Space, tried: &JudgedStructure) {
        let words = &tried.proposal.words;
        match self.pending.take(words) {
            Some(steps) => self.steps = steps,
            None => self.replay(space, words),
        }
        let accepted = if tried.is_new { NEW_REWARD } else { SEEN_REWARD };
        let is_refused = tried.feedback == Feedback::Invalid;
        self.reward(if is_refused { REFUSED_REWARD } else { accepted });
    }
}
