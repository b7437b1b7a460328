//! [`DescendantFeatures`]: the features of a label below another one, with their numbers and refutations. They are the most frequent ones.
//!
//! If there are few labels, they have tables: by slot, label above, and whether directly, a row over the labels below.
//! [`RefutedLabels`] puts together the rows of all that stands above a place: what is refuted there need not be tried. Invariant: a
//! label that is barred completes a refuted feature; one that is not may do so, too. Read [`search`](super::backtracking_search) next.

use dpgen_forest::index::{at, small};

use super::feature::{Feature, FeatureId, above};
use crate::decision_layout::{LabelId, Layout};
use crate::draft::{Draft, Place};
use crate::draft_labels::labels;

/// The maximum number of pairs of labels for which there is a table.
const MAX_TABLE_LEN: usize = 1 << 20;
/// The number of labels in a word of a row, one bit each.
const WORD_BITS: u32 = u64::BITS;

/// Tables of the features [`Feature::Directly`] and [`Feature::Under`].
#[derive(Debug, Default)]
pub(super) struct DescendantFeatures {
    labels: u32,
    /// A number each, plus one; none if there are too many pairs.
    ids: Vec<FeatureId>,
    /// A bit each.
    refuted: Vec<u64>,
}

/// Where a feature's row is.
#[derive(Debug, Clone, Copy)]
struct Row {
    slot: u32,
    above: LabelId,
    is_direct: bool,
}

impl DescendantFeatures {
    /// Of structures with these labels and recursive slots.
    pub(super) fn new(layout: &Layout) -> Self {
        let (labels, slots) = (layout.labels.len(), layout.part_slots.len());
        let rows = 2 * slots * labels;
        if rows * labels > MAX_TABLE_LEN {
            return Self::default();
        }
        let refuted = vec![0; rows * labels.div_ceil(at(WORD_BITS))];
        Self { labels: small(labels), ids: vec![0; rows * labels], refuted }
    }

    /// The row of a feature, and the label below; `None` if it has none.
    #[inline]
    fn place(&self, feature: Feature) -> Option<(Row, LabelId)> {
        match feature {
            _ if self.ids.is_empty() => None,
            Feature::Directly { above, slot, below } => Some((Row { slot, above, is_direct: true }, below)),
            Feature::Under { above, slot, below } => Some((Row { slot, above, is_direct: false }, below)),
            _ => None,
        }
    }

    #[inline]
    fn number(&self, row: Row) -> u32 {
        (row.slot * self.labels + row.above) * 2 + u32::from(row.is_direct)
    }

    /// The place for a feature's number, plus one; `None` if it has none.
    #[inline]
    pub(super) fn id(&mut self, feature: Feature) -> Option<&mut FeatureId> {
        let (row, below) = self.place(feature)?;
        let place = self.number(row) * self.labels + below;
        self.ids.get_mut(at(place))
    }

    /// Notes whether a feature is refuted.
    pub(super) fn note(&mut self, feature: Feature, is_refuted: bool) {
        let Some((row, below)) = self.place(feature) else { return };
        let words = self.labels.div_ceil(WORD_BITS);
        let place = at(self.number(row) * words + below / WORD_BITS);
        let word = &mut self.refuted[place];
        let bit = 1 << (below % WORD_BITS);
        *word = if is_refuted { *word | bit } else { *word & !bit };
    }

    /// The labels that are refuted, as bits.
    #[inline]
    fn refuted(&self, row: Row) -> &[u64] {
        let words = at(self.labels.div_ceil(WORD_BITS));
        let start = at(self.number(row)) * words;
        &self.refuted[start..start + words]
    }
}

/// The labels that are refuted at a place of a draft.
#[derive(Debug, Default)]
pub(super) struct RefutedLabels {
    /// Because of the nearest node above, as bits.
    directly: Vec<u64>,
    /// Because of any.
    anyhow: Vec<u64>,
}

impl RefutedLabels {
    /// Leaves out the options, from a place on, that would complete a refuted feature with what stands above.
    pub(super) fn leave_out(
        &mut self,
        below: &DescendantFeatures,
        draft: &Draft,
        layout: &Layout,
        options: &mut Vec<u32>,
        from: usize,
    ) {
        if below.ids.is_empty() {
            return;
        }
        // The label of the first value, if values are to be chosen from.
        let (parent, part, first) = match draft.place() {
            Place::Ctor { parent, part, .. } => (parent, part, None),
            Place::Value { node, data } => {
                let node = draft.node(node);
                let Some(first) = layout.ctor(node.ctor).data[at(data)].labels else { return };
                (node.parent, node.part, Some(first))
            }
            Place::Whole => return,
        };
        self.look(below, draft, layout, parent, part);
        let is_barred = |option: u32| match first {
            Some(first) => self.bars(first + option, false),
            None => {
                let ctor = layout.ctor(option);
                ctor.label.is_some_and(|label| self.bars(label, ctor.ends))
            }
        };
        let mut kept = from;
        for place in from..options.len() {
            if !is_barred(options[place]) {
                options[kept] = options[place];
                kept += 1;
            }
        }
        options.truncate(kept);
    }

