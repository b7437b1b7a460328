//! Structures that are one step away from others: one value is another, or one part another structure's part.
//!
//! They work on the flat form: constructors, numbered within their types, and data, in preorder.

use std::ops::Range;

use super::description::{Description, Slot};
use crate::seeds::draw::Draw;

/// What stands at places of a flat structure.
enum Place<'a> {
    Data { at: usize, slot: &'a Slot },
    Part { range: Range<usize>, ty: usize, size: u32 },
}

/// The places of a flat structure, the last of which is the whole.
fn places<'a>(of: &'a Description, flat: &[i64]) -> Vec<Place<'a>> {
    let mut places = Vec::new();
    let (end, _) = walk(of, flat, 0, 0, &mut places);
    assert_eq!(end, flat.len(), "{flat:?} goes on after the structure");
    places
}

/// Where the structure at a place ends, and its size.
fn walk<'a>(
    of: &'a Description,
    flat: &[i64],
    ty: usize,
    begin: usize,
    places: &mut Vec<Place<'a>>,
) -> (usize, u32) {
    let ctor = &of.types[ty].ctors[usize::try_from(flat[begin]).unwrap()];
    let (mut at, mut size) = (begin + 1, ctor.weight);
    for slot in &ctor.slots {
        if let Some(part) = slot.part() {
            let (end, of_part) = walk(of, flat, part, at, places);
            (at, size) = (end, size + of_part);
        } else {
            places.push(Place::Data { at, slot });
            at += 1;
        }
    }
    places.push(Place::Part { range: begin..at, ty, size });
    (at, size)
}

/// Up to so many mutants of a structure, each with its size; parts come from `donor`.
pub fn of(
    description: &Description,
    flat: &[i64],
    donor: &[i64],
    draw: &mut Draw<'_>,
    count: usize,
) -> Vec<(u32, Vec<i64>)> {
    let (places, donated) = (places(description, flat), places(description, donor));
    let Some(Place::Part { size: whole, .. }) = places.last() else { return Vec::new() };
    let mut mutants = Vec::new();
    for _ in 0..count {
        let mut mutant = flat.to_vec();
        match &places[draw.below(places.len())] {
            Place::Data { at, slot } => {
                let Slot::Data { domain, .. } = slot else { continue };
                mutant[*at] = draw.of(&domain.values());
                mutants.push((*whole, mutant));
            }
            Place::Part { range, ty, size } => {
                let fitting = donated.iter().filter_map(|place| match place {
                    Place::Part { range, ty: other, size } if other == ty => Some((range.clone(), *size)),
                    _ => None,
                });
                let fitting: Vec<_> = fitting.collect();
                if fitting.is_empty() {
                    continue;
                }
                let (from, other) = draw.of(&fitting);
                mutant.splice(range.clone(), donor[from].iter().copied());
                mutants.push((whole - size + other, mutant));
            }
        }
    }
    mutants
}
