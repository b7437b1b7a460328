//! Lists all structures of a schema up to a size, valid or not: by recursion on types and sizes, with no engine.

use std::collections::HashMap;

use dpgen_forest::index::TypeIx;
use dpgen_forest::schema::{Schema, SlotKind};

/// Structures as compact words.
type Words = Vec<u32>;

/// All structures of a schema, with integers of wide domains in a window only.
pub(super) struct Candidates<'a> {
    schema: &'a Schema,
    /// The integers that fields of wide domains can have.
    window: std::ops::RangeInclusive<i64>,
    /// The most structures that a list may have.
    limit: usize,
    known: HashMap<(TypeIx, u32), Vec<Words>>,
}

/// A domain with more values than this is wide.
const MAX_LISTED_VALUES: u32 = 4096;

impl<'a> Candidates<'a> {
    pub(super) fn new(schema: &'a Schema, window: std::ops::RangeInclusive<i64>, limit: usize) -> Self {
        Self { schema, window, limit, known: HashMap::new() }
    }

    /// Whether all integers of a structure lie in the window, where it counts.
    pub(super) fn has(&self, words: &[u32]) -> bool {
        let mut inside = true;
        dpgen_forest::structure::nodes_with_data(self.schema, words, |_, domain, index| {
            inside &= domain.len() <= MAX_LISTED_VALUES || self.window.contains(&domain.value(index));
            domain.value(index)
        });
        inside
    }

    /// The whole structures of a size; `None` if there are more than the limit.
    pub(super) fn of_size(&mut self, size: u32) -> Option<Vec<Words>> {
        self.of_type(self.schema.root(), size)
    }

    /// The structures of a type and a size; `None` if there are more than the limit.
    pub(super) fn of_type(&mut self, ty: TypeIx, size: u32) -> Option<Vec<Words>> {
        if let Some(known) = self.known.get(&(ty, size)) {
            return Some(known.clone());
        }
        let mut all = Vec::new();
        for ctor in self.schema.constructors_of(ty) {
            let Some(rest) = size.checked_sub(self.schema.constructor(ctor).weight) else { continue };
            let kinds: Vec<SlotKind> =
                self.schema.constructor(ctor).slots.iter().map(|slot| slot.kind).collect();
            self.fill(&kinds, vec![ctor.word()], rest, &mut all)?;
        }
        self.known.insert((ty, size), all.clone());
        Some(all)
    }

    /// Appends all ways to fill slots with parts of a total size.
    fn fill(&mut self, kinds: &[SlotKind], begun: Words, size: u32, all: &mut Vec<Words>) -> Option<()> {
        if all.len() > self.limit {
            return None;
        }
        let Some((kind, rest)) = kinds.split_first() else {
            all.extend((size == 0).then_some(begun));
            return Some(());
        };
        let mut next = |this: &mut Self, words: &[u32], size| {
            let begun = begun.iter().chain(words).copied().collect();
            this.fill(rest, begun, size, all)
        };
        match kind {
            SlotKind::Data(domain) => {
                let domain = self.schema.domain(*domain);
                if domain.len() <= MAX_LISTED_VALUES {
                    return (0..domain.len()).try_for_each(|index| next(self, &[index], size));
                }
                let window = self.window.clone();
                let indices = window.filter_map(|value| domain.index_of(value));
                indices.collect::<Vec<_>>().into_iter().try_for_each(|index| next(self, &[index], size))
            }
            SlotKind::Recursive(part) => {
                // Slots that follow need at least their smallest parts: this also ends the recursion of types without weight.
                let least = |kind: &SlotKind| match kind {
                    SlotKind::Recursive(ty) => self.schema.ty(*ty).min_size.unwrap_or(u32::MAX),
                    SlotKind::Data(_) => 0,
                };
                let least = rest.iter().map(least).fold(0, u32::saturating_add);
                let Some(most) = size.checked_sub(least) else { return Some(()) };
                for part_size in self.schema.ty(*part).min_size.unwrap_or(u32::MAX)..=most {
                    for words in self.of_type(*part, part_size)? {
                        next(self, &words, size - part_size)?;
                    }
                }
                Some(())
            }
        }
    }
}
