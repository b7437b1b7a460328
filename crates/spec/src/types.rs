//! The static types of attributes, found from their expressions, and attributes that define themselves.
//!
//! An attribute may ask substructures for itself, so its type is found by iteration: an expression's type
//! is what its known parts say; mistakes are left for `compile.rs`, which checks everything afterwards.

use super::SpecError;
use super::ast::{Ast, Node};
use super::table::{FieldKind, Named, Table, Ty};
use super::text::Source;

/// Finds the type of every attribute, and refuses those that are defined by themselves.
pub(crate) fn find(source: &Source, table: &mut Table) -> Result<(), SpecError> {
    loop {
        let mut changed = false;
        for ty in 0..table.types.len() {
            for attribute in 0..table.types[ty].attributes.len() {
                let def = &table.types[ty].attributes[attribute];
                if def.ty.is_some() {
                    continue;
                }
                let mut bodies = def.bodies.iter().flatten();
                let found = bodies.find_map(|body| infer(table, ty, body));
                changed |= found.is_some();
                table.types[ty].attributes[attribute].ty = found;
            }
        }
        if !changed {
            break;
        }
    }
    for ty in &table.types {
        for attribute in &ty.attributes {
            if attribute.ty.is_none() {
                let message = format!("the type of the attribute `{}` can not be told", attribute.name);
                return Err(source.error(attribute.span, message).help(
                    "every definition is a bare string, a mistake, or leads back to the attribute itself",
                ));
            }
        }
    }
    (0..table.types.len()).try_for_each(|ty| acyclic(source, table, ty))
}

/// The type of an expression in a type's constructor, as far as it is known.
pub(crate) fn infer(table: &Table, ty: usize, ast: &Ast) -> Option<Ty> {
    match &ast.node {
        Node::Int(_) | Node::Neg(_) | Node::Arith(..) | Node::Abs(_) | Node::Size(_) => Some(Ty::Int),
        Node::Bool(_) | Node::Not(_) | Node::And(_) | Node::Or(_) | Node::Compare(..) | Node::In(..) => {
            Some(Ty::Bool)
        }
        Node::Text(_) => None,
        Node::If(_, a, b) => infer(table, ty, a).or_else(|| infer(table, ty, b)),
        Node::Name(name) => match table.types[ty].named(name) {
            None => (name == "n" || table.params.iter().any(|param| param.name == *name)).then_some(Ty::Int),
            Some(_) => type_of(table, ty, name),
        },
        Node::Select(operand, name, _) => type_of(table, part(table, ty, operand)?, name),
    }
}

/// The type that a path of fields leads to.
fn part(table: &Table, ty: usize, ast: &Ast) -> Option<usize> {
    let (ty, name) = match &ast.node {
        Node::Name(name) => (ty, name),
        Node::Select(operand, name, _) => (part(table, ty, operand)?, name),
        _ => return None,
    };
    match table.types[ty].field(name)?.kind {
        FieldKind::Node(part) => Some(part),
        _ => None,
    }
}

fn type_of(table: &Table, ty: usize, name: &str) -> Option<Ty> {
    let def = &table.types[ty];
    match def.named(name)? {
        Named::Kind => Some(Ty::Kind(ty)),
        Named::RepOk => Some(Ty::Bool),
        Named::Attribute(attribute) => def.attributes[attribute].ty,
        Named::Field => def.field(name)?.kind.data(),
    }
}

/// The own attributes that an expression reads by their bare names.
fn reads(table: &Table, ty: usize, ast: &Ast, found: &mut Vec<usize>) {
    match &ast.node {
        Node::Name(name) => found.extend(table.types[ty].attribute(name)),
        Node::Int(_) | Node::Bool(_) | Node::Text(_) | Node::Select(..) | Node::Size(_) => {}
        Node::Not(a) | Node::Neg(a) | Node::Abs(a) => reads(table, ty, a, found),
        Node::And(parts) | Node::Or(parts) => parts.iter().for_each(|part| reads(table, ty, part, found)),
        Node::Compare(_, a, b) | Node::Arith(_, a, b) => {
            [a, b].iter().for_each(|a| reads(table, ty, a, found))
        }
        Node::If(a, b, c) => [a, b, c].iter().for_each(|a| reads(table, ty, a, found)),
        Node::In(item, list) => {
            reads(table, ty, item, found);
            list.iter().for_each(|element| reads(table, ty, element, found));
        }
    }
}

/// Refuses attributes of one layer that need each other.
fn acyclic(source: &Source, table: &Table, ty: usize) -> Result<(), SpecError> {
    fn visit(
        source: &Source,
        table: &Table,
        place: (usize, usize),
        path: &mut Vec<usize>,
        done: &mut Vec<usize>,
    ) -> Result<(), SpecError> {
        let (ty, ctor) = place;
        let def = &table.types[ty];
        let Some(last) = path.last().copied().filter(|last| !done.contains(last)) else { return Ok(()) };
        if let Some(from) = path[..path.len() - 1].iter().position(|seen| *seen == last) {
            let names: Vec<String> =
                path[from..].iter().map(|at| format!("`{}`", def.attributes[*at].name)).collect();
            let message = format!(
                "the attribute {} of `{}` is defined by itself: {}",
                names[0],
                def.ctors[ctor].name,
                names.join(" -> ")
            );
            return Err(source
                .error(def.attributes[last].span, message)
                .help("ask a substructure for it, as in `left.height`"));
        }
        let mut next = Vec::new();
        if let Some(body) = &def.attributes[last].bodies[ctor] {
            reads(table, ty, body, &mut next);
        }
        for attribute in next {
            path.push(attribute);
            visit(source, table, place, path, done)?;
            path.pop();
        }
        done.push(last);
        Ok(())
    }
    for ctor in 0..table.types[ty].ctors.len() {
        let mut done = Vec::new();
        for attribute in 0..table.types[ty].attributes.len() {
            visit(source, table, (ty, ctor), &mut vec![attribute], &mut done)?;
        }
    }
    Ok(())
}
