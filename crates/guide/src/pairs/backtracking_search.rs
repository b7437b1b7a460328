//! [`Search`]: finds structures without refuted features, by backtracking over the decisions of a [`Draft`].
//!
//! Each decision is taken back as soon as it completes a refuted feature. Begun once and continued, a search visits all
//! structures within its bounds; begun anew each time, it draws one. Invariant: a structure that is given has no feature that
//! was refuted when it was decided, but for as many as are pardoned.

use chacha20::ChaCha8Rng;
use dpgen_forest::Schema;
use dpgen_forest::index::at;
use rand::seq::SliceRandom;
use rustc_hash::FxHashSet;

use super::descendant_features::RefutedLabels;
use super::feature::{Feature, FeatureId, Reader};
use super::feature_knowledge::Knowledge;
use crate::decision_layout::Layout;
use crate::draft::{Bounds, Draft, Fit, Place};
use crate::size_budget::SizeBudget;

/// The maximum number of decisions of the probe whether a larger structure is refuted.
const MAX_PROBE_DECISIONS: u32 = 1000;

/// The number of options from which on refuted ones are looked up; it is faster to try fewer one by one.
const MIN_LOOKUP_OPTIONS: usize = 4;

/// A decision, and the ways to take it that are left.
#[derive(Debug, Clone, Copy)]
struct Frame {
    options: usize,
    next: usize,
    features: usize,
    refuted: u32,
}

