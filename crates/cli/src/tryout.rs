//! Tries a spec's templates: the names in them against the fields that there are, and each of them on small structures.

use std::ops::Range;

use crate::export::{ExportError, Exporter, Place, Templates};
use dpgen_forest::schema::{Schema, Shape, SlotKind};
use dpgen_forest::{Catalog, Count, Scope};
use dpgen_spec::{Spec, Template, nearest};

use super::failure::Failure;

/// So many structures of each size are written.
const STRUCTURES: u32 = 1_000;

/// Whether all names in templates are fields.
pub fn names(spec: &Spec, scope: &Scope, templates: &Templates) -> Result<(), Failure> {
    let failed = |error| Failure::Spec(Box::new(error), spec.text().to_owned());
    let schema = spec.model(scope).map_err(failed)?.schema;
    for template in spec.render() {
        let fields = fields(&schema, template);
        let known: Vec<&str> = fields.iter().map(|(name, _)| name.as_str()).collect();
        let used = templates.names(&template.ty, &template.constructor);
        let mut wrong: Vec<(usize, Range<usize>, String, Option<String>)> = Vec::new();
        for name in used {
            let (first, rest) =
                name.split_once('.').map_or((&*name, None), |(first, rest)| (first, Some(rest)));
            let place = word(&template.template, if rest.is_some() { &name } else { first });
            let at = place.as_ref().map_or(usize::MAX, |place| place.start);
            let place = place.unwrap_or(0..0);
            match (fields.iter().find(|(field, _)| field == first), rest) {
                (None, _) => {
                    let advice = nearest(first, &known).map(|near| format!("did you mean `{near}`?"));
                    let all = || format!("the fields of `{}` are {}", template.constructor, known.join(", "));
                    let message = format!("the template names `{first}`, which is no field");
                    wrong.push((at, place, message, Some(advice.unwrap_or_else(all))));
                }
                (Some((_, true)), Some(rest)) => {
                    let message = format!("the template asks `{first}` for `{rest}`");
                    wrong.push((
                        at,
                        place,
                        message,
                        Some(format!("a substructure is text here: write `{first}`")),
                    ));
                }
                _ => {}
            }
        }
        if let Some((_, place, message, advice)) = wrong.into_iter().min_by_key(|wrong| wrong.0) {
            return Err(failed(spec.template_error(template, place, &message, advice.as_deref())));
        }
    }
    Ok(())
}

/// The fields of a template's constructor, and whether each is text: a substructure that is no container.
fn fields(schema: &Schema, template: &Template) -> Vec<(String, bool)> {
    let types = schema.all_constructors().iter();
    let ctor = types.filter(|ctor| schema.ty(ctor.ty).name == template.ty);
    let ctor = ctor.filter(|ctor| ctor.name == template.constructor);
    let is_text = |kind| matches!(kind, SlotKind::Recursive(ty) if schema.ty(ty).shape == Shape::Plain);
    ctor.flat_map(|ctor| &ctor.slots).map(|slot| (slot.name.clone(), is_text(slot.kind))).collect()
}

/// Where a name stands by itself.
fn word(template: &str, name: &str) -> Option<Range<usize>> {
    let inside = |letter: char| letter.is_alphanumeric() || letter == '_';
    let places = template.match_indices(name).map(|(start, _)| start..start + name.len());
    places.into_iter().find(|place| {
        !template[..place.start].ends_with(inside) && !template[place.end..].starts_with(inside)
    })
}

/// Whether the templates work on small structures, the smallest of each size.
pub fn structures(spec: &Spec, catalog: &Catalog, exporter: &Exporter) -> Result<(), Failure> {
    let mut line = String::new();
    for size in 0..catalog.complete_sizes() {
        let mut structures = catalog.compact(size, Count::ZERO..Count::from(STRUCTURES));
        let mut rank = Count::ZERO;
        while let Some(words) = structures.next() {
            line.clear();
            let place = Place { size, rank: &rank, solution: None, key: None };
            match exporter.structure(catalog.schema(), words, place, &mut line) {
                Ok(()) => {}
                Err(ExportError::Halted) => return Ok(()),
                Err(ExportError::Render { of, why }) => {
                    let named = |one: &&Template| format!("`{}.{}`", one.ty, one.constructor) == of;
                    let message = format!("the template {of} fails on a structure: {why}");
                    let Some(template) = spec.render().iter().find(named) else {
                        return Err(Failure::Usage(message));
                    };
                    let error = spec.template_error(template, 0..0, &message, None);
                    return Err(Failure::Spec(Box::new(error), spec.text().to_owned()));
                }
                Err(error) => return Err(error.into()),
            }
            rank += &Count::ONE;
        }
    }
    Ok(())
}
