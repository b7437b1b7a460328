//! Finds near misses: rejected structures that are one step from an accepted one.
//!
//! A *step* changes one thing: a data slot takes the value before or after its own in its domain (an integer of a range is one
//! less or more, a `bool` the other), or a part is *cut*, replaced by a constructor of its type that has no fields. A *near
//! miss* is what a step makes of an accepted structure and the predicate rejects. The word is P. H. Winston's, for an example
//! that lacks one thing to be an instance (*Learning Structural Descriptions from Examples*, MIT, 1970).
//!
//! Invariant: every structure that is one step away is judged exactly, by the same predicates, once for each step that leads
//! to it.

use std::ops::ControlFlow;

use dpgen_forest::index::CtorIx;
use dpgen_forest::schema::{Schema, SlotKind};
use dpgen_forest::structure::ValueNode;

use crate::first_rejection::{Rejection, first_rejection};
use crate::predicate_run::{Failure, Model};

/// A change of one thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// The node in which it is.
    pub node: usize,
    /// The node's slot that changes.
    pub slot: usize,
    /// The content of the slot after the step.
    pub to: StepTo,
}

/// The content of a slot after a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StepTo {
    /// A value of the slot's domain; an index for what is no integer.
    Value(i64),
    /// A constructor without fields.
    Cut(CtorIx),
}

/// The verdict of the predicate on the structure after a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StepVerdict {
    /// It is accepted.
    Accepted,
    /// It is a near miss: the first rejection.
    Rejected(Rejection),
    /// The predicate fails on it.
    Failed(Failure),
}

impl Step {
    /// The nodes after the step. What is cut off stays among them, as parts of nothing.
    ///
    /// # Panics
    /// When the step is one of another structure.
    #[must_use]
    pub fn apply(self, nodes: &[ValueNode]) -> Vec<ValueNode> {
        let mut nodes = nodes.to_vec();
        match self.to {
            StepTo::Value(value) => nodes[self.node].slots[self.slot] = value,
            StepTo::Cut(ctor) => {
                let part = usize::try_from(nodes[self.node].slots[self.slot]).unwrap_or(usize::MAX);
                nodes[part] = ValueNode { ctor, slots: Vec::new() };
            }
        }
        nodes
    }
}

/// All steps from a structure, which is given as its nodes, parts before wholes: node by node, slot by slot.
#[must_use]
pub fn steps(schema: &Schema, nodes: &[ValueNode]) -> Vec<Step> {
    let mut steps = Vec::new();
    for (number, node) in nodes.iter().enumerate() {
        let slots = schema.constructor(node.ctor).slots.iter().zip(&node.slots);
        for (slot, (kind, held)) in slots.map(|(slot, held)| (slot.kind, *held)).enumerate() {
            let mut step = |to| steps.push(Step { node: number, slot, to });
            match kind {
                SlotKind::Data(domain) => {
                    let domain = schema.domain(domain);
                    let Some(index) = domain.index_of(held) else { continue };
                    let before = index.checked_sub(1);
                    let after = index.checked_add(1).filter(|after| *after < domain.len());
                    before
                        .into_iter()
                        .chain(after)
                        .for_each(|index| step(StepTo::Value(domain.value(index))));
                }
                SlotKind::Recursive(ty) => {
                    let part = usize::try_from(held).ok().and_then(|part| nodes.get(part));
                    let plain = |ctor: &CtorIx| schema.constructor(*ctor).slots.is_empty();
                    let other = |ctor: &CtorIx| part.is_some_and(|part| part.ctor != *ctor);
                    let ctors = schema.constructors_of(ty).filter(plain).filter(other);
                    ctors.for_each(|ctor| step(StepTo::Cut(ctor)));
                }
            }
        }
    }
    steps
}

/// Takes every step from an accepted structure, and says what the predicate says of what is there; until `each` breaks.
///
/// Time grows with the number of steps times the number of nodes.
///
/// # Panics
/// When a predicate is opaque.
pub fn near_misses(
    model: &Model,
    nodes: &[ValueNode],
    mut each: impl FnMut(Step, StepVerdict) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for step in steps(&model.schema, nodes) {
        let verdict = match first_rejection(model, step.apply(nodes)) {
            Ok(None) => StepVerdict::Accepted,
            Ok(Some(rejection)) => StepVerdict::Rejected(rejection),
            Err(failed) => StepVerdict::Failed(failed.failure),
        };
        each(step, verdict)?;
    }
    ControlFlow::Continue(())
}
