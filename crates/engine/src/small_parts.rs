//! Lists the smallest structures of a type, constructor by constructor, whatever predicates say of them: parts to put in the place of
//! others.
//!
//! Data slots take each value of their domain, but those with a rule, whose values depend on where the part stands, have the first
//! value and are *open*: `structure_edits.rs` sets them where the part stands. Invariant: no list is longer than the limit; one that
//! was cut is said to be.

use rustc_hash::FxHashMap;

use dpgen_forest::index::{CtorIx, TypeIx};
use dpgen_forest::schema::SlotKind;

use crate::predicate_run::Model;

/// Parts are at most this much larger than the smallest with the same constructor.
const MAX_GROWTH: u32 = 2;

/// A part: its compact words, and the positions of those that are open.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct SmallPart {
    pub(crate) words: Vec<u32>,
    pub(crate) open: Vec<usize>,
}

impl SmallPart {
    /// The same with a part behind it.
    pub(crate) fn then(&self, part: &Self) -> Self {
        let mut joined = self.clone();
        joined.open.extend(part.open.iter().map(|open| open + self.words.len()));
        joined.words.extend_from_slice(&part.words);
        joined
    }
}

/// The small structures of the types of a model.
pub(crate) struct SmallParts<'a> {
    model: &'a Model,
    limit: usize,
    known: FxHashMap<(TypeIx, u32), Vec<SmallPart>>,
    /// Whether some list was cut.
    pub(crate) is_cut: bool,
}

impl<'a> SmallParts<'a> {
    pub(crate) fn new(model: &'a Model, limit: usize) -> Self {
        Self { model, limit, known: FxHashMap::default(), is_cut: false }
    }

    /// The smallest structures with a constructor, the smaller ones first.
    pub(crate) fn of_constructor(&mut self, ctor: CtorIx) -> Vec<SmallPart> {
        let Some(least) = self.model.schema.min_size_of(ctor) else { return Vec::new() };
        let mut all = Vec::new();
        for size in least..=least.saturating_add(MAX_GROWTH) {
            all.extend(self.with_size(ctor, size));
        }
        self.cut(&mut all);
        all
    }

    /// A smallest structure of a type; `None` if there is none.
    pub(crate) fn smallest(&mut self, ty: TypeIx) -> Option<SmallPart> {
        let least = self.model.schema.ty(ty).min_size?;
        self.of_type(ty, least).into_iter().next()
    }

    fn of_type(&mut self, ty: TypeIx, size: u32) -> Vec<SmallPart> {
        if let Some(known) = self.known.get(&(ty, size)) {
            return known.clone();
        }
        let mut all = Vec::new();
        for ctor in self.model.schema.constructors_of(ty) {
            all.extend(self.with_size(ctor, size));
        }
        self.cut(&mut all);
        self.known.insert((ty, size), all.clone());
        all
    }

    /// Structures of a constructor and a size: slot by slot, each way to fill those before it.
    fn with_size(&mut self, ctor: CtorIx, size: u32) -> Vec<SmallPart> {
        let schema = self.model.schema.clone();
        let (rules, constructor) = (&self.model.contexts, schema.constructor(ctor));
        let is_open = |slot| rules.as_ref().is_some_and(|rules| rules.narrow(ctor, slot).is_some());
        // What the parts of a slot and of those to its right need at least.
        let mut least = vec![0_u32; constructor.slots.len() + 1];
        for (slot, of) in constructor.slots.iter().enumerate().rev() {
            let own = match of.kind {
                SlotKind::Recursive(ty) => schema.ty(ty).min_size.unwrap_or(u32::MAX),
                SlotKind::Data(_) => 0,
            };
            least[slot] = own.saturating_add(least[slot + 1]);
        }
        let Some(left) = size.checked_sub(constructor.weight).filter(|left| *left >= least[0]) else {
            return Vec::new();
        };
        let begun = SmallPart { words: vec![ctor.word()], open: Vec::new() };
        let mut begun = vec![(begun, left)];
        let last_part = constructor.recursive.last().copied();
        for (slot, of) in constructor.slots.iter().enumerate() {
            let mut longer = Vec::new();
            for (part, left) in &begun {
                match of.kind {
                    SlotKind::Data(domain) => {
                        let open: Vec<usize> = is_open(slot).then_some(0).into_iter().collect();
                        let len = schema.domain(domain).len();
                        let values = if open.is_empty() { 0..len } else { 0..len.min(1) };
                        for index in values.take(self.limit + 1) {
                            let value = SmallPart { words: vec![index], open: open.clone() };
                            longer.push((part.then(&value), *left));
                        }
                    }
                    SlotKind::Recursive(ty) => {
                        let most = left.saturating_sub(least[slot + 1]);
                        let first =
                            if last_part == Some(slot) { *left } else { least[slot] - least[slot + 1] };
                        for size in first..=most {
                            let parts = self.of_type(ty, size);
                            longer.extend(parts.iter().map(|one| (part.then(one), left - size)));
                        }
                    }
                }
                if longer.len() > self.limit {
                    break;
                }
            }
            self.cut(&mut longer);
            begun = longer;
        }
        begun.into_iter().filter(|(_, left)| *left == 0).map(|(part, _)| part).collect()
    }

    /// Cuts a list to the limit.
    fn cut<T>(&mut self, all: &mut Vec<T>) {
        self.is_cut |= all.len() > self.limit;
        all.truncate(self.limit);
    }
}
