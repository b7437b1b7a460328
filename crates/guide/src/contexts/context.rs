//! [`Context`]: the labels around a place where something is chosen; [`Surroundings`] reads them off a draft.
//!
//! *Near* contexts are the nodes directly around a choice: it has to be tried in each of them. *Wide* contexts are the rest of
//! the surroundings: a choice counts as harmless there until there is evidence against it.
//!
//! Invariant: the contexts of a structure's choices depend on the structure alone.

use dpgen_forest::index::{at, small};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::decision_layout::{LabelId, Layout};
use crate::draft::{Draft, NO_NODE, Place};
use crate::draft_labels::{element, is_clear, labels};

/// The maximum number of ancestors in a context.
const MAX_ANCESTORS: u32 = 4;
/// Siblings with the choice's own label are counted to this.
pub(super) const MAX_SIBLING_COUNT: usize = 3;

/// A context of a choice. Labels, slots and sets of kinds are numbers, or names in saved knowledge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) enum Context<N = u32> {
    /// Nothing.
    Any,
    /// The node has this label, too.
    Own(N),
    /// A node above has this label; this slot of it leads here.
    Under { above: N, slot: N },
    /// The nearest node above has this label, and there is no other above; this slot of it leads here.
    Directly { above: N, slot: N },
    /// The two nearest nodes above have these labels.
    Chain { top: N, slot: N, middle: N, next: N },
    /// The constructors above, as a set.
    Kinds(N),
    /// The nearest sibling before has this label.
    Beside(N),
    /// Under a node with this label, so many siblings before have the label that is chosen.
    Again { above: N, times: u32 },
}

/// A context in few words, as a key of tables.
pub(super) type Packed = (u64, u64, u64);

impl Context {
    /// The context as a key: which kind it is, and its numbers.
    #[inline]
    pub(super) fn packed(self) -> Packed {
        let pair = |high: u32, low: u32| u64::from(high) << 32 | u64::from(low);
        match self {
            Self::Any => (0, 0, 0),
            Self::Own(own) => (1, u64::from(own), 0),
            Self::Under { above, slot } => (2, pair(above, slot), 0),
            Self::Directly { above, slot } => (3, pair(above, slot), 0),
            Self::Chain { top, slot, middle, next } => (4, pair(top, slot), pair(middle, next)),
            Self::Kinds(set) => (5, u64::from(set), 0),
            Self::Beside(left) => (6, u64::from(left), 0),
            Self::Again { above, times } => (7, pair(above, times), 0),
        }
    }
}

impl<N> Context<N> {
    /// The same with other names, if all have one: of labels, of slots, and of sets of kinds.
    pub(super) fn renamed<M>(
        &self,
        label: impl Fn(&N) -> Option<M>,
        slot_of: impl Fn(&N) -> Option<M>,
        kinds: impl Fn(&N) -> Option<M>,
    ) -> Option<Context<M>> {
        Some(match self {
            Self::Any => Context::Any,
            Self::Own(own) => Context::Own(label(own)?),
            Self::Under { above, slot } => Context::Under { above: label(above)?, slot: slot_of(slot)? },
            Self::Directly { above, slot } => {
                Context::Directly { above: label(above)?, slot: slot_of(slot)? }
            }
            Self::Chain { top, slot, middle, next } => Context::Chain {
                top: label(top)?,
                slot: slot_of(slot)?,
                middle: label(middle)?,
                next: slot_of(next)?,
            },
            Self::Kinds(above) => Context::Kinds(kinds(above)?),
            Self::Beside(left) => Context::Beside(label(left)?),
            Self::Again { above, times } => Context::Again { above: label(above)?, times: *times },
        })
    }
}

/// Sets of constructors, numbered; of more than 128 constructors some share a bit.
#[derive(Debug, Default)]
pub(super) struct Kinds {
    numbers: FxHashMap<u128, u32>,
    pub(super) sets: Vec<u128>,
}

impl Kinds {
    pub(super) fn number(&mut self, set: u128) -> u32 {
        *self.numbers.entry(set).or_insert_with(|| {
            self.sets.push(set);
            small(self.sets.len() - 1)
        })
    }

    /// The set of one constructor.
    pub(super) const fn of(ctor: u32) -> u128 {
        1 << (ctor % 128)
    }
}

/// The contexts around the current place of a draft.
#[derive(Debug, Default)]
pub(super) struct Surroundings {
    /// Where the choice is made: the other labels of the node, and the two nearest nodes above, or as many as there are.
    near: Vec<Context>,
    /// Other contexts that do not depend on the choice.
    wide: Vec<Context>,
    /// The first label of the nearest node above.
    above: Option<LabelId>,
    /// The labels of siblings before.
    siblings: Vec<LabelId>,
    pub(super) kinds: Kinds,
    /// By node of the draft: the set of kinds from the root to it.
    paths: Vec<u128>,
}

