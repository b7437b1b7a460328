//! [`Feature`]: choices that occur together in a structure, and may be the cause of a rejection.
//!
//! [`Reader`] names the features of a [`Draft`], each as soon as the decision is taken that completes it. Invariant: what a
//! structure's features are depends on the structure alone, not on the order in which it was made.

use dpgen_forest::index::{at, small};
use serde::{Deserialize, Serialize};

use crate::decision_layout::{HEIGHT_MEASURE, LabelId, Layout, SIZE_MEASURE};
use crate::draft::{Draft, NO_NODE, Place};
use crate::draft_labels::{element, head, is_clear, labels};

/// The maximum number of layers with labels above a node that features are made of.
const MAX_ANCESTORS: usize = 12;
/// The greatest measure that features tell apart; greater ones count as this.
pub(super) const MAX_MEASURE: u32 = 63;

/// The number of a feature among those that a hunt has met.
pub(crate) type FeatureId = u32;

/// Choices that occur together in a structure. Labels, slots and measures are numbers, or, where it is kept, names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) enum Feature<N = u32> {
    /// The root has this label.
    Root(N),
    /// A node has both labels.
    Own(N, N),
    /// A node with the first label has one with the second in this recursive slot, with nothing between.
    Directly { above: N, slot: N, below: N },
    /// A node with the first label has one with the second further below, in this recursive slot.
    Under { above: N, slot: N, below: N },
    /// A node with the first label holds one with the second, in this recursive slot: an element of a list, at any place of it.
    Element { above: N, slot: N, below: N },
    /// A node has the second label, and no node above it the first, which is one of the layout's `holders`.
    Without { above: N, below: N },
    /// A node has both labels, and no node above it the first.
    OwnWithout { above: N, own: N, below: N },
    /// In a list, an element with the second label follows one with the first, with nothing between.
    Next { left: N, below: N },
    /// In a list, an element with the second label stands after one with the first, with others between.
    Later { left: N, below: N },
    /// Three labels, each in that slot of the one before, with nothing between.
    Chain { top: N, slot: N, middle: N, next: N, below: N },
    /// A part begins with the first label, and a later part of the same node has the second in it.
    Beside { left: N, head: N, slot: N, below: N },
    /// Two parts of a node have these measures.
    Parts { measure: N, left: N, right: N, of_left: u32, of_right: u32 },
    /// The whole has this measure.
    Whole { measure: N, is: u32 },
}

impl<N> Feature<N> {
    /// The same with other names, if all have one.
    pub(super) fn renamed<M>(
        &self,
        l: impl Fn(&N) -> Option<M>,
        s: impl Fn(&N) -> Option<M>,
        m: impl Fn(&N) -> Option<M>,
    ) -> Option<Feature<M>> {
        Some(match self {
            Self::Root(label) => Feature::Root(l(label)?),
            Self::Own(first, second) => Feature::Own(l(first)?, l(second)?),
            Self::Under { above, slot, below } => {
                Feature::Under { above: l(above)?, slot: s(slot)?, below: l(below)? }
            }
            Self::Directly { above, slot, below } => {
                Feature::Directly { above: l(above)?, slot: s(slot)?, below: l(below)? }
            }
            Self::Element { above, slot, below } => {
                Feature::Element { above: l(above)?, slot: s(slot)?, below: l(below)? }
            }
            Self::Without { above, below } => Feature::Without { above: l(above)?, below: l(below)? },
            Self::OwnWithout { above, own, below } => {
                Feature::OwnWithout { above: l(above)?, own: l(own)?, below: l(below)? }
            }
            Self::Next { left, below } => Feature::Next { left: l(left)?, below: l(below)? },
            Self::Later { left, below } => Feature::Later { left: l(left)?, below: l(below)? },
            Self::Chain { top, slot, middle, next, below } => Feature::Chain {
                top: l(top)?,
                slot: s(slot)?,
                middle: l(middle)?,
                next: s(next)?,
                below: l(below)?,
            },
            Self::Beside { left, head, slot, below } => {
                Feature::Beside { left: s(left)?, head: l(head)?, slot: s(slot)?, below: l(below)? }
            }
            Self::Parts { measure, left, right, of_left, of_right } => Feature::Parts {
                measure: m(measure)?,
                left: s(left)?,
                right: s(right)?,
                of_left: *of_left,
                of_right: *of_right,
            },
            Self::Whole { measure, is } => Feature::Whole { measure: m(measure)?, is: *is },
        })
    }
}

