//! The context of a node of the current run: known to the engine, or computed from the node that holds it.

use dpgen_forest::index::CtorIx;
use dpgen_forest::schema::SlotKind;

use super::context_rules::{ContextRules, ContextWords};
use super::current_run::{ContextOfNode, Evaluation, with_run};
use super::failure::internal;
use super::model::{AttrKey, Encoder};
use super::view_handles::Handle;

/// The words of the context of a node; none if structures of its type have no context.
///
/// # Panics
/// Outside of the run that the handle belongs to.
pub fn context(handle: Handle) -> ContextWords {
    // From the node up to one whose context is known, and down again: a structure may be deep.
    let mut path = Vec::new();
    let mut node = handle.node;
    let mut words = loop {
        match with_run(handle.run, |run| run.context(node)) {
            ContextOfNode::Known(words) => break words,
            ContextOfNode::HeldBy { whole, ctor, slot } => {
                path.push((node, whole, ctor, slot));
                node = whole;
            }
        }
    };
    while let Some((node, whole, ctor, slot)) = path.pop() {
        let rules = with_run(handle.run, |run| run.context_rules().cloned());
        let Some(rules) = rules else { internal("a model without rules has no contexts") };
        if !with_run(handle.run, |run| has_context(run, &rules, ctor, slot)) {
            words = ContextWords::from([]);
        } else if let Some(give) = rules.give(ctor, slot) {
            words = give.apply(&words, Handle::new(whole, handle.run)).into();
        }
        with_run(handle.run, |run| remember_context(run, node, &words));
    }
    words
}

/// Whether the part in a slot is of a type whose structures have a context.
fn has_context(run: &dyn Evaluation, rules: &ContextRules, ctor: CtorIx, slot: usize) -> bool {
    match run.schema().constructor(ctor).slots[slot].kind {
        SlotKind::Recursive(ty) => rules.has_context(ty),
        SlotKind::Data(_) => false,
    }
}

fn remember_context(run: &mut dyn Evaluation, node: u32, words: &ContextWords) {
    let answer = Encoder { words: words.iter().copied().collect(), ..Encoder::default() };
    run.remember(node, AttrKey::Context, &answer);
}
