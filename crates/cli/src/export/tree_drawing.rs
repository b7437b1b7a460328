//! A structure as a tree that can be drawn.
//!
//! Substructures are nodes, and data stands in the label of the constructor that holds it: `4 red`, or `key=0 degree=1` where
//! it has several fields for data. Its name comes first, unless it is the only one of its type that has fields and there is
//! data to show. A constructor without fields is a dot, if it weighs nothing and its type has no other such one. The elements
//! of a list are parts of what holds the list, so that an empty one does not show; containers of plain values are written in
//! labels, as the format `text` writes them. A node that references can lead to has its number first, `#3`; a reference shows as
//! `-> #3`, and is an edge to that node where drawings can have one. Edges are labelled where their order does not tell which field
//! they lead to. A node of a constructor has the number that it has among the structure's nodes
//! ([`nodes_of`](dpgen_forest::structure::nodes_of)).

use std::collections::HashMap;
use std::mem;

use dpgen_draw::{NodeId, Part, Tree, TreeBuilder};
use dpgen_forest::index::TypeIx;
use dpgen_forest::schema::{Constructor, Domain, Schema, Shape, Slot, SlotKind};
use dpgen_forest::structure::NodeNumbers;

use crate::export::structure_walk::{Bracket, Sink, walk};
use crate::export::text;

/// The tree of a structure, given by its compact words.
pub(crate) fn tree(schema: &Schema, words: &[u32]) -> Option<Tree> {
    let (builder, is_flat) = (TreeBuilder::new(), is_flat(schema));
    let mut sink = TreeSink {
        schema,
        is_flat,
        builder,
        open: vec![OpenBracket::default()],
        name: String::new(),
        numbers: NodeNumbers::new(schema),
        nodes: HashMap::new(),
        references: Vec::new(),
        closed: 0,
    };
    walk(schema, words, &mut sink);
    let OpenBracket { mut fields, references, .. } = sink.open.pop()?;
    let whole = fields.pop()?.value;
    let whole = sink.node(whole);
    sink.references.extend(references.into_iter().map(|to| (whole, to)));
    for (from, to) in &sink.references {
        sink.builder.refer(*from, *sink.nodes.get(to)?);
    }
    sink.builder.finish().ok()
}

/// The content of a field.
enum Value {
    /// A text for a label; whether it is the name of a `bool`.
    Word(String, bool),
    /// A substructure.
    Node(NodeId),
    /// The elements of a container with substructures, and the label of a node for it.
    Elements(Vec<Field>, &'static str),
    /// A constructor without fields that weighs nothing and is the only such one of its type; and the node's number.
    Empty(String, usize),
}

/// A node that references can lead to: its type and number.
type NumberedNode = (TypeIx, u32);

/// A bracket that was not closed.
#[derive(Default)]
struct OpenBracket {
    /// Its fields so far.
    fields: Vec<Field>,
    /// What it refers to, apart from nodes within it that refer to something.
    references: Vec<NumberedNode>,
    /// Its number, if references can lead to it.
    number: Option<u32>,
}

/// A field, or an element of a container.
struct Field {
    name: String,
    value: Value,
}

/// Builds the nodes of a tree from the leaves up.
struct TreeSink<'s> {
    schema: &'s Schema,
    /// Whether each type is a container of plain values.
    is_flat: Vec<bool>,
    builder: TreeBuilder,
    /// The open brackets; the first holds the whole.
    open: Vec<OpenBracket>,
    /// The name of the next field.
    name: String,
    /// The nodes met so far.
    numbers: NodeNumbers,
    /// The nodes that references can lead to.
    nodes: HashMap<NumberedNode, NodeId>,
    /// The references from nodes.
    references: Vec<(NodeId, NumberedNode)>,
    /// How many nodes of the structure were met with all their parts.
    closed: usize,
}

