//! Infers the static types of attributes from their expressions.
//!
//! An attribute may ask substructures for itself, so its type is inferred from the parts of its expressions whose types are
//! known; an attribute whose type is not known yet is tried again when a type that it waits for is found. Mistakes are left for
//! `compile_expression.rs`, which checks everything afterwards; `untyped_attribute_error.rs` explains attributes that get no type.

use rustc_hash::FxHashMap;

use super::cel::ast::{Ast, Name, Node};
use super::resolved_spec::{FieldKind, Named, Table, Ty};

/// An attribute: its type's number and its own.
type Key = (usize, usize);

/// Finds the type of every attribute, as far as it has one.
pub(crate) fn find(table: &mut Table) {
    let mut todo: Vec<Key> = Vec::new();
    for (ty, def) in table.types.iter().enumerate().rev() {
        todo.extend((0..def.attributes.len()).rev().map(|attribute| (ty, attribute)));
    }
    let mut waiting: FxHashMap<Key, Vec<Key>> = FxHashMap::default();
    while let Some(key) = todo.pop() {
        let (ty, attribute) = key;
        let def = &table.types[ty].attributes[attribute];
        if def.ty.is_some() {
            continue;
        }
        let mut unknown = Vec::new();
        let bodies = def.bodies.iter().enumerate().filter_map(|(ctor, body)| Some((ctor, body.as_ref()?)));
        let found = bodies.into_iter().find_map(|(ctor, body)| infer(table, (ty, ctor), body, &mut unknown));
        table.types[ty].attributes[attribute].ty = found;
        if found.is_some() {
            todo.extend(waiting.remove(&key).unwrap_or_default());
        } else {
            unknown.into_iter().for_each(|other| waiting.entry(other).or_default().push(key));
        }
    }
}

/// The type of an expression in a constructor, given as its type and its number, as far as it is known; attributes
/// without a known type that it would take go to `unknown`.
pub(crate) fn infer(table: &Table, layer: (usize, usize), ast: &Ast, unknown: &mut Vec<Key>) -> Option<Ty> {
    match &ast.node {
        Node::Int(_) | Node::Neg(_) | Node::Arith(..) | Node::Abs(_) | Node::Size(_) => Some(Ty::Int),
        Node::Bool(_) | Node::Not(_) | Node::And(_) | Node::Or(_) | Node::Compare(..) | Node::In(..) => {
            Some(Ty::Bool)
        }
        Node::Text(_) => None,
        Node::If(choices, otherwise) => {
            let values = choices.iter().map(|(_, value)| value).chain([&**otherwise]);
            values.into_iter().find_map(|value| infer(table, layer, value, unknown))
        }
        Node::Path(path) => infer_path(table, layer, path, unknown),
    }
}

/// The type of the target of a path of names. Its first name is one of the constructor at hand, which may have another
/// field of that name than the type's other constructors; those after it are names of a whole type.
fn infer_path(
    table: &Table,
    (mut ty, ctor): (usize, usize),
    path: &[Name],
    unknown: &mut Vec<Key>,
) -> Option<Ty> {
    let (last, fields) = path.split_last()?;
    let mut at_hand = Some(ctor);
    let mut field = |ty: usize, name: &str| {
        let def = &table.types[ty];
        let own = at_hand.take().and_then(|ctor| def.ctors[ctor].field(name));
        own.or_else(|| def.field(name)).map(|field| &field.kind)
    };
    for name in fields {
        ty = match field(ty, &name.name)? {
            FieldKind::Node(part) => *part,
            _ => return None,
        };
    }
    let (def, name) = (&table.types[ty], last.name.as_str());
    match def.named(name) {
        Some(Named::Kind) => Some(Ty::Kind(ty)),
        Some(Named::RepOk) => Some(Ty::Bool),
        Some(Named::Attribute(attribute)) => {
            let found = def.attributes[attribute].ty;
            if found.is_none() {
                unknown.push((ty, attribute));
            }
            found
        }
        Some(Named::Field) => field(ty, name)?.data(),
        None => {
            let param = name == "n" || table.params.iter().any(|param| param.name == name);
            (param && fields.is_empty()).then_some(Ty::Int)
        }
    }
}
