//! Checks a spec's templates for `dpgen check`: the names in them are those of fields and attributes, and they render small
//! structures.

use std::ops::Range;
use std::sync::Arc;

use dpgen_forest::index::{TypeIx, shown};
use dpgen_forest::schema::{Constructor, Schema, Shape, SlotKind};
use dpgen_forest::{Budget, Catalog, Count, Scope, StopReason};
use dpgen_spec::{Attributes, Spec, SpecError, Template, nearest};

use crate::command_error::CommandError;
use crate::export::attribute_calls::{Receiver, attribute_calls};
use crate::export::error::ExportError;
use crate::export::exporter::Exporter;
use crate::export::structure_position::Position;
use crate::export::template::{CONTEXT_NAME, Templates};

/// The number of structures of each size that are written.
const MAX_STRUCTURES_PER_SIZE: u32 = 1_000;

/// Checks that all names in templates are those of fields.
pub fn check_names(spec: &Spec, scope: &Scope, templates: &Templates) -> Result<(), CommandError> {
    let schema = spec.model(scope)?.schema;
    for template in templates.of_spec() {
        let fields = fields(&schema, template);
        let context = spec.context(&template.ty);
        let mut known: Vec<&str> = fields.iter().map(|(name, _)| name.as_str()).collect();
        known.extend((!context.is_empty()).then_some(CONTEXT_NAME));
        let used = templates.names(&template.ty, &template.constructor);
        let mut mistakes: Vec<(usize, Range<usize>, String, Option<String>)> = Vec::new();
        for name in used {
            let (first, rest) =
                name.split_once('.').map_or((&*name, None), |(first, rest)| (first, Some(rest)));
            let place = word_place(&template.template, if rest.is_some() { &name } else { first });
            let at = place.as_ref().map_or(usize::MAX, |place| place.start);
            let place = place.unwrap_or(0..0);
            if first == CONTEXT_NAME && !context.is_empty() {
                let value = rest.and_then(|rest| rest.split('.').next());
                let names: Vec<&str> = context.iter().map(|(name, _)| *name).collect();
                if let Some(value) = value.filter(|value| !names.contains(value)) {
                    let message = format!("the context of type `{}` has no value `{value}`", template.ty);
                    let advice = nearest(value, &names).map(|near| format!("did you mean `{near}`?"));
                    let advice = advice.unwrap_or_else(|| format!("it has {}", names.join(", ")));
                    mistakes.push((at, place, message, Some(advice)));
                }
                continue;
            }
            match (fields.iter().find(|(field, _)| field == first), rest) {
                (None, _) => {
                    let advice = nearest(first, &known).map(|near| format!("did you mean `{near}`?"));
                    let all = || format!("the fields of `{}` are {}", template.constructor, known.join(", "));
                    let message = format!("the template names `{first}`, which is no field");
                    mistakes.push((at, place, message, Some(advice.unwrap_or_else(all))));
                }
                (Some((_, true)), Some(rest)) => {
                    let message = format!("the template asks `{first}` for `{rest}`");
                    mistakes.push((
                        at,
                        place,
                        message,
                        Some(format!("a substructure is text here: write `{first}`")),
                    ));
                }
                _ => {}
            }
        }
        if let Some((_, place, message, advice)) = mistakes.into_iter().min_by_key(|mistakes| mistakes.0) {
            return Err(spec.template_error(template, place, &message, advice.as_deref()).into());
        }
        if let Some(attributes) = templates.attributes() {
            check_attribute_names(spec, &schema, template, attributes)?;
        }
    }
    Ok(())
}

