//! [`Term`]: a structure as a list of nodes of a [`Vocabulary`], without recursion.
//!
//! Invariant of a [`Term`] that [`Term::is_of`] accepts: parts come before the nodes that hold them, each is held once, and
//! the last node is the root. Read [`contained`](crate::structure::containment) next.

use serde::{Deserialize, Serialize};

use crate::structure::vocabulary::{FieldKind, Vocabulary};

/// The value of a field of a node.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Value {
    /// A number; for a part, the index of its node.
    Number(i64),
    /// A word.
    Label(String),
    /// The indices of the nodes of parts.
    Parts(Vec<usize>),
}

/// A node: the index of its shape, and a value for each field.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Node(pub usize, pub Vec<Value>);

/// A structure: its nodes, parts before wholes.
///
/// ```
/// use dpgen_diff::{Field, FieldKind, Node, NodeShape, Term, Value, Vocabulary};
///
/// let parts = Field { name: "parts".into(), kind: FieldKind::Parts("Tree".into()) };
/// let vocabulary = Vocabulary::new(vec![NodeShape { ty: "Tree".into(), name: "Node".into(), fields: vec![parts] }]);
/// let node = |parts: &[usize]| Node(0, vec![Value::Parts(parts.to_vec())]);
/// let term = Term::new(vec![node(&[]), node(&[]), node(&[0, 1])]);
/// assert!(term.is_of(&vocabulary));
/// assert!(!Term::new(vec![node(&[0])]).is_of(&vocabulary)); // a part of itself
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Term {
    nodes: Vec<Node>,
}

impl Term {
    /// The structure of these nodes, the root last.
    #[must_use]
    pub fn new(nodes: Vec<Node>) -> Self {
        Self { nodes }
    }

    /// Its nodes, parts before the nodes that hold them.
    #[must_use]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Whether the nodes are a structure of this vocabulary; see the module.
    #[must_use]
    pub fn is_of(&self, vocabulary: &Vocabulary) -> bool {
        let mut held = vec![false; self.nodes.len()];
        for (place, node) in self.nodes.iter().enumerate() {
            let Some(shape) = vocabulary.shape(node.0) else { return false };
            if shape.fields.len() != node.1.len() {
                return false;
            }
            for (field, value) in shape.fields.iter().zip(&node.1) {
                let parts = parts_in(&field.kind, value);
                let fits = match (&field.kind, value) {
                    (FieldKind::Part(_), Value::Number(_)) => parts.len() == 1,
                    (FieldKind::Parts(_), Value::Parts(all)) => parts.len() == all.len(),
                    (FieldKind::Number, Value::Number(_)) | (FieldKind::Label(_), Value::Label(_)) => true,
                    _ => false,
                };
                let (FieldKind::Part(ty) | FieldKind::Parts(ty)) = &field.kind else {
                    if fits {
                        continue;
                    }
                    return false;
                };
                let of_type = |part: usize| {
                    self.nodes
                        .get(part)
                        .and_then(|node| vocabulary.shape(node.0))
                        .is_some_and(|shape| shape.ty == *ty)
                };
                if !fits || parts.iter().any(|&part| part >= place || !of_type(part)) {
                    return false;
                }
                for part in parts {
                    if std::mem::replace(&mut held[part], true) {
                        return false;
                    }
                }
            }
        }
        let last = held.pop();
        last == Some(false) && held.into_iter().all(|held| held)
    }

    /// The parts of a node with their fields, in order.
    pub(crate) fn parts<'t>(
        &'t self,
        vocabulary: &'t Vocabulary,
        node: &'t Node,
    ) -> impl Iterator<Item = (&'t crate::structure::vocabulary::Field, usize)> + use<'t> {
        let fields = vocabulary.shape(node.0).map(|shape| shape.fields.as_slice()).unwrap_or_default();
        fields.iter().zip(&node.1).flat_map(|(field, value)| {
            parts_in(&field.kind, value).into_iter().map(move |part| (field, part))
        })
    }

    /// All numbers that are data, ascending, without repeats.
    pub(crate) fn numbers(&self, vocabulary: &Vocabulary) -> Vec<i64> {
        let mut numbers: Vec<i64> = self
            .data(vocabulary)
            .filter_map(|value| match value {
                Value::Number(number) => Some(*number),
                _ => None,
            })
            .collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }

    /// The values of data fields.
    fn data<'t>(&'t self, vocabulary: &'t Vocabulary) -> impl Iterator<Item = &'t Value> {
        self.nodes.iter().flat_map(|node| {
            let fields = vocabulary.shape(node.0).map(|shape| shape.fields.as_slice()).unwrap_or_default();
            fields.iter().zip(&node.1).filter_map(|(field, value)| {
                matches!(field.kind, FieldKind::Number | FieldKind::Label(_)).then_some(value)
            })
        })
    }
}

/// The indices of the parts in a value of this kind.
pub(crate) fn parts_in(kind: &FieldKind, value: &Value) -> Vec<usize> {
    match (kind, value) {
        (FieldKind::Part(_), Value::Number(part)) => usize::try_from(*part).into_iter().collect(),
        (FieldKind::Parts(_), Value::Parts(parts)) => parts.clone(),
        _ => Vec::new(),
    }
}
