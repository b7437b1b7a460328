//! Judges what a structure can be changed to: the edits at one of its nodes, and its near misses.
//!
//! The engine finds the changed structures ([`structure_edits`], [`near_miss`]); each is judged by `structure_judge.rs`.
//!
//! [`structure_edits`]: dpgen_engine::structure_edits
//! [`near_miss`]: dpgen_engine::near_miss

use dpgen_engine::near_miss::{StepTo, steps};
use dpgen_engine::structure_edits::{Change, edits};
use dpgen_forest::index::small;
use dpgen_forest::schema::{Schema, SlotKind};
use dpgen_forest::structure::{NodePaths, ValueNode, WordError, check_words, nodes_of, words_of};
use dpgen_forest::to_ron;

use super::domain_text::value_text;
use super::structure_judge::StructureJudge;
use super::structure_verdict::Verdict;

/// The kinds of changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ChangeKind {
    /// A field of data has another value.
    Value,
    /// A node has another constructor, with the parts and values that fit it.
    Constructor,
    /// Another part stands in the place of a node.
    Part,
}

/// A changed structure, and the verdict on it.
#[derive(Debug, Clone)]
pub struct Alternative {
    /// What changes.
    pub kind: ChangeKind,
    /// Where it changes: the way from the whole to the field or the node, as in `left.key`; empty for the whole.
    pub path: String,
    /// What is there instead: a value, a constructor, or a part in RON.
    pub text: String,
    /// The compact words of the whole after the change.
    pub words: Vec<u32>,
    /// The verdict on it.
    pub verdict: Verdict,
}

/// Changed structures, and whether there are more.
#[derive(Debug, Clone, Default)]
pub struct Alternatives {
    /// The structures: values field by field, then constructors, then parts.
    pub list: Vec<Alternative>,
    /// Whether the limit left some out.
    pub is_cut: bool,
}

impl StructureJudge {
    /// What a structure, given as its compact words, can be changed to at a node, which has a number in preorder: at most `limit`
    /// values for each field, and about as many parts. Each is judged. There is nothing at a node that does not exist.
    ///
    /// ```
    /// use dpgen_forest::Scope;
    /// use dpgen_spec::Spec;
    ///
    /// let spec = Spec::builtin("sorted-list").expect("it comes with the crate");
    /// let judge = spec.judge(&Scope::new(3))?;
    /// // The list 2, 3, at its rest.
    /// let found = judge.edits(&[1, 1, 1, 2, 0], 1, 10).expect("these are words of a list");
    /// let said: Vec<String> = found.list.iter().map(|one| format!("{} {} {}", one.path, one.text, one.verdict.outcome)).collect();
    /// assert_eq!(said[..3], ["rest.value 1 rejected", "rest.value 2 accepted", "rest Nil accepted"]);
    /// assert!(found.is_cut); // there are more parts of this type
    /// # Ok::<(), dpgen_spec::SpecError>(())
    /// ```
    ///
    /// # Errors
    /// If the words are no structure of the spec's types.
    pub fn edits(&self, words: &[u32], node: u32, limit: usize) -> Result<Alternatives, WordError> {
        let schema = &*self.model().schema;
        check_words(schema, words)?;
        let nodes = nodes_of(schema, words);
        let paths = NodePaths::new(schema, &nodes);
        let Some(node) = paths.at_preorder(node) else { return Ok(Alternatives::default()) };
        let found = edits(self.model(), &nodes, node, limit);
        let list = found.edits.into_iter().map(|edit| {
            let (kind, path, text) = match &edit.change {
                Change::Value { slot, value } => {
                    let text = slot_value(schema, &nodes[node], *slot, *value);
                    (ChangeKind::Value, paths.of_slot(node, *slot), text)
                }
                Change::Constructor(ctor) => {
                    let text = schema.constructor(*ctor).name.clone();
                    (ChangeKind::Constructor, paths.of_node(node), text)
                }
                Change::Part(part) => (ChangeKind::Part, paths.of_node(node), to_ron(schema, part)),
            };
            let verdict = self.verdict(&edit.words);
            Alternative { kind, path, text, words: edit.words, verdict }
        });
        Ok(Alternatives { list: list.collect(), is_cut: found.is_cut })
    }

    /// The near misses of a structure, given as its compact words: what is one step away ([`dpgen_engine::near_miss`]) and not
    /// accepted; at most `limit`.
    ///
    /// ```
    /// use dpgen_forest::Scope;
    /// use dpgen_spec::Spec;
    ///
    /// let spec = Spec::builtin("sorted-list").expect("it comes with the crate");
    /// let near = spec.judge(&Scope::new(3))?.near_misses(&[1, 1, 1, 1, 0], 10).expect("these are words of a list");
    /// let said: Vec<String> = near.list.iter().map(|one| format!("{}: {}", one.path, one.text)).collect();
    /// assert_eq!(said, ["rest.value: 1", "value: 3"]); // of the list 2, 2
    /// # Ok::<(), dpgen_spec::SpecError>(())
    /// ```
    ///
    /// # Errors
    /// If the words are no structure of the spec's types.
    pub fn near_misses(&self, words: &[u32], limit: usize) -> Result<Alternatives, WordError> {
        let schema = &*self.model().schema;
        check_words(schema, words)?;
        let nodes = nodes_of(schema, words);
        let paths = NodePaths::new(schema, &nodes);
        let mut found = Alternatives::default();
        for step in steps(schema, &nodes) {
            let words = words_of(schema, &step.apply(&nodes), small(nodes.len()) - 1);
            let verdict = self.verdict(&words);
            if verdict.is_accepted() {
                continue;
            }
            if found.list.len() == limit {
                found.is_cut = true;
                break;
            }
            let (kind, text) = match step.to {
                StepTo::Value(value) => {
                    (ChangeKind::Value, slot_value(schema, &nodes[step.node], step.slot, value))
                }
                StepTo::Cut(ctor) => (ChangeKind::Part, schema.constructor(ctor).name.clone()),
            };
            found.list.push(Alternative {
                kind,
                path: paths.of_slot(step.node, step.slot),
                text,
                words,
                verdict,
            });
        }
        Ok(found)
    }
}

/// A value of a slot, as it is shown.
fn slot_value(schema: &Schema, node: &ValueNode, slot: usize, value: i64) -> String {
    match schema.constructor(node.ctor).slots[slot].kind {
        SlotKind::Data(domain) => value_text(schema.domain(domain), value),
        SlotKind::Recursive(_) => value.to_string(),
    }
}