    /// Looks at what stands above a part.
    fn look(&mut self, below: &DescendantFeatures, draft: &Draft, layout: &Layout, parent: u32, part: u32) {
        let Self { directly, anyhow } = self;
        for bits in [&mut *directly, &mut *anyhow] {
            bits.clear();
            bits.resize(at(below.labels.div_ceil(WORD_BITS)), 0);
        }
        for (place, reach) in above(draft, layout, parent, part).zip(0_u32..) {
            let is_direct = reach == 0;
            for label in labels(draft, layout, place.node) {
                let row = below.refuted(Row { slot: place.slot, above: label, is_direct });
                for (bits, more) in anyhow.iter_mut().zip(row) {
                    *bits |= more;
                }
            }
            if is_direct {
                directly.clone_from(anyhow);
            }
        }
    }

    /// Whether a label is refuted; what ends a structure is so only directly.
    #[inline]
    fn bars(&self, label: LabelId, ends: bool) -> bool {
        let bits = if ends { &self.directly } else { &self.anyhow };
        bits.get(at(label / WORD_BITS)).is_some_and(|word| word & (1 << (label % WORD_BITS)) != 0)
    }
}

#[cfg(test)]
mod tests {
    use chacha20::ChaCha8Rng;
    use chacha20::rand_core::SeedableRng;
    use dpgen::prelude::*;
    use rand::RngExt;

    use super::super::feature::{Feature, Reader};
    use super::super::feature_knowledge::{FeatureStatus, Knowledge};
    use super::RefutedLabels;
    use crate::decision_layout::Layout;
    use crate::draft::{Bounds, Draft, Place};

    /// Constructors that end and some that do not, values, and layers that only wrap.
    #[derive(DpGen, Debug)]
    enum Tree {
        Empty,
        Last(bool),
        Node(#[dpgen(range = 1..=40)] i64, bool, Option<Box<Tree>>, Vec<Tree>),
    }

    /// Whether one of the features that a choice completes with a node above it is refuted.
    fn completes(layout: &Layout, draft: &mut Draft, knowledge: &mut Knowledge, choice: u32) -> bool {
        let place = draft.place();
        draft.choose(layout, choice);
        let mut refuted = false;
        Reader::default().of_last(draft, layout, place, &mut |feature| {
            let known = |knowledge: &mut Knowledge, feature| {
                let id = knowledge.id(feature);
                knowledge.known(id).standing
            };
            let is_below = matches!(feature, Feature::Directly { .. } | Feature::Under { .. });
            refuted |= is_below && known(knowledge, feature) == FeatureStatus::Refuted;
            true
        });
        draft.undo(layout);
        refuted
    }

    #[test]
    fn left_out_is_what_the_reader_finds_refuted() {
        let trees = Generator::<Tree>::up_to(6).build().unwrap();
        let layout = Layout::new(trees.catalog().schema());
        let mut knowledge = Knowledge::new(&layout);
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        let (labels, slots) = (layout.labels.len(), layout.part_slots.len());
        let number = |of: usize| u32::try_from(of).unwrap();
        for _ in 0..labels * labels * slots / 8 {
            let [above, below] = [0; 2].map(|_: u32| rng.random_range(0..number(labels)));
            let slot = rng.random_range(0..number(slots));
            let feature = if rng.random() {
                Feature::Directly { above, slot, below }
            } else {
                Feature::Under { above, slot, below }
            };
            knowledge.remember(feature, u32::from(rng.random_ratio(1, 3)), 100);
        }
        let bounds = Bounds { size: 6, depth: 30 };
        let (mut draft, mut barred) = (Draft::new(&layout, bounds), RefutedLabels::default());
        let (mut left, mut kept) = (0, 0);
        for _ in 0..200 {
            draft.clear(&layout, bounds);
            while draft.place() != Place::Whole {
                let mut options = Vec::new();
                draft.options(&layout, &mut options);
                let mut open = vec![9];
                open.extend(&options);
                barred.leave_out(knowledge.below(), &draft, &layout, &mut open, 1);
                let allowed = options
                    .iter()
                    .copied()
                    .filter(|choice| !completes(&layout, &mut draft, &mut knowledge, *choice));
                let allowed: Vec<u32> = [9].into_iter().chain(allowed).collect();
                assert_eq!(open, allowed);
                left += options.len() + 1 - open.len();
                kept += open.len() - 1;
                draft.choose(&layout, options[rng.random_range(0..options.len())]);
            }
        }
        assert!(left > 100 && kept > 1000, "{left} left out, {kept} kept");
    }
}
