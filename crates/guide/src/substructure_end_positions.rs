//! [`SubstructureEnds`]: the end of each substructure in compact words, so that a layer's slots can be found in any order.

use dpgen_forest::index::{CtorIx, at, small};
use dpgen_forest::schema::Schema;

/// Where the substructures of compact words end.
#[derive(Debug)]
pub(crate) struct SubstructureEnds {
    /// By the place of a substructure's first word: the place after its last.
    ends: Vec<u32>,
}

impl SubstructureEnds {
    pub(crate) fn of(schema: &Schema, words: &[u32]) -> Self {
        let mut ends = vec![0; words.len()];
        // Begun layers, and how many of their slots are passed.
        let mut open: Vec<(usize, usize)> = vec![(0, 0)];
        let mut place = 1;
        while let Some((begin, passed)) = open.last_mut() {
            let ctor = schema.constructor(CtorIx::from_word(words[*begin]));
            match ctor.slots.get(*passed) {
                None => {
                    ends[*begin] = small(place);
                    open.pop();
                }
                Some(slot) => {
                    *passed += 1;
                    if slot.is_recursive() {
                        open.push((place, 0));
                    }
                    place += 1;
                }
            }
        }
        Self { ends }
    }

    /// The place of a slot's first word.
    pub(crate) fn slot(&self, schema: &Schema, words: &[u32], begin: u32, slot: u32) -> u32 {
        let slots = &schema.constructor(CtorIx::from_word(words[at(begin)])).slots;
        slots[..at(slot)]
            .iter()
            .fold(begin + 1, |place, slot| if slot.is_recursive() { self.ends[at(place)] } else { place + 1 })
    }
}
