//! [`Contexts`]: a guide that learns the probability that a choice is harmless in each of its contexts, and samples by it.
//!
//! Structures are drawn from the top. Most consist of choices that have been harmless where they are made, with equal
//! chances: choices are not made better by being found often. Some have one choice, at a place where that came out well before
//! ([`exploration_rate`]), of which little is known; it is found by *Thompson sampling* (Thompson, "On the likelihood that one unknown
//! probability exceeds another", 1933): what is believed of each option is drawn from its distribution, and the best is taken.
//! So a refusal says something. Read [`context`], then [`beliefs`] and [`take_decision`]; [`required_ancestors`] is
//! what can be told of it.

mod active_rows;
mod belief;
mod belief_row;
mod beliefs;
mod choice_names;
pub(crate) mod context;
mod exploration_rate;
mod required_ancestors;
mod take_decision;

use dpgen_forest::Schema;

use self::active_rows::{ActiveRows, first_of};
use self::belief::Case;
use self::beliefs::{Beliefs, Cases};
use self::context::Surroundings;
use self::exploration_rate::ExplorationRate;
use crate::decision_layout::Layout;
use crate::draft::{Draft, Place};
use crate::guide_policy::{JudgedStructure, Next, Policy};
use crate::judge_feedback::Feedback;
use crate::pending_proposals::PendingProposals;
use crate::saved_knowledge::{Learned, LearnedChoice};
use crate::search_space::{Admission, Space};
use crate::size_budget::SizeBudget;
use crate::size_sampler::SizeSampler;

/// The number of draws in a row that were tried before, or are not allowed, before another guide has its turn.
const MAX_REPEATED_DRAWS: u32 = 4;
/// After so many structures that were tried before, all choices of one are free.
const REPEATS_BEFORE_FREE_CHOICES: u32 = 64;

/// The notes on a proposed structure.
#[derive(Debug)]
struct ProposalNotes {
    cases: Cases,
    /// The size that was aimed at.
    target: u32,
    /// At which kind of place it has a choice that little was known of, if it has one.
    dared: Option<u64>,
}

/// Learns how likely choices are harmless.
#[derive(Debug)]
pub(crate) struct Contexts {
    beliefs: Beliefs,
    surroundings: Surroundings,
    active_rows: ActiveRows,
    draft: Draft,
    size_budget: SizeBudget,
    sizes: SizeSampler,
    options: Vec<u32>,
    /// The options that are considered.
    chosen: Vec<u32>,
    /// The cases of the draft.
    cases: Cases,
    /// From which choice on the draft may have one that little is known of, if it may.
    dares_from: Option<u32>,
    /// At which kind of place it has one.
    has_dared: Option<u64>,
    daring: ExplorationRate,
    /// The number of choices made in the draft.
    choices: u32,
    /// The number of draws that were tried before since the last new one.
    in_vain: u32,
    pending: PendingProposals<ProposalNotes>,
}

impl Contexts {
    pub(crate) fn new(space: &Space) -> Self {
        Self {
            beliefs: Beliefs::default(),
            surroundings: Surroundings::default(),
            active_rows: ActiveRows::default(),
            draft: Draft::new(&space.layout, space.bounds),
            size_budget: SizeBudget::default(),
            sizes: SizeSampler::new(space),
            options: Vec::new(),
            chosen: Vec::new(),
            cases: Cases::default(),
            dares_from: None,
            has_dared: None,
            daring: ExplorationRate::default(),
            choices: 0,
            in_vain: 0,
            pending: PendingProposals::default(),
        }
    }

    /// Reads what can be chosen at the draft's place.
    fn open(&mut self, layout: &Layout) {
        self.draft.options(layout, &mut self.options);
        if self.options.len() > 1 {
            self.surroundings.read(&self.draft, layout);
            self.active_rows.look(&self.draft, layout, &self.surroundings, &mut self.beliefs);
        }
    }