/// Checks that the attributes that a template asks for exist, as far as its text tells.
fn check_attribute_names(
    spec: &Spec,
    schema: &Schema,
    template: &Template,
    attributes: &Attributes,
) -> Result<(), SpecError> {
    let Some(ctor) = constructor(schema, template) else { return Ok(()) };
    for call in attribute_calls(&template.template) {
        let Some((name, place)) = call.name else { continue };
        let receiver_type = match call.receiver {
            Receiver::Own => Some(ctor.ty),
            Receiver::Name(field) if !is_bound(&template.template, &field) => {
                substructure(schema, ctor, &field)
            }
            _ => None,
        };
        // The receiver may be of any type if the text does not tell.
        let every = || (0..schema.types()).map(|ty| TypeIx::from_word(shown(ty))).collect();
        let types: Vec<TypeIx> = receiver_type.map_or_else(every, |ty| vec![ty]);
        let known: Vec<&str> = types.iter().flat_map(|ty| attributes.names(*ty)).collect();
        if !known.contains(&&*name) {
            let of = receiver_type.map_or("the spec", |ty| &schema.ty(ty).name);
            let message = format!("the template asks for `{name}`, which is no attribute of `{of}`");
            let all = || format!("it has {}", known.join(", "));
            let advice = nearest(&name, &known).map_or_else(all, |near| format!("did you mean `{near}`?"));
            return Err(spec.template_error(template, place, &message, Some(&advice)));
        }
    }
    Ok(())
}

/// The type of a field, within options; `None` if it is data or no field.
fn substructure(schema: &Schema, ctor: &Constructor, field: &str) -> Option<TypeIx> {
    let slot = ctor.slots.iter().find(|slot| slot.name == field)?;
    let SlotKind::Recursive(mut ty) = slot.kind else { return None };
    while schema.ty(ty).shape == Shape::Option {
        let parts = schema.constructors_of(ty).flat_map(|ctor| &schema.constructor(ctor).slots);
        let part = parts.map(|slot| slot.kind).next()?;
        let SlotKind::Recursive(inner) = part else { return None };
        ty = inner;
    }
    Some(ty)
}

/// Whether a template gives a name a meaning of its own.
fn is_bound(template: &str, name: &str) -> bool {
    let heads = ["for ", "set ", "with ", "(", ", "];
    template.contains("{%") && heads.iter().any(|head| template.contains(&format!("{head}{name}")))
}

/// The constructor that a template is for.
fn constructor<'s>(schema: &'s Schema, template: &Template) -> Option<&'s Constructor> {
    let mut ctors = schema.all_constructors().iter();
    ctors.find(|ctor| schema.ty(ctor.ty).name == template.ty && ctor.name == template.constructor)
}

/// The fields of a template's constructor, and whether each is text: a substructure that is no container.
fn fields(schema: &Schema, template: &Template) -> Vec<(String, bool)> {
    let is_text = |kind| matches!(kind, SlotKind::Recursive(ty) if schema.ty(ty).shape == Shape::Plain);
    let slots = constructor(schema, template).into_iter().flat_map(|ctor| &ctor.slots);
    slots.map(|slot| (slot.name.clone(), is_text(slot.kind))).collect()
}

/// The place of a name that stands by itself.
fn word_place(template: &str, name: &str) -> Option<Range<usize>> {
    let inside = |letter: char| letter.is_alphanumeric() || letter == '_';
    let places = template.match_indices(name).map(|(start, _)| start..start + name.len());
    places.into_iter().find(|place| {
        !template[..place.start].ends_with(inside) && !template[place.end..].starts_with(inside)
    })
}

/// Renders the first structures of each size; the limit that ended this before all were tried, if one did.
pub fn try_templates(
    catalog: &Catalog,
    exporter: &Exporter,
    bounds: &Arc<Budget>,
) -> Result<Option<StopReason>, CommandError> {
    let mut line = String::new();
    for size in 0..catalog.complete_sizes() {
        let mut structures = catalog
            .compact(size, Count::ZERO..Count::from(MAX_STRUCTURES_PER_SIZE))
            .with_budget(bounds.clone());
        let mut rank = Count::ZERO;
        while let Some(words) = structures.next() {
            line.clear();
            let place = Position { size, rank: &rank, solution: None, key: None };
            match exporter.structure(catalog.schema(), words, place, &mut line) {
                Ok(()) => {}
                Err(ExportError::Halted | ExportError::Endless { .. }) if bounds.reached().is_some() => {
                    return Ok(bounds.reached());
                }
                Err(error) => return Err(error.into()),
            }
            rank += &Count::ONE;
        }
        if let Some(error) = structures.failure() {
            return Err(error.clone().into());
        }
        if structures.stopped().is_some() {
            return Ok(structures.stopped());
        }
    }
    Ok(catalog.stop_reason())
}
