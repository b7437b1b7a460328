//! Draws structures as trees, in the formats of the crate `dpgen-draw`.
//!
//! An instance is a node with its data in the label; the elements of a list or tuple are children of the instance that holds
//! it. The label has the name of the class, unless it is the only class of its type with fields and there is data to show.

use dpgen_draw::{NodeId, NotATree, Parts, Svg, Text, Tree, TreeBuilder, dot};
use dpgen_forest::index::at;
use dpgen_forest::schema::{Domain, SlotKind};
use dpgen_forest::structure::ValueNode;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::schema::object_schema::{Form, ObjectSchema};

/// The tree nodes of a node of the structure.
enum TreeNodes {
    One(NodeId),
    /// The elements of a list or tuple.
    Elements(Vec<NodeId>),
}

/// Draws a structure, given as its nodes, in a format.
pub(crate) fn draw(
    objects: &ObjectSchema,
    nodes: &[ValueNode],
    title: &str,
    format: &str,
) -> PyResult<String> {
    let tree = tree(objects, nodes).map_err(|error| PyValueError::new_err(error.to_string()))?;
    match format {
        "text" => Ok(Text::new().draw(&tree)),
        "svg" => Ok(Svg::file(title).draw(&tree)),
        "inline" => Ok(Svg::inline(title).draw(&tree)),
        "dot" => Ok(dot(&tree, title, Parts::Each)),
        _ => Err(PyValueError::new_err(format!("there is no format {format:?}; there are text, svg, dot"))),
    }
}

fn tree(objects: &ObjectSchema, nodes: &[ValueNode]) -> Result<Tree, NotATree> {
    let mut builder = TreeBuilder::new();
    let mut drawn: Vec<Option<TreeNodes>> = Vec::new();
    for node in nodes {
        let form = &objects.constructor(node.ctor).form;
        let slots = &objects.schema.constructor(node.ctor).slots;
        let (mut words, mut parts) = (Vec::new(), Vec::new());
        for (slot, value) in slots.iter().zip(&node.slots) {
            match slot.kind {
                SlotKind::Data(domain) => {
                    words.push((slot.name.as_str(), word(objects.schema.domain(domain), *value)))
                }
                SlotKind::Recursive(_) => {
                    let part = u32::try_from(*value).ok().and_then(|part| drawn.get_mut(at(part)));
                    match part.and_then(Option::take) {
                        Some(TreeNodes::One(part)) => parts.push(part),
                        Some(TreeNodes::Elements(elements)) => parts.extend(elements),
                        None => {}
                    }
                }
            }
        }
        drawn.push(Some(match form {
            Form::None => TreeNodes::One(builder.empty("None")),
            // A class without fields for an empty structure.
            Form::Instance(_) if is_empty(objects, node) => {
                TreeNodes::One(builder.empty(&objects.schema.constructor(node.ctor).name))
            }
            Form::Instance(_) => TreeNodes::One(builder.node(&label(objects, node, &words), parts)),
            Form::Nil | Form::Cons | Form::Tuple | Form::Value => {
                let leaves = words.iter().map(|(_, word)| builder.leaf(word)).collect::<Vec<_>>();
                // The first element of a list is before the rest.
                TreeNodes::Elements(leaves.into_iter().chain(parts).collect())
            }
        }));
    }
    if let Some(Some(TreeNodes::Elements(parts))) = drawn.pop() {
        builder.node("", parts);
    }
    builder.finish()
}

/// Whether a constructor has no weight, and is the only one of its type without fields.
fn is_empty(objects: &ObjectSchema, node: &ValueNode) -> bool {
    let schema = &objects.schema;
    let ctor = schema.constructor(node.ctor);
    let alike = schema.constructors_of(ctor.ty).filter(|other| schema.constructor(*other).slots.is_empty());
    ctor.slots.is_empty() && ctor.weight == 0 && alike.count() == 1
}

/// The text of a node.
fn label(objects: &ObjectSchema, node: &ValueNode, words: &[(&str, String)]) -> String {
    let ctor = objects.schema.constructor(node.ctor);
    let with_fields = objects.schema.constructors_of(ctor.ty).filter(|other| {
        matches!(objects.constructor(*other).form, Form::Instance(_))
            && !objects.schema.constructor(*other).slots.is_empty()
    });
    let alone = with_fields.count() == 1 && !words.is_empty();
    match words {
        [(_, word)] if alone => word.clone(),
        _ => {
            let name = if alone { None } else { Some(ctor.name.clone()) };
            let words = words.iter().map(|(name, word)| format!("{name}={word}"));
            name.into_iter().chain(words).collect::<Vec<_>>().join(" ")
        }
    }
}

fn word(domain: &Domain, value: i64) -> String {
    match domain {
        Domain::Bool => if value == 0 { "False" } else { "True" }.to_owned(),
        Domain::Labels(_) => {
            let label = u32::try_from(value).ok().and_then(|index| domain.label(index));
            label.unwrap_or_default().to_owned()
        }
        Domain::Nodes { .. } => format!("#{value}"),
        _ => value.to_string(),
    }
}
