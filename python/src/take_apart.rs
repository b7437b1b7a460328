//! The nodes of a Python object, to find its rank: the inverse of `instances.rs`.
//!
//! Parts come before wholes. The parts of an object wait on a stack of our own, as it can be deeper than a thread's.

use dpgen_forest::index::{CtorIx, TypeIx, small};
use dpgen_forest::schema::SlotKind;
use dpgen_forest::structure::ValueNode;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

use crate::world::{Form, World};

/// What is left to do.
enum Work<'py> {
    /// Take an object of a type apart.
    Object(Bound<'py, PyAny>, TypeIx),
    /// Take apart a list of this type from an element on.
    List(Bound<'py, PyAny>, usize, TypeIx),
    /// Make a node of a constructor, with the data of its slots, after its parts.
    Node(CtorIx, Vec<Option<i64>>),
}

/// The nodes of an object, if it can be a structure of this type.
pub(crate) fn nodes(
    world: &World,
    object: &Bound<'_, PyAny>,
    ty: TypeIx,
) -> PyResult<Option<Vec<ValueNode>>> {
    let mut nodes: Vec<ValueNode> = Vec::new();
    let mut done: Vec<i64> = Vec::new();
    let mut work = vec![Work::Object(object.clone(), ty)];
    while let Some(next) = work.pop() {
        let (ctor, parts, data) = match next {
            Work::Node(ctor, data) => {
                let parts = data.iter().filter(|data| data.is_none()).count();
                let mut taken = done.split_off(done.len() - parts).into_iter();
                let slots = data.into_iter().map(|data| data.or_else(|| taken.next()).unwrap_or(-1));
                nodes.push(ValueNode { ctor, slots: slots.collect() });
                done.push(i64::from(small(nodes.len() - 1)));
                continue;
            }
            Work::Object(object, ty) if is_list(world, ty) => {
                let fits = if world.tuples[ty.index()] {
                    object.cast_exact::<PyTuple>().is_ok()
                } else {
                    object.cast_exact::<PyList>().is_ok()
                };
                if !fits {
                    return Ok(None);
                }
                work.push(Work::List(object, 0, ty));
                continue;
            }
            Work::Object(object, ty) => {
                let Some((ctor, parts)) = layer(world, &object, ty)? else { return Ok(None) };
                let Some(data) = data_of(world, ctor, &parts) else { return Ok(None) };
                (ctor, parts, data)
            }
            Work::List(list, from, ty) => {
                let more = from < list.len()?;
                let wanted = |ctor: &CtorIx| matches!(world.ctor(*ctor).form, Form::Cons) == more;
                let Some(ctor) = world.schema.constructors_of(ty).find(wanted) else { return Ok(None) };
                if !more {
                    work.push(Work::Node(ctor, Vec::new()));
                    continue;
                }
                let parts = vec![list.get_item(from)?, list.clone()];
                let Some(data) = data_of(world, ctor, &parts) else { return Ok(None) };
                let SlotKind::Recursive(rest) = world.schema.constructor(ctor).slots[1].kind else {
                    return Ok(None);
                };
                work.push(Work::Node(ctor, data));
                // The last one that is pushed is the first to be done.
                work.push(Work::List(list, from + 1, rest));
                if let (SlotKind::Recursive(ty), Some(first)) =
                    (world.schema.constructor(ctor).slots[0].kind, parts.into_iter().next())
                {
                    work.push(Work::Object(first, ty));
                }
                continue;
            }
        };
        work.push(Work::Node(ctor, data));
        for (slot, part) in world.schema.constructor(ctor).slots.iter().zip(parts).rev() {
            if let SlotKind::Recursive(ty) = slot.kind {
                work.push(Work::Object(part, ty));
            }
        }
    }
    Ok(Some(nodes))
}

fn is_list(world: &World, ty: TypeIx) -> bool {
    matches!(world.ctor(world.schema.ty(ty).first).form, Form::Nil | Form::Cons)
}

/// What the slots of an object hold, by the constructor of the type that it is of.
fn layer<'py>(
    world: &World,
    object: &Bound<'py, PyAny>,
    ty: TypeIx,
) -> PyResult<Option<(CtorIx, Vec<Bound<'py, PyAny>>)>> {
    let py = object.py();
    for ctor in world.schema.constructors_of(ty) {
        let of = world.ctor(ctor);
        let slots = &world.schema.constructor(ctor).slots;
        let fits = match &of.form {
            Form::None => object.is_none(),
            Form::Instance(class) => object.get_type().is(class.bind(py)),
            Form::Tuple => object.cast_exact::<PyTuple>().is_ok_and(|tuple| tuple.len() == slots.len()),
            Form::Value => match (slots[0].kind, &of.data[0]) {
                (SlotKind::Data(_), Some(data)) => data.value(object).is_some(),
                (SlotKind::Recursive(inner), _) => is_like(world, object, inner),
                _ => false,
            },
            Form::Nil | Form::Cons => false,
        };
        if !fits {
            continue;
        }
        let parts = match &of.form {
            Form::Instance(_) => {
                of.names.iter().map(|name| object.getattr(name)).collect::<PyResult<Vec<_>>>()?
            }
            Form::Tuple => object.cast::<PyTuple>()?.iter().collect(),
            Form::Value => vec![object.clone()],
            _ => Vec::new(),
        };
        return Ok(Some((ctor, parts)));
    }
    Ok(None)
}

/// Whether an object looks like one of a list or tuple type, which is all that a `Form::Value` holds besides data.
fn is_like(world: &World, object: &Bound<'_, PyAny>, ty: TypeIx) -> bool {
    match world.ctor(world.schema.ty(ty).first).form {
        Form::Nil | Form::Cons if world.tuples[ty.index()] => object.cast_exact::<PyTuple>().is_ok(),
        Form::Nil | Form::Cons => object.cast_exact::<PyList>().is_ok(),
        Form::Tuple => {
            let slots = world.schema.constructor(world.schema.ty(ty).first).slots.len();
            object.cast_exact::<PyTuple>().is_ok_and(|tuple| tuple.len() == slots)
        }
        _ => true,
    }
}

/// The values of data slots, `None` for a part; nothing if an object is no value of its slot.
fn data_of(world: &World, ctor: CtorIx, parts: &[Bound<'_, PyAny>]) -> Option<Vec<Option<i64>>> {
    let data = world.ctor(ctor).data.iter().zip(parts);
    data.map(|(data, part)| match data {
        Some(data) => data.value(part).map(Some),
        None => Some(None),
    })
    .collect()
}
