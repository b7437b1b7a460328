//! Boundary values: the predicate of a test's arguments with `#[dpgen(around = tree)]`, which take the values at and between
//! the integers of another argument.
//!
//! It is a predicate of the case. With `k` different integers in the structure it accepts at most `2 k + 1` values of one
//! argument: each integer itself, the least value of each gap, and of what lies below and above. Arguments around the same
//! integers are placed among each other, too, so that each order of all of them comes once. With symbolic fields these are as
//! many path conditions.

use std::collections::BTreeSet;
use std::marker::PhantomData;

use crate::types::DpGen;
use crate::types::view::choice::Choice;
use crate::types::view::reference::{self, Ref};
use crate::types::view::wide_integers::{is_integral, least, shown_as};
use dpgen_engine::predicate_run::{self, Handle, Int, SlotHandle, with_schema};
use dpgen_forest::index::TypeIx;
use dpgen_forest::schema::{Schema, SchemaError, Slot, SlotKind};

/// Stands for the fields of an argument whose integers count.
pub trait FieldFilter: 'static {
    /// The argument and the name of the fields; `None` for all.
    const FIELD: Option<(&'static str, &'static str)>;
}

/// All fields.
struct AllFields;

impl FieldFilter for AllFields {
    const FIELD: Option<(&'static str, &'static str)> = None;
}

/// The fields of a name: those of the argument's own type, or, if it has none, those of all types within.
#[derive(Debug, Clone, Copy)]
struct NamedFields<'a> {
    name: &'a str,
    /// The name of the type.
    of: Option<&'a str>,
}

impl<'a> NamedFields<'a> {
    fn new(schema: &'a Schema, case: TypeIx, argument: &str, name: &'a str) -> Self {
        let own = part(schema, case, argument).filter(|ty| slots(schema, *ty).any(|slot| slot.name == name));
        Self { name, of: own.map(|ty| &*schema.ty(ty).name) }
    }

    /// Whether a slot of a type is one of these.
    fn has(self, schema: &Schema, ty: TypeIx, slot: &Slot) -> bool {
        slot.name == self.name && self.of.is_none_or(|of| schema.ty(ty).name == of)
    }
}

fn slots(schema: &Schema, ty: TypeIx) -> impl Iterator<Item = &Slot> {
    schema.constructors_of(ty).flat_map(|ctor| &schema.constructor(ctor).slots)
}

/// The type of an argument of a case, if it has parts.
fn part(schema: &Schema, case: TypeIx, argument: &str) -> Option<TypeIx> {
    match slots(schema, case).find(|slot| slot.name == argument)?.kind {
        SlotKind::Recursive(ty) => Some(ty),
        SlotKind::Data(_) => None,
    }
}

/// A view of an argument, as far as it has integers.
pub trait HasIntegers {
    /// Those of some fields, in order.
    fn integers<F: FieldFilter>(self) -> Vec<Int>;
}

impl HasIntegers for Int {
    fn integers<F: FieldFilter>(self) -> Vec<Int> {
        vec![self]
    }
}

impl<E> HasIntegers for Choice<E> {
    fn integers<F: FieldFilter>(self) -> Vec<Int> {
        Vec::new()
    }
}

impl<T: DpGen> HasIntegers for Ref<T> {
    fn integers<F: FieldFilter>(self) -> Vec<Int> {
        integers_of::<F>(self.handle())
    }
}

/// The name of the attribute of the integers of a substructure.
struct Integers<F>(PhantomData<F>);

