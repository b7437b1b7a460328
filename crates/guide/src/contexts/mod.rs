//! [`Contexts`]: a guide that learns how likely a choice is harmless in each of its contexts, and draws structures by that.
//!
//! Structures are drawn from the top, each choice by *Thompson sampling* (Thompson, "On the likelihood that one unknown
//! probability exceeds another", 1933): for each option what is believed of its worst context is drawn from its
//! distribution, and the first option that comes out well is taken. A structure has one choice at most that little is known
//! of, so that a refusal says something. Choices are not made better by being found often: what is known to be harmless has
//! equal chances. Read [`context`], then [`belief`].

mod belief;
mod context;
mod words;

pub(crate) use self::context::Context;

use std::collections::VecDeque;

use dpgen_forest::Schema;
use dpgen_forest::index::{CtorIx, at, small};
use rand::seq::SliceRandom;

use self::belief::{Beliefs, Case};
use self::context::Surroundings;
use crate::draft::{Draft, Place};
use crate::feedback::Feedback;
use crate::layout::{LabelId, Layout};
use crate::learned::{Habit, Learned};
use crate::policy::{Next, Policy, Tried};
use crate::room::Room;
use crate::sizes::Sizes;
use crate::space::{Admission, Space};

/// So many options are looked at for one choice, at most.
const OPTIONS: usize = 48;
/// An option that comes out as well as this is taken.
const ENOUGH: f64 = 0.75;
/// So many structures that were tried before, or are not allowed, are drawn before another guide has its turn.
const DRAWS: u32 = 4;
/// One structure in so many may have a choice that little is known of.
const DARING: u32 = 2;
/// After so many structures that were tried before, one may have any number of such choices.
const PATIENCE: u32 = 16;

/// Learns how likely choices are harmless.
#[derive(Debug)]
pub(crate) struct Contexts {
    beliefs: Beliefs,
    surroundings: Surroundings,
    draft: Draft,
    room: Room,
    sizes: Sizes,
    options: Vec<u32>,
    /// The cases of the draft.
    cases: Vec<u32>,
    /// Whether the draft may still have a choice that little is known of.
    is_daring: bool,
    /// How many structures that were tried before have been drawn since the last new one: the more, the better comes out what
    /// little is known of.
    in_vain: u32,
    /// What was proposed and not judged yet: words, cases, the size that was aimed at.
    pending: VecDeque<(Vec<u32>, Vec<u32>, u32)>,
}

/// The number of a choice, and the label that it gives: constructors first, then values.
fn numbered(draft: &Draft, layout: &Layout, option: u32) -> (u32, Option<LabelId>) {
    match draft.place() {
        Place::Value { node, data } => {
            let first = layout.ctor(draft.node(node).ctor).data[at(data)].labels.unwrap_or(0);
            (small(layout.ctors.len()) + first + option, Some(first + option))
        }
        Place::Ctor { .. } | Place::Whole => (option, layout.ctor(option).label),
    }
}

/// The choice that stands for all of a data slot, or of a type.
fn any_of_slot(draft: &Draft, layout: &Layout, option: u32) -> u32 {
    match draft.place() {
        Place::Value { .. } => numbered(draft, layout, 0).0,
        Place::Ctor { ty, .. } => layout.ty(ty).ctors.first().map_or(option, |ctor| ctor.word()),
        Place::Whole => option,
    }
}

impl Contexts {
    pub(crate) fn new(space: &Space) -> Self {
        Self {
            beliefs: Beliefs::default(),
            surroundings: Surroundings::default(),
            draft: Draft::new(&space.layout, space.bounds),
            room: Room::default(),
            sizes: Sizes::new(space),
            options: Vec::new(),
            cases: Vec::new(),
            is_daring: false,
            in_vain: 0,
            pending: VecDeque::new(),
        }
    }

    /// Reads what can be chosen at the draft's place.
    fn open(&mut self, layout: &Layout) {
        self.options.clear();
        match self.draft.place() {
            Place::Ctor { ty, .. } => {
                let ctors = layout.ty(ty).ctors.iter().filter(|ctor| self.draft.fits(layout, **ctor));
                self.options.extend(ctors.map(|ctor| CtorIx::word(*ctor)));
            }
            Place::Value { node, data } => {
                self.options.extend(0..layout.ctor(self.draft.node(node).ctor).data[at(data)].values);
            }
            Place::Whole => {}
        }
        if self.options.len() > 1 {
            self.surroundings.read(&self.draft, layout);
        }
    }

