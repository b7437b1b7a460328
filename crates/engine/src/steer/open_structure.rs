//! [`OpenNode`]: a layer of a structure whose integers may be open, the form in which steered runs get a structure.
//!
//! Invariant: parts stand before wholes, and a slot names its part by position. Read `steered_nodes.rs` next.

use dpgen_forest::Outline;
use dpgen_forest::index::{CtorIx, signed, small};
use dpgen_forest::schema::{Schema, SlotKind};
use dpgen_forest::structure::{ValueNode, nodes_with_data};

/// A layer of a structure whose integers may be open.
#[derive(Debug, Clone)]
pub struct OpenNode {
    /// The constructor.
    pub ctor: CtorIx,
    /// The contents of its slots.
    pub slots: Vec<OpenSlot>,
}

/// The content of a slot of an [`OpenNode`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OpenSlot {
    /// A part: its place among the nodes.
    Node(u32),
    /// A value of its domain.
    Value(i64),
    /// A variable of the trial.
    Variable(u32),
}

impl OpenNode {
    /// The nodes of an outline, parts before wholes. Its variables are the trial's, in their order.
    #[must_use]
    pub fn of(schema: &Schema, outline: &Outline) -> Vec<Self> {
        let mut variables = vec![None; outline.words.len()];
        for (variable, (word, ..)) in (0..).zip(&outline.variables) {
            if let Some(word) = word {
                variables[*word] = Some(variable);
            }
        }
        let nodes = nodes_with_data(schema, &outline.words, |place, _, _| signed(place));
        let filled = |(kind, held): (SlotKind, i64)| {
            let held = usize::try_from(held).unwrap_or(usize::MAX);
            match kind {
                SlotKind::Recursive(_) => OpenSlot::Node(small(held)),
                SlotKind::Data(domain) => match variables[held] {
                    Some(variable) => OpenSlot::Variable(variable),
                    None => OpenSlot::Value(schema.domain(domain).value(outline.words[held])),
                },
            }
        };
        let of = |node: ValueNode| {
            let kinds = schema.constructor(node.ctor).slots.iter().map(|slot| slot.kind);
            Self { ctor: node.ctor, slots: kinds.zip(node.slots).map(filled).collect() }
        };
        nodes.into_iter().map(of).collect()
    }
}
