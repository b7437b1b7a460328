//! Reads a Python object as the nodes of a structure, to find its rank: the inverse of `object_builder.rs`.
//!
//! Invariant: nodes are in postorder, each after its parts. A stack of steps takes the place of recursion, as an object can be
//! deeper than a thread's stack.
//!
//! Parts are read in the order of a walk, so that a reference leads to a node that was met (`met_nodes.rs`). A link to an object that
//! was met is a reference, too; to any other, a new node.

use dpgen_forest::index::{CtorIx, TypeIx, small};
use dpgen_forest::schema::SlotKind;
use dpgen_forest::structure::ValueNode;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

use crate::objects::met_nodes::MetNodes;
use crate::schema::object_schema::{Form, ObjectSchema};
use crate::schema::slot_values::SlotValues;

/// A step of reading an object.
enum Step<'py> {
    /// Read an object of a type.
    Object(Bound<'py, PyAny>, TypeIx),
    /// Read a list of this type, from an element on.
    List(Bound<'py, PyAny>, usize, TypeIx),
    /// Read a reference to a node of a type.
    Reference(Bound<'py, PyAny>, TypeIx),
    /// Make a node of a constructor with the data of its slots; its parts and references have been read.
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
    let mut met = MetNodes::default();
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
            Step::Reference(object, of) => {
                let Some(number) = met.number(of, &object) else { return Ok(None) };
                done.push(number);
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
                let Some((ctor, parts)) = layer(objects, &met, &object, ty)? else { return Ok(None) };
                let Some(data) = data_of(objects, ctor, &parts) else { return Ok(None) };
                if let Some(of) = objects.constructor(ctor).node {
                    met.meet(of, object);
                }
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
                if let Some(first) = parts.into_iter().next() {
                    steps.extend(slot_step(objects, ctor, 0, first));
                }
                continue;
            }
        };
        steps.push(Step::Node(ctor, data));
        for (slot, part) in parts.into_iter().enumerate().rev() {
            steps.extend(slot_step(objects, ctor, slot, part));
        }
    }
    Ok(Some(nodes))
}

/// The step that reads the object in a slot; `None` for data, which is read with the layer.
fn slot_step<'py>(
    objects: &ObjectSchema,
    ctor: CtorIx,
    slot: usize,
    part: Bound<'py, PyAny>,
) -> Option<Step<'py>> {
    match objects.schema.constructor(ctor).slots[slot].kind {
        SlotKind::Recursive(ty) => Some(Step::Object(part, ty)),
        SlotKind::Data(_) => objects.constructor(ctor).refers(slot).map(|of| Step::Reference(part, of)),
    }
}

/// The constructor of the type that an object fits, and the objects in its slots.
fn layer<'py>(
    objects: &ObjectSchema,
    met: &MetNodes<'py>,
    object: &Bound<'py, PyAny>,
    ty: TypeIx,
) -> PyResult<Option<(CtorIx, Vec<Bound<'py, PyAny>>)>> {
    for ctor in objects.schema.constructors_of(ty) {
        let constructor = objects.constructor(ctor);
        if !fits(objects, met, object, ctor) {
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
            Form::Made(form) => match form.parts(object)? {
                Some(parts) => parts,
                None => return Ok(None),
            },
            _ => Vec::new(),
        };
        return Ok(Some((ctor, parts)));
    }
    Ok(None)
}

/// Whether an object can be one of a constructor, by its class and, where references lead to such objects, by whether it was met.
fn fits<'py>(objects: &ObjectSchema, met: &MetNodes<'py>, object: &Bound<'py, PyAny>, ctor: CtorIx) -> bool {
    let constructor = objects.constructor(ctor);
    let slots = &objects.schema.constructor(ctor).slots;
    match &constructor.form {
        Form::None => object.is_none(),
        Form::Instance(class) => {
            let is_new = || constructor.node.is_none_or(|of| met.number(of, object).is_none());
            object.get_type().is(class.bind(object.py())) && is_new()
        }
        Form::Tuple => object.cast_exact::<PyTuple>().is_ok_and(|tuple| tuple.len() == slots.len()),
        Form::Value => match (slots[0].kind, &constructor.slot_values[0], constructor.refers(0)) {
            (SlotKind::Data(_), _, Some(of)) => met.number(of, object).is_some(),
            (SlotKind::Data(_), Some(values), None) => values.value(object).is_some(),
            (SlotKind::Recursive(inner), ..) => can_be_of(objects, met, object, inner),
            _ => false,
        },
        Form::Made(form) => form.fits(object),
        Form::Nil | Form::Cons => false,
    }
}

/// Whether an object can be of a type that is a member of another one, by its class.
fn can_be_of<'py>(
    objects: &ObjectSchema,
    met: &MetNodes<'py>,
    object: &Bound<'py, PyAny>,
    ty: TypeIx,
) -> bool {
    if objects.is_list(ty) {
        return match objects.is_tuple(ty) {
            true => object.cast_exact::<PyTuple>().is_ok(),
            false => object.cast_exact::<PyList>().is_ok(),
        };
    }
    objects.schema.constructors_of(ty).any(|ctor| fits(objects, met, object, ctor))
}

/// The values of data slots, with `None` for a part or reference; `None` if an object is no value of its slot.
fn data_of(objects: &ObjectSchema, ctor: CtorIx, parts: &[Bound<'_, PyAny>]) -> Option<Vec<Option<i64>>> {
    let slots = objects.constructor(ctor).slot_values.iter().zip(parts);
    slots
        .map(|(values, part)| match values {
            None | Some(SlotValues::Nodes(_)) => Some(None),
            Some(values) => values.value(part).map(Some),
        })
        .collect()
}
