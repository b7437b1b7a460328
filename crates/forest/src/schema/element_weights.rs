//! Gives every element of a list without a greatest length a weight of at least 1.
//!
//! Elements that weigh nothing (plain values, constructors without fields) would make infinitely many lists of one size.
//! So each weighs 1 in such a list, and one that weighs more than 0 keeps its weight. For data that is the
//! weight of `Cons`. A type with a constructor that can weigh nothing gets a copy for its use as an element, in which such
//! constructors weigh 1; only the outermost layer of an element is of the copy.
//!
//! Invariant: a list whose elements always weigh something is as it was declared.

use crate::index::{TypeIx, small};
use crate::schema::type_draft::{Drafts, TypeKey};
use crate::schema::types::SlotKind;

/// Gives the elements of these lists their weights. The result has each copy, and the type that it is one of.
pub(super) fn weigh(drafts: &mut Drafts, lists: &[TypeIx]) -> Vec<(TypeIx, TypeIx)> {
    let least = least(drafts, lists);
    let mut copies: Vec<(TypeIx, TypeIx)> = Vec::new();
    for list in lists {
        let declared = drafts.len();
        let constructors = &mut drafts[list.index()].constructors;
        let Some((_, weight, slots)) = constructors.iter_mut().find(|(.., slots)| !slots.is_empty()) else {
            continue;
        };
        match slots[0].kind {
            SlotKind::Data(_) => *weight = 1,
            SlotKind::Recursive(element) if least[element.index()].contains(&Some(0)) => {
                let known = copies.iter().find(|(_, of)| *of == element).map(|(copy, _)| *copy);
                let copy = known.unwrap_or_else(|| {
                    let copy = TypeIx::from_word(small(declared + copies.len()));
                    copies.push((copy, element));
                    copy
                });
                slots[0].kind = SlotKind::Recursive(copy);
            }
            SlotKind::Recursive(_) => {}
        }
    }
    for (_, of) in &copies {
        let mut copy = drafts[of.index()].clone();
        for ((_, weight, _), least) in copy.constructors.iter_mut().zip(&least[of.index()]) {
            if *least == Some(0) {
                *weight += 1;
            }
        }
        drafts.insert(TypeKey::Element(*of), copy);
    }
    copies
}

/// The least size of each constructor, by type, where elements of these lists weigh at least 1.
fn least(drafts: &Drafts, lists: &[TypeIx]) -> Vec<Vec<Option<u32>>> {
    let mut least: Vec<Vec<Option<u32>>> =
        drafts.values().map(|draft| vec![None; draft.constructors.len()]).collect();
    loop {
        let mut changed = false;
        for (index, draft) in drafts.values().enumerate() {
            let grows = lists.iter().any(|list| list.index() == index);
            for (number, (_, weight, slots)) in draft.constructors.iter().enumerate() {
                let size = slots.iter().try_fold(*weight, |sum, slot| match slot.kind {
                    SlotKind::Recursive(ty) => {
                        Some(sum.saturating_add(least[ty.index()].iter().flatten().min().copied()?))
                    }
                    SlotKind::Data(_) => Some(sum),
                });
                let size = size.map(|size| if grows && !slots.is_empty() { size.max(1) } else { size });
                let known = &mut least[index][number];
                if size.is_some_and(|size| known.is_none_or(|known| size < known)) {
                    *known = size;
                    changed = true;
                }
            }
        }
        if !changed {
            return least;
        }
    }
}
