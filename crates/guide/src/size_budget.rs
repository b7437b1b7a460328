//! [`SizeBudget`]: how much each part of a draft is to grow, so that the whole comes to about a target size.
//!
//! A node's budget, less its own weight, is shared among its parts at random. It is a wish, not a bound: a part that can not
//! grow leaves its budget unused.

use chacha20::ChaCha8Rng;
use dpgen_forest::index::{at, small};
use rand::RngExt;
use rand::seq::SliceRandom;

use crate::decision_layout::Layout;
use crate::draft::{Draft, NO_NODE, Place};

/// One decision in so many does not look at the budget.
const DECISIONS_PER_FREE_ONE: u32 = 16;

/// The budget of a draft's parts.
#[derive(Debug, Default)]
pub(crate) struct SizeBudget {
    target: Option<u32>,
    /// By slot of the draft: how much is left for a part.
    shares: Vec<u32>,
    order: Vec<u32>,
}

impl SizeBudget {
    /// Begins a draft anew; without a target, no part is to grow or not to grow.
    pub(crate) fn begin(&mut self, target: Option<u32>) {
        self.target = target;
        self.shares.clear();
    }

    /// The budget of a part; `parent` is [`NO_NODE`] for the whole.
    fn of(&self, draft: &Draft, layout: &Layout, parent: u32, part: u32) -> Option<u32> {
        let target = self.target?;
        if parent == NO_NODE {
            return Some(target);
        }
        let data = layout.ctor(draft.node(parent).ctor).data.len();
        Some(self.shares.get(at(draft.start(parent) + part) + data).copied().unwrap_or(0))
    }

    /// Whether the part that is to be decided should grow, if there is a wish.
    pub(crate) fn wish(&self, draft: &Draft, layout: &Layout, rng: &mut ChaCha8Rng) -> Option<bool> {
        let Place::Ctor { parent, part, .. } = draft.place() else { return None };
        let budget = self.of(draft, layout, parent, part)?;
        (!rng.random_ratio(1, DECISIONS_PER_FREE_ONE)).then_some(budget > 0)
    }

    /// Shares the budget of the node that was begun last among its parts.
    pub(crate) fn share(&mut self, draft: &Draft, layout: &Layout, rng: &mut ChaCha8Rng) {
        let node = small(draft.nodes.len() - 1);
        let of = draft.node(node);
        let Some(own) = self.of(draft, layout, of.parent, of.part) else { return };
        let ctor = layout.ctor(of.ctor);
        let first = at(draft.start(node)) + ctor.data.len();
        self.shares.resize(first + ctor.parts.len(), 0);
        let mut budget = own.saturating_sub(ctor.weight);
        self.order.clear();
        self.order.extend(0..small(ctor.parts.len()));
        self.order.shuffle(rng);
        while let Some(part) = self.order.pop() {
            let share = if self.order.is_empty() { budget } else { rng.random_range(0..=budget) };
            budget -= share;
            self.shares[first + at(part)] = share;
        }
    }

    /// Whether a part that begins with this constructor can grow.
    pub(crate) fn grows(layout: &Layout, ctor: u32) -> bool {
        let ctor = layout.ctor(ctor);
        ctor.weight > 0 || !ctor.parts.is_empty()
    }
}
