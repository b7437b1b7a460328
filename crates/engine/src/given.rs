//! Judging a value that the user has: nothing is undecided, and no engine is at work.

use std::sync::Arc;

use dpgen_forest::catalog::ValueNode;
use dpgen_forest::index::shown;

use crate::run::{Failure, Handle, Model, Predicate, Run, Source, ValueSource, enter, guarded, with};

/// What a predicate says of a value, and the number of the condition that rejected it.
///
/// The value is the node `whole` of `nodes`.
///
/// # Errors
/// When the predicate panics or reads without end.
///
/// # Panics
/// When the predicate is opaque.
pub fn holds(
    model: &Model,
    predicate: &Predicate,
    nodes: Vec<ValueNode>,
    whole: usize,
) -> Result<(bool, Option<u32>), Failure> {
    let (run, verdict) = evaluate(model, ValueSource::new(nodes, &[]), |nodes| ask(predicate, nodes(whole)));
    verdict.map(|holds| (holds, run.condition))
}

/// Whether `rep_ok` holds of every node, and `root_ok` of the whole, which is the last node. The integers of `wide`, each
/// a node and its slot, do not fit into an `i64`: it is a panic of the predicate to read one.
///
/// # Errors
/// When a predicate panics or reads without end.
///
/// # Panics
/// When a predicate is opaque.
pub fn is_valid(model: &Model, nodes: Vec<ValueNode>, wide: &[(u32, u32)]) -> Result<bool, Failure> {
    let owners: Vec<_> = nodes.iter().map(|node| model.schema.constructor(node.ctor).ty).collect();
    let (_, verdict) = evaluate(model, ValueSource::new(nodes, wide), |nodes| {
        owners.iter().enumerate().all(|(node, ty)| {
            let holds =
                |predicate: &Option<Predicate>| predicate.as_ref().is_none_or(|p| ask(p, nodes(node)));
            holds(&model.rep_ok[ty.index()]) && (node + 1 < owners.len() || holds(&model.root_ok))
        })
    });
    verdict
}

fn evaluate<R>(
    model: &Model,
    value: ValueSource,
    work: impl FnOnce(&dyn Fn(usize) -> Handle) -> R,
) -> (Box<Run>, Result<R, Failure>) {
    let run = Run::new(model, Arc::default(), Source::Value(value));
    enter(run, || {
        with(|run| {
            run.restart();
            run.lay_out_value();
        });
        guarded(|| work(&|node| with(|run| run.handle(shown(node)))))
    })
}

fn ask(predicate: &Predicate, handle: Handle) -> bool {
    match predicate {
        Predicate::Observed { test, .. } => test(handle),
        Predicate::Opaque(_) => panic!("is_valid needs a predicate over a view; call this one on the value"),
    }
}