impl Surroundings {
    /// Begins a draft anew.
    pub(super) fn begin(&mut self) {
        self.paths.clear();
    }

    /// Where a choice is made: one context at least.
    pub(super) fn near(&self) -> impl Iterator<Item = Context> {
        self.near.iter().copied()
    }

    /// The wide contexts that do not depend on the choice; the first is [`Context::Any`].
    pub(super) fn wide(&self) -> impl Iterator<Item = Context> {
        self.wide.iter().copied()
    }

    /// By how many siblings before have the label that is chosen ([`times`](Self::times)), what that is, of numbers that occur here;
    /// none at the top.
    pub(super) fn times_here(&self) -> impl Iterator<Item = (usize, Context)> {
        let least = self.above.map(|above| (0, above));
        let others = self.siblings.iter().map(|sibling| self.times(*sibling));
        let others =
            self.above.into_iter().flat_map(move |above| others.clone().map(move |times| (times, above)));
        least
            .into_iter()
            .chain(others)
            .map(|(times, above)| (times, Context::Again { above, times: small(times) }))
    }

    /// The number of preceding siblings with a label, up to a few.
    #[inline]
    pub(super) fn times(&self, label: LabelId) -> usize {
        self.siblings.iter().filter(|sibling| **sibling == label).take(MAX_SIBLING_COUNT).count()
    }

    /// Reads the surroundings of the draft's place.
    pub(super) fn read(&mut self, draft: &Draft, layout: &Layout) {
        self.near.clear();
        self.wide.clear();
        self.siblings.clear();
        self.wide.push(Context::Any);
        self.above = None;
        let (mut node, mut part) = match draft.place() {
            Place::Ctor { parent, part, .. } => (parent, part),
            Place::Value { node, .. } => {
                self.near.extend(labels(draft, layout, node).map(Context::Own));
                (draft.node(node).parent, draft.node(node).part)
            }
            Place::Whole => return,
        };
        let set = self.path(draft, layout, node);
        let kinds = Context::Kinds(self.kinds.number(set));
        self.wide.push(kinds);
        // The nearest node above that does more than hold others, and its slot that leads here.
        let mut nearest: Option<(u32, u32)> = None;
        let (mut reach, mut is_chain) = (0, false);
        while node != NO_NODE && reach < MAX_ANCESTORS {
            if nearest.is_none() {
                self.read_siblings(draft, layout, node, part);
            }
            if !is_clear(draft, layout, node) {
                let slot = layout.ctor(draft.node(node).ctor).parts[at(part)].id;
                for above in labels(draft, layout, node) {
                    self.wide.push(Context::Under { above, slot });
                    let Some((below, next)) = nearest.filter(|_| reach == 1) else { continue };
                    let chain = |middle| Context::Chain { top: above, slot, middle, next };
                    self.near.extend(labels(draft, layout, below).map(chain));
                    is_chain = true;
                }
                if nearest.is_none() {
                    self.above = labels(draft, layout, node).next();
                    nearest = Some((node, slot));
                }
                reach += 1;
            }
            (node, part) = (draft.node(node).parent, draft.node(node).part);
        }
        if !is_chain {
            match nearest {
                Some((above, slot)) => {
                    let directly = |above| Context::Directly { above, slot };
                    self.near.extend(labels(draft, layout, above).map(directly));
                }
                None => self.near.push(kinds),
            }
        }
    }

    /// Notes what begins the parts of a node that come before one of them, the nearest first.
    fn read_siblings(&mut self, draft: &Draft, layout: &Layout, node: u32, part: u32) {
        for before in (0..part).rev() {
            let sibling = element(draft, layout, draft.part(layout, node, before));
            if sibling == NO_NODE {
                continue;
            }
            let is_nearest = self.siblings.is_empty();
            for label in labels(draft, layout, sibling) {
                self.siblings.push(label);
                if is_nearest {
                    self.wide.push(Context::Beside(label));
                }
            }
        }
    }

    /// The set of kinds from the root to a node.
    fn path(&mut self, draft: &Draft, layout: &Layout, node: u32) -> u128 {
        if node == NO_NODE {
            return 0;
        }
        for (number, of) in draft.nodes.iter().zip(0..).skip(self.paths.len()) {
            let (above, own) = (number.parent, Kinds::of(number.ctor));
            let above = if above == NO_NODE { 0 } else { self.paths[at(above)] };
            self.paths.push(if is_clear(draft, layout, of) { above } else { above | own });
        }
        self.paths[at(node)]
    }
}
