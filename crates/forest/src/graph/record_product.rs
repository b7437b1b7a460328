//! [`RecordProduct`]: records with neighbouring numbers, one for each combination of the alternatives of some axes.
//!
//! A [`Column`] is what they have at one place. Read [`record_blocks`](super::record_blocks) next, which stores them.

use crate::index::at;

/// The most axes of a product.
pub const MAX_AXES: usize = 3;

/// What the records of a product have at one place.
#[derive(Debug, Clone, Copy)]
pub struct Column<'a> {
    /// The axis that decides which of the words a record has; `None` if there is one word, for all records.
    pub axis: Option<usize>,
    /// The words: one for each alternative of the axis.
    pub words: &'a [u32],
}

/// Records with neighbouring numbers, one for each combination of the alternatives of some axes, the last axis fastest.
#[derive(Debug, Clone, Copy)]
pub struct RecordProduct<'a> {
    /// The number of the first record.
    pub first: u32,
    /// The number of alternatives of each axis.
    pub sizes: &'a [u32],
}

impl RecordProduct<'_> {
    /// The number of records.
    pub fn record_count(&self) -> u32 {
        self.sizes.iter().product()
    }

    /// Which alternatives of each axis some of the records have, if these are chosen one by one.
    pub fn used_alternatives(&self, is_chosen: &[bool], used: &mut Vec<Vec<bool>>) {
        let all = !is_chosen.contains(&false);
        used.clear();
        used.extend(self.sizes.iter().map(|size| vec![all; at(*size)]));
        if all {
            return;
        }
        let mut alternatives = [0; MAX_AXES];
        for is_chosen in is_chosen {
            for (used, alternative) in used.iter_mut().zip(&alternatives) {
                used[*alternative] |= is_chosen;
            }
            for (axis, size) in self.sizes.iter().enumerate().rev() {
                alternatives[axis] += 1;
                if alternatives[axis] < at(*size) {
                    break;
                }
                alternatives[axis] = 0;
            }
        }
    }

    /// How far apart the numbers of records are that have neighbouring alternatives of an axis.
    pub fn stride(&self, axis: usize) -> u32 {
        self.sizes[axis + 1..].iter().product()
    }
}

/// The columns of a record that is a product of itself alone.
pub(super) fn single_columns(record: &[u32]) -> impl Iterator<Item = Column<'_>> {
    record.chunks(1).map(|words| Column { axis: None, words })
}
