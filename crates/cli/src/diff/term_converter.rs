//! Converts structures between the compact words of a schema and the terms of `dpgen_diff`.
//!
//! Lists and optional parts become fields with any number of parts. Their elements are parts as they are, but for elements
//! that are no parts of a type with constructors (numbers, lists of lists): these are wrapped in a node of their own.

use std::collections::HashMap;

use dpgen_diff::{Field, FieldKind, Node, NodeShape, Term, Value, Vocabulary};
use dpgen_forest::index::{CtorIx, TypeIx, signed};
use dpgen_forest::schema::{Domain, Schema, Shape, SlotKind};
use dpgen_forest::structure::{ValueNode, nodes_of};

/// A converter for one schema.
#[derive(Debug)]
pub struct TermConverter<'s> {
    schema: &'s Schema,
    vocabulary: Vocabulary,
    /// The number of each constructor's shape.
    shape_of_constructor: HashMap<CtorIx, usize>,
    /// The number of the shape that wraps the elements of a list or option.
    shape_of_wrapper: HashMap<TypeIx, usize>,
}

/// A list's or option's constructors: the one without an element, and the one with.
fn list_constructors(schema: &Schema, container: TypeIx) -> Option<(CtorIx, CtorIx)> {
    let mut constructors = schema.constructors_of(container);
    Some((constructors.next()?, constructors.next()?))
}

fn is_container(schema: &Schema, ty: TypeIx) -> bool {
    matches!(schema.ty(ty).shape, Shape::List | Shape::Option)
}

impl<'s> TermConverter<'s> {
    /// A converter for one schema.
    pub fn new(schema: &'s Schema) -> Self {
        let empty = (HashMap::new(), HashMap::new());
        let mut names = Self {
            schema,
            vocabulary: Vocabulary::default(),
            shape_of_constructor: empty.0,
            shape_of_wrapper: empty.1,
        };
        let mut forms = Vec::new();
        let types = schema.all_constructors().iter().map(|constructor| constructor.ty);
        for (number, ty) in (0_u32..).zip(types) {
            let ctor = CtorIx::from_word(number);
            let constructor = schema.constructor(ctor);
            let of = &schema.ty(ty).name;
            if !is_container(schema, ty) {
                let field = |slot: &dpgen_forest::schema::Slot| Field {
                    name: slot.name.clone(),
                    kind: names.kind(slot.kind),
                };
                let fields = constructor.slots.iter().map(field).collect();
                names.shape_of_constructor.insert(ctor, forms.len());
                forms.push(NodeShape { ty: of.clone(), name: constructor.name.clone(), fields });
            } else if let Some(slot) = constructor.slots.first().filter(|slot| names.is_wrapped(slot.kind)) {
                let fields = vec![Field { name: "value".to_owned(), kind: names.kind(slot.kind) }];
                names.shape_of_wrapper.insert(ty, forms.len());
                forms.push(NodeShape { ty: format!("{of} element"), name: "element".to_owned(), fields });
            }
        }
        names.vocabulary = Vocabulary::new(forms);
        names
    }

    /// The shapes.
    pub fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    /// Whether an element of this kind gets a node of its own.
    fn is_wrapped(&self, kind: SlotKind) -> bool {
        match kind {
            SlotKind::Data(_) => true,
            SlotKind::Recursive(ty) => is_container(self.schema, ty),
        }
    }

    fn kind(&self, kind: SlotKind) -> FieldKind {
        match kind {
            SlotKind::Data(domain) => match self.schema.domain(domain) {
                domain @ (Domain::Bool | Domain::Labels(_)) => {
                    FieldKind::Label((0..domain.len()).map(|index| domain.show(index)).collect())
                }
                // A reference is the number of its node.
                _ => FieldKind::Number,
            },
            SlotKind::Recursive(ty) if !is_container(self.schema, ty) => {
                FieldKind::Part(self.schema.ty(ty).name.clone())
            }
            SlotKind::Recursive(ty) => {
                let element = list_constructors(self.schema, ty)
                    .and_then(|(_, some)| self.schema.constructor(some).slots.first().map(|slot| slot.kind));
                FieldKind::Parts(match element {
                    Some(SlotKind::Recursive(element)) if !is_container(self.schema, element) => {
                        self.schema.ty(element).name.clone()
                    }
                    _ => format!("{} element", self.schema.ty(ty).name),
                })
            }
        }
    }

    /// A structure from its compact words.
    pub fn term(&self, words: &[u32]) -> Term {
        let values = nodes_of(self.schema, words);
        let mut builder = TermBuilder { nodes: Vec::new(), node_of: vec![0; values.len()] };
        for (place, value) in values.iter().enumerate() {
            // Containers are taken apart by what holds them.
            let Some(form) = self.shape_of_constructor.get(&value.ctor) else { continue };
            let slots = self.schema.constructor(value.ctor).slots.iter().zip(&value.slots);
            let slots =
                slots.map(|(slot, held)| self.value(&values, slot.kind, *held, &mut builder)).collect();
            builder.node_of[place] = builder.nodes.len();
            builder.nodes.push(Node(*form, slots));
        }
        Term::new(builder.nodes)
    }

