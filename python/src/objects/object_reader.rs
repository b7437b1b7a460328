//! Reads a Python object as the nodes of a structure, to find its rank: the inverse of `object_builder.rs`.
//!
//! Invariant: nodes are in postorder, each after its parts. A stack of steps takes the place of recursion, as an object can be
//! deeper than a thread's stack.

use dpgen_forest::index::{CtorIx, TypeIx, small};
use dpgen_forest::schema::SlotKind;
use dpgen_forest::structure::ValueNode;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

use crate::schema::object_schema::{Form, ObjectSchema};

/// A step of reading an object.
enum Step<'py> {
    /// Read an object of a type.
    Object(Bound<'py, PyAny>, TypeIx),
    /// Read a list of this type, from an element on.
    List(Bound<'py, PyAny>, usize, TypeIx),
    /// Make a node of a constructor with the data of its slots; its parts have been read.
    Node(CtorIx, Vec<Option<i64>>),
}

/// The nodes of an object; `None` if it is no structure of this type.
pub(crate) fn nodes(
    objects: &ObjectSchema,
    object: &Bound<'_, PyAny>,
    ty: TypeIx,
) -> PyResult<Option<Vec<ValueNode>>> {
    let mut nodes: Vec<ValueNode> = Vec::new();
    let mut done: Vec<i64> = Vec::new();
    let mut steps = vec![Step::Object(object.clone(), ty)];
    while let Some(step) = steps.pop() {
        let (ctor, parts, data) = match step {
            Step::Node(ctor, data) => {
                let parts = data.iter().filter(|data| data.is_none()).count();
                let mut taken = done.split_off(done.len() - parts).into_iter();
                let slots = data.into_iter().map(|data| data.or_else(|| taken.next()).unwrap_or(-1));
                nodes.push(ValueNode { ctor, slots: slots.collect() });
                done.push(i64::from(small(nodes.len() - 1)));
                continue;
            }
            Step::Object(object, ty) if objects.is_list(ty) => {
                let fits = if objects.is_tuple(ty) {
                    object.cast_exact::<PyTuple>().is_ok()
                } else {
                    object.cast_exact::<PyList>().is_ok()
                };
                if !fits {
                    return Ok(None);
                }
                steps.push(Step::List(object, 0, ty));
                continue;
            }
            Step::Object(object, ty) => {
                let Some((ctor, parts)) = layer(objects, &object, ty)? else { return Ok(None) };
                let Some(data) = data_of(objects, ctor, &parts) else { return Ok(None) };
                (ctor, parts, data)
            }
            Step::List(list, from, ty) => {
                let more = from < list.len()?;
                let wanted = |ctor: &CtorIx| matches!(objects.constructor(*ctor).form, Form::Cons) == more;
                let Some(ctor) = objects.schema.constructors_of(ty).find(wanted) else { return Ok(None) };
                if !more {
                    steps.push(Step::Node(ctor, Vec::new()));
                    continue;
                }
                let parts = vec![list.get_item(from)?, list.clone()];
                let Some(data) = data_of(objects, ctor, &parts) else { return Ok(None) };
                let SlotKind::Recursive(rest) = objects.schema.constructor(ctor).slots[1].kind else {
                    return Ok(None);
                };
                steps.push(Step::Node(ctor, data));
                // The step that is pushed last is the first to run.
                steps.push(Step::List(list, from + 1, rest));
                if let (SlotKind::Recursive(ty), Some(first)) =
                    (objects.schema.constructor(ctor).slots[0].kind, parts.into_iter().next())
                {
                    steps.push(Step::Object(first, ty));
                }
                continue;
            }
        };
        steps.push(Step::Node(ctor, data));
        for (slot, part) in objects.schema.constructor(ctor).slots.iter().zip(parts).rev() {
            if let SlotKind::Recursive(ty) = slot.kind {
                steps.push(Step::Object(part, ty));
            }
        }
    }
    Ok(Some(nodes))
}

/// The constructor of the type that an object fits, and the objects in its slots.
fn layer<'py>(
    objects: &ObjectSchema,
    object: &Bound<'py, PyAny>,
    ty: TypeIx,
) -> PyResult<Option<(CtorIx, Vec<Bound<'py, PyAny>>)>> {
    let py = object.py();
    for ctor in objects.schema.constructors_of(ty) {
        let constructor = objects.constructor(ctor);
        let slots = &objects.schema.constructor(ctor).slots;
        let fits = match &constructor.form {
            Form::None => object.is_none(),
            Form::Instance(class) => object.get_type().is(class.bind(py)),
            Form::Tuple => object.cast_exact::<PyTuple>().is_ok_and(|tuple| tuple.len() == slots.len()),
            Form::Value => match (slots[0].kind, &constructor.slot_values[0]) {
                (SlotKind::Data(_), Some(values)) => values.value(object).is_some(),
                (SlotKind::Recursive(inner), _) => can_be_of(objects, object, inner),
                _ => false,
            },
            Form::Nil | Form::Cons => false,
        };
        if !fits {
            continue;
        }
        let parts = match &constructor.form {
            Form::Instance(_) => constructor
                .slot_names
                .iter()
                .map(|name| object.getattr(name))
                .collect::<PyResult<Vec<_>>>()?,
            Form::Tuple => object.cast::<PyTuple>()?.iter().collect(),
            Form::Value => vec![object.clone()],
            _ => Vec::new(),
        };
        return Ok(Some((ctor, parts)));
    }
    Ok(None)
}

/// Whether an object can be of a type of lists or tuples, by its class: a `Form::Value` holds data, or one of these.
fn can_be_of(objects: &ObjectSchema, object: &Bound<'_, PyAny>, ty: TypeIx) -> bool {
    match objects.constructor(objects.schema.ty(ty).first).form {
        Form::Nil | Form::Cons if objects.is_tuple(ty) => object.cast_exact::<PyTuple>().is_ok(),
        Form::Nil | Form::Cons => object.cast_exact::<PyList>().is_ok(),
        Form::Tuple => {
            let slots = objects.schema.constructor(objects.schema.ty(ty).first).slots.len();
            object.cast_exact::<PyTuple>().is_ok_and(|tuple| tuple.len() == slots)
        }
        _ => true,
    }
}

/// The values of data slots, with `None` for a part; `None` if an object is no value of its slot.
fn data_of(objects: &ObjectSchema, ctor: CtorIx, parts: &[Bound<'_, PyAny>]) -> Option<Vec<Option<i64>>> {
    let slots = objects.constructor(ctor).slot_values.iter().zip(parts);
    slots
        .map(|(values, part)| match values {
            Some(values) => values.value(part).map(Some),
            None => Some(None),
        })
        .collect()
}
