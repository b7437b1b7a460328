//! [`Columns`]: structures as lists of structs, in the layout of Apache Arrow's buffers.
//!
//! A structure is a list of its nodes in preorder; a node has its constructor, and a column for each slot name: a value,
//! or the place of the part in the list. `None` is no node: a slot that it fills is null, as are the slots that a
//! constructor does not have. Words become buffers here, without a Python object in between; pyarrow takes the buffers.
//! Invariant: all columns are as long as there are nodes.

use std::ops::Range;

use dpgen_forest::index::{CtorIx, small};
use dpgen_forest::schema::{Domain, SlotKind};
use dpgen_forest::{Catalog, Count};
use pyo3::exceptions::{PyOverflowError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};

use crate::world::{Form, World};

/// What a column holds.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Kind {
    Int,
    Bool,
    /// Numbers of labels.
    Labels(Vec<String>),
    /// Places of parts.
    Part,
}

/// A column: its values, and whether each is there.
#[derive(Debug)]
struct Column {
    name: String,
    kind: Kind,
    wide: Vec<i64>,
    narrow: Vec<i32>,
    there: Vec<bool>,
}

/// Structures as columns.
#[derive(Debug)]
pub(crate) struct Columns {
    /// Where each structure's nodes begin, and where the last one's end.
    offsets: Vec<i32>,
    /// Numbers of constructors' names.
    constructors: Vec<i32>,
    names: Vec<String>,
    columns: Vec<Column>,
}

/// Where the slots of constructors go.
struct Places {
    /// By constructor: the number of its name, nothing for `None`; and the column of each slot.
    of: Vec<(Option<i32>, Vec<usize>)>,
}

/// The columns of the structures of a size within these ranks.
pub(crate) fn columns(world: &World, catalog: &Catalog, size: u32, ranks: Range<Count>) -> PyResult<Columns> {
    let (mut all, places) = empty(world);
    let mut structures = catalog.compact(size, ranks);
    let mut open: Vec<(CtorIx, usize, usize)> = Vec::new();
    let too_many =
        || PyOverflowError::new_err("more than 2^31 nodes in one array: ask for fewer ranks at once");
    all.offsets.push(0);
    while let Some(words) = structures.next() {
        let begin = all.constructors.len();
        let mut words = words.iter();
        open.clear();
        let mut part = true;
        // A part's words come when its slot is reached: first the layer, then the slots that are left.
        while part || !open.is_empty() {
            if part {
                part = false;
                let Some(ctor) = words.next().copied().map(CtorIx::from_word) else { break };
                let row = all.constructors.len();
                let of = &places.of[ctor.index()];
                if let Some(name) = of.0 {
                    all.constructors.push(name);
                    all.columns.iter_mut().for_each(Column::push_null);
                    if let Some((parent, slot, parent_row)) = open.last().copied() {
                        let column = &mut all.columns[places.of[parent.index()].1[slot - 1]];
                        let place = i32::try_from(row - begin).map_err(|_| too_many())?;
                        column.narrow[parent_row] = place;
                        column.there[parent_row] = true;
                    }
                    open.push((ctor, 0, row));
                }
                continue;
            }
            let Some((ctor, slot, row)) = open.last_mut() else { break };
            let Some(next) = world.schema.constructor(*ctor).slots.get(*slot) else {
                open.pop();
                continue;
            };
            let place = *slot;
            *slot += 1;
            match next.kind {
                SlotKind::Recursive(_) => part = true,
                SlotKind::Data(domain) => {
                    let Some(index) = words.next() else { break };
                    let column = &mut all.columns[places.of[ctor.index()].1[place]];
                    let value = world.schema.domain(domain).value(*index);
                    match column.kind {
                        Kind::Int => column.wide[*row] = value,
                        _ => column.narrow[*row] = i32::try_from(value).unwrap_or(0),
                    }
                    column.there[*row] = true;
                }
            }
        }
        all.offsets.push(i32::try_from(all.constructors.len()).map_err(|_| too_many())?);
    }
    match structures.failure() {
        Some(error) => Err(PyRuntimeError::new_err(error.to_string())),
        None => Ok(all),
    }
}

