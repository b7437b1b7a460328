//! The labels of a draft's nodes, and the nodes that labels look through.

use dpgen_forest::index::at;

use crate::decision_layout::{LabelId, Layout};
use crate::draft::{Draft, NO_NODE};

/// The labels of a node that are decided.
pub(crate) fn labels<'a>(
    draft: &'a Draft,
    layout: &'a Layout,
    node: u32,
) -> impl Iterator<Item = LabelId> + use<'a> {
    let ctor = layout.ctor(draft.node(node).ctor);
    let decided = at(draft.decided(layout, node));
    let values = ctor.data[..decided]
        .iter()
        .zip(0..)
        .filter_map(move |(data, number)| data.labels.map(|first| first + draft.value(node, number)));
    ctor.label.into_iter().chain(values)
}

/// The first node from here down that does more than wrap one part.
pub(crate) fn head(draft: &Draft, layout: &Layout, mut node: u32) -> u32 {
    while node != NO_NODE && layout.ctor(draft.node(node).ctor).wraps {
        node = draft.part(layout, node, 0);
    }
    node
}

/// Whether a node only holds others.
pub(crate) fn is_clear(draft: &Draft, layout: &Layout, node: u32) -> bool {
    layout.ctor(draft.node(node).ctor).is_clear()
}

/// The first node from here down that does more than hold others; [`NO_NODE`] if there is none, or it is not begun.
pub(crate) fn element(draft: &Draft, layout: &Layout, mut node: u32) -> u32 {
    while node != NO_NODE && is_clear(draft, layout, node) {
        let is_leaf = layout.ctor(draft.node(node).ctor).parts.is_empty();
        node = if is_leaf { NO_NODE } else { draft.part(layout, node, 0) };
    }
    node
}
