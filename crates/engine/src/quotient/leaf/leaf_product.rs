//! [`LeafProduct`]: the productions of one leaf, one for each combination of the groups of the leaf's dependencies.
//!
//! Layout, word by word: whether `root_ok` holds; the index of the path condition; the number of axes (dependencies, each with at
//! least one group); the number of words of the slots; for each axis, its number of groups; the slots; for each combination of
//! groups, the last axis fastest, the index of the class's key. A slot begins with a word, 0 if it is the same in all productions,
//! else twice the axis that it varies with, plus 1 or 2; then there is one index, or after an odd word one for each group of the axis.
//! After an even word the index is that of a partition, whose parts are the groups. Without axes, a slot is its index alone.
//! Indices are those of interned slot sets or spans. `merge_batches.rs` in `assembly/` replaces them by ids of the graph.

use smallvec::SmallVec;

use dpgen_forest::index::{at, small};

use crate::predicate_run::failure::internal;

/// The number of words before those of the axes.
const HEAD_LEN: usize = 4;

/// The most words of a leaf but for slots and keys, if it has few axes; others make their table grow unasked.
pub(crate) const MAX_LEAF_HEAD_LEN: usize = 12;

/// The productions of a leaf.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LeafProduct<'a> {
    pub(crate) root_ok: bool,
    /// The index of the path condition.
    pub(crate) path: u32,
    /// By axis: the number of groups.
    pub(crate) sizes: &'a [u32],
    slots: &'a [u32],
    /// By combination: the index of the key.
    pub(crate) keys: &'a [u32],
}

/// The content of a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SlotColumn<'a> {
    /// An index, the same in all productions.
    Fixed(u32),
    /// The axis that the slot varies with, and an index for each group of that axis.
    Groups(usize, &'a [u32]),
    /// The axis that the slot varies with, and the index of the partition that its groups are.
    Partition(usize, u32),
}

impl SlotColumn<'_> {
    /// The indices that it names.
    pub(crate) fn indices(&self) -> &[u32] {
        match self {
            Self::Groups(_, indices) => indices,
            Self::Fixed(index) | Self::Partition(_, index) => std::slice::from_ref(index),
        }
    }

    /// The same with another index in place of each.
    pub(crate) const fn with_indices<'i>(&self, indices: &'i [u32]) -> SlotColumn<'i> {
        match *self {
            Self::Fixed(_) => SlotColumn::Fixed(indices[0]),
            Self::Groups(axis, _) => SlotColumn::Groups(axis, indices),
            Self::Partition(axis, _) => SlotColumn::Partition(axis, indices[0]),
        }
    }
}

/// The index of a production's key, and an index for each slot.
pub(crate) type KeyAndSlots = (u32, SmallVec<[u32; 8]>);

/// Writes a leaf, but for the keys of its combinations. Returns their number.
pub(crate) fn write_leaf<'a>(
    words: &mut Vec<u32>,
    (root_ok, path): (bool, u32),
    sizes: impl ExactSizeIterator<Item = usize>,
    slots: impl Iterator<Item = SlotColumn<'a>>,
) -> usize {
    let axes = sizes.len();
    words.extend([u32::from(root_ok), path, small(axes), 0]);
    let len_place = words.len() - 1;
    let mut combinations = 1;
    words.extend(sizes.map(|size| {
        combinations *= size;
        small(size)
    }));
    let begin = words.len();
    for slot in slots {
        match slot {
            SlotColumn::Fixed(index) if axes == 0 => words.push(index),
            SlotColumn::Fixed(index) => words.extend([0, index]),
            SlotColumn::Groups(axis, indices) => {
                words.push(2 * small(axis) + 1);
                words.extend_from_slice(indices);
            }
            SlotColumn::Partition(axis, index) => words.extend([2 * small(axis) + 2, index]),
        }
    }
    words[len_place] = small(words.len() - begin);
    combinations
}

/// Writes a leaf of one production: whether `root_ok` holds and the path condition, an index for each slot, and the key.
pub(crate) fn write_single_leaf(
    words: &mut Vec<u32>,
    [root_ok, path]: [u32; 2],
    slots: impl ExactSizeIterator<Item = u32>,
    key: u32,
) {
    words.extend([root_ok, path, 0, small(slots.len())]);
    words.extend(slots);
    words.push(key);
}

