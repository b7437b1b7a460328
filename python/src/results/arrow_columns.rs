//! [`Columns`]: structures as lists of structs, in the buffer layout of Apache Arrow.
//!
//! A structure is a list of its nodes in preorder. A node has its constructor, and in the column of each slot name a value or
//! the index of the part in the list. `None` is no node: its slot is null, as are slots that a constructor does not have.
//! Words become buffers without Python objects in between; pyarrow takes the buffers. Invariant: each column has a row for
//! each node.

use std::ops::Range;

use dpgen_forest::index::{CtorIx, small};
use dpgen_forest::schema::{Domain, SlotKind};
use dpgen_forest::{Catalog, Count};
use pyo3::exceptions::{PyOverflowError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};

use crate::schema::object_schema::{Form, ObjectSchema};

/// The kind of values in a column.
#[derive(Debug, Clone, PartialEq, Eq)]
enum ColumnKind {
    Int,
    Bool,
    /// Indices of labels.
    Labels(Vec<String>),
    /// Indices of parts.
    Part,
}

/// A column: its values, and whether each is valid. Integers are in `wide`, all others in `narrow`.
#[derive(Debug)]
struct Column {
    name: String,
    kind: ColumnKind,
    wide: Vec<i64>,
    narrow: Vec<i32>,
    valid: Vec<bool>,
}

/// Structures as columns.
#[derive(Debug)]
pub(super) struct Columns {
    /// The first node of each structure, and the end of the last structure.
    offsets: Vec<i32>,
    /// By node: the index of the constructor's name.
    constructors: Vec<i32>,
    names: Vec<String>,
    columns: Vec<Column>,
}

/// The columns of a constructor's slots.
struct ConstructorColumns {
    /// The index of the constructor's name; nothing for `None`.
    name: Option<i32>,
    /// By slot.
    columns: Vec<usize>,
}

/// The columns of the structures of a size within these ranks.
pub(super) fn columns(
    objects: &ObjectSchema,
    catalog: &Catalog,
    size: u32,
    ranks: Range<Count>,
) -> PyResult<Columns> {
    let (mut all, layout) = empty(objects);
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
        // The words of a part follow when its slot is reached: its layer, then the remaining slots.
        while part || !open.is_empty() {
            if part {
                part = false;
                let Some(ctor) = words.next().copied().map(CtorIx::from_word) else { break };
                let row = all.constructors.len();
                if let Some(name) = layout[ctor.index()].name {
                    all.constructors.push(name);
                    all.columns.iter_mut().for_each(Column::push_null);
                    if let Some((parent, slot, parent_row)) = open.last().copied() {
                        let column = &mut all.columns[layout[parent.index()].columns[slot - 1]];
                        column.narrow[parent_row] = i32::try_from(row - begin).map_err(|_| too_many())?;
                        column.valid[parent_row] = true;
                    }
                    open.push((ctor, 0, row));
                }
                continue;
            }
            let Some((ctor, slot, row)) = open.last_mut() else { break };
            let Some(next) = objects.schema.constructor(*ctor).slots.get(*slot) else {
                open.pop();
                continue;
            };
            let index = *slot;
            *slot += 1;
            match next.kind {
                SlotKind::Recursive(_) => part = true,
                SlotKind::Data(domain) => {
                    let Some(word) = words.next() else { break };
                    let column = &mut all.columns[layout[ctor.index()].columns[index]];
                    let value = objects.schema.domain(domain).value(*word);
                    match column.kind {
                        ColumnKind::Int => column.wide[*row] = value,
                        _ => column.narrow[*row] = i32::try_from(value).unwrap_or(0),
                    }
                    column.valid[*row] = true;
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
fn empty(objects: &ObjectSchema) -> (Columns, Vec<ConstructorColumns>) {
    let schema = &objects.schema;
    let mut columns: Vec<Column> = Vec::new();
    let mut names: Vec<String> = Vec::new();
    let mut layout = Vec::new();
    for (ctor, form) in schema.all_constructors().iter().zip(&objects.constructors) {
        let name = (!matches!(form.form, Form::None)).then(|| name_index(&mut names, &ctor.name));
        let slots = ctor.slots.iter().map(|slot| {
            let kind = match slot.kind {
                SlotKind::Recursive(_) => ColumnKind::Part,
                SlotKind::Data(domain) => match schema.domain(domain) {
                    Domain::Bool => ColumnKind::Bool,
                    Domain::Labels(labels) => ColumnKind::Labels(labels.clone()),
                    _ => ColumnKind::Int,
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
        layout.push(ConstructorColumns { name, columns: slots.collect() });
    }
    let all = Columns { offsets: Vec::new(), constructors: Vec::new(), names, columns };
    (all, layout)
}

fn name_index(names: &mut Vec<String>, name: &str) -> i32 {
    let known = names.iter().position(|known| known == name).unwrap_or_else(|| {
        names.push(name.to_owned());
        names.len() - 1
    });
    i32::try_from(small(known)).unwrap_or(0)
}

impl Column {
    const fn new(name: String, kind: ColumnKind) -> Self {
        Self { name, kind, wide: Vec::new(), narrow: Vec::new(), valid: Vec::new() }
    }

    fn push_null(&mut self) {
        match self.kind {
            ColumnKind::Int => self.wide.push(0),
            _ => self.narrow.push(0),
        }
        self.valid.push(false);
    }

    /// The validity bitmap: one bit for each value, the lowest first.
    fn validity(&self) -> Vec<u8> {
        let byte = |bits: &[bool]| bits.iter().rev().fold(0_u8, |byte, bit| byte << 1 | u8::from(*bit));
        self.valid.chunks(8).map(byte).collect()
    }
}

fn narrow_bytes(values: &[i32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_ne_bytes()).collect()
}

impl Columns {
    /// The buffers by name: `offsets`, `constructors`, `names`, and `columns` as (name, kind, labels, values, validity, nulls).
    pub(super) fn into_dict(self, py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
        let all = PyDict::new(py);
        all.set_item("offsets", PyBytes::new(py, &narrow_bytes(&self.offsets)))?;
        all.set_item("constructors", PyBytes::new(py, &narrow_bytes(&self.constructors)))?;
        all.set_item("names", self.names)?;
        let columns = PyList::empty(py);
        for column in &self.columns {
            let (kind, labels) = match &column.kind {
                ColumnKind::Int => ("int", None),
                ColumnKind::Bool => ("bool", None),
                ColumnKind::Labels(labels) => ("labels", Some(labels.clone())),
                ColumnKind::Part => ("part", None),
            };
            let values = match column.kind {
                ColumnKind::Int => column.wide.iter().flat_map(|value| value.to_ne_bytes()).collect(),
                _ => narrow_bytes(&column.narrow),
            };
            let nulls = column.valid.iter().filter(|valid| !**valid).count();
            let (values, validity) = (PyBytes::new(py, &values), PyBytes::new(py, &column.validity()));
            columns.append((&column.name, kind, labels, values, validity, nulls))?;
        }
        all.set_item("columns", columns)?;
        Ok(all)
    }
}
