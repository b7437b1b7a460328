//! What a type's predicates say of a structure, observed or opaque, by its nodes.

use std::panic::{AssertUnwindSafe, catch_unwind};

use dpgen_engine::given;
use dpgen_engine::run::{Failure, Model, Predicate};
use dpgen_forest::catalog::{ValueNode, words_of};
use dpgen_forest::index::small;

/// What the predicates say of a structure and its parts, or of the whole only; `None` if that can not be told.
pub(crate) fn accepts(model: &Model, nodes: &[ValueNode], only_whole: bool) -> Option<bool> {
    let whole = nodes.len().checked_sub(1)?;
    if !model.is_opaque() && !only_whole {
        return verdict(given::is_valid(model, nodes.to_vec(), &[]));
    }
    let first = if only_whole { whole } else { 0 };
    for node in first..=whole {
        let ty = model.schema.constructor(nodes[node].ctor).ty;
        let root_ok = model.root_ok.as_ref().filter(|_| node == whole);
        for predicate in model.rep_ok[ty.index()].iter().chain(root_ok) {
            if !holds(model, predicate, nodes, node)? {
                return Some(false);
            }
        }
    }
    Some(true)
}

fn holds(model: &Model, predicate: &Predicate, nodes: &[ValueNode], node: usize) -> Option<bool> {
    match predicate {
        Predicate::Observed { .. } => {
            let verdict_of = given::holds(model, predicate, nodes.to_vec(), node);
            verdict(verdict_of.map(|(holds, _)| holds))
        }
        Predicate::Opaque(test) => {
            let words = words_of(&model.schema, nodes, small(node));
            // One that panics does not accept.
            Some(catch_unwind(AssertUnwindSafe(|| test(&model.schema, &words))).unwrap_or(false))
        }
    }
}

/// What a run says; one that reads without end may have had too small a stack.
fn verdict(verdict: Result<bool, Failure>) -> Option<bool> {
    match verdict {
        Ok(verdict) => Some(verdict),
        Err(Failure::Panic(_) | Failure::Failed(_)) => Some(false),
        Err(_) => None,
    }
}
