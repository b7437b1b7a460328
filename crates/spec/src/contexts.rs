//! Resolves contexts: the values that structures of each type have, and what fields are given.
//!
//! A container has the context of its elements and passes it on. Invariant after [`gives`]: each value of the context of a field
//! is given, or the structure that holds the field has a value of the same name and type. `slot_rules.rs` compiles the rules.

use super::SpecError;
use super::cel;
use super::field_kinds::Kinds;
use super::name_checks::{few, identifier, unique};
use super::raw_context::{ContextKind, RawContextKind, RawGive};
use super::raw_spec::RawSpec;
use super::resolved_spec::{CONTEXT_NAME, ContextDef, FieldKind, GiveDef, Table};
use super::source_text::{Map, Span, SpecText, Text};
use super::spec_limits::MAX_MEMBERS;
use super::static_types::Ty;
use dpgen_forest::schema::Shape;

/// The values of the context of a type that has the entry `context`.
pub(crate) fn of_type(
    source: &SpecText,
    kinds: &mut Kinds,
    table: &mut Table,
    (raw, span): &(Map<RawContextKind>, Span),
) -> Result<Vec<ContextDef>, SpecError> {
    if raw.0.is_empty() {
        let error = source.error(*span, "a context needs at least one value");
        return Err(
            error.help("as in `context: {\"depth\": Int}`; leave out the entry where there is no context")
        );
    }
    if let Some(param) = table.params.iter().find(|param| param.name == CONTEXT_NAME) {
        let message = format!("`{}` names a parameter, and what structures have", param.name);
        return Err(source.error(*span, message).help("give the parameter another name"));
    }
    unique(source, "value of the context", raw)?;
    few(source, "values of a context", raw, MAX_MEMBERS)?;
    let mut values = Vec::new();
    for (name, kind) in &raw.0 {
        identifier(source, "a value of a context", name)?;
        values.push(ContextDef { name: name.value.clone(), ty: ty(source, kinds, table, kind)? });
    }
    Ok(values)
}

fn ty(
    source: &SpecText,
    kinds: &mut Kinds,
    table: &mut Table,
    raw: &RawContextKind,
) -> Result<Ty, SpecError> {
    Ok(match &raw.kind {
        ContextKind::Int => Ty::Int,
        ContextKind::Bool => Ty::Bool,
        ContextKind::OneOf(labels) => Ty::Label(kinds.labels(source, table, labels, raw.span)?),
        ContextKind::List(inner) => {
            let list = ty(source, kinds, table, inner)?.list().map(Ty::List);
            list.ok_or_else(|| source.error(raw.span, "the list is nested too deeply"))?
        }
    })
}

/// Gives containers the contexts of their elements. Elements that are containers have smaller numbers.
pub(crate) fn containers(table: &mut Table) {
    for ty in 0..table.types.len() {
        let def = &table.types[ty];
        if def.shape == Shape::Plain {
            continue;
        }
        let element = def.ctors.iter().flat_map(|ctor| &ctor.fields).next();
        if let Some(FieldKind::Node(element)) = element.map(|field| &field.kind) {
            table.types[ty].context = table.types[*element].context.clone();
        }
    }
}

