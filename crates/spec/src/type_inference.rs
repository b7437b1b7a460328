//! Infers the static types of attributes from their expressions.
//!
//! An attribute may ask substructures for itself, so its type is inferred from the parts of its expressions whose types are
//! known; an attribute whose type is not known yet is tried again when a type that it waits for is found. Mistakes are left for
//! `compile_expression.rs`, which checks everything afterwards; `untyped_attribute_error.rs` explains attributes that get no type.

use rustc_hash::FxHashMap;

use super::cel::ast::{Ast, ListFunction, Name, Node};
use super::resolved_spec::{CONTEXT_NAME, FieldKind, Named, Table};
use super::static_types::Ty;

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
        let found =
            bodies.into_iter().find_map(|(ctor, body)| infer(table, Some((ty, ctor)), body, &mut unknown));
        table.types[ty].attributes[attribute].ty = found;
        if found.is_some() {
            todo.extend(waiting.remove(&key).unwrap_or_default());
        } else {
            unknown.into_iter().for_each(|other| waiting.entry(other).or_default().push(key));
        }
    }
}

/// The type of an expression in a constructor, given as its type and its number, or where only parameters have names; as far
/// as it is known. Attributes without a known type that it would take go to `unknown`.
pub(crate) fn infer(
    table: &Table,
    layer: Option<(usize, usize)>,
    ast: &Ast,
    unknown: &mut Vec<Key>,
) -> Option<Ty> {
    let list = |ty: Ty| ty.list().map(Ty::List);
    match &ast.node {
        Node::Int(_) | Node::OwnNumber | Node::Neg(_) | Node::Abs(_) | Node::Size(_) => Some(Ty::Int),
        Node::Arith(first, rest) => {
            let operands = || std::iter::once(&**first).chain(rest.iter().map(|(_, operand)| operand));
            // No attribute is a list, so that none is waited for.
            let types = operands().filter_map(|operand| infer(table, layer, operand, &mut Vec::new()));
            let found = types.into_iter().find(|ty| matches!(ty, Ty::List(_)));
            found.or_else(|| (!operands().any(is_list)).then_some(Ty::Int))
        }
        Node::List(items) => items.iter().find_map(|item| infer(table, layer, item, unknown)).and_then(list),
        Node::Index(of, _) => infer(table, layer, of, unknown)?.item(),
        Node::Call(ListFunction::Count, _) => Some(Ty::Int),
        Node::Call(ListFunction::Positions | ListFunction::Range, _) => list(Ty::Int),
        Node::Call(_, operands) => infer(table, layer, operands.first()?, unknown),
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

/// Whether an expression is a list that is written out.
const fn is_list(ast: &Ast) -> bool {
    matches!(ast.node, Node::List(_))
}

/// The type of a value of a context, or of what it holds at some places, if the path is one.
fn infer_context(table: &Table, layer: Option<(usize, usize)>, path: &[Name]) -> Option<Ty> {
    let (first, rest) = path.split_first()?;
    let (value, places) = rest.split_first()?;
    let def = &table.types[layer?.0];
    if first.name != CONTEXT_NAME {
        return None;
    }
    let value = &def.context[def.context_value(&value.name)?];
    places.iter().try_fold(value.ty, |ty, _| ty.item())
}

/// The type of the target of a path of names. Its first name is one of the constructor at hand, which may have another
/// field of that name than the type's other constructors; those after it are names of a whole type.
fn infer_path(
    table: &Table,
    layer: Option<(usize, usize)>,
    path: &[Name],
    unknown: &mut Vec<Key>,
) -> Option<Ty> {
    if let Some(ty) = infer_context(table, layer, path) {
        return Some(ty);
    }
    let is_param = |name: &str| name == "n" || table.params.iter().any(|param| param.name == name);
    let Some((mut ty, ctor)) = layer else {
        return path.first().filter(|name| is_param(&name.name)).map(|_| Ty::Int);
    };
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
        None => (is_param(name) && fields.is_empty()).then_some(Ty::Int),
    }
}
