//! How [`Contexts`] takes one decision: what is proven, what is dared.
//!
//! An option is *proven* where it was harmless in all near contexts and nothing speaks against it in the wide ones. A draft consists
//! of proven options, all with the same chances, and may have one that is not, with what has to come with that.

use std::hash::{Hash as _, Hasher as _};

use rand::seq::{IndexedRandom, SliceRandom};
use rustc_hash::FxHasher;

use super::belief::Belief;
use super::{Contexts, PATIENCE};
use crate::draft::Place;
use crate::layout::Layout;
use crate::room::Room;
use crate::space::Space;

/// So many options that are not proven are looked at for one choice, at most.
const OPTIONS: usize = 48;
/// A proven option that is thought as harmless as this is taken.
const ENOUGH: f64 = 0.4;

impl Contexts {
    /// Adds the cases of an option to those of the draft.
    pub(super) fn add_cases(&mut self, layout: &Layout, option: u32) {
        let Self { here, surroundings, beliefs, cases, .. } = self;
        here.add_cases(layout, surroundings, beliefs, option, cases);
    }

    fn is_proven(&self, layout: &Layout, option: u32) -> bool {
        self.here.is_proven(layout, &self.surroundings, &self.beliefs, option)
    }

    fn worst(&self, layout: &Layout, option: u32) -> Option<Belief> {
        self.here.worst(layout, &self.surroundings, &self.beliefs, option)
    }

    /// Chooses one of the options, and adds its cases; `None` if there is no option.
    pub(super) fn choose(&mut self, space: &mut Space) -> Option<u32> {
        if self.options.len() < 2 {
            return self.options.first().copied();
        }
        self.choices += 1;
        let option = if self.in_vain < PATIENCE {
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
        let looked_at = self.options.len().min(OPTIONS);
        let _ = self.options.partial_shuffle(&mut space.rng, looked_at);
        let mut best: Option<(u32, f64)> = None;
        // What was drawn lies at the end.
        for place in self.options.len() - looked_at..self.options.len() {
            let option = self.options[place];
            if self.is_proven(&space.layout, option) {
                continue;
            }
            let drawn = self.worst(&space.layout, option)?.sample(&mut space.rng);
            if best.is_none_or(|(_, most)| drawn > most) {
                best = Some((option, drawn));
            }
        }
        let (option, _) = best?;
        let kind = self.kind_of_place();
        if !self.daring.is_here(kind, &mut space.rng) {
            return None;
        }
        self.has_dared = Some(kind);
        self.dares_from = None;
        Some(option)
    }

    /// The kind of place that the draft has come to: what is chosen, in which near contexts.
    fn kind_of_place(&self) -> u64 {
        let of_slot = self.options.first().map(|_| self.here.first);
        let mut hasher = FxHasher::default();
        of_slot.hash(&mut hasher);
        self.surroundings.near().for_each(|context| context.hash(&mut hasher));
        hasher.finish()
    }

    /// One of the proven options, each with the same probability, unless it was refused more often since; if there is none, the
    /// one that comes out best of those that make nothing larger.
    fn usual(&mut self, space: &mut Space) -> Option<u32> {
        self.options.shuffle(&mut space.rng);
        if let Some(wish) = self.room.wish(&self.draft, &space.layout, &mut space.rng) {
            self.options.sort_by_key(|ctor| Room::grows(&space.layout, *ctor) != wish);
        }
        let mut best: Option<(u32, f64)> = None;
        for place in 0..self.options.len() {
            let option = self.options[place];
            if !self.is_proven(&space.layout, option) {
                continue;
            }
            let mean = self.worst(&space.layout, option)?.mean();
            if mean >= ENOUGH {
                return Some(option);
            }
            if best.is_none_or(|(_, most)| mean > most) {
                best = Some((option, mean));
            }
        }
        if let Some((option, _)) = best {
            return Some(option);
        }
        if matches!(self.draft.place(), Place::Ctor { .. }) {
            self.options.sort_by_key(|ctor| Room::grows(&space.layout, *ctor));
            let grows = Room::grows(&space.layout, *self.options.first()?);
            self.options.retain(|ctor| Room::grows(&space.layout, *ctor) == grows);
        }
        for place in 0..self.options.len().min(OPTIONS) {
            let option = self.options[place];
            let drawn = self.worst(&space.layout, option)?.sample(&mut space.rng);
            if best.is_none_or(|(_, most)| drawn > most) {
                best = Some((option, drawn));
            }
        }
        best.map(|(option, _)| option)
    }
}
