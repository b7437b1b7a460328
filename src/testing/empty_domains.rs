//! Fields whose domain is empty, so that a test would leave out the cases that have such a field.
//!
//! [`check_domains`] refuses a build with one. In sizes where `n` is the size itself, an empty domain is no mistake:
//! [`field_without_values`] names the field for the test's summary.

use dpgen_forest::index::{DomainIx, TypeIx};
use dpgen_forest::schema::{Constructor, Domain, Schema, Slot, SlotKind};

/// Refuses a schema of whose structures some are left out because a domain has no value.
///
/// # Panics
/// When there is such a domain.
pub(super) fn check_domains(name: &str, schema: &Schema) {
    for (index, domain) in schema.all_domains().iter().enumerate() {
        if domain.is_empty() {
            let slot = DomainIx::new(index).map(|domain| schema.slot_of(domain)).unwrap_or_default();
            panic!("{name}: {slot} has no value in this scope, so the test would leave out what holds one");
        }
    }
}

/// The first field without a value that a structure of this size could hold, whatever the predicates say of it.
pub(super) fn field_without_values(schema: &Schema, size: u32) -> Option<String> {
    if !schema.all_domains().iter().any(Domain::is_empty) {
        return None;
    }
    let parts = fixed_point(schema, vec![None; schema.types()], |least, ctor| {
        vec![(ctor.ty, least_size(least, ctor, None))]
    });
    let mut context = vec![None; schema.types()];
    context[schema.root().index()] = Some(0);
    let context = fixed_point(schema, context, |context, ctor| {
        let context_of = |(slot, ty)| {
            (
                ty,
                least_size(&parts, ctor, Some(slot))
                    .and_then(|rest| rest.checked_add(context[ctor.ty.index()]?)),
            )
        };
        ctor.slots.iter().enumerate().filter_map(part).map(context_of).collect()
    });
    let fits = |ctor: &&Constructor| {
        let whole =
            least_size(&parts, ctor, None).and_then(|least| least.checked_add(context[ctor.ty.index()]?));
        whole.is_some_and(|least| least <= size)
    };
    let is_empty =
        |slot: &&Slot| matches!(slot.kind, SlotKind::Data(domain) if schema.domain(domain).is_empty());
    schema.all_constructors().iter().filter(fits).find_map(|ctor| {
        let slot = ctor.slots.iter().find(is_empty)?;
        // The root's fields are the arguments of the test.
        let is_argument = ctor.ty == schema.root();
        Some(if is_argument { format!("`{}`", slot.name) } else { format!("`{}.{}`", ctor.name, slot.name) })
    })
}

fn part((slot, of): (usize, &Slot)) -> Option<(usize, TypeIx)> {
    match of.kind {
        SlotKind::Recursive(ty) => Some((slot, ty)),
        SlotKind::Data(_) => None,
    }
}

/// The least size of a constructor's structures, but for one of their parts, if each domain had a value.
fn least_size(parts: &[Option<u32>], ctor: &Constructor, but_for: Option<usize>) -> Option<u32> {
    let parts_of = ctor.slots.iter().enumerate().filter_map(part).filter(|(slot, _)| Some(*slot) != but_for);
    parts_of.map(|(_, ty)| parts[ty.index()]).try_fold(ctor.weight, |sum, least| sum.checked_add(least?))
}

/// The least number of each type, where constructors offer numbers to types, as a fixed point.
fn fixed_point(
    schema: &Schema,
    mut least: Vec<Option<u32>>,
    offers: impl Fn(&[Option<u32>], &Constructor) -> Vec<(TypeIx, Option<u32>)>,
) -> Vec<Option<u32>> {
    loop {
        let mut changed = false;
        for (ty, offer) in
            schema.all_constructors().iter().flat_map(|ctor| offers(&least, ctor)).collect::<Vec<_>>()
        {
            let known = &mut least[ty.index()];
            if offer.is_some_and(|offer| known.is_none_or(|known| offer < known)) {
                *known = offer;
                changed = true;
            }
        }
        if !changed {
            return least;
        }
    }
}