/// Notes what the fields of a constructor are given.
pub(crate) fn gives(
    source: &SpecText,
    table: &mut Table,
    (ty, ctor): (usize, usize),
    raw: &RawGive,
) -> Result<(), SpecError> {
    unique(source, "field", raw)?;
    let def = &table.types[ty].ctors[ctor];
    let mut gives = Vec::new();
    for (field, values) in &raw.0 {
        let Some(slot) = def.fields.iter().position(|known| known.name == field.value) else {
            let message = format!("constructor `{}` has no field `{}`", def.name, field.value);
            let known = def.fields.iter().map(|field| field.name.as_str());
            return Err(source.error(field.span, message).suggest(&field.value, known));
        };
        let FieldKind::Node(part) = def.fields[slot].kind else {
            let message = format!("`{}` is given a context, but is no structure", field.value);
            return Err(source.error(field.span, message).help("only fields that are structures have one"));
        };
        let part = &table.types[part];
        if part.context.is_empty() {
            let message = format!(
                "`{}` is given a context, but structures of type `{}` have none",
                field.value, part.name
            );
            return Err(source
                .error(field.span, message)
                .help(format!("give `{}` the entry `context`", part.name)));
        }
        unique(source, "value", values)?;
        for (name, text) in &values.0 {
            let Some(value) = part.context_value(&name.value) else {
                let message = format!("the context of type `{}` has no value `{}`", part.name, name.value);
                let known = part.context.iter().map(|value| value.name.as_str());
                return Err(source.error(name.span, message).suggest(&name.value, known));
            };
            gives.push(GiveDef { slot, value, ast: cel::parse(source, text)? });
        }
    }
    table.types[ty].ctors[ctor].gives = gives;
    Ok(())
}

/// Checks that each field whose type has a context gets all of its values.
pub(crate) fn all_given(source: &SpecText, table: &Table) -> Result<(), SpecError> {
    for def in &table.types {
        for ctor in &def.ctors {
            for (slot, field) in ctor.fields.iter().enumerate() {
                let FieldKind::Node(part) = field.kind else { continue };
                for (number, value) in table.types[part].context.iter().enumerate() {
                    let is_given = ctor.gives.iter().any(|give| (give.slot, give.value) == (slot, number));
                    let own = def.context.iter().find(|own| own.name == value.name);
                    if is_given || own.is_some_and(|own| own.ty == value.ty) {
                        continue;
                    }
                    let (name, wanted) = (&value.name, table.show(value.ty));
                    let why = match own {
                        Some(own) => format!("that of `{}` is {}", def.name, table.show(own.ty)),
                        None => format!("`{}` has none to pass on", def.name),
                    };
                    let message = format!(
                        "the field `{}` of `{}` is given no `{name}`, which is {wanted}, and {why}",
                        field.name, ctor.name
                    );
                    let help = format!("write `give: {{\"{}\": {{\"{name}\": \"...\"}}}}`", field.name);
                    return Err(source.error(field.span, message).help(help));
                }
            }
        }
    }
    Ok(())
}

/// Notes the context of whole structures.
pub(crate) fn of_root(source: &SpecText, table: &mut Table, raw: &RawSpec) -> Result<(), SpecError> {
    let root = &table.types[table.root];
    let names = || root.context.iter().map(|value| value.name.as_str());
    let usage = || {
        let values: Vec<String> = names().map(|name| format!("\"{name}\": \"...\"")).collect();
        format!("write `root_context: {{{}}}`", values.join(", "))
    };
    let Some((given, span)) = &raw.root_context else {
        if root.context.is_empty() {
            return Ok(());
        }
        let message = format!(
            "structures of the root type `{}` have a context, and there is no `root_context`",
            root.name
        );
        return Err(source.error(raw.root.span, message).help(usage()));
    };
    if root.context.is_empty() {
        let message = format!(
            "there is a `root_context`, but structures of the root type `{}` have no context",
            root.name
        );
        return Err(source.error(*span, message).help(format!("give `{}` the entry `context`", root.name)));
    }
    unique(source, "value", given)?;
    if let Some((name, _)) = given.0.iter().find(|(name, _)| root.context_value(&name.value).is_none()) {
        let message = format!("the context of type `{}` has no value `{}`", root.name, name.value);
        return Err(source.error(name.span, message).suggest(&name.value, names()));
    }
    let mut values = Vec::new();
    for name in names() {
        let text: Option<&Text> = given.0.iter().find(|(known, _)| known.value == name).map(|(_, text)| text);
        let Some(text) = text else {
            return Err(source
                .error(*span, format!("`root_context` lacks the value `{name}`"))
                .help(usage()));
        };
        values.push(cel::parse(source, text)?);
    }
    table.root_context = values;
    Ok(())
}