/// Columns without structures. Slots of one name share a column where they hold the same kind of value.
fn empty(world: &World) -> (Columns, Places) {
    let schema = &world.schema;
    let mut columns: Vec<Column> = Vec::new();
    let mut names: Vec<String> = Vec::new();
    let mut of = Vec::new();
    for (ctor, form) in schema.all_constructors().iter().zip(&world.ctors) {
        let name = (!matches!(form.form, Form::None)).then(|| number(&mut names, &ctor.name));
        let slots = ctor.slots.iter().map(|slot| {
            let kind = match slot.kind {
                SlotKind::Recursive(_) => Kind::Part,
                SlotKind::Data(domain) => match schema.domain(domain) {
                    Domain::Bool => Kind::Bool,
                    Domain::Labels(labels) => Kind::Labels(labels.clone()),
                    _ => Kind::Int,
                },
            };
            let full = format!("{}.{}", ctor.name, slot.name);
            let names = [slot.name.clone(), full.clone(), format!("{full}.{}", columns.len())];
            for name in names {
                match columns.iter().position(|column| column.name == name) {
                    Some(known) if columns[known].kind == kind => return known,
                    Some(_) => {}
                    None => {
                        columns.push(Column::new(name, kind));
                        return columns.len() - 1;
                    }
                }
            }
            0
        });
        let slots = slots.collect();
        of.push((name, slots));
    }
    let all = Columns { offsets: Vec::new(), constructors: Vec::new(), names, columns };
    (all, Places { of })
}

fn number(names: &mut Vec<String>, name: &str) -> i32 {
    let known = names.iter().position(|known| known == name).unwrap_or_else(|| {
        names.push(name.to_owned());
        names.len() - 1
    });
    i32::try_from(small(known)).unwrap_or(0)
}

impl Column {
    const fn new(name: String, kind: Kind) -> Self {
        Self { name, kind, wide: Vec::new(), narrow: Vec::new(), there: Vec::new() }
    }

    fn push_null(&mut self) {
        match self.kind {
            Kind::Int => self.wide.push(0),
            _ => self.narrow.push(0),
        }
        self.there.push(false);
    }

    /// One bit a value, the least first.
    fn validity(&self) -> Vec<u8> {
        let byte = |bits: &[bool]| bits.iter().rev().fold(0_u8, |byte, bit| byte << 1 | u8::from(*bit));
        self.there.chunks(8).map(byte).collect()
    }
}

fn narrow_bytes(values: &[i32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_ne_bytes()).collect()
}

impl Columns {
    /// Buffers by name: `offsets`, `constructors`, `names`, and `columns` as (name, kind, labels, values, validity, nulls).
    pub(crate) fn into_dict(self, py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
        let all = PyDict::new(py);
        all.set_item("offsets", PyBytes::new(py, &narrow_bytes(&self.offsets)))?;
        all.set_item("constructors", PyBytes::new(py, &narrow_bytes(&self.constructors)))?;
        all.set_item("names", self.names)?;
        let columns = PyList::empty(py);
        for column in &self.columns {
            let (kind, labels) = match &column.kind {
                Kind::Int => ("int", None),
                Kind::Bool => ("bool", None),
                Kind::Labels(labels) => ("labels", Some(labels.clone())),
                Kind::Part => ("part", None),
            };
            let values = match column.kind {
                Kind::Int => column.wide.iter().flat_map(|value| value.to_ne_bytes()).collect(),
                _ => narrow_bytes(&column.narrow),
            };
            let nulls = column.there.iter().filter(|there| !**there).count();
            let (values, validity) = (PyBytes::new(py, &values), PyBytes::new(py, &column.validity()));
            columns.append((&column.name, kind, labels, values, validity, nulls))?;
        }
        all.set_item("columns", columns)?;
        Ok(all)
    }
}