/// The leaves in some words, one after the other.
pub(crate) fn leaves(mut words: &[u32]) -> impl Iterator<Item = LeafProduct<'_>> {
    std::iter::from_fn(move || {
        let ([root_ok, path, axes, slots_len], rest) = words.split_first_chunk::<HEAD_LEN>()?;
        let (sizes, rest) = rest.split_at(at(*axes));
        let (slots, rest) = rest.split_at(at(*slots_len));
        let (keys, rest) = rest.split_at(sizes.iter().map(|size| at(*size)).product());
        words = rest;
        Some(LeafProduct { root_ok: *root_ok == 1, path: *path, sizes, slots, keys })
    })
}

impl<'a> LeafProduct<'a> {
    /// The index of each slot, if there is a single production.
    pub(crate) fn single(&self) -> Option<&'a [u32]> {
        self.sizes.is_empty().then_some(self.slots)
    }

    /// The content of each slot.
    pub(crate) fn columns(&self) -> impl Iterator<Item = SlotColumn<'a>> + use<'a> {
        let (sizes, mut slots) = (self.sizes, self.slots);
        std::iter::from_fn(move || {
            if sizes.is_empty() {
                let (index, rest) = slots.split_first()?;
                slots = rest;
                return Some(SlotColumn::Fixed(*index));
            }
            let (head, rest) = slots.split_first()?;
            let axis = at(head.saturating_sub(1) / 2);
            let is_list = head % 2 == 1;
            let (indices, rest) = rest.split_at_checked(if is_list { at(sizes[axis]) } else { 1 })?;
            slots = rest;
            Some(match *head {
                0 => SlotColumn::Fixed(indices[0]),
                _ if is_list => SlotColumn::Groups(axis, indices),
                _ => SlotColumn::Partition(axis, indices[0]),
            })
        })
    }

    /// The productions, one by one, of a leaf that names no partition.
    pub(crate) fn productions(&self) -> impl Iterator<Item = KeyAndSlots> + use<'a> {
        let (columns, sizes) = (self.columns().collect::<SmallVec<[SlotColumn<'a>; 8]>>(), self.sizes);
        self.keys.iter().enumerate().map(move |(combination, key)| {
            let picked = |axis: usize| {
                let after: usize = sizes[axis + 1..].iter().map(|size| at(*size)).product();
                combination / after % at(sizes[axis])
            };
            let slots = columns.iter().map(|column| match *column {
                SlotColumn::Fixed(index) => index,
                SlotColumn::Groups(axis, indices) => indices[picked(axis)],
                SlotColumn::Partition(..) => {
                    internal("productions with open sizes or symbolic data name no partition")
                }
            });
            (*key, slots.collect())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{SlotColumn, leaves, write_leaf};

    #[test]
    fn leaves_come_back_production_by_production() {
        let mut words = Vec::new();
        assert_eq!(
            write_leaf(&mut words, (true, 7), [].into_iter(), [3, 4].map(SlotColumn::Fixed).into_iter()),
            1
        );
        words.push(20);
        let slots =
            [SlotColumn::Groups(1, &[5, 6, 7]), SlotColumn::Fixed(8), SlotColumn::Groups(0, &[9, 10])];
        assert_eq!(write_leaf(&mut words, (false, 0), [2, 3].into_iter(), slots.into_iter()), 6);
        words.extend(30..36);
        let found: Vec<_> = leaves(&words).collect();
        assert_eq!(
            found.iter().map(|leaf| (leaf.root_ok, leaf.path)).collect::<Vec<_>>(),
            [(true, 7), (false, 0)]
        );
        let productions: Vec<_> = found.iter().flat_map(|leaf| leaf.productions()).collect();
        let expected: [(u32, &[u32]); 7] = [
            (20, &[3, 4]),
            (30, &[5, 8, 9]),
            (31, &[6, 8, 9]),
            (32, &[7, 8, 9]),
            (33, &[5, 8, 10]),
            (34, &[6, 8, 10]),
            (35, &[7, 8, 10]),
        ];
        assert_eq!(productions.len(), expected.len());
        for ((key, slots), (expected_key, expected_slots)) in productions.iter().zip(expected) {
            assert_eq!((*key, &slots[..]), (expected_key, expected_slots));
        }
        let columns: Vec<_> = found[1].columns().collect();
        assert_eq!(columns, slots);
    }
}