    /// Takes an option, whose cases are added already if there were others.
    fn take(&mut self, space: &mut Space, option: u32) {
        let is_ctor = matches!(self.draft.place(), Place::Ctor { .. });
        self.draft.choose(&space.layout, option);
        if is_ctor {
            self.size_budget.share(&self.draft, &space.layout, &mut space.rng);
        }
    }

    /// Draws a structure of about this size; `false` if none fits.
    fn draw(&mut self, space: &mut Space, target: u32) -> bool {
        self.draft.clear(&space.layout, space.bounds);
        self.size_budget.begin(Some(target));
        self.surroundings.begin();
        self.cases.clear();
        let dares = self.in_vain > 0 || self.daring.is_now(&mut space.rng);
        self.dares_from = dares.then(|| space.below(self.choices));
        self.choices = 0;
        self.has_dared = None;
        while self.draft.place() != Place::Whole {
            self.open(&space.layout);
            let Some(option) = self.choose(space) else { return false };
            self.take(space, option);
        }
        true
    }

    /// Reads the cases of a whole structure.
    fn read(&mut self, schema: &Schema, layout: &Layout, bounds: crate::draft::Bounds, words: &[u32]) {
        self.draft.clear(layout, bounds);
        self.surroundings.begin();
        self.cases.clear();
        Draft::replay(self, schema, layout, words, |contexts, option| {
            contexts.open(layout);
            if contexts.options.len() > 1 {
                contexts.add_cases(layout, option);
            }
            contexts.draft.choose(layout, option);
        });
    }
}

impl AsMut<Draft> for Contexts {
    fn as_mut(&mut self) -> &mut Draft {
        &mut self.draft
    }
}

impl Policy for Contexts {
    fn propose(&mut self, space: &mut Space) -> Next {
        for _ in 0..MAX_REPEATED_DRAWS {
            let target = self.sizes.draw(space);
            if !self.draw(space, target) {
                return Next::Nothing;
            }
            match space.admit(self.draft.words(&space.layout)) {
                Admission::New(proposal) => {
                    self.in_vain = 0;
                    let noted = ProposalNotes { cases: self.cases.clone(), target, dared: self.has_dared };
                    self.pending.push(proposal.words.clone(), noted);
                    return Next::Try(proposal);
                }
                Admission::Again { valid } => {
                    self.in_vain += 1;
                    self.daring.note(self.has_dared, valid);
                }
                Admission::Excluded => self.beliefs.learn(&mut self.cases, false),
            }
        }
        Next::Nothing
    }

    fn learn(&mut self, space: &Space, tried: &JudgedStructure) {
        let words = &tried.proposal.words;
        if let Some(ProposalNotes { cases, target, dared }) = self.pending.take(words) {
            self.cases = cases;
            self.daring.note(dared, tried.feedback.is_valid());
            if tried.is_new {
                self.sizes.was_new(target);
            }
        } else {
            self.read(space.schema(), &space.layout, space.bounds, words);
        }
        if !matches!(tried.feedback, Feedback::Bug(_)) {
            self.beliefs.learn(&mut self.cases, tried.feedback.is_valid());
        }
    }

    fn learned(&self, space: &Space) -> Vec<String> {
        self.lines(space)
    }

    fn save(&self, space: &Space, learned: &mut Learned) {
        let known = self.beliefs.all().iter().filter(|belief| belief.accepted + belief.refused > 0.0);
        learned.contexts = known
            .map(|belief| LearnedChoice {
                choice: self.name_of_choice(space, belief.case.choice),
                context: self.named(space, belief.case.context),
                accepted: belief.accepted,
                refused: belief.refused,
            })
            .collect();
    }

    fn load(&mut self, space: &Space, learned: &Learned) {
        let cases = self.numbered(space, &learned.contexts);
        for (case, LearnedChoice { accepted, refused, .. }) in cases.into_iter().zip(&learned.contexts) {
            if let Some(Case { choice, context }) = case {
                let first = first_of(&space.layout, choice);
                let row = self.beliefs.row(first, context);
                self.beliefs.remember(row, choice - first, *accepted, *refused);
            }
        }
    }
}
