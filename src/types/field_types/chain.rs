//! Chains: how collections stand in the schema, as `Cons` of a first element and the rest, ended by `Nil`.
//!
//! A chain with bounds on its length is one type of the schema for each length that may be left, each with the next
//! shorter one as the rest. A type that may not end here has no `Nil`, one that has to end here has no `Cons`; so the
//! constructors are told apart by their slots, of which a `Nil` has none. In a chain without bounds each element weighs at
//! least 1.

use crate::types::DpGen;
use crate::types::schema::definer::Definer;
use crate::types::schema::field_domain::{FieldDomain, Lengths};
use crate::types::value::builder::ValueBuilder;
use crate::types::value::reader::{NotOfScope, ValueReader};
use dpgen_forest::index::TypeIx;
use dpgen_forest::schema::{Shape, Slot, SlotKind};

/// Declares a chain of `T` that is an `L`; `each` is told of every type of it.
pub(crate) fn declare<T: DpGen, L: 'static>(
    definer: &mut Definer,
    name: &str,
    domain: &FieldDomain,
    outer: &str,
    each: impl Fn(&mut Definer, TypeIx),
) -> SlotKind {
    let elements = domain.of_elements();
    let Some(len) = domain.len.filter(|_| !definer.schema.is_lenient()) else {
        return definer.declare::<L>(name, &elements, Shape::List, |definer, ty| {
            let first = definer.slot::<T>("first", &elements, outer);
            let rest = Slot { name: "rest".to_owned(), kind: SlotKind::Recursive(ty) };
            definer.schema.constructor(ty, "Nil", Some(0), Vec::new());
            definer.schema.constructor(ty, "Cons", Some(0), vec![first, rest]);
            if !definer.schema.is_lenient() {
                definer.schema.grows(ty);
            }
            each(definer, ty);
        });
    };
    let bounded = |left, _| FieldDomain { len: Some(left), ..domain.clone() };
    declare_bounded::<T, L>(definer, name, len, outer, bounded, |_| elements.clone(), each)
}

/// Declares a chain of at most so many `T`. `element` is the domain of an element by its place, and `key` tells apart, by the lengths that may
/// be left and by the place of the next element, what is another type of the schema.
pub(crate) fn declare_bounded<T: DpGen, L: 'static>(
    definer: &mut Definer,
    name: &str,
    len: Lengths,
    outer: &str,
    key: impl Fn(Lengths, u32) -> FieldDomain,
    element: impl Fn(u32) -> FieldDomain,
    each: impl Fn(&mut Definer, TypeIx),
) -> SlotKind {
    // Shorter ones first, so that nothing nests as deep as a chain is long.
    let mut kind = None;
    for max in 0..=len.max {
        let (left, place) = (Lengths { min: len.min.saturating_sub(len.max - max), max }, len.max - max);
        let (rest, domain) = (kind, key(left, place));
        let name = format!("{name}[{}..={max}]", left.min);
        kind = Some(definer.declare::<L>(&name, &domain, Shape::List, |definer, ty| {
            if left.min == 0 {
                definer.schema.constructor(ty, "Nil", Some(0), Vec::new());
            }
            if let Some(rest) = rest {
                let first = definer.slot::<T>("first", &element(place), outer);
                let rest = Slot { name: "rest".to_owned(), kind: rest };
                definer.schema.constructor(ty, "Cons", Some(0), vec![first, rest]);
            }
            each(definer, ty);
        }));
    }
    kind.unwrap_or_else(|| unreachable!("0 is among the lengths"))
}

/// Builds the elements of a chain, in order.
pub(crate) fn build<T, L: Default + Extend<T>>(
    words: &mut ValueBuilder<'_>,
    element: impl Fn(&mut ValueBuilder<'_>) -> T,
) -> L {
    let mut list = L::default();
    loop {
        let (_, mut fields) = words.layer();
        if fields.is_empty() {
            return list;
        }
        list.extend(std::iter::once(fields.field_by(&element)));
    }
}

/// Takes elements apart as a chain: from the back, so that it may be long.
pub(crate) fn take_apart<E>(
    elements: impl DoubleEndedIterator<Item = E> + ExactSizeIterator,
    reader: &mut ValueReader<'_>,
    element: impl Fn(E, &mut ValueReader<'_>) -> Result<i64, NotOfScope>,
) -> Result<i64, NotOfScope> {
    let (kinds, mut rest) = end(elements.len(), reader)?;
    for (first, (kind, cons)) in elements.zip(kinds).rev() {
        reader.expect(kind);
        rest = reader.layer(cons, |fields| {
            fields.field_by(|reader| element(first, reader))?;
            fields.word(rest);
            Ok(())
        })?;
    }
    Ok(rest)
}

/// The end of the chain of so many elements that is expected here, and of each element the slot that it stands in, with the number
/// of its constructor there.
fn end(len: usize, reader: &mut ValueReader<'_>) -> Result<(Vec<(SlotKind, u32)>, i64), NotOfScope> {
    let too = |what: &str| NotOfScope(format!("a collection of {len} elements is too {what}"));
    let mut kinds = Vec::with_capacity(len);
    for _ in 0..len {
        let (cons, rest) = reader.cons().ok_or_else(|| too("long"))?;
        kinds.push((reader.slot(), cons));
        reader.expect(rest);
    }
    let nil = reader.nil().ok_or_else(|| too("short"))?;
    Ok((kinds, reader.layer(nil, |_| Ok(()))?))
}
