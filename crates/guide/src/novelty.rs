//! [`Novelty`]: what a find is worth: the less, the more finds begin like it.
//!
//! A corner of the space where a judge takes anything has any number of structures, all of them new. So finds are counted by
//! *cell*, which is how a structure begins: the labels of its root, and those of the nodes directly below. A find in a cell
//! that has many is worth less than one in a cell that has few, as in searches for quality and diversity (Mouret and Clune,
//! "Illuminating search spaces by mapping elites", 2015).

use std::hash::Hasher as _;

use dpgen_forest::index::{CtorIx, at};
use dpgen_forest::schema::{Schema, SlotKind};
use rustc_hash::{FxHashMap, FxHasher};

use crate::layout::Layout;

/// What a find is worth at most, where 1 is usual.
const MOST: f64 = 4.0;
/// With which power of a cell's finds worth falls.
const FALL: f64 = -0.25;
/// How much of the usual worth each find decides.
const SWAY: f64 = 0.001;

/// How many finds there are in each cell.
#[derive(Debug, Default)]
pub(crate) struct Novelty {
    finds: FxHashMap<u64, u32>,
    /// What finds are worth lately, before it is set against this.
    usual: f64,
    /// Layers that are begun: how many words of slots are left, and how many labelled layers stand above these.
    open: Vec<(u32, u32, u32)>,
    labels: Vec<u64>,
}

impl Novelty {
    /// Counts a find, given as compact words: what it is worth, where 1 is usual.
    pub(crate) fn worth(&mut self, schema: &Schema, layout: &Layout, words: &[u32]) -> f64 {
        let cell = self.cell(schema, layout, words);
        let finds = self.finds.entry(cell).or_insert(0);
        *finds = finds.saturating_add(1);
        let worth = f64::from(*finds).powf(FALL);
        self.usual = if self.usual > 0.0 { self.usual + (worth - self.usual) * SWAY } else { worth };
        (worth / self.usual).min(MOST)
    }

    /// The cell of a structure: a hash of the labels of its first two levels.
    fn cell(&mut self, schema: &Schema, layout: &Layout, words: &[u32]) -> u64 {
        self.labels.clear();
        self.open.clear();
        let mut level = 0;
        for word in words {
            // What this word is: a value of the layer that is open, or the head of a part.
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
                let is_clear = ctor.weight == 0 && ctor.data.is_empty();
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
