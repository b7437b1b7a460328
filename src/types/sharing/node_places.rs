//! [`NodePlaces`]: where the nodes of compact words begin, found by one walk over the words.

use std::collections::BTreeMap;

use dpgen_forest::index::{CtorIx, TypeIx, at};
use dpgen_forest::schema::{Domain, NodeNumbering, Schema, SlotKind};

/// For the words of one whole: the numbers of its nodes, and the nodes that its references lead to.
#[derive(Debug)]
pub(crate) struct NodePlaces {
    /// By word: the number of the node that begins there, or the place of the node that the reference there leads to.
    by_word: Vec<Option<usize>>,
}

impl NodePlaces {
    /// Walks over the words. `number` is the number that a reference holds, by its place, domain and word.
    pub(crate) fn of(
        schema: &Schema,
        numbering: &NodeNumbering,
        words: &[u32],
        number: impl Fn(usize, &Domain, u32) -> u32,
    ) -> Self {
        let mut by_word = vec![None; words.len()];
        // By type, the places of the nodes that were met in this whole.
        let mut met: BTreeMap<TypeIx, Vec<usize>> = BTreeMap::new();
        // What is still to come, the next last: a domain if it is data, and whether a whole begins there.
        let mut open = vec![(None, false)];
        for (place, word) in words.iter().enumerate() {
            let Some((domain, is_whole)) = open.pop() else { break };
            if is_whole {
                met.clear();
            }
            if let Some(domain) = domain {
                let domain = schema.domain(domain);
                if let Domain::Nodes { of, .. } = domain {
                    let number = at(number(place, domain, *word));
                    by_word[place] = met.get(of).and_then(|places| places.get(number)).copied();
                }
                continue;
            }
            let ctor = CtorIx::from_word(*word);
            if let Some(of) = numbering.node_type(ctor) {
                let places = met.entry(of).or_default();
                by_word[place] = Some(places.len());
                places.push(place);
            }
            let constructor = schema.constructor(ctor);
            let are_wholes = numbering.parts_are_wholes(constructor.ty);
            open.extend(constructor.slots.iter().rev().map(|slot| match slot.kind {
                SlotKind::Data(domain) => (Some(domain), are_wholes),
                SlotKind::Recursive(_) => (None, are_wholes),
            }));
        }
        Self { by_word }
    }

    /// The number of the node that begins here, or the place of the node that the reference here leads to.
    pub(crate) fn get(&self, place: usize) -> Option<usize> {
        self.by_word.get(place).copied().flatten()
    }
}