/// The result of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SearchEnd {
    Whole,
    /// There is none left.
    Exhausted,
    /// None was found within the limit on steps.
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
    size_budget: SizeBudget,
    barred: RefutedLabels,
    pardons: u32,
    /// The number of refuted features of the draft.
    refuted: u32,
    /// Whether a constructor was left out that is not refuted, only too large. Whoever draws single structures does not ask:
    /// then it is `true` from the beginning.
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
            size_budget: SizeBudget::default(),
            barred: RefutedLabels::default(),
            pardons: 0,
            refuted: 0,
            cut: false,
        }
    }

    /// Begins anew. With a target, structures of about this size come first; `pardons` refuted features are allowed.
    pub(super) fn begin(&mut self, layout: &Layout, bounds: Bounds, target: Option<u32>, pardons: u32) {
        self.draft.clear(layout, bounds);
        self.frames.clear();
        self.options.clear();
        self.drop_features(0);
        self.size_budget.begin(target);
        (self.pardons, self.refuted, self.cut) = (pardons, 0, target.is_some());
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
    ) -> SearchEnd {
        if self.draft.place() == Place::Whole {
            self.draft.undo(layout);
        } else if self.frames.is_empty() && self.draft.is_empty() {
            self.open(layout, knowledge, rng);
        }
        for _ in 0..steps {
            let Some(frame) = self.frames.last().copied() else { return SearchEnd::Exhausted };
            self.drop_features(frame.features);
            let Some(choice) = self.options.get(frame.next).copied() else {
                self.options.truncate(frame.options);
                self.frames.pop();
                if !self.draft.undo(layout) {
                    return SearchEnd::Exhausted;
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
                return SearchEnd::Whole;
            } else {
                if is_ctor {
                    self.size_budget.share(&self.draft, layout, rng);
                }
                self.open(layout, knowledge, rng);
            }
        }
        SearchEnd::GaveUp
    }

    /// Leaves what a whole structure begins with as soon as it is refuted by now: what was learned after a decision was taken may
    /// refute all structures with it.
    pub(super) fn leave_refuted(&mut self, layout: &Layout, knowledge: &mut Knowledge) {
        let mut before: FxHashSet<FeatureId> = FxHashSet::default();
        let refuted = self.features.iter().position(|feature| {
            let completes = knowledge.completes(*feature, |other| before.contains(&other));
            before.insert(*feature);
            completes
        });
        let Some(refuted) = refuted else { return };
        // The decision that completes it is the last one with fewer features before it.
        let kept = self.frames.partition_point(|frame| frame.features <= refuted);
        self.draft.undo(layout);
        while self.frames.len() > kept {
            if let Some(frame) = self.frames.pop() {
                self.options.truncate(frame.options);
            }
            self.draft.undo(layout);
        }
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
    fn open(&mut self, layout: &Layout, knowledge: &mut Knowledge, rng: &mut ChaCha8Rng) {
        let begin = self.options.len();
        match self.draft.place() {
            Place::Ctor { ty, .. } => {
                for ctor in &layout.ty(ty).ctors {
                    match self.draft.fit(layout, *ctor) {
                        Fit::Fits => self.options.push(ctor.word()),
                        Fit::TooLarge if self.cut => {}
                        Fit::TooLarge => {
                            self.cut =
                                self.escapes(layout, knowledge, ctor.word(), &mut { MAX_PROBE_DECISIONS })
                        }
                        Fit::TooDeep => {}
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
        if self.pardons == 0 && self.options.len() - begin >= MIN_LOOKUP_OPTIONS {
            self.barred.leave_out(knowledge.below(), &self.draft, layout, &mut self.options, begin);
        }
        self.frames.push(Frame {
            options: begin,
            next: begin,
            features: self.features.len(),
            refuted: self.refuted,
        });
    }

    /// Whether a constructor, or a value of its, can be taken without a refuted feature, whatever its size; `true`, too, if that
    /// is not known after `probes` decisions. The draft is left as it was.
    fn escapes(&mut self, layout: &Layout, knowledge: &mut Knowledge, choice: u32, probes: &mut u32) -> bool {
        if *probes == 0 {
            return true;
        }
        *probes -= 1;
        let (features, refuted) = (self.features.len(), self.refuted);
        let escapes = self.take(layout, knowledge, refuted, choice)
            && match self.draft.place() {
                Place::Value { node, data } => {
                    let values = layout.ctor(self.draft.node(node).ctor).data[at(data)].values;
                    (0..values).any(|value| self.escapes(layout, knowledge, value, probes))
                }
                // A layer that weighs nothing only wraps what is too large.
                Place::Ctor { ty, .. }
                    if self.draft.nodes.last().is_some_and(|node| layout.ctor(node.ctor).weight == 0) =>
                {
                    layout.ty(ty).ctors.iter().any(|ctor| {
                        self.draft.fit(layout, *ctor) != Fit::TooDeep
                            && self.escapes(layout, knowledge, ctor.word(), probes)
                    })
                }
                Place::Ctor { .. } | Place::Whole => true,
            };
        self.draft.undo(layout);
        self.drop_features(features);
        self.refuted = refuted;
        escapes
    }

    /// Where a part should grow, puts constructors that can first; where not, those that can not.
    fn grow(&mut self, layout: &Layout, begin: usize, rng: &mut ChaCha8Rng) {
        if self.options.len() - begin < 2 {
            return;
        }
        let Some(wish) = self.size_budget.wish(&self.draft, layout, rng) else { return };
        self.options[begin..].sort_by_key(|ctor| SizeBudget::grows(layout, *ctor) != wish);
    }
}

#[cfg(test)]
mod tests {
    use chacha20::ChaCha8Rng;
    use chacha20::rand_core::SeedableRng;
    use dpgen::prelude::*;

    use super::super::feature_knowledge::Knowledge;
    use super::{Search, SearchEnd};
    use crate::decision_layout::Layout;
    use crate::draft::Bounds;

    /// `Some` and `None` are layers of their own, which weigh nothing.
    #[derive(DpGen, Debug)]
    struct Keys {
        #[dpgen(range = 1..=3)]
        key: i64,
        next: Option<Box<Keys>>,
    }

    /// How many structures a search finds up to a size, and whether larger ones are left.
    fn search(
        layout: &Layout,
        knowledge: &mut Knowledge,
        size: u32,
        mut found: impl FnMut(&Search, &mut Knowledge),
    ) -> (u32, bool) {
        let bounds = Bounds { size, depth: 9 };
        let mut search = Search::new(layout, bounds);
        search.begin(layout, bounds, None, 0);
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut count = 0;
        while search.next(layout, knowledge, &mut rng, 1000) == SearchEnd::Whole {
            found(&search, knowledge);
            count += 1;
        }
        (count, search.cut)
    }

    #[test]
    fn a_search_tells_whether_larger_structures_are_left() {
        let keys = Generator::<Keys>::up_to(4).build().unwrap();
        let layout = Layout::new(keys.catalog().schema());
        let mut knowledge = Knowledge::new(&layout);
        assert_eq!(search(&layout, &mut knowledge, 1, |_, _| ()), (3, true), "nothing is refuted yet");
        for _ in 0..20 {
            search(&layout, &mut knowledge, 4, |search, knowledge| {
                let words = search.draft.words(&layout);
                // A layer is a key's constructor, the key, and whether there is another.
                let keys: Vec<u32> = words.chunks(3).map(|layer| layer[1]).collect();
                knowledge.learn(search.features(), keys.is_sorted_by(|key, next| key > next));
            });
        }
        // Descending keys are the nonempty subsets of three.
        assert_eq!(search(&layout, &mut knowledge, 2, |_, _| ()), (6, true));
        assert_eq!(search(&layout, &mut knowledge, 3, |_, _| ()), (7, false));
    }
}
