//! Descriptions of types, as the Python part of the package makes them, and the schema of them.
//!
//! The fields are the attributes of the classes in `_schema_description.py`. Invariant: each type is described once, and a
//! slot refers to its type by number.

use dpgen_forest::index::{TypeIx, small};
use dpgen_forest::schema::{Domain, Schema, SchemaBuilder, SchemaError, Shape, Slot, SlotKind, TypeKey};
use dpgen_forest::scope::Scope;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::schema::field_rule::FieldRule;

/// A type.
#[derive(FromPyObject)]
pub(crate) struct TypeDescription {
    name: String,
    /// `plain`, `list`, `option` or `tuple`.
    shape: String,
    /// Whether it is a list without a bound on its length.
    grows: bool,
    /// Whether its structures have a context.
    pub(crate) has_context: bool,
    pub(crate) constructors: Vec<ConstructorDescription>,
}

/// A constructor.
#[derive(FromPyObject)]
pub(crate) struct ConstructorDescription {
    name: String,
    weight: Option<u32>,
    /// The kind of its Python objects: see `Form` in `object_schema.rs`.
    pub(crate) form: String,
    /// The class of its instances, if the form is `instance`.
    pub(crate) cls: Option<Py<PyAny>>,
    /// The class that makes its objects of their parts, if the form is `made`: see `_collection_forms.py`.
    pub(crate) maker: Option<Py<PyAny>>,
    /// Whether its objects can not be changed.
    pub(crate) frozen: bool,
    /// Whether its instances are made by setting their fields, without a call of the class.
    pub(crate) sets_fields: bool,
    pub(crate) slots: Vec<SlotDescription>,
}

/// A field.
#[derive(FromPyObject)]
pub(crate) struct SlotDescription {
    pub(crate) name: String,
    /// Whether the class takes it by keyword only.
    pub(crate) keyword: bool,
    /// The type of a recursive slot.
    ty: Option<usize>,
    /// The domain of a data slot: `bool`, `range`, `ints` or `labels`.
    domain: Option<String>,
    ints: Vec<i64>,
    labels: Vec<String>,
    /// The objects of the labels.
    pub(crate) objects: Vec<Py<PyAny>>,
    /// The type of the nodes that it refers to, if it is a reference.
    pub(crate) refers: Option<usize>,
    pub(crate) rule: Option<FieldRule>,
}

impl SlotDescription {
    fn slot(&self, builder: &mut SchemaBuilder, owner: &str, scope: &Scope) -> PyResult<Slot> {
        let full = format!("{owner}.{}", self.name);
        if let Some(of) = self.refers {
            // Of size 0 there is no node; a domain without values would be taken for a mistake.
            let nodes = Domain::Nodes { of: TypeIx::from_word(small(of)), len: scope.max_size().max(1) };
            return Ok(Slot { name: self.name.clone(), kind: builder.data(&full, nodes) });
        }
        let kind = match (self.ty, self.domain.as_deref(), &self.ints[..]) {
            (Some(ty), ..) => SlotKind::Recursive(TypeIx::from_word(small(ty))),
            (None, Some("bool"), _) => builder.data(&full, Domain::Bool),
            (None, Some("range"), [lo, hi]) => builder.data(&full, Domain::Range { lo: *lo, hi: *hi }),
            (None, Some("ints"), ints) => builder.data(&full, Domain::ints(ints.to_vec())),
            (None, Some("labels"), _) => builder.data(&full, Domain::Labels(self.labels.clone())),
            (None, domain, _) => {
                return Err(PyValueError::new_err(format!("{full}: no domain is {domain:?}")));
            }
        };
        Ok(Slot { name: self.name.clone(), kind })
    }
}

/// The schema of described types, and by type the number of its description. A description can have two types: an element type
/// of a list can have a copy.
pub(crate) fn schema(
    types: &[TypeDescription],
    root: usize,
    scope: &Scope,
) -> PyResult<(Schema, Vec<usize>)> {
    let mut builder = SchemaBuilder::new(scope.clone());
    let mut lists = Vec::new();
    for (number, described) in types.iter().enumerate() {
        let shape = match described.shape.as_str() {
            "list" => Shape::List,
            "option" => Shape::Option,
            "tuple" => Shape::Tuple,
            _ => Shape::Plain,
        };
        let key = TypeKey::Named(format!("{number} {}", described.name));
        let (ty, _) = builder.begin(key, described.name.as_str(), shape);
        if described.grows {
            lists.push(ty);
        }
    }
    for (number, described) in types.iter().enumerate() {
        let ty = TypeIx::from_word(small(number));
        for ctor in &described.constructors {
            let slots = ctor.slots.iter().map(|slot| slot.slot(&mut builder, &ctor.name, scope));
            let slots = slots.collect::<PyResult<Vec<_>>>()?;
            builder.constructor(ty, &ctor.name, ctor.weight, slots);
        }
    }
    lists.into_iter().for_each(|list| builder.grows(list));
    let mut descriptions: Vec<usize> = (0..types.len()).collect();
    descriptions.extend(builder.weigh_elements().into_iter().map(|(_, of)| of.index()));
    let name = types.get(root).map_or("", |described| described.name.as_str());
    let schema = builder.finish(SlotKind::Recursive(TypeIx::from_word(small(root))), name);
    Ok((schema.map_err(invalid_schema)?, descriptions))
}

/// The Python exception for a schema that is not valid.
fn invalid_schema(error: SchemaError) -> PyErr {
    PyValueError::new_err(error.to_string())
}
