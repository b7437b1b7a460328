//! [`State`]: the last few symbols of the choices before: the whole input of a learner.
//!
//! Whole subtrees beside the way from the root are left out, but by [`Abstraction::Sequence`].

use dpgen_forest::index::{CtorIx, at, small};

use crate::decision_layout::Layout;
use crate::draft::{Draft, NO_NODE, Place};

/// The maximum number of symbols of a state.
pub(super) const MAX_STATE_LEN: usize = 8;

/// The last symbols, the nearest first; 0 where there are fewer.
pub(super) type State = [u64; MAX_STATE_LEN];

/// The selection of preceding choices that make up a state: RLCheck's three abstractions, derived from the schema.
///
/// ```
/// use dpgen_guide::Abstraction;
/// assert_eq!(Abstraction::default(), Abstraction::Branches);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub enum Abstraction {
    /// The last choices, whichever part they belong to: "Sequence".
    Sequence,
    /// The choices of the nodes above: "Tree". Parts of one node look alike.
    Ancestors,
    /// The same, with the field that leads from each node to the next: "Tree L/R".
    #[default]
    Branches,
}

/// The number of the learner of the draft's place.
pub(super) fn learner(draft: &Draft, layout: &Layout) -> u32 {
    match draft.place() {
        Place::Ctor { parent: NO_NODE, .. } | Place::Whole => 0,
        Place::Ctor { parent, part, .. } => 1 + 2 * layout.ctor(draft.node(parent).ctor).parts[at(part)].id,
        Place::Value { node, data } => 2 + 2 * layout.ctor(draft.node(node).ctor).data[at(data)].id,
    }
}

/// The state of the draft's place; `sequence` are all choices before it.
pub(super) fn state(
    draft: &Draft,
    layout: &Layout,
    abstraction: Abstraction,
    window: usize,
    sequence: &[u32],
) -> State {
    let mut state = State::default();
    let mut symbols = state.iter_mut().take(window);
    // Symbols of data are odd, those of constructors even, and none is 0.
    let mut push = |symbol: u64| symbols.next().map(|next| *next = symbol).is_some();
    if abstraction == Abstraction::Sequence {
        sequence.iter().rev().all(|choice| push(1 + u64::from(*choice)));
        return state;
    }
    let (mut node, mut known) = match draft.place() {
        Place::Ctor { parent, .. } => (parent, None),
        Place::Value { node, data } => (node, Some(data)),
        Place::Whole => return state,
    };
    while node != NO_NODE {
        let of = draft.node(node);
        let ctor = layout.ctor(of.ctor);
        let decided = known.take().map_or(ctor.data.len(), at);
        for number in (0..decided).rev() {
            if ctor.data[number].values > 1 && !push(1 + 2 * u64::from(draft.value(node, small(number)))) {
                return state;
            }
        }
        if layout.ty(ctor.ty).ctors.len() > 1 {
            let choice =
                u64::from(of.ctor - layout.ty(ctor.ty).ctors.first().map_or(0, |ctor: &CtorIx| ctor.word()));
            let branch = match abstraction {
                Abstraction::Branches if of.parent != NO_NODE => {
                    1 + u64::from(layout.ctor(draft.node(of.parent).ctor).parts[at(of.part)].id)
                }
                _ => 0,
            };
            if !push(2 + 2 * (choice | branch << 32)) {
                return state;
            }
        }
        node = of.parent;
    }
    state
}
