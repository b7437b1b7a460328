//! [`Search`]: structures without refuted features, by backtracking over the decisions of a [`Draft`].
//!
//! Each decision is taken back as soon as it completes a refuted feature. Begun once and continued, a search visits all
//! structures within its bounds; begun anew each time, it draws one. Invariant: a structure that is given has no feature that
//! was refuted when it was decided, but for as many as are pardoned.

use chacha20::ChaCha8Rng;
use dpgen_forest::Schema;
use dpgen_forest::index::at;
use rand::seq::SliceRandom;

use super::feature::{Feature, Reader};
use super::knowledge::{FeatureId, Knowledge};
use crate::draft::{Bounds, Draft, Place};
use crate::layout::Layout;
use crate::room::Room;

/// A decision, and the ways to take it that are left.
#[derive(Debug, Clone, Copy)]
struct Frame {
    options: usize,
    next: usize,
    features: usize,
    refuted: u32,
}

/// What a search came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Found {
    Whole,
    /// There is none left.
    Exhausted,
    /// None was found in so many steps.
    GaveUp,
}

/// A search.
#[derive(Debug)]
pub(super) struct Search {
    pub draft: Draft,
    pub reader: Reader,
    frames: Vec<Frame>,
    options: Vec<u32>,
    features: Vec<FeatureId>,
    /// By feature: how often it is among these.
    present: Vec<u32>,
    room: Room,
    pardons: u32,
    /// How many refuted features the draft has.
    refuted: u32,
    /// Whether a constructor was left out as it would have been too large.
    pub cut: bool,
}

impl Search {
    pub(super) fn new(layout: &Layout, bounds: Bounds) -> Self {
        Self {
            draft: Draft::new(layout, bounds),
            reader: Reader::default(),
            frames: Vec::new(),
            options: Vec::new(),
            features: Vec::new(),
            present: Vec::new(),
            room: Room::default(),
            pardons: 0,
            refuted: 0,
            cut: false,
        }
    }

    /// Begins anew. With a target, structures of about this size come first; so many refuted features are pardoned.
    pub(super) fn begin(&mut self, layout: &Layout, bounds: Bounds, target: Option<u32>, pardons: u32) {
        self.draft.clear(layout, bounds);
        self.frames.clear();
        self.options.clear();
        self.drop_features(0);
        self.room.begin(target);
        (self.pardons, self.refuted, self.cut) = (pardons, 0, false);
    }

    /// The features of what was found.
    pub(super) fn features(&self) -> &[FeatureId] {
        &self.features
    }

    /// The features of a whole structure, given as compact words. What was searched for is lost.
    pub(super) fn read(
        &mut self,
        schema: &Schema,
        layout: &Layout,
        words: &[u32],
        mut emit: impl FnMut(Feature),
    ) {
        let Self { draft, reader, .. } = self;
        draft.clear(layout, Bounds { size: u32::MAX / 4, depth: u32::MAX / 4 });
        Draft::replay(draft, schema, layout, words, |draft, choice| {
            let place = draft.place();
            draft.choose(layout, choice);
            reader.of_last(draft, layout, place, &mut |feature| {
                emit(feature);
                true
            });
        });
    }

    /// Goes on to the next whole structure.
    pub(super) fn next(
        &mut self,
        layout: &Layout,
        knowledge: &mut Knowledge,
        rng: &mut ChaCha8Rng,
        steps: u32,
    ) -> Found {
        if self.draft.place() == Place::Whole {
            self.draft.undo(layout);
        } else if self.frames.is_empty() && self.draft.is_empty() {
            self.open(layout, rng);
        }
        for _ in 0..steps {
            let Some(frame) = self.frames.last().copied() else { return Found::Exhausted };
            self.drop_features(frame.features);
            let Some(choice) = self.options.get(frame.next).copied() else {
                self.options.truncate(frame.options);
                self.frames.pop();
                if !self.draft.undo(layout) {
                    return Found::Exhausted;
                }
                continue;
            };
            if let Some(frame) = self.frames.last_mut() {
                frame.next += 1;
            }
            let is_ctor = matches!(self.draft.place(), Place::Ctor { .. });
            if !self.take(layout, knowledge, frame.refuted, choice) {
                self.draft.undo(layout);
            } else if self.draft.place() == Place::Whole {
                return Found::Whole;
            } else {
                if is_ctor {
                    self.room.share(&self.draft, layout, rng);
                }
                self.open(layout, rng);
            }
        }
        Found::GaveUp
    }

    /// Forgets the features from a place on.
    fn drop_features(&mut self, from: usize) {
        for feature in self.features.drain(from..) {
            self.present[at(feature)] -= 1;
        }
    }

    /// Takes a decision; `false` if that has too many refuted features.
    fn take(&mut self, layout: &Layout, knowledge: &mut Knowledge, before: u32, choice: u32) -> bool {
        let place = self.draft.place();
        self.draft.choose(layout, choice);
        let Self { reader, draft, features, present, pardons, refuted, .. } = self;
        *refuted = before;
        reader.of_last(draft, layout, place, &mut |feature| {
            let id = knowledge.id(feature);
            if present.len() <= at(id) {
                present.resize(at(id) + 1, 0);
            }
            if present[at(id)] == 0 {
                *refuted += u32::from(
                    knowledge.completes(id, |other| present.get(at(other)).is_some_and(|n| *n > 0)),
                );
            }
            present[at(id)] += 1;
            features.push(id);
            *refuted <= *pardons
        })
    }

    /// Opens the decision at the draft's place.
    fn open(&mut self, layout: &Layout, rng: &mut ChaCha8Rng) {
        let begin = self.options.len();
        match self.draft.place() {
            Place::Ctor { ty, .. } => {
                for ctor in &layout.ty(ty).ctors {
                    let fits = self.draft.fits(layout, *ctor);
                    self.cut |= !fits;
                    if fits {
                        self.options.push(ctor.word());
                    }
                }
            }
            Place::Value { node, data } => {
                self.options.extend(0..layout.ctor(self.draft.node(node).ctor).data[at(data)].values);
            }
            Place::Whole => {}
        }
        self.options[begin..].shuffle(rng);
        self.grow(layout, begin, rng);
        self.frames.push(Frame {
            options: begin,
            next: begin,
            features: self.features.len(),
            refuted: self.refuted,
        });
    }

    /// Where a part should grow, puts constructors that can first; where not, those that can not.
    fn grow(&mut self, layout: &Layout, begin: usize, rng: &mut ChaCha8Rng) {
        if self.options.len() - begin < 2 {
            return;
        }
        let Some(wish) = self.room.wish(&self.draft, layout, rng) else { return };
        self.options[begin..].sort_by_key(|ctor| Room::grows(layout, *ctor) != wish);
    }
}
