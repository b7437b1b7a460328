//! [`ObjectSchema`]: a schema whose structures are Python objects.
//!
//! Invariant: `constructors` has one entry for each constructor of the schema, in the schema's order.

use std::collections::BTreeSet;
use std::sync::Arc;

use dpgen_forest::index::{CtorIx, TypeIx, small};
use dpgen_forest::schema::{Schema, SlotKind};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::schema::collection_form::CollectionForm;
use crate::schema::description::{ConstructorDescription, TypeDescription};
use crate::schema::field_rule::FieldRule;
use crate::schema::slot_values::SlotValues;

/// The kind of Python object that a constructor makes.
#[derive(Debug)]
pub(crate) enum Form {
    /// `None`.
    None,
    /// An instance of a class.
    Instance(Py<PyAny>),
    /// The object in its only slot: a member of a union that is no class of the user's.
    Value,
    /// An empty list, or tuple of any length.
    Nil,
    /// A first element and the rest of a list.
    Cons,
    /// A tuple with an element for each slot.
    Tuple,
    /// An object that a maker makes of its parts, such as a string of its characters (`collection_form.rs`).
    Made(CollectionForm),
}

/// A constructor, and its objects in Python.
#[derive(Debug)]
pub(crate) struct ObjectConstructor {
    pub(crate) form: Form,
    /// The class of the views of its instances.
    pub(crate) view_class: Option<Py<PyAny>>,
    /// The names of its slots, as Python strings.
    pub(crate) slot_names: Vec<Py<PyString>>,
    /// The number of slots that its class takes by position; the others are taken by name.
    pub(crate) positional: usize,
    /// The values of each data slot; `None` for a recursive slot.
    pub(crate) slot_values: Vec<Option<SlotValues>>,
    /// The rule of each slot, if it has one.
    pub(crate) rules: Vec<Option<FieldRule>>,
    /// The type that its objects are nodes of, if references lead to them.
    pub(crate) node: Option<TypeIx>,
    /// Whether nothing can change its objects, so that several structures can share one.
    pub(crate) is_immutable: bool,
    /// Whether its instances are made by setting their fields, without a call of the class.
    pub(crate) sets_fields: bool,
}

/// A schema, and the Python objects of its constructors.
#[derive(Debug)]
pub(crate) struct ObjectSchema {
    pub(crate) schema: Arc<Schema>,
    /// By constructor.
    pub(crate) constructors: Vec<ObjectConstructor>,
    /// By type: the number of its description.
    pub(crate) descriptions: Vec<usize>,
    /// By type: whether its structures are tuples of any length.
    tuples: Vec<bool>,
    /// By type: whether its structures have a context.
    contexts: Vec<bool>,
    /// By type: the types of nodes that its structures can hold; empty if references lead to no node.
    held: Vec<BTreeSet<TypeIx>>,
    /// The classes of the views of lists, and of tuples of any length.
    list_views: [Py<PyAny>; 2],
    /// `object.__new__` and `object.__setattr__`.
    object_methods: [Py<PyAny>; 2],
}

impl ObjectSchema {
    /// The objects of a schema: the type with number `t` is described by `types[descriptions[t]]`.
    pub(crate) fn new(
        py: Python<'_>,
        schema: Schema,
        descriptions: Vec<usize>,
        types: &[TypeDescription],
    ) -> PyResult<Self> {
        let view_classes = py.import("pydpgen._view_classes")?;
        let mut constructors = Vec::new();
        let (mut tuples, mut contexts) = (Vec::new(), Vec::new());
        for described in descriptions.iter().map(|number| &types[*number]) {
            let is_chain = |ctor: &ConstructorDescription| matches!(ctor.form.as_str(), "nil" | "cons");
            tuples.push(described.constructors.iter().any(|ctor| is_chain(ctor) && ctor.frozen));
            contexts.push(described.has_context);
            for ctor in &described.constructors {
                let number = CtorIx::from_word(small(constructors.len()));
                constructors.push(ObjectConstructor::new(py, &schema, number, ctor, &view_classes)?);
            }
        }
        mark_nodes(&schema, &descriptions, &mut constructors);
        let held = held_nodes(&schema, &constructors);
        restrict_sharing(&schema, &mut constructors);
        let list_views =
            [view_classes.getattr("ListOf")?.unbind(), view_classes.getattr("TupleOf")?.unbind()];
        let schema = Arc::new(schema);
        let object = py.get_type::<PyAny>();
        let object_methods = [object.getattr("__new__")?.unbind(), object.getattr("__setattr__")?.unbind()];
        Ok(Self { schema, constructors, descriptions, tuples, contexts, held, list_views, object_methods })
    }

