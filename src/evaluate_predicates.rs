//! Evaluates the predicates of a type, observed or opaque, on a structure given by its nodes.

use dpgen_engine::predicate_run::{Failure, Model, Predicate, guarded};
use dpgen_engine::{concrete_evaluation, first_rejection};
use dpgen_forest::index::small;
use dpgen_forest::structure::{ValueNode, words_of};

/// Whether the predicates accept a structure and its parts, or the whole only. One that panics does not accept, and one
/// that reads without end may have had too small a stack: `None`, as where it can not be told otherwise.
pub(crate) fn accepts(model: &Model, nodes: &[ValueNode], only_whole: bool) -> Option<bool> {
    match judge(model, nodes, only_whole) {
        Ok(verdict) => Some(verdict),
        Err(Failure::Panic(_) | Failure::Failed(_)) => Some(false),
        Err(_) => None,
    }
}

/// The same, with what failed.
pub(crate) fn judge(model: &Model, nodes: &[ValueNode], only_whole: bool) -> Result<bool, Failure> {
    if !model.is_opaque() && !only_whole {
        return first_rejection::is_valid(model, nodes.to_vec(), &[]);
    }
    if !concrete_evaluation::is_allowed(model, nodes)? {
        return Ok(false);
    }
    let first = if only_whole { nodes.len().saturating_sub(1) } else { 0 };
    for (node, layer) in nodes.iter().enumerate().skip(first) {
        let ty = model.schema.constructor(layer.ctor).ty;
        let root_ok = model.root_ok.as_ref().filter(|_| node + 1 == nodes.len());
        for predicate in model.rep_ok[ty.index()].iter().chain(root_ok) {
            if !holds(model, predicate, nodes, node)? {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// Whether a predicate accepts a node's structure.
pub(crate) fn holds(
    model: &Model,
    predicate: &Predicate,
    nodes: &[ValueNode],
    node: usize,
) -> Result<bool, Failure> {
    match predicate {
        Predicate::Observed { .. } => {
            concrete_evaluation::holds(model, predicate, nodes.to_vec(), node).map(|(holds, _)| holds)
        }
        Predicate::Opaque(test) => {
            let words = words_of(&model.schema, nodes, small(node));
            guarded(|| test(&model.schema, &words))
        }
    }
}
