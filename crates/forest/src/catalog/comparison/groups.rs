//! [`Groups`]: the productions and families of a build by where they begin and by size, and an order in which parts come before
//! wholes.
//!
//! Read [`common_counts`](super::common_counts) next.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::index::{CtorIx, TypeIx};
use crate::schema::Schema;
use crate::schema::types::{Constructor, SlotKind};

/// Where a tail begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Start {
    pub(super) ctor: CtorIx,
    /// The slot of the constructor.
    pub(super) slot: usize,
}

/// The structures that families are of: those of a type, or productions from a slot on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Head {
    Type(TypeIx),
    Rest(Start),
}

impl Head {
    /// Where its structures begin.
    pub(super) fn starts(self, schema: &Schema) -> Vec<Start> {
        match self {
            Self::Type(ty) => schema.constructors_of(ty).map(|ctor| Start { ctor, slot: 0 }).collect(),
            Self::Rest(start) => vec![start],
        }
    }
}

/// What begins at a slot and has a size: products of records, and single tails.
#[derive(Debug, Default)]
pub(super) struct Members {
    /// The first record of each product.
    pub(super) products: Vec<u32>,
    pub(super) tails: Vec<u32>,
}

/// Tails by start and size, families by head and size.
#[derive(Debug, Default)]
pub(super) struct Groups {
    members: FxHashMap<(Start, u32), Members>,
    families: FxHashMap<(Head, u32), Vec<u32>>,
}

impl Groups {
    pub(super) fn add_product(&mut self, first: u32, start: Start, size: u32) {
        self.members.entry((start, size)).or_default().products.push(first);
    }

    pub(super) fn add_tail(&mut self, tail: u32, start: Start, size: u32) {
        self.members.entry((start, size)).or_default().tails.push(tail);
    }

    pub(super) fn add_family(&mut self, family: u32, start: Start, size: u32, schema: &Schema) {
        let head = match start.slot {
            0 => Head::Type(schema.constructor(start.ctor).ty),
            _ => Head::Rest(start),
        };
        self.families.entry((head, size)).or_default().push(family);
    }

    /// What begins at a slot and has a size.
    pub(super) fn members(&self, start: Start, size: u32) -> Option<&Members> {
        self.members.get(&(start, size))
    }

    /// The families of a head and a size.
    pub(super) fn families(&self, head: Head, size: u32) -> &[u32] {
        self.families.get(&(head, size)).map_or(&[], Vec::as_slice)
    }
}

/// The heads of a schema, in an order in which what is a part of something of the same size comes before it.
///
/// Something has a part of its own size only if all else that it holds can weigh nothing. The schema refuses types that grow
/// without growing in size, so that there is such an order.
pub(super) fn heads_in_order(schema: &Schema, cuts: &[Vec<usize>]) -> Vec<Head> {
    let mut order = Vec::new();
    let mut seen = FxHashSet::default();
    let constructors = (0..).map(CtorIx::from_word).zip(schema.all_constructors());
    let rests = constructors.flat_map(|(ctor, of)| {
        let cuts = cuts[ctor.index()].iter().filter(|cut| **cut < of.slots.len());
        cuts.map(move |cut| Head::Rest(Start { ctor, slot: *cut }))
    });
    let types = schema.order().iter().map(|ty| Head::Type(*ty));
    for head in types.chain(rests) {
        // Before or after the parts of a head.
        let mut open = vec![(head, false)];
        while let Some((head, is_done)) = open.pop() {
            if is_done {
                order.push(head);
            } else if seen.insert(head) {
                open.push((head, true));
                open.extend(parts_of_equal_size(schema, cuts, head).into_iter().map(|part| (part, false)));
            }
        }
    }
    order
}

/// What a head can have as a part of its own size.
fn parts_of_equal_size(schema: &Schema, cuts: &[Vec<usize>], head: Head) -> Vec<Head> {
    let mut parts = Vec::new();
    for Start { ctor, slot } in head.starts(schema) {
        let of = schema.constructor(ctor);
        if slot == 0 && of.weight > 0 {
            continue;
        }
        let can_vanish = |place: usize| least_size(schema, of, place) == Some(0);
        for place in slot..of.slots.len() {
            let SlotKind::Recursive(ty) = of.slots[place].kind else { continue };
            if (slot..of.slots.len()).all(|other| other == place || can_vanish(other)) {
                parts.push(Head::Type(ty));
            }
        }
        let next = cuts[ctor.index()].iter().copied().find(|cut| *cut > slot);
        if let Some(next) = next.filter(|next| *next < of.slots.len())
            && (slot..next).all(can_vanish)
        {
            parts.push(Head::Rest(Start { ctor, slot: next }));
        }
    }
    parts
}

/// The least size of what a slot holds; `None` if there is nothing that it could hold.
fn least_size(schema: &Schema, ctor: &Constructor, slot: usize) -> Option<u32> {
    match ctor.slots[slot].kind {
        SlotKind::Data(_) => Some(0),
        SlotKind::Recursive(ty) => schema.ty(ty).min_size,
    }
}