impl TreeSink<'_> {
    fn push(&mut self, value: Value) {
        if let Some(outer) = self.open.last_mut() {
            outer.fields.push(Field { name: mem::take(&mut self.name), value });
        }
    }

    /// A value as a node of its own.
    fn node(&mut self, value: Value) -> NodeId {
        match value {
            Value::Word(word, _) => self.builder.leaf(&word),
            Value::Empty(word, number) => {
                let leaf = self.builder.leaf(&word);
                self.builder.number(leaf, number);
                leaf
            }
            Value::Node(node) => node,
            Value::Elements(fields, label) => {
                let parts: Vec<NodeId> = fields.into_iter().map(|field| self.part(field.value)).collect();
                self.builder.node(label, parts)
            }
        }
    }

    /// A value as a part of a node: an empty constructor is a dot.
    fn part(&mut self, value: Value) -> NodeId {
        match value {
            Value::Empty(name, number) => {
                let dot = self.builder.empty(&name);
                self.builder.number(dot, number);
                dot
            }
            value => self.node(value),
        }
    }

    fn container(&mut self, fields: Vec<Field>, [open, close]: [char; 2], label: &'static str) -> Value {
        let words: Option<Vec<&str>> = fields
            .iter()
            .map(|field| if let Value::Word(word, _) = &field.value { Some(word.as_str()) } else { None })
            .collect();
        match words {
            Some(words) => Value::Word(format!("{open}{}{close}", words.join(" ")), false),
            None => Value::Elements(fields, label),
        }
    }

    /// The node of a constructor.
    fn constructor(&mut self, ctor: &Constructor, open: OpenBracket) -> Value {
        let OpenBracket { fields, references, number } = open;
        let value = self.unnumbered(ctor, fields, number);
        if let Value::Node(node) = value {
            self.nodes.extend(number.map(|number| ((ctor.ty, number), node)));
            self.references.extend(references.into_iter().map(|to| (node, to)));
            self.builder.number(node, self.closed);
        }
        value
    }

    /// The same, before it is known by its number.
    fn unnumbered(&mut self, ctor: &Constructor, fields: Vec<Field>, number: Option<u32>) -> Value {
        let number = number.map(|number| format!("#{number}"));
        if ctor.slots.is_empty() {
            let alike = |other: &Constructor| other.ty == ctor.ty && other.slots.is_empty();
            let alone = self.schema.all_constructors().iter().filter(|other| alike(other)).count() == 1;
            return if alone && ctor.weight == 0 {
                Value::Empty(ctor.name.clone(), self.closed)
            } else {
                let words: Vec<String> = number.into_iter().chain([ctor.name.clone()]).collect();
                Value::Node(self.builder.leaf(&words.join(" ")))
            };
        }
        let in_label = |kind: SlotKind| match kind {
            SlotKind::Data(domain) => *self.schema.domain(domain) != Domain::Bool,
            SlotKind::Recursive(ty) => self.is_flat[ty.index()],
        };
        let is_structure =
            |kind: SlotKind| matches!(kind, SlotKind::Recursive(ty) if !self.is_flat[ty.index()]);
        let single = ctor.slots.iter().filter(|slot| in_label(slot.kind)).count() == 1;
        let structures: Vec<bool> = ctor.slots.iter().map(|slot| is_structure(slot.kind)).collect();
        let substructures = structures.iter().filter(|is_structure| **is_structure).count();
        let nodes =
            fields.iter().filter(|field| matches!(field.value, Value::Node(_) | Value::Empty(..))).count();
        let in_order = substructures < 2 || nodes == substructures;
        let (mut words, mut parts): (Vec<String>, Vec<Part>) = (Vec::new(), Vec::new());
        for (Field { name, value }, is_structure) in fields.into_iter().zip(structures) {
            let edge = (!in_order).then_some(name.as_str());
            match value {
                // No part shows that there is none.
                Value::Word(word, _) if is_structure && word == "[]" => {}
                Value::Word(word, is_bool) => {
                    let plain = is_bool || (single && !is_structure) || name.parse::<u32>().is_ok();
                    let between = if word.starts_with("-> #") { " " } else { "=" };
                    words.push(if plain { word } else { format!("{name}{between}{word}") });
                }
                Value::Elements(elements, _) => {
                    for (number, element) in elements.into_iter().enumerate() {
                        let node = self.part(element.value);
                        parts.push(edge.map_or_else(
                            || node.into(),
                            |edge| Part::named(&format!("{edge}[{number}]"), node),
                        ));
                    }
                }
                value => {
                    let node = self.part(value);
                    parts.push(edge.map_or_else(|| node.into(), |edge| Part::named(edge, node)));
                }
            }
        }
        let with_fields = |other: &&Constructor| other.ty == ctor.ty && !other.slots.is_empty();
        if words.is_empty() || self.schema.all_constructors().iter().filter(with_fields).count() > 1 {
            words.insert(0, ctor.name.clone());
        }
        words.splice(0..0, number);
        Value::Node(self.builder.node(&words.join(" "), parts))
    }
}

