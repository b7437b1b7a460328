//! How many structures there are without rules and conditions: what a search that shares nothing may have to look at.

use std::collections::BTreeMap;

use super::description::{Description, Slot};

/// Counts by type and size; they stop at the greatest number.
#[derive(Debug)]
pub struct Candidates<'a> {
    of: &'a Description,
    known: BTreeMap<(usize, u32), u64>,
}

impl<'a> Candidates<'a> {
    pub fn new(of: &'a Description) -> Self {
        Self { of, known: BTreeMap::new() }
    }

    pub fn count(&mut self, ty: usize, size: u32) -> u64 {
        if let Some(known) = self.known.get(&(ty, size)) {
            return *known;
        }
        let of = self.of;
        let all = of.types[ty]
            .ctors
            .iter()
            .map(|ctor| size.checked_sub(ctor.weight).map_or(0, |room| self.fillings(&ctor.slots, room)));
        let count = all.fold(0, u64::saturating_add);
        self.known.insert((ty, size), count);
        count
    }

    /// The ways to fill slots so that the parts take up all of the room.
    fn fillings(&mut self, slots: &[Slot], room: u32) -> u64 {
        match slots.split_first() {
            None => u64::from(room == 0),
            Some((Slot::Data { domain, .. }, rest)) => {
                let values = u64::try_from(domain.values().len()).unwrap();
                values.saturating_mul(self.fillings(rest, room))
            }
            Some((Slot::Part { ty, .. }, rest)) => {
                let is_last = rest.iter().all(|slot| slot.part().is_none());
                let sizes = if is_last { room..=room } else { 0..=room };
                let by_size = sizes.map(|size| match self.fillings(rest, room - size) {
                    0 => 0,
                    ways => self.count(*ty, size).saturating_mul(ways),
                });
                by_size.fold(0, u64::saturating_add)
            }
        }
    }
}