    /// An instance of a class with these fields, made without a call of the class.
    pub(crate) fn instance_with<'py>(
        &self,
        class: &Bound<'py, PyAny>,
        names: &[Py<PyString>],
        fields: Vec<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = class.py();
        let [new, set] = self.object_methods.each_ref().map(|method| method.bind(py));
        let made = new.call1((class,))?;
        for (name, field) in names.iter().zip(fields) {
            set.call1((&made, name, field))?;
        }
        Ok(made)
    }

    /// A constructor.
    pub(crate) fn constructor(&self, ctor: CtorIx) -> &ObjectConstructor {
        &self.constructors[ctor.index()]
    }

    /// Whether the structures of a type are tuples of any length.
    pub(crate) fn is_tuple(&self, ty: TypeIx) -> bool {
        self.tuples[ty.index()]
    }

    /// Whether the structures of a type have a context.
    pub(crate) fn has_context(&self, ty: TypeIx) -> bool {
        self.contexts[ty.index()]
    }

    /// Whether there are nodes that references lead to.
    pub(crate) fn has_nodes(&self) -> bool {
        !self.held.is_empty()
    }

    /// Whether the structures of a type can hold nodes of a type.
    pub(crate) fn can_hold(&self, ty: TypeIx, node: TypeIx) -> bool {
        self.held.get(ty.index()).is_some_and(|held| held.contains(&node))
    }

    /// Whether the structures of a type are lists, or tuples of any length.
    pub(crate) fn is_list(&self, ty: TypeIx) -> bool {
        matches!(self.constructor(self.schema.ty(ty).first).form, Form::Nil | Form::Cons)
    }

    /// The class of the views of the lists of a type.
    pub(crate) fn list_view_class(&self, ty: TypeIx) -> &Py<PyAny> {
        let [list, tuple] = &self.list_views;
        if self.is_tuple(ty) { tuple } else { list }
    }
}

impl ObjectConstructor {
    fn new(
        py: Python<'_>,
        schema: &Schema,
        number: CtorIx,
        described: &ConstructorDescription,
        view_classes: &Bound<'_, PyModule>,
    ) -> PyResult<Self> {
        let form = match (described.form.as_str(), &described.cls) {
            ("instance", Some(class)) => Form::Instance(class.clone_ref(py)),
            ("none", _) => Form::None,
            ("nil", _) => Form::Nil,
            ("cons", _) => Form::Cons,
            ("tuple", _) => Form::Tuple,
            ("made", _) => match &described.maker {
                Some(maker) => Form::Made(CollectionForm::new(py, maker)?),
                None => Form::Value,
            },
            _ => Form::Value,
        };
        let slot_names: Vec<_> =
            described.slots.iter().map(|slot| PyString::intern(py, &slot.name).unbind()).collect();
        let view_class = match &form {
            Form::Instance(class) => {
                Some(view_classes.getattr("view_class")?.call1((class, &slot_names))?.unbind())
            }
            _ => None,
        };
        let positional = described.slots.iter().take_while(|slot| !slot.keyword).count();
        let slots = schema.constructor(number).slots.iter().zip(&described.slots);
        let slot_values = slots.map(|(slot, described)| match slot.kind {
            SlotKind::Data(domain) => {
                let refers = described.refers.is_some();
                SlotValues::new(py, schema.domain(domain), &described.objects, refers).map(Some)
            }
            SlotKind::Recursive(_) => Ok(None),
        });
        let slot_values = slot_values.collect::<PyResult<_>>()?;
        let rules = described.slots.iter().map(|slot| slot.rule.as_ref().map(|rule| rule.clone_ref(py)));
        let (rules, is_immutable, sets_fields) = (rules.collect(), described.frozen, described.sets_fields);
        let node = None;
        Ok(Self {
            form,
            view_class,
            slot_names,
            positional,
            slot_values,
            rules,
            node,
            is_immutable,
            sets_fields,
        })
    }