/// The integers of a substructure, as an attribute: structures with the same integers are one class. Known ones come once, in
/// ascending order, so that their places in the structure tell no classes apart.
fn integers_of<F: FieldFilter>(node: Handle) -> Vec<Int> {
    reference::ask::<Integers<F>, Vec<Int>, _>(node, |node| {
        let layer = predicate_run::view(node);
        let is_named: Vec<bool> = with_schema(|schema| {
            let named =
                F::FIELD.map(|(argument, name)| NamedFields::new(schema, schema.root(), argument, name));
            let ctor = schema.constructor(layer.ctor);
            ctor.slots.iter().map(|slot| named.is_none_or(|named| named.has(schema, ctor.ty, slot))).collect()
        });
        let mut found = Vec::new();
        for (slot, is_named) in is_named.into_iter().enumerate() {
            match layer.slot(slot) {
                SlotHandle::Node(part) if is_named => found.extend(integers_of::<AllFields>(part)),
                SlotHandle::Node(part) => found.extend(integers_of::<F>(part)),
                SlotHandle::Data(int, domain) => {
                    if is_named && with_schema(|schema| is_integral(schema.domain(domain))) {
                        found.push(shown_as(int, domain));
                    }
                }
            }
        }
        let known: Option<BTreeSet<i128>> = found.iter().map(|int| int.known()).collect();
        known.map_or(found, |known| known.into_iter().map(Int::wide).collect())
    })
}

/// Whether values of the named arguments are the first of their places: each is one of the integers, the next after one of them or
/// after another value, or the least of all that an argument with this value may be.
pub fn are_boundary_values<F: FieldFilter, O: HasIntegers>(values: &[(Int, &str)], of: O) -> bool {
    let integers = of.integers::<F>();
    let least: Vec<Option<Int>> = values.iter().map(|(_, argument)| least_of(argument)).collect();
    values.iter().zip(&least).enumerate().all(|(place, ((value, _), own))| {
        let others = || values.iter().zip(&least).enumerate().filter(|(other, _)| *other != place);
        integers.contains(value)
            || own.is_some_and(|least| *value == least)
            || integers.iter().any(|integer| *value == *integer + 1)
            || others().any(|(_, ((other, _), least))| {
                let has_own_least = least.and_then(|least| least.known()) != own.and_then(|own| own.known());
                *value == *other + 1
                    || (has_own_least && least.is_some_and(|least| *value == least && *other == least))
            })
    })
}

/// The least value of an argument.
fn least_of(argument: &str) -> Option<Int> {
    with_schema(|schema| {
        slots(schema, schema.root()).find_map(|slot| match slot.kind {
            SlotKind::Data(domain) if slot.name == argument => least(schema.domain(domain)),
            _ => None,
        })
    })
}

/// An argument of a case that is placed around the integers of some fields of another one.
#[derive(Debug)]
pub(crate) struct PlacedArgument {
    pub(crate) case: TypeIx,
    pub(crate) argument: String,
    pub(crate) around: String,
    pub(crate) field: String,
}

impl PlacedArgument {
    /// Refuses a field that has no integers in the other argument.
    pub(crate) fn check(&self, schema: &Schema) -> Result<(), SchemaError> {
        let Self { case, argument, around, field } = self;
        if self.has_integers(schema) {
            return Ok(());
        }
        let slot = format!("{}.{argument}", schema.ty(*case).name);
        let why = format!(
            "it is placed around `{around}.{field}`, and `{around}` has no field `{field}` with integers"
        );
        Err(SchemaError::BadDomain { slot, why })
    }

    fn has_integers(&self, schema: &Schema) -> bool {
        let named = NamedFields::new(schema, self.case, &self.around, &self.field);
        // Types to visit, each with whether it is within such a field.
        let mut open: Vec<(TypeIx, bool)> =
            part(schema, self.case, &self.around).map(|ty| (ty, false)).into_iter().collect();
        let mut known = BTreeSet::new();
        while let Some((ty, is_within)) = open.pop() {
            if !known.insert((ty.index(), is_within)) {
                continue;
            }
            for slot in slots(schema, ty) {
                let is_within = is_within || named.has(schema, ty, slot);
                match slot.kind {
                    SlotKind::Data(domain) if is_within && is_integral(schema.domain(domain)) => return true,
                    SlotKind::Data(_) => {}
                    SlotKind::Recursive(ty) => open.push((ty, is_within)),
                }
            }
        }
        false
    }
}