/// The level of features: simple ones first, as each feature has to be proven harmless.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
pub(crate) enum Level {
    /// Labels of a node, of those above, and of the elements before it in a list; how large and high the parts of a node are, compared; the whole.
    #[default]
    Ancestor,
    /// And labels beside, and in chains.
    Beside,
}

impl Level {
    /// The level that looks at more.
    pub(crate) fn next(self) -> Option<Self> {
        match self {
            Self::Ancestor => Some(Self::Beside),
            Self::Beside => None,
        }
    }
}

/// Names the features of drafts.
#[derive(Debug, Default)]
pub(crate) struct Reader {
    pub(super) level: Level,
    /// By node: its measures, once it is complete.
    measures: Vec<u32>,
}

impl Reader {
    /// The features that the last decision completed; `false` if `emit` said to stop.
    pub(crate) fn of_last(
        &mut self,
        draft: &Draft,
        layout: &Layout,
        decided: Place,
        emit: &mut impl FnMut(Feature) -> bool,
    ) -> bool {
        let go_on = match decided {
            Place::Ctor { .. } => {
                let node = small(draft.nodes.len() - 1);
                let label = layout.ctor(draft.node(node).ctor).label;
                label.is_none_or(|label| self.of_label(draft, layout, node, label, emit))
            }
            Place::Value { node, data } => {
                let first = layout.ctor(draft.node(node).ctor).data[at(data)].labels;
                first.is_none_or(|first| {
                    let label = first + draft.value(node, data);
                    self.of_label(draft, layout, node, label, emit)
                })
            }
            Place::Whole => true,
        };
        go_on && draft.closed().iter().all(|node| self.of_closed(draft, layout, *node, emit))
    }

    fn of_closed(
        &mut self,
        draft: &Draft,
        layout: &Layout,
        node: u32,
        emit: &mut impl FnMut(Feature) -> bool,
    ) -> bool {
        let width = layout.measures.len();
        let from = at(node) * width;
        if self.measures.len() < from + width {
            self.measures.resize(from + width, 0);
        }
        let ctor = layout.ctor(draft.node(node).ctor);
        for measure in 0..width {
            let parts = (0..small(ctor.parts.len()))
                .map(|part| self.measures[at(draft.part(layout, node, part)) * width + measure]);
            let value = match small(measure) {
                SIZE_MEASURE => ctor.weight.saturating_add(parts.sum::<u32>()),
                HEIGHT_MEASURE => u32::from(ctor.weight > 0) + parts.max().unwrap_or(0),
                _ => parts.max().unwrap_or(0),
            };
            self.measures[from + measure] = value;
        }
        for (data, number) in ctor.data.iter().zip(0..) {
            if let Some(first) = data.measures {
                self.measures[from + at(first + draft.value(node, number))] += 1;
            }
        }
        let (parent, part) = (draft.node(node).parent, draft.node(node).part);
        if parent == NO_NODE {
            return [SIZE_MEASURE, HEIGHT_MEASURE]
                .into_iter()
                .all(|measure| emit(Feature::Whole { measure, is: self.measures[from + at(measure)] }));
        }
        let slots = &layout.ctor(draft.node(parent).ctor).parts;
        (0..part).all(|left| {
            let other = at(draft.part(layout, parent, left)) * width;
            (0..width).all(|measure| {
                let [of_left, of_right] =
                    [other, from].map(|from| self.measures[from + measure].min(MAX_MEASURE));
                let (left, right) = (slots[at(left)].id, slots[at(part)].id);
                emit(Feature::Parts { measure: small(measure), left, right, of_left, of_right })
            })
        })
    }