    /// Adds the cases of an option to those of the draft.
    fn add_cases(&mut self, layout: &Layout, option: u32) {
        let Self { beliefs, surroundings, draft, cases, .. } = self;
        let (choice, label) = numbered(draft, layout, option);
        let of_slot = any_of_slot(draft, layout, option);
        cases.extend(surroundings.of_choice(label).map(|context| {
            // That something is there again is learned of all that can be.
            let choice = if matches!(context, Context::Again { .. }) { of_slot } else { choice };
            beliefs.id(Case { choice, context })
        }));
    }

    /// Takes an option, whose cases are added already if there were others.
    fn take(&mut self, space: &mut Space, option: u32) {
        let is_ctor = matches!(self.draft.place(), Place::Ctor { .. });
        self.draft.choose(&space.layout, option);
        if is_ctor {
            self.room.share(&self.draft, &space.layout, &mut space.rng);
        }
    }

    /// Chooses one of the options, and adds its cases; `None` if there is no option.
    fn choose(&mut self, space: &mut Space) -> Option<u32> {
        if self.options.len() < 2 {
            return self.options.first().copied();
        }
        let looked_at = self.options.len().min(OPTIONS);
        // What is drawn lies at the end.
        let from = self.options.len() - looked_at;
        let (options, _) = self.options.partial_shuffle(&mut space.rng, looked_at);
        if let Some(wish) = self.room.wish(&self.draft, &space.layout, &mut space.rng) {
            options.sort_by_key(|ctor| Room::grows(&space.layout, *ctor) != wish);
        }
        let begin = self.cases.len();
        // The best option, how well it came out, and whether it has been harmless before.
        let mut best: Option<(u32, f64, bool)> = None;
        for place in from..self.options.len() {
            let option = self.options[place];
            self.cases.truncate(begin);
            self.add_cases(&space.layout, option);
            let worst = self.cases[begin..].iter().map(|case| self.beliefs.of(*case));
            let worst = worst.min_by(|left, right| left.mean().total_cmp(&right.mean()))?;
            let (mean, is_proven) = (worst.mean(), worst.accepted >= 1.0);
            let drawn = if self.is_daring {
                worst.sample(&mut space.rng).powf(1.0 / f64::from(1 + self.in_vain))
            } else {
                mean
            };
            if best.is_none_or(|(_, most, _)| drawn > most) {
                best = Some((option, drawn, is_proven));
            }
            if drawn >= ENOUGH {
                break;
            }
        }
        let (option, _, is_proven) = best?;
        self.is_daring &= is_proven || self.in_vain > PATIENCE;
        self.cases.truncate(begin);
        self.add_cases(&space.layout, option);
        Some(option)
    }

    /// Draws a structure of about this size; `false` if none fits.
    fn draw(&mut self, space: &mut Space, target: u32) -> bool {
        self.draft.clear(&space.layout, space.bounds);
        self.room.begin(Some(target));
        self.surroundings.begin();
        self.cases.clear();
        self.is_daring = self.in_vain > 0 || space.once_in(DARING);
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
        for _ in 0..DRAWS {
            let target = self.sizes.draw(space);
            if !self.draw(space, target) {
                return Next::Nothing;
            }
            match space.admit(self.draft.words(space.schema(), &space.layout)) {
                Admission::New(proposal) => {
                    self.in_vain = 0;
                    self.pending.push_back((proposal.words.clone(), self.cases.clone(), target));
                    return Next::Try(proposal);
                }
                Admission::Again { .. } => self.in_vain += 1,
                Admission::Excluded => self.beliefs.learn(&mut self.cases, false),
            }
        }
        Next::Nothing
    }

    fn learn(&mut self, space: &Space, tried: &Tried) {
        let words = &tried.proposal.words;
        let is_own = self.pending.front().is_some_and(|(proposed, ..)| proposed == words);
        if is_own && let Some((_, cases, target)) = self.pending.pop_front() {
            self.cases = cases;
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
            .map(|belief| Habit {
                choice: self.name_of_choice(space, belief.case.choice),
                context: self.named(space, belief.case.context),
                accepted: belief.accepted,
                refused: belief.refused,
            })
            .collect();
    }

    fn load(&mut self, space: &Space, learned: &Learned) {
        let cases = self.numbered(space, &learned.contexts);
        for (case, Habit { accepted, refused, .. }) in cases.into_iter().zip(&learned.contexts) {
            if let Some(case) = case {
                self.beliefs.remember(case, *accepted, *refused);
            }
        }
    }
}