impl Sink for TreeSink<'_> {
    fn open(&mut self, bracket: Bracket<'_>) {
        // The name belongs to what is opened: it is taken up again when that is closed.
        let name = mem::take(&mut self.name);
        if let Some(outer) = self.open.last_mut() {
            outer.fields.push(Field { name, value: Value::Empty(String::new(), 0) });
        }
        let number = match bracket {
            Bracket::Constructor(ctor, _) => self.numbers.enter(ctor),
            Bracket::List | Bracket::Tuple | Bracket::Some => None,
        };
        self.open.push(OpenBracket { number, ..OpenBracket::default() });
    }

    fn part(&mut self, name: &str) {
        name.clone_into(&mut self.name);
    }

    fn close(&mut self, bracket: Bracket<'_>) {
        let Some(mut open) = self.open.pop() else { return };
        if !matches!(bracket, Bracket::Constructor(..))
            && let Some(outer) = self.open.last_mut()
        {
            // Containers have no node of their own.
            outer.references.append(&mut open.references);
        }
        let elements = open.fields.len();
        let value = match bracket {
            Bracket::Constructor(ctor, _) => self.constructor(ctor, open),
            Bracket::List => self.container(open.fields, ['[', ']'], "[]"),
            Bracket::Tuple => self.container(open.fields, ['(', ')'], "()"),
            Bracket::Some => match open.fields.pop().map(|field| field.value) {
                Some(Value::Word(word, _)) if word == "-" || word.starts_with("Some(") => {
                    Value::Word(format!("Some({word})"), false)
                }
                Some(Value::Word(word, _)) => Value::Word(word, false),
                Some(value) => value,
                None => Value::Word("-".to_owned(), false),
            },
        };
        // The chain of a list has a node for each element, and one for its end.
        self.closed += if matches!(bracket, Bracket::List) { elements + 1 } else { 1 };
        if let Some(place) = self.open.last_mut().and_then(|outer| outer.fields.last_mut()) {
            place.value = value;
        }
    }

    fn none(&mut self) {
        self.closed += 1;
        self.push(Value::Word("-".to_owned(), false));
    }

    fn data(&mut self, domain: &Domain, index: u32) {
        if let Domain::Nodes { of, .. } = domain {
            if let Some(open) = self.open.last_mut() {
                open.references.push((*of, index));
            }
            self.push(Value::Word(format!("-> {}", domain.show(index)), false));
            return;
        }
        let is_bool = *domain == Domain::Bool;
        let named = is_bool && !self.name.is_empty() && self.name.parse::<u32>().is_err();
        let word = text::data(domain, index, named.then_some(&*self.name));
        self.push(Value::Word(word, named));
    }
}

/// For each type, whether it is a container in which there are only plain values and such containers.
fn is_flat(schema: &Schema) -> Vec<bool> {
    let mut is_flat: Vec<bool> = schema.all_types().iter().map(|ty| ty.shape != Shape::Plain).collect();
    // Takes out types that hold something else, until none is left.
    loop {
        let holds_other = |ctor: &&Constructor| {
            let other = |slot: &Slot| matches!(slot.kind, SlotKind::Recursive(ty) if !is_flat[ty.index()]);
            is_flat[ctor.ty.index()] && ctor.slots.iter().any(other)
        };
        match schema.all_constructors().iter().find(holds_other).map(|ctor| ctor.ty) {
            Some(ty) => is_flat[ty.index()] = false,
            None => return is_flat,
        }
    }
}
