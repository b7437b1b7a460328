//! Takes one decision of [`Contexts`]: among proven options, or an unproven one.
//!
//! An option is *proven* where it was harmless in all near contexts and nothing speaks against it in the wide ones. A draft consists
//! of proven options, all with the same chances, and may have one that is not, with what has to come with that.

use std::hash::{Hash as _, Hasher as _};

use rand::seq::{IndexedRandom, SliceRandom};
use rustc_hash::FxHasher;

use super::belief::Belief;
use super::{Contexts, REPEATS_BEFORE_FREE_CHOICES};
use crate::decision_layout::Layout;
use crate::draft::Place;
use crate::search_space::Space;
use crate::size_budget::SizeBudget;

/// The maximum number of unproven options that are considered for one choice.
const MAX_UNPROVEN_OPTIONS: usize = 48;

impl Contexts {
    /// Adds the cases of an option to those of the draft.
    pub(super) fn add_cases(&mut self, layout: &Layout, option: u32) {
        let Self { active_rows, surroundings, beliefs, cases, .. } = self;
        active_rows.add_cases(layout, surroundings, beliefs, option, cases);
    }

    fn worst(&self, layout: &Layout, option: u32) -> Option<Belief> {
        self.active_rows.worst(layout, &self.surroundings, &self.beliefs, option)
    }

    /// Chooses one of the options, and adds its cases; `None` if there is no option.
    pub(super) fn choose(&mut self, space: &mut Space) -> Option<u32> {
        if self.options.len() < 2 {
            return self.options.first().copied();
        }
        self.choices += 1;
        let option = if self.in_vain < REPEATS_BEFORE_FREE_CHOICES {
            self.dared(space).or_else(|| self.usual(space))?
        } else {
            *self.options.choose(&mut space.rng)?
        };
        self.add_cases(&space.layout, option);
        Some(option)
    }

    /// An option that is not proven, if the draft is to have one here: the one that comes out best.
    fn dared(&mut self, space: &mut Space) -> Option<u32> {
        if self.dares_from.is_none_or(|from| self.choices <= from) {
            return None;
        }
        let Self { active_rows, options, chosen, .. } = self;
        chosen.clear();
        chosen.extend(options.iter().filter(|option| !active_rows.is_proven(**option)));
        if chosen.is_empty() {
            return None;
        }
        let kind = self.kind_of_place();
        if !self.daring.is_here(kind, &mut space.rng) {
            return None;
        }
        let option = self.best_drawn(space)?;
        self.has_dared = Some(kind);
        self.dares_from = None;
        Some(option)
    }

    /// The kind of place that the draft has come to: what is chosen, in which near contexts.
    fn kind_of_place(&self) -> u64 {
        let of_slot = self.options.first().map(|_| self.active_rows.first);
        let mut hasher = FxHasher::default();
        of_slot.hash(&mut hasher);
        self.surroundings.near().for_each(|context| context.hash(&mut hasher));
        hasher.finish()
    }

    /// One of the proven options, each with the same probability, unless it was refused more often since; if there is none, the
    /// one that comes out best of those that make nothing larger.
    fn usual(&mut self, space: &mut Space) -> Option<u32> {
        let wish = self.size_budget.wish(&self.draft, &space.layout, &mut space.rng);
        let Self { active_rows, options, chosen, .. } = self;
        let mut choose = |is: &dyn Fn(u32) -> bool| {
            chosen.clear();
            chosen.extend(options.iter().filter(|option| is(**option)));
            if let Some(wish) = wish {
                prefer(chosen, |option| SizeBudget::grows(&space.layout, option) == wish);
            }
            chosen.choose(&mut space.rng).copied()
        };
        if let Some(option) = choose(&|option| active_rows.is_likely(option)) {
            return Some(option);
        }
        chosen.clear();
        chosen.extend(options.iter().filter(|option| active_rows.is_proven(**option)));
        let means = self.chosen.iter().map(|option| (*option, self.worst(&space.layout, *option)));
        let means = means.filter_map(|(option, worst)| Some((option, worst?.mean())));
        if let Some((option, _)) = means.max_by(|(_, left), (_, right)| left.total_cmp(right)) {
            return Some(option);
        }
        self.chosen.clear();
        self.chosen.extend(&self.options);
        if matches!(self.draft.place(), Place::Ctor { .. }) {
            prefer(&mut self.chosen, |option| !SizeBudget::grows(&space.layout, option));
        }
        self.best_drawn(space)
    }

    /// Of some of the chosen options, the one that comes out best if what is believed of each is drawn.
    fn best_drawn(&mut self, space: &mut Space) -> Option<u32> {
        let (some, _) = self.chosen.partial_shuffle(&mut space.rng, MAX_UNPROVEN_OPTIONS);
        let looked_at = some.len();
        let mut best: Option<(u32, f64)> = None;
        // What was drawn lies at the end.
        for place in self.chosen.len() - looked_at..self.chosen.len() {
            let option = self.chosen[place];
            let drawn = self.worst(&space.layout, option)?.sample(&mut space.rng);
            if best.is_none_or(|(_, most)| drawn > most) {
                best = Some((option, drawn));
            }
        }
        best.map(|(option, _)| option)
    }
}

/// Leaves those of the options that are such, if any is.
fn prefer(options: &mut Vec<u32>, is_such: impl Fn(u32) -> bool) {
    if options.iter().any(|option| is_such(*option)) {
        options.retain(|option| is_such(*option));
    }
}
