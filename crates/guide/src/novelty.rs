//! [`Novelty`]: the worth of a find, which falls with the number of finds that begin like it.
//!
//! A corner of the space where a judge takes anything has any number of structures, all of them new. So finds are counted by
//! *cell*, which is how a structure begins: the labels of its root, and those of the nodes directly below. A find in a cell
//! that has many is worth less than one in a cell that has few, as in searches for quality and diversity (Mouret and Clune,
//! "Illuminating search spaces by mapping elites", 2015).

use std::hash::Hasher as _;

use dpgen_forest::index::{CtorIx, at};
use dpgen_forest::schema::{Schema, SlotKind};
use rustc_hash::{FxHashMap, FxHasher};

use crate::decision_layout::Layout;

/// The maximum worth of a find, where 1 is usual.
const MAX_WORTH: f64 = 4.0;
/// With which power of a cell's finds worth falls.
const WORTH_EXPONENT: f64 = -0.125;
/// The weight of each find in the recent mean worth.
const LEARNING_RATE: f64 = 0.001;

/// The number of finds in each cell.
#[derive(Debug, Default)]
pub(crate) struct Novelty {
    finds: FxHashMap<u64, u32>,
    /// The recent mean worth of finds before scaling; worths are divided by it.
    usual: f64,
    /// Open layers: the constructor, the next slot, and the number of labelled layers above its parts.
    open: Vec<(u32, u32, u32)>,
    labels: Vec<u64>,
}

impl Novelty {
    /// Counts a find, given as compact words, and returns its worth, where 1 is usual.
    pub(crate) fn worth(&mut self, schema: &Schema, layout: &Layout, words: &[u32]) -> f64 {
        let cell = self.cell(schema, layout, words);
        let finds = self.finds.entry(cell).or_insert(0);
        *finds = finds.saturating_add(1);
        let worth = f64::from(*finds).powf(WORTH_EXPONENT);
        self.usual = if self.usual > 0.0 { self.usual + (worth - self.usual) * LEARNING_RATE } else { worth };
        (worth / self.usual).min(MAX_WORTH)
    }

    /// The cell of a structure: a hash of the labels of its first two levels.
    fn cell(&mut self, schema: &Schema, layout: &Layout, words: &[u32]) -> u64 {
        self.labels.clear();
        self.open.clear();
        let mut level = 0;
        for word in words {
            // This word is a value of the open layer, or the head of a part.
            let data = self.open.last_mut().and_then(|(ctor, slot, below)| {
                let slots = &schema.constructor(CtorIx::from_word(*ctor)).slots;
                let kind = slots[at(*slot)].kind;
                *slot += 1;
                level = *below;
                matches!(kind, SlotKind::Data(_)).then_some((*ctor, *slot))
            });
            if let Some((ctor, slot)) = data {
                // `level` is that of the parts.
                if level <= 2 {
                    self.label(&[ctor, slot, *word]);
                }
            } else {
                let ctor = layout.ctor(*word);
                let is_clear = ctor.is_clear();
                if !is_clear && level < 2 {
                    self.label(&[*word]);
                }
                self.open.push((*word, 0, level + u32::from(!is_clear)));
            }
            while let Some((ctor, slot, _)) = self.open.last() {
                if at(*slot) < schema.constructor(CtorIx::from_word(*ctor)).slots.len() {
                    break;
                }
                self.open.pop();
            }
        }
        self.labels.sort_unstable();
        self.labels.dedup();
        let mut hasher = FxHasher::default();
        self.labels.iter().for_each(|label| hasher.write_u64(*label));
        hasher.finish()
    }

    fn label(&mut self, words: &[u32]) {
        let mut hasher = FxHasher::default();
        words.iter().for_each(|word| hasher.write_u32(*word));
        self.labels.push(hasher.finish());
    }
}

#[cfg(test)]
mod tests {
    use dpgen::prelude::*;

    use super::Novelty;
    use crate::decision_layout::Layout;

    #[derive(DpGen, Debug)]
    enum List {
        Nil,
        Cons(#[dpgen(range = 1..=3)] i64, Box<List>),
    }

    /// The compact words of a list.
    fn words(keys: &[u32]) -> Vec<u32> {
        keys.iter().flat_map(|key| [1, key - 1]).chain([0]).collect()
    }

    /// The worths of finds, one after the other.
    fn worths<'k>(finds: impl IntoIterator<Item = &'k [u32]>) -> Vec<f64> {
        let lists = Generator::<List>::up_to(1).build().unwrap();
        let schema = lists.catalog().schema();
        let (layout, mut novelty) = (Layout::new(schema), Novelty::default());
        finds.into_iter().map(|keys| novelty.worth(schema, &layout, &words(keys))).collect()
    }

    #[test]
    fn finds_that_begin_alike_are_one_cell() {
        let lists: [(&[u32], &[u32], bool); 8] = [
            (&[1, 2], &[1, 2], true),
            // Alike down to the second level.
            (&[1, 2, 3], &[1, 2, 1], true),
            (&[1, 2, 3], &[1, 2], true),
            // A cell is the set of the labels of both levels.
            (&[1, 2], &[2, 1], true),
            (&[1], &[], false),
            (&[1], &[2], false),
            (&[1, 2], &[1, 3], false),
            (&[1, 2], &[1], false),
        ];
        for (first, second, alike) in lists {
            let worth = worths([first, second]);
            assert!((worth[0] - 1.0).abs() < 1e-9, "{first:?}: {worth:?}");
            // The second find of a cell is worth the eighth root of a half, the first of another what the first was.
            let wanted = if alike { 0.5_f64.powf(0.125) } else { 1.0 };
            assert!((worth[1] - wanted).abs() < 1e-3, "{first:?}, {second:?}: {worth:?}");
        }
    }

    #[test]
    fn the_more_finds_a_cell_has_the_less_the_next_is_worth() {
        let worth = worths(vec![&[1, 2][..]; 16]);
        assert!(worth.windows(2).all(|pair| pair[1] < pair[0]), "{worth:?}");
        // A sixteenth has the eighth root 0.71.
        assert!((worth[15] - 0.5_f64.sqrt()).abs() < 0.01, "{worth:?}");
    }

    #[test]
    fn a_new_cell_beside_a_full_one_is_worth_most() {
        let full = vec![&[1, 2][..]; 100_000];
        let worth = worths(full.into_iter().chain([&[3][..], &[1, 2][..]]));
        let [.., usual, new, again] = worth.as_slice() else { unreachable!() };
        assert!((usual - 1.0).abs() < 0.05 && (again - 1.0).abs() < 0.1, "{usual}, {again}");
        assert!((new - 4.0).abs() < 1e-9, "{new}");
    }
}
