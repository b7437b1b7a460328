//! Fields that no case of a size has, because their domain has no value there: one up to `n`, where `n` is the size.

use dpgen_forest::index::TypeIx;
use dpgen_forest::schema::{Constructor, Domain, Schema, Slot, SlotKind};

/// The first field without a value that a structure of this size could hold, whatever the predicates say of it.
pub(super) fn left_out(schema: &Schema, size: u32) -> Option<String> {
    if !schema.all_domains().iter().any(Domain::is_empty) {
        return None;
    }
    let parts = settled(schema, vec![None; schema.types()], |least, ctor| {
        vec![(ctor.ty, smallest(least, ctor, None))]
    });
    let mut around = vec![None; schema.types()];
    around[schema.root().index()] = Some(0);
    let around = settled(schema, around, |around, ctor| {
        let around_part = |(slot, ty)| {
            (
                ty,
                smallest(&parts, ctor, Some(slot))
                    .and_then(|rest| rest.checked_add(around[ctor.ty.index()]?)),
            )
        };
        ctor.slots.iter().enumerate().filter_map(part).map(around_part).collect()
    });
    let fits = |ctor: &&Constructor| {
        let whole =
            smallest(&parts, ctor, None).and_then(|least| least.checked_add(around[ctor.ty.index()]?));
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
fn smallest(parts: &[Option<u32>], ctor: &Constructor, but_for: Option<usize>) -> Option<u32> {
    let parts_of = ctor.slots.iter().enumerate().filter_map(part).filter(|(slot, _)| Some(*slot) != but_for);
    parts_of.map(|(_, ty)| parts[ty.index()]).try_fold(ctor.weight, |sum, least| sum.checked_add(least?))
}

/// The least numbers of types that constructors offer each other.
fn settled(
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
