//! [`Vocabulary`]: the kinds of nodes that structures are made of, with their names and fields.
//!
//! Invariant of a [`Vocabulary`] that is in use: every node of a [`Term`](crate::Term) names one of its shapes and has a
//! value of the right kind for each field.

use serde::{Deserialize, Serialize};

/// The kind of value of a field.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FieldKind {
    /// A part of this type.
    Part(String),
    /// Any number of parts of this type: a list, or an optional part.
    Parts(String),
    /// A number.
    Number,
    /// One of these words, the simplest first.
    Label(Vec<String>),
}

/// A field of a node.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// The kind of its value.
    pub kind: FieldKind,
}

/// A kind of node: a constructor of a type.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct NodeShape {
    /// The type that it belongs to.
    #[serde(rename = "type")]
    pub ty: String,
    /// The constructor's name.
    pub name: String,
    /// Its fields.
    pub fields: Vec<Field>,
}

/// All shapes of a run's structures.
///
/// ```
/// use dpgen_diff::{Field, FieldKind, NodeShape, Vocabulary};
///
/// let field = |name: &str, kind| Field { name: name.into(), kind };
/// let shape = |name: &str, fields| NodeShape { ty: "Tree".into(), name: name.into(), fields };
/// let vocabulary = Vocabulary::new(vec![
///     shape("Leaf", vec![]),
///     shape("Node", vec![field("key", FieldKind::Number), field("parts", FieldKind::Parts("Tree".into()))]),
/// ]);
/// assert_eq!(vocabulary.widest_type(), Some("Tree"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Vocabulary {
    shapes: Vec<NodeShape>,
}

impl Vocabulary {
    /// The vocabulary of these shapes; nodes refer to them by index.
    #[must_use]
    pub fn new(shapes: Vec<NodeShape>) -> Self {
        Self { shapes }
    }

    /// All shapes.
    #[must_use]
    pub fn shapes(&self) -> &[NodeShape] {
        &self.shapes
    }

    /// The shape with this index.
    #[must_use]
    pub fn shape(&self, index: usize) -> Option<&NodeShape> {
        self.shapes.get(index)
    }

    /// The type with the most constructors, the first of several: where structures vary the most.
    #[must_use]
    pub fn widest_type(&self) -> Option<&str> {
        let count = |ty: &str| self.shapes.iter().filter(|shape| shape.ty == ty).count();
        let mut widest: Option<(&str, usize)> = None;
        for shape in &self.shapes {
            let constructors = count(&shape.ty);
            if widest.is_none_or(|(_, max)| constructors > max) {
                widest = Some((&shape.ty, constructors));
            }
        }
        widest.map(|(ty, _)| ty)
    }

    /// Whether `small` is a smaller constructor than `large`: of the same type, with some of its fields.
    #[must_use]
    pub fn is_smaller(small: &NodeShape, large: &NodeShape) -> bool {
        small.ty == large.ty
            && small.fields.len() < large.fields.len()
            && small.fields.iter().all(|field| large.fields.contains(field))
    }
}
