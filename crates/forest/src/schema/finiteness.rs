//! Checks that every type has a finite value, and finitely many structures of each size.
//!
//! The second check is a search for a cycle in "a structure of this type and size can hold one of that
//! type and the *same* size": the constructor weighs nothing and its other slots can all be of size 0.
//! Without such a cycle each size has finitely many structures, and the types have an order in which
//! the structures of one size can be built ([`Schema::order`]).

use crate::index::{TypeIx, small};
use crate::schema::Schema;
use crate::schema::schema_error::SchemaError;
use crate::schema::types::SlotKind;

pub(super) fn check(schema: &mut Schema) -> Result<(), SchemaError> {
    smallest(schema);
    for ty in 0..schema.types() {
        finite(schema, TypeIx::from_word(small(ty)))?;
    }
    schema.order = order(schema)?;
    Ok(())
}

/// The least size of each type, by iteration to a fixed point.
fn smallest(schema: &mut Schema) {
    loop {
        let mut changed = false;
        for index in 0..schema.types.len() {
            let ty = TypeIx::from_word(small(index));
            let least = schema.constructors_of(ty).filter_map(|ctor| schema.min_size_of(ctor)).min();
            let known = schema.types[index].min_size;
            if least.is_some_and(|least| known.is_none_or(|known| least < known)) {
                schema.types[index].min_size = least;
                changed = true;
            }
        }
        if !changed {
            return;
        }
    }
}

/// A type is without finite values when following slots that have none never ends. Empty domains are
/// fine here: they depend on the scope, and leave the type without structures rather than endless.
fn finite(schema: &Schema, start: TypeIx) -> Result<(), SchemaError> {
    let mut bad = vec![true; schema.types()];
    loop {
        let mut changed = false;
        for index in 0..schema.types() {
            let ends = |ctor| {
                schema.constructor(ctor).slots.iter().all(|slot| match slot.kind {
                    SlotKind::Recursive(ty) => !bad[ty.index()],
                    SlotKind::Data(_) => true,
                })
            };
            if bad[index] && schema.constructors_of(TypeIx::from_word(small(index))).any(ends) {
                bad[index] = false;
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    if !bad[start.index()] {
        return Ok(());
    }
    let mut path = vec![start];
    loop {
        let last = path[path.len() - 1];
        let first = schema.constructors_of(last).next();
        let next = first.and_then(|ctor| {
            schema.constructor(ctor).slots.iter().find_map(|slot| match slot.kind {
                SlotKind::Recursive(ty) if bad[ty.index()] => Some(ty),
                _ => None,
            })
        });
        let Some(next) = next else { return Ok(()) };
        let seen = path.iter().position(|ty| *ty == next);
        path.push(next);
        if let Some(from) = seen {
            let path = path[from..].iter().map(|ty| schema.ty(*ty).name.clone()).collect();
            return Err(SchemaError::NoFiniteValue { ty: schema.ty(start).name.clone(), path });
        }
    }
}

/// The types that a structure of `ty` can hold without being larger than its part.
fn same_size(schema: &Schema, ty: TypeIx) -> Vec<TypeIx> {
    let mut parts = Vec::new();
    for ctor in schema.constructors_of(ty).map(|ctor| schema.constructor(ctor)) {
        let least = |skip: usize| {
            ctor.slots.iter().enumerate().filter(|(i, _)| *i != skip).try_fold(0_u32, |sum, (_, slot)| {
                match slot.kind {
                    SlotKind::Recursive(ty) => sum.checked_add(schema.ty(ty).min_size?),
                    SlotKind::Data(_) => Some(sum),
                }
            })
        };
        for position in ctor.recursive.iter().copied().filter(|_| ctor.weight == 0) {
            if let (Some(0), SlotKind::Recursive(part)) = (least(position), ctor.slots[position].kind) {
                parts.push(part);
            }
        }
    }
    parts
}

/// Depth-first order over [`same_size`], parts first; a cycle is refused.
fn order(schema: &Schema) -> Result<Vec<TypeIx>, SchemaError> {
    fn visit(
        schema: &Schema,
        ty: TypeIx,
        path: &mut Vec<TypeIx>,
        done: &mut Vec<TypeIx>,
    ) -> Result<(), SchemaError> {
        if done.contains(&ty) {
            return Ok(());
        }
        path.push(ty);
        if let Some(from) = path[..path.len() - 1].iter().position(|seen| *seen == ty) {
            let path = path[from..].iter().map(|ty| schema.ty(*ty).name.clone()).collect();
            return Err(SchemaError::GrowsForFree { ty: schema.ty(ty).name.clone(), path });
        }
        for part in same_size(schema, ty) {
            visit(schema, part, path, done)?;
        }
        path.pop();
        done.push(ty);
        Ok(())
    }
    let mut done = Vec::new();
    for index in 0..schema.types() {
        visit(schema, TypeIx::from_word(small(index)), &mut Vec::new(), &mut done)?;
    }
    Ok(done)
}