    /// The features that a node's label makes with what is above, and beside that.
    fn of_label(
        &self,
        draft: &Draft,
        layout: &Layout,
        node: u32,
        below: LabelId,
        emit: &mut impl FnMut(Feature) -> bool,
    ) -> bool {
        let own = labels(draft, layout, node).take_while(|label| *label != below);
        let of = layout.ctor(draft.node(node).ctor);
        for label in own.filter(|label| Some(*label) != of.label) {
            if !emit(Feature::Own(label, below)) {
                return false;
            }
        }
        let (parent, part) = (draft.node(node).parent, draft.node(node).part);
        let holds_others = is_clear(draft, layout, node);
        if !holds_others && !self.of_element(draft, layout, node, below, emit) {
            return false;
        }
        if !holds_others && !of_siblings(draft, layout, node, below, emit) {
            return false;
        }
        // The nearest node above, and the slot of it.
        let mut nearest: Option<(u32, u32)> = None;
        for (Ancestor { node: parent, slot, part }, reach) in above(draft, layout, parent, part).zip(0..) {
            let parts = &layout.ctor(draft.node(parent).ctor).parts;
            for label in labels(draft, layout, parent) {
                let under = match nearest {
                    None => Feature::Directly { above: label, slot, below },
                    Some(_) => Feature::Under { above: label, slot, below },
                };
                if !emit(under) {
                    return false;
                }
            }
            for left in 0..if self.level < Level::Beside { 0 } else { part } {
                let beside = head(draft, layout, draft.part(layout, parent, left));
                for head in labels(draft, layout, beside) {
                    if !emit(Feature::Beside { left: parts[at(left)].id, head, slot, below }) {
                        return false;
                    }
                }
            }
            if let Some((middle, next)) = nearest {
                if reach == 1 && self.level == Level::Beside {
                    for top in labels(draft, layout, parent) {
                        for middle in labels(draft, layout, middle) {
                            if !emit(Feature::Chain { top, slot, middle, next, below }) {
                                return false;
                            }
                        }
                    }
                }
            } else {
                nearest = Some((parent, slot));
            }
            if of.ends {
                return true;
            }
        }
        nearest.is_some() || emit(Feature::Root(below))
    }

    /// The features of a label with the node that holds its node in a list, and with what is not above it.
    fn of_element(
        &self,
        draft: &Draft,
        layout: &Layout,
        node: u32,
        below: LabelId,
        emit: &mut impl FnMut(Feature) -> bool,
    ) -> bool {
        let (parent, part) = (draft.node(node).parent, draft.node(node).part);
        // One bit for each of the layout's holders.
        let mut found = 0_u32;
        let mut nearest = true;
        for (Ancestor { node, slot, .. }, reach) in above(draft, layout, parent, part).zip(0_u32..) {
            if is_clear(draft, layout, node) {
                continue;
            }
            for label in labels(draft, layout, node) {
                found |= layout.holders.iter().position(|holder| *holder == label).map_or(0, |bit| 1 << bit);
                if nearest && reach > 0 && !emit(Feature::Element { above: label, slot, below }) {
                    return false;
                }
            }
            nearest = false;
        }
        let missing = layout.holders.iter().enumerate().filter(|(bit, _)| found & (1 << bit) == 0);
        missing.map(|(_, above)| *above).all(|above| {
            let mut own = labels(draft, layout, node).take_while(|label| *label != below);
            emit(Feature::Without { above, below })
                && (self.level < Level::Beside
                    || own.all(|own| emit(Feature::OwnWithout { above, own, below })))
        })
    }
}

/// The features of a label with the elements before its node in a list.
fn of_siblings(
    draft: &Draft,
    layout: &Layout,
    node: u32,
    below: LabelId,
    emit: &mut impl FnMut(Feature) -> bool,
) -> bool {
    let (mut above, mut part) = (draft.node(node).parent, draft.node(node).part);
    let mut is_next = true;
    while above != NO_NODE && is_clear(draft, layout, above) {
        for before in (0..part).rev() {
            let sibling = element(draft, layout, draft.part(layout, above, before));
            if sibling == NO_NODE {
                continue;
            }
            for left in labels(draft, layout, sibling) {
                let feature =
                    if is_next { Feature::Next { left, below } } else { Feature::Later { left, below } };
                if !emit(feature) {
                    return false;
                }
            }
            is_next = false;
        }
        (above, part) = (draft.node(above).parent, draft.node(above).part);
    }
    true
}

/// A node above a place.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ancestor {
    pub node: u32,
    /// The place is in this recursive slot of it, by the slot's number.
    pub slot: u32,
    /// By the number among its parts.
    pub part: u32,
}

/// The nodes above a part of a node, the nearest first, but for those that only wrap; at most [`MAX_ANCESTORS`].
#[inline]
pub(super) fn above<'a>(
    draft: &'a Draft,
    layout: &'a Layout,
    parent: u32,
    part: u32,
) -> impl Iterator<Item = Ancestor> + use<'a> {
    let (mut node, mut part) = (parent, part);
    let all = std::iter::from_fn(move || {
        while node != NO_NODE {
            let above = (node, part);
            (node, part) = (draft.node(node).parent, draft.node(node).part);
            let of = layout.ctor(draft.node(above.0).ctor);
            if !of.wraps {
                return Some(Ancestor { node: above.0, slot: of.parts[at(above.1)].id, part: above.1 });
            }
        }
        None
    });
    all.take(MAX_ANCESTORS)
}