    /// The value of a slot; adds the nodes of wrapped elements. It recurses as deep as containers are nested.
    fn value(&self, values: &[ValueNode], kind: SlotKind, held: i64, builder: &mut TermBuilder) -> Value {
        let part = |held: i64| usize::try_from(held).unwrap_or(usize::MAX);
        match kind {
            SlotKind::Data(domain) => match self.schema.domain(domain) {
                domain @ (Domain::Bool | Domain::Labels(_)) => Value::Label(shown(domain, held)),
                _ => Value::Number(held),
            },
            SlotKind::Recursive(ty) if !is_container(self.schema, ty) => {
                Value::Number(signed(builder.node_of[part(held)]))
            }
            SlotKind::Recursive(ty) => {
                let mut parts = Vec::new();
                let mut next = part(held);
                while let (layer, Some(slots)) = (&values[next], values[next].slots.split_first()) {
                    let slot = self.schema.constructor(layer.ctor).slots[0].kind;
                    let element = self.value(values, slot, *slots.0, builder);
                    match (self.shape_of_wrapper.get(&ty), &element) {
                        (Some(wrapper), _) => {
                            parts.push(builder.nodes.len());
                            builder.nodes.push(Node(*wrapper, vec![element]));
                        }
                        (None, Value::Number(node)) => parts.push(part(*node)),
                        (None, _) => {}
                    }
                    match slots.1.first() {
                        Some(rest) => next = part(*rest),
                        None => break,
                    }
                }
                Value::Parts(parts)
            }
        }
    }

    /// The layers of a structure, parts before wholes; none if it is none of the schema.
    pub fn value_nodes(&self, term: &Term) -> Option<Vec<ValueNode>> {
        let constructors: HashMap<usize, CtorIx> =
            self.shape_of_constructor.iter().map(|(ctor, form)| (*form, *ctor)).collect();
        let mut value_nodes = Vec::new();
        let mut node_of = Vec::with_capacity(term.nodes().len());
        for node in term.nodes() {
            let Some(ctor) = constructors.get(&node.0) else {
                // A wrapped element is unwrapped by the node that holds it.
                node_of.push(None);
                continue;
            };
            let slots = self.schema.constructor(*ctor).slots.iter().zip(&node.1);
            let slots =
                slots.map(|(slot, value)| self.slot(term, slot.kind, value, &node_of, &mut value_nodes));
            let slots = slots.collect::<Option<_>>()?;
            node_of.push(Some(value_nodes.len()));
            value_nodes.push(ValueNode { ctor: *ctor, slots });
        }
        Some(value_nodes)
    }

    /// The content of a slot; adds the value nodes of a container.
    fn slot(
        &self,
        term: &Term,
        kind: SlotKind,
        value: &Value,
        node_of: &[Option<usize>],
        value_nodes: &mut Vec<ValueNode>,
    ) -> Option<i64> {
        match (kind, value) {
            (SlotKind::Data(domain), Value::Label(label)) => match self.schema.domain(domain) {
                Domain::Bool => Some(i64::from(label == "true")),
                domain => domain.index_of_label(label).map(|index| domain.value(index)),
            },
            (SlotKind::Data(_), Value::Number(number)) => Some(*number),
            (SlotKind::Recursive(ty), Value::Number(part)) if !is_container(self.schema, ty) => {
                node_of.get(usize::try_from(*part).ok()?).copied().flatten().map(signed)
            }
            (SlotKind::Recursive(ty), Value::Parts(parts)) if is_container(self.schema, ty) => {
                let (none, some) = list_constructors(self.schema, ty)?;
                let slots = &self.schema.constructor(some).slots;
                let element = slots.first()?.kind;
                let mut last = value_nodes.len();
                if slots.len() == 1 && parts.len() > 1 {
                    return None;
                }
                if slots.len() > 1 || parts.is_empty() {
                    value_nodes.push(ValueNode { ctor: none, slots: Vec::new() });
                }
                for part in parts.iter().rev() {
                    let held = match self.shape_of_wrapper.contains_key(&ty) {
                        true => self.slot(
                            term,
                            element,
                            term.nodes().get(*part)?.1.first()?,
                            node_of,
                            value_nodes,
                        )?,
                        false => signed(node_of.get(*part).copied().flatten()?),
                    };
                    let rest = (slots.len() > 1).then_some(signed(last));
                    last = value_nodes.len();
                    value_nodes
                        .push(ValueNode { ctor: some, slots: [held].into_iter().chain(rest).collect() });
                }
                Some(signed(last))
            }
            _ => None,
        }
    }
}

/// A label or truth value by its index.
fn shown(domain: &Domain, held: i64) -> String {
    match domain {
        Domain::Bool => (held != 0).to_string(),
        domain => {
            let label = u32::try_from(held).ok().and_then(|index| domain.label(index));
            label.unwrap_or_default().to_owned()
        }
    }
}

/// The nodes that are made, and where each layer of the structure went.
struct TermBuilder {
    nodes: Vec<Node>,
    node_of: Vec<usize>,
}

#[cfg(test)]
mod tests {
    use super::TermConverter;
    use dpgen_forest::Scope;
    use dpgen_spec::{Spec, builtin};
    use std::sync::Arc;

    #[test]
    fn structures_of_all_specs_come_back() {
        for (name, text) in builtin::ALL {
            let spec = Spec::parse(name, text).expect("it is built in");
            let scope = Scope::new(3);
            let model = Arc::new(spec.model(&scope).expect("it fits"));
            let catalog =
                dpgen_engine::build(&model, &scope, &dpgen_engine::Options::default()).expect("it builds");
            let names = TermConverter::new(catalog.schema());
            for size in 0..=3 {
                let mut structures = catalog.iter_compact(size);
                let mut rank = 0_u32;
                while let Some(words) = structures.next().filter(|_| rank < 200) {
                    let term = names.term(words);
                    assert!(term.is_of(names.vocabulary()), "{name} {words:?}: {term:?}");
                    let value_nodes = names.value_nodes(&term).expect("it is of the schema");
                    assert_eq!(
                        catalog.find(&value_nodes),
                        Some((size, rank.into())),
                        "{name} {words:?}: {term:?}"
                    );
                    rank += 1;
                }
            }
        }
    }
}
