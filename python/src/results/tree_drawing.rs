//! Draws structures as trees, in the formats of the crate `dpgen-draw`.
//!
//! An instance is a node with its data in the label; the elements of a list or tuple are children of the instance that holds
//! it. The label has the name of the class, unless it is the only class of its type with fields and there is data to show. A node that
//! references lead to has its number first, `#3`; a reference is `-> #3` in the label of what refers to it, and an edge to that node where
//! drawings can have one.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use dpgen_draw::{NodeId, NotATree, Parts, Svg, Text, Tree, TreeBuilder, dot};
use dpgen_forest::index::{TypeIx, at};
use dpgen_forest::schema::{Domain, SlotKind};
use dpgen_forest::structure::ValueNode;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::schema::collection_form::CollectionForm;
use crate::schema::object_schema::{Form, ObjectSchema};

/// A node that references lead to: its type and number.
type NumberedNode = (TypeIx, i64);

/// The tree nodes of a node of the structure.
enum TreeNodes {
    One(NodeId),
    /// None, for a reference.
    Reference(NumberedNode),
    /// The elements of a list or tuple.
    Elements(Vec<NodeId>),
    /// The characters of a text, which the label of what holds it shows.
    Text(String),
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
    let numbers = numbers(objects, nodes);
    let texts = text_types(objects);
    let (mut numbered, mut references) = (HashMap::new(), Vec::new());
    for (node, number) in nodes.iter().zip(numbers) {
        let form = &objects.constructor(node.ctor).form;
        let slots = &objects.schema.constructor(node.ctor).slots;
        let (mut words, mut parts, mut refers) = (Vec::new(), Vec::new(), Vec::new());
        let is_text = texts.contains(&objects.schema.constructor(node.ctor).ty);
        let mut characters = String::new();
        for (place, (slot, value)) in slots.iter().zip(&node.slots).enumerate() {
            match slot.kind {
                SlotKind::Data(domain) => match objects.constructor(node.ctor).refers(place) {
                    Some(of) => refers.push((slot.name.as_str(), (of, *value))),
                    None => words.push((slot.name.as_str(), word(objects.schema.domain(domain), *value))),
                },
                SlotKind::Recursive(_) => {
                    let part = u32::try_from(*value).ok().and_then(|part| drawn.get_mut(at(part)));
                    match part.and_then(Option::take) {
                        Some(TreeNodes::One(part)) => parts.push(part),
                        Some(TreeNodes::Reference(to)) => refers.push((slot.name.as_str(), to)),
                        Some(TreeNodes::Elements(elements)) => parts.extend(elements),
                        Some(TreeNodes::Text(text)) if is_text => characters = text,
                        Some(TreeNodes::Text(text)) => words.push((slot.name.as_str(), text)),
                        None => {}
                    }
                }
            }
        }
        drawn.push(Some(match form {
            Form::None => TreeNodes::One(builder.empty("None")),
            Form::Made(CollectionForm { quote: Some(quote), .. }) => {
                TreeNodes::Text(format!("{quote}{characters}'"))
            }
            Form::Nil | Form::Cons if is_text => {
                let first = words.first().map(|(_, word)| character(word)).unwrap_or_default();
                TreeNodes::Text(first + &characters)
            }
            // A class without fields for an empty structure.
            Form::Instance(_) if is_empty(objects, node) => {
                TreeNodes::One(builder.empty(&objects.schema.constructor(node.ctor).name))
            }
            Form::Instance(_) => {
                let number = number.map(|(_, number)| format!("#{number}"));
                let label = label(objects, node, &words);
                let to = refers.iter().map(|(name, (_, number))| format!("{name} -> #{number}"));
                let label = number.into_iter().chain([label]).chain(to).collect::<Vec<_>>().join(" ");
                let made = builder.node(&label, parts);
                references.extend(refers.into_iter().map(|(_, to)| (made, to)));
                TreeNodes::One(made)
            }
            Form::Value if !refers.is_empty() => TreeNodes::Reference(refers[0].1),
            // A record is drawn as an instance is, any other collection by its elements.
            Form::Made(_) if objects.schema.constructor(node.ctor).weight > 0 && !slots.is_empty() => {
                TreeNodes::One(builder.node(&label(objects, node, &words), parts))
            }
            Form::Nil | Form::Cons | Form::Tuple | Form::Value | Form::Made(_) => {
                let mut leaves = words.iter().map(|(_, word)| builder.leaf(word)).collect::<Vec<_>>();
                for (_, to) in refers {
                    leaves.push(builder.leaf(&format!("-> #{}", to.1)));
                    references.extend(leaves.last().map(|leaf| (*leaf, to)));
                }
                // The first element of a list is before the rest.
                TreeNodes::Elements(leaves.into_iter().chain(parts).collect())
            }
        }));
        if let (Some(number), Some(Some(TreeNodes::One(made)))) = (number, drawn.last()) {
            numbered.insert(number, *made);
        }
    }
    match drawn.pop() {
        Some(Some(TreeNodes::Elements(parts))) => {
            builder.node("", parts);
        }
        Some(Some(TreeNodes::Text(text))) => {
            builder.node(&text, Vec::<NodeId>::new());
        }
        _ => {}
    }
    for (from, to) in references {
        if let Some(to) = numbered.get(&to) {
            builder.refer(from, *to);
        }
    }
    builder.finish()
}

/// The types of texts, and of the lists of their characters.
fn text_types(objects: &ObjectSchema) -> BTreeSet<TypeIx> {
    let mut texts = BTreeSet::new();
    let made = objects.schema.all_constructors().iter().zip(&objects.constructors);
    for (described, constructor) in made {
        if !matches!(&constructor.form, Form::Made(form) if form.quote.is_some()) {
            continue;
        }
        texts.insert(described.ty);
        // The last slot of a text, or of a list of characters, is a list of characters.
        let mut next = described.slots.last().map(|slot| slot.kind);
        while let Some(SlotKind::Recursive(ty)) = next
            && texts.insert(ty)
        {
            let cons = objects.schema.constructors_of(ty).last();
            next = cons.and_then(|cons| objects.schema.constructor(cons).slots.last()).map(|slot| slot.kind);
        }
    }
    texts
}

/// A character, given as the word of its label, or as the number of a byte.
fn character(word: &str) -> String {
    match word.parse::<u8>() {
        Ok(byte) => std::ascii::escape_default(byte).to_string(),
        Err(_) => word.get(1..word.len() - 1).unwrap_or_default().to_owned(),
    }
}

/// The numbers of the nodes that references lead to. Nodes of a structure come after their parts, numbers go from wholes to parts.
fn numbers(objects: &ObjectSchema, nodes: &[ValueNode]) -> Vec<Option<NumberedNode>> {
    let mut numbers = vec![None; nodes.len()];
    let mut met: BTreeMap<TypeIx, i64> = BTreeMap::new();
    let mut waiting: Vec<usize> = nodes.len().checked_sub(1).into_iter().collect();
    while let Some(node) = waiting.pop() {
        let ValueNode { ctor, slots } = &nodes[node];
        if let Some(of) = objects.constructor(*ctor).node {
            let met = met.entry(of).or_default();
            numbers[node] = Some((of, *met));
            *met += 1;
        }
        for (slot, value) in objects.schema.constructor(*ctor).slots.iter().zip(slots).rev() {
            if let (SlotKind::Recursive(_), Ok(part)) = (slot.kind, usize::try_from(*value)) {
                waiting.push(part);
            }
        }
    }
    numbers
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