    /// The type of the nodes that a slot refers to, if it is a reference.
    pub(crate) fn refers(&self, slot: usize) -> Option<TypeIx> {
        match self.slot_values[slot] {
            Some(SlotValues::Nodes(of)) => Some(of),
            _ => None,
        }
    }
}

/// Marks the constructors whose objects references lead to: those of the types that slots refer to, and of the copies of these, where
/// they weigh something. Objects with nodes or references in them belong to one structure.
fn mark_nodes(schema: &Schema, descriptions: &[usize], constructors: &mut [ObjectConstructor]) {
    let mut referred = BTreeSet::new();
    for ctor in constructors.iter_mut() {
        let of: Vec<_> = (0..ctor.slot_values.len()).filter_map(|slot| ctor.refers(slot)).collect();
        ctor.is_immutable &= of.is_empty();
        referred.extend(of);
    }
    for (number, described) in schema.all_constructors().iter().enumerate() {
        let original = TypeIx::from_word(small(descriptions[described.ty.index()]));
        let local = schema.local(CtorIx::from_word(small(number)));
        let same = CtorIx::from_word(schema.ty(original).first.word() + local);
        if referred.contains(&original) && schema.constructor(same).weight > 0 {
            constructors[number].node = Some(original);
            constructors[number].is_immutable = false;
        }
    }
}

/// By type: the types of nodes that its structures can hold; empty if references lead to no node.
fn held_nodes(schema: &Schema, constructors: &[ObjectConstructor]) -> Vec<BTreeSet<TypeIx>> {
    if constructors.iter().all(|ctor| ctor.node.is_none()) {
        return Vec::new();
    }
    let mut held = vec![BTreeSet::new(); schema.types()];
    loop {
        let before = held.clone();
        for (ctor, described) in constructors.iter().zip(schema.all_constructors()) {
            let parts = described.slots.iter().filter_map(|slot| match slot.kind {
                SlotKind::Recursive(ty) => Some(&before[ty.index()]),
                SlotKind::Data(_) => None,
            });
            held[described.ty.index()].extend(parts.flatten().chain(&ctor.node));
        }
        if held == before {
            return held;
        }
    }
}

/// Marks constructors as mutable that have a part which can change.
fn restrict_sharing(schema: &Schema, constructors: &mut [ObjectConstructor]) {
    loop {
        let immutable: Vec<bool> = (0..schema.types())
            .map(|ty| {
                let mut of_type = schema.constructors_of(TypeIx::from_word(small(ty)));
                of_type.all(|ctor| constructors[ctor.index()].is_immutable)
            })
            .collect();
        let mut changed = false;
        for (ctor, described) in constructors.iter_mut().zip(schema.all_constructors()) {
            let parts = described.slots.iter().all(|slot| match slot.kind {
                SlotKind::Recursive(ty) => immutable[ty.index()],
                SlotKind::Data(_) => true,
            });
            changed |= ctor.is_immutable && !parts;
            ctor.is_immutable &= parts;
        }
        if !changed {
            return;
        }
    }
}
