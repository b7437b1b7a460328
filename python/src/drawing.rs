//! A structure as a tree that can be drawn: see the crate `dpgen-draw`.
//!
//! An instance is a node; its data stands in its label, and the elements of a list or tuple are its parts. A class is not
//! named where there is no other that has fields, and data to show.

use dpgen_draw::{NodeId, NotATree, Parts, Svg, Text, Tree, TreeBuilder, dot};
use dpgen_forest::index::at;
use dpgen_forest::schema::{Domain, SlotKind};
use dpgen_forest::structure::ValueNode;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::world::{Form, World};

/// What a node of the structure is in the drawing.
enum Drawn {
    Node(NodeId),
    /// What a list or tuple holds.
    Many(Vec<NodeId>),
}

/// The drawing of a structure, given as its nodes, in a format.
pub(crate) fn draw(world: &World, nodes: &[ValueNode], title: &str, format: &str) -> PyResult<String> {
    let tree = tree(world, nodes).map_err(|error| PyValueError::new_err(error.to_string()))?;
    match format {
        "text" => Ok(Text::new().draw(&tree)),
        "svg" => Ok(Svg::file(title).draw(&tree)),
        "inline" => Ok(Svg::inline(title).draw(&tree)),
        "dot" => Ok(dot(&tree, title, Parts::Each)),
        _ => Err(PyValueError::new_err(format!("there is no format {format:?}; there are text, svg, dot"))),
    }
}

fn tree(world: &World, nodes: &[ValueNode]) -> Result<Tree, NotATree> {
    let mut builder = TreeBuilder::new();
    let mut drawn: Vec<Option<Drawn>> = Vec::new();
    for node in nodes {
        let of = world.ctor(node.ctor);
        let slots = &world.schema.constructor(node.ctor).slots;
        let (mut words, mut parts) = (Vec::new(), Vec::new());
        for (slot, value) in slots.iter().zip(&node.slots) {
            match slot.kind {
                SlotKind::Data(domain) => {
                    words.push((slot.name.as_str(), word(world.schema.domain(domain), *value)))
                }
                SlotKind::Recursive(_) => {
                    let part = u32::try_from(*value).ok().and_then(|part| drawn.get_mut(at(part)));
                    match part.and_then(Option::take) {
                        Some(Drawn::Node(part)) => parts.push(part),
                        Some(Drawn::Many(many)) => parts.extend(many),
                        None => {}
                    }
                }
            }
        }
        drawn.push(Some(match &of.form {
            Form::None => Drawn::Node(builder.empty("None")),
            // A class without fields that stands for nothing being there.
            Form::Instance(_) if is_empty(world, node) => {
                Drawn::Node(builder.empty(&world.schema.constructor(node.ctor).name))
            }
            Form::Instance(_) => Drawn::Node(builder.node(&label(world, node, &words), parts)),
            Form::Nil | Form::Cons | Form::Tuple | Form::Value => {
                let leaves = words.iter().map(|(_, word)| builder.leaf(word)).collect::<Vec<_>>();
                // A list's first element comes before the rest.
                Drawn::Many(leaves.into_iter().chain(parts).collect())
            }
        }));
    }
    if let Some(Some(Drawn::Many(parts))) = drawn.pop() {
        builder.node("", parts);
    }
    builder.finish()
}

/// Whether a constructor without fields weighs nothing, and its type has no other such one.
fn is_empty(world: &World, node: &ValueNode) -> bool {
    let schema = &world.schema;
    let ctor = schema.constructor(node.ctor);
    let alike = schema.constructors_of(ctor.ty).filter(|other| schema.constructor(*other).slots.is_empty());
    ctor.slots.is_empty() && ctor.weight == 0 && alike.count() == 1
}

/// What stands in a node.
fn label(world: &World, node: &ValueNode, words: &[(&str, String)]) -> String {
    let ctor = world.schema.constructor(node.ctor);
    let with_fields = world.schema.constructors_of(ctor.ty).filter(|other| {
        matches!(world.ctor(*other).form, Form::Instance(_))
            && !world.schema.constructor(*other).slots.is_empty()
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
        _ => value.to_string(),
    }
}
