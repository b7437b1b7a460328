//! A schema as a table for people: types, constructors, weights, and the type or domain of each slot.

use std::fmt::Write as _;

use dpgen_forest::index::{TypeIx, shown};
use dpgen_forest::schema::{Constructor, Domain, Schema, Shape, SlotKind};
use dpgen_spec::Spec;

use crate::export::text;

/// The types of a schema, one line a constructor; with the contexts of a spec, if it is one of a spec.
pub(crate) fn schema_summary(schema: &Schema, spec: Option<&Spec>) -> String {
    let mut out = String::new();
    for ty in (0..schema.types()).map(|number| TypeIx::from_word(shown(number))) {
        let shape = match schema.ty(ty).shape {
            Shape::Plain => "",
            Shape::List => ", a list",
            Shape::Option => ", an optional value",
            Shape::Tuple => ", a tuple",
        };
        let root = if ty == schema.root() { ", the root" } else { "" };
        // Writing to a string can not fail.
        let _ = match schema.ty(ty).min_size {
            Some(size) => {
                writeln!(out, "type {}{shape}{root}; smallest size {size}", schema.ty(ty).name)
            }
            None => writeln!(out, "type {}{shape}{root}; no value in this scope", schema.ty(ty).name),
        };
        let name = &schema.ty(ty).name;
        let values = spec.map(|spec| spec.context(name)).unwrap_or_default();
        if !values.is_empty() {
            let values: Vec<String> = values.iter().map(|(name, kind)| format!("{name}: {kind}")).collect();
            let _ = writeln!(out, "  context {}", values.join(", "));
        }
        for ctor in schema.constructors_of(ty) {
            let ctor = schema.constructor(ctor);
            let _ = writeln!(out, "  {}, weight {}", head(schema, spec, ctor), ctor.weight);
            for (field, value, expression) in spec.into_iter().flat_map(|spec| spec.gives(name, &ctor.name)) {
                let _ = writeln!(out, "    {field} is given {value} = {expression}");
            }
        }
    }
    out
}

fn head(schema: &Schema, spec: Option<&Spec>, ctor: &Constructor) -> String {
    let ty = &schema.ty(ctor.ty).name;
    let slots = ctor.slots.iter().map(|slot| {
        let filled = match slot.kind {
            SlotKind::Recursive(ty) => schema.ty(ty).name.clone(),
            SlotKind::Data(domain) => spec
                .and_then(|spec| spec.open_values(ty, &ctor.name, &slot.name))
                .unwrap_or_else(|| values(schema, schema.domain(domain))),
        };
        format!("{}: {filled}", slot.name)
    });
    let slots: Vec<String> = slots.collect();
    if slots.is_empty() { ctor.name.clone() } else { format!("{}({})", ctor.name, slots.join(", ")) }
}

/// The values of a domain, in short; strings as `--format text` writes them.
fn values(schema: &Schema, domain: &Domain) -> String {
    const MAX_VALUES_SHOWN: u32 = 8;
    match domain {
        Domain::Range { lo, hi } if hi < lo => "nothing".to_owned(),
        Domain::Range { lo, hi } => format!("{lo}..={hi}"),
        Domain::Bool => "bool".to_owned(),
        Domain::Nodes { of, .. } => format!("a node of {} met before", schema.ty(*of).name),
        _ => {
            let more = if domain.len() > MAX_VALUES_SHOWN { ", ..." } else { "" };
            let some: Vec<String> = (0..domain.len().min(MAX_VALUES_SHOWN))
                .map(|index| text::data(domain, index, None))
                .collect();
            format!("[{}{more}]", some.join(", "))
        }
    }
}
