//! [`RecordBlocks`]: records in blocks, of which a product takes as many words as it has alternatives, not as it has records.
//!
//! An accepting run of Quotient DP makes a production for each combination of groups of its parts: the records of a product.
//! Layout of a block, word by word. A *run*, records that were written one by one: the width of its records, then these. A
//! *product*: [`ProductHead`]; the number of alternatives of each axis; then, for each word of a record in order, the word if it
//! is the same in all records, or the alternatives of its axis. The records of a product are in the order of its combinations,
//! the last axis fastest. A block's records have neighbouring numbers; the first word of each is that of all others in a product.
//! Read [`stored_records`](super::stored_records) next.

use crate::graph::record_product::{Column, MAX_AXES, RecordProduct, single_columns};
use crate::graph::record_references::{Family, SET_BIT};
use crate::graph::record_words::{MAX_COMPUTED_WIDTH, RecordWords};
use crate::graph::records::growth;
use crate::index::{IdsExhausted, at, id, small};

/// A landmark is kept for every so many records.
const LANDMARK_STRIDE: usize = 64;

/// The head of a product, in one word: the highest bit, the number of axes, the number of columns, and for each column in two
/// bits the axis plus 1, or 0.
#[derive(Debug, Clone, Copy)]
struct ProductHead(u32);

impl ProductHead {
    const AXES_SHIFT: u32 = 24;
    const WIDTH_SHIFT: u32 = 16;

    /// The head of a product with these columns; `None` if it has too many columns or axes, or is no longer than its records.
    fn of(sizes: &[usize], columns: &[Column<'_>]) -> Option<Self> {
        if columns.len() > MAX_COMPUTED_WIDTH || sizes.is_empty() || sizes.len() > MAX_AXES {
            return None;
        }
        let alternatives: usize = columns.iter().map(|column| column.words.len()).sum();
        // The last two are for the block itself.
        let words = alternatives + sizes.len() + 1 + 2;
        let records = sizes.iter().fold(columns.len(), |product, size| product.saturating_mul(*size));
        let axis_of = |column: &Column<'_>| column.axis.map_or(0, |axis| small(axis) + 1);
        let axes = columns.iter().rev().fold(0, |bits, column| bits << 2 | axis_of(column));
        let head = SET_BIT
            | small(sizes.len()) << Self::AXES_SHIFT
            | small(columns.len()) << Self::WIDTH_SHIFT
            | axes;
        (words < records).then_some(Self(head))
    }

    /// A block's first word, if it is that of a product.
    fn read(word: u32) -> Option<Self> {
        (word & SET_BIT != 0).then_some(Self(word))
    }

    const fn axes(self) -> usize {
        at(self.0 >> Self::AXES_SHIFT & 0x7F)
    }

    const fn width(self) -> u8 {
        self.0.to_le_bytes()[2]
    }

    /// The axis of a column plus 1, or 0.
    const fn axis_of(self, column: usize) -> usize {
        at(self.0 >> (2 * column) & 3)
    }
}

/// Records in blocks.
#[derive(Debug, Clone, Default)]
pub struct RecordBlocks {
    words: Vec<u32>,
    /// By block: its first record, and where it begins in `words`.
    blocks: Vec<(u32, u32)>,
    /// By record, for every [`LANDMARK_STRIDE`]th: its block.
    landmarks: Vec<u32>,
    len: u32,
}

impl RecordBlocks {
    /// The number of records.
    #[inline]
    pub const fn len(&self) -> usize {
        at(self.len)
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Adds records of the same number of words, one after the other, and gives the first one's id.
    pub fn append(&mut self, records: &[u32], width: usize) -> Result<u32, IdsExhausted> {
        let first = self.len;
        self.begin_run(width)?;
        self.words.extend_from_slice(records);
        id(self.words.len(), "words of structures")?;
        self.count(records.len() / width)?;
        Ok(first)
    }

    /// Adds a record for each combination of the alternatives of some axes, of which there are so many each. The first column
    /// has no axis.
    pub fn push_product(&mut self, sizes: &[usize], columns: &[Column<'_>]) -> Result<(), IdsExhausted> {
        let records = sizes.iter().try_fold(1_usize, |product, size| product.checked_mul(*size));
        let records = records.ok_or(IdsExhausted { what: "structures" })?;
        let Some(head) = ProductHead::of(sizes, columns) else {
            return self.push_combinations(records, sizes, columns);
        };
        self.begin_block(head.0)?;
        self.words.extend(sizes.iter().map(|size| small(*size)));
        for column in columns {
            self.words.extend_from_slice(column.words);
        }
        self.count(records)
    }

    /// Writes the records of a product one by one.
    fn push_combinations(
        &mut self,
        records: usize,
        sizes: &[usize],
        columns: &[Column<'_>],
    ) -> Result<(), IdsExhausted> {
        self.begin_run(columns.len())?;
        for number in 0..records {
            self.words.extend(columns.iter().map(|column| {
                let after = |axis: usize| sizes[axis + 1..].iter().product::<usize>();
                column.words[column.axis.map_or(0, |axis| number / after(axis) % sizes[axis])]
            }));
        }
        id(self.words.len(), "words of structures")?;
        self.count(records)
    }

    /// Adds the records of others after these, and gives the first one's id.
    pub fn extend(&mut self, others: &Self) -> Result<u32, IdsExhausted> {
        let first = self.len;
        let start = id(self.words.len(), "words of structures")?;
        id(self.words.len() + others.words.len(), "words of structures")?;
        let ends = others.blocks.iter().skip(1).map(|(first, _)| *first).chain([others.len]);
        for ((of, begin), end) in others.blocks.iter().zip(ends) {
            self.blocks.push((first + of, start + begin));
            self.count(at(end - of))?;
        }
        self.words.extend_from_slice(&others.words);
        Ok(first)
    }

    /// Goes on with a run of records of this width, or begins one.
    fn begin_run(&mut self, width: usize) -> Result<(), IdsExhausted> {
        match self.blocks.last() {
            Some((_, start)) if self.words[at(*start)] == small(width) => Ok(()),
            _ => self.begin_block(small(width)),
        }
    }

    /// Begins a block with its first word.
    fn begin_block(&mut self, head: u32) -> Result<(), IdsExhausted> {
        self.blocks.push((self.len, id(self.words.len(), "words of structures")?));
        self.words.push(head);
        Ok(())
    }

    /// Counts records of the last block.
    fn count(&mut self, records: usize) -> Result<(), IdsExhausted> {
        let len = self.len().saturating_add(records);
        self.len = id(len, "structures")?;
        if self.len > 0 {
            Family::checked(self.len - 1, "structures")?;
        }
        let last = small(self.blocks.len().saturating_sub(1));
        self.landmarks.resize(len.div_ceil(LANDMARK_STRIDE), last);
        Ok(())
    }

    /// The block of a record: its first record, and where it begins.
    #[inline]
    fn block_of(&self, record: u32) -> (u32, usize) {
        let landmark = at(record) / LANDMARK_STRIDE;
        let from = at(self.landmarks[landmark]);
        let to = self.landmarks.get(landmark + 1).map_or(self.blocks.len(), |block| at(*block) + 1);
        let blocks = &self.blocks[from..to];
        let (first, start) = blocks[blocks.partition_point(|(first, _)| *first <= record) - 1];
        (first, at(start))
    }

    /// The record's words.
    #[inline]
    pub fn get(&self, record: u32) -> RecordWords<'_> {
        let (first, start) = self.block_of(record);
        let number = record - first;
        match ProductHead::read(self.words[start]) {
            Some(head) => self.combination(head, &self.words[start + 1..], number),
            None => {
                let width = at(self.words[start]);
                let start = start + 1 + at(number) * width;
                RecordWords::from(&self.words[start..start + width])
            }
        }
    }

    /// A record of a product, by its number there and the words behind the product's head.
    #[inline]
    fn combination(&self, head: ProductHead, words: &[u32], mut number: u32) -> RecordWords<'_> {
        let (sizes, mut columns) = words.split_at(head.axes());
        // By axis plus 1: the number of alternatives, and the one of this record.
        let mut axes = [(1, 0); MAX_AXES + 1];
        for (axis, size) in axes[1..].iter_mut().zip(sizes).rev() {
            *axis = (*size, number % size);
            number /= size;
        }
        let mut record = [0; MAX_COMPUTED_WIDTH];
        for (column, word) in record.iter_mut().enumerate().take(usize::from(head.width())) {
            let (size, picked) = axes[head.axis_of(column)];
            *word = columns[at(picked)];
            columns = &columns[at(size)..];
        }
        RecordWords::computed(record, head.width())
    }

    /// The product that a record is one of, and its columns; a record of a run is one of itself alone.
    pub(super) fn product_of<'a>(&'a self, record: u32, columns: &mut Vec<Column<'a>>) -> RecordProduct<'a> {
        columns.clear();
        let (first, start) = self.block_of(record);
        let Some(head) = ProductHead::read(self.words[start]) else {
            let width = at(self.words[start]);
            let start = start + 1 + at(record - first) * width;
            columns.extend(single_columns(&self.words[start..start + width]));
            return RecordProduct { first: record, sizes: &[] };
        };
        let (sizes, mut words) = self.words[start + 1..].split_at(head.axes());
        for column in 0..usize::from(head.width()) {
            let axis = head.axis_of(column).checked_sub(1);
            let (of_column, behind) = words.split_at(axis.map_or(1, |axis| at(sizes[axis])));
            columns.push(Column { axis, words: of_column });
            words = behind;
        }
        RecordProduct { first, sizes }
    }

    /// The record's first word.
    #[inline]
    pub(super) fn head(&self, record: u32) -> u32 {
        let (first, start) = self.block_of(record);
        let word = self.words[start];
        match ProductHead::read(word) {
            Some(head) => self.words[start + 1 + head.axes()],
            None => self.words[start + 1 + at(record - first) * at(word)],
        }
    }

    /// By block: the number of records, and the words of each.
    #[cfg(any(test, feature = "save"))]
    pub(super) fn extents(&self) -> impl Iterator<Item = (usize, usize)> {
        let ends = self.blocks.iter().skip(1).map(|(first, _)| *first).chain([self.len]);
        self.blocks.iter().zip(ends).map(|((first, start), end)| {
            let word = self.words[at(*start)];
            (at(end - first), ProductHead::read(word).map_or(at(word), |head| usize::from(head.width())))
        })
    }

    /// The bytes that tables allocate for `records` more records with `words` words in total.
    pub fn growth(&self, records: usize, words: usize) -> usize {
        growth(&self.words, words + 1)
            .saturating_add(growth(&self.blocks, 1))
            .saturating_add(growth(&self.landmarks, records / LANDMARK_STRIDE + 1))
    }

    /// The bytes that tables allocate for all records of others.
    pub fn growth_by(&self, others: &Self) -> usize {
        growth(&self.words, others.words.len())
            .saturating_add(growth(&self.blocks, others.blocks.len()))
            .saturating_add(growth(&self.landmarks, others.landmarks.len() + 1))
    }

    /// The bytes in use.
    pub fn bytes(&self) -> usize {
        (self.words.len() + self.landmarks.len()) * size_of::<u32>()
            + self.blocks.len() * size_of::<(u32, u32)>()
    }
}

#[cfg(test)]
mod tests {
    use super::{Column, RecordBlocks};

    fn fixed(words: &[u32]) -> Column<'_> {
        Column { axis: None, words }
    }

    fn rows(records: &RecordBlocks) -> Vec<Vec<u32>> {
        (0..records.len).map(|record| records.get(record).to_vec()).collect()
    }

    /// Rows of `[9, a, 5, b]` for each `a` and, fastest, each `b`.
    fn pairs(a: &[u32], b: &[u32]) -> Vec<Vec<u32>> {
        a.iter().flat_map(|a| b.iter().map(|b| vec![9, *a, 5, *b])).collect()
    }

    fn push_pairs(records: &mut RecordBlocks, a: &[u32], b: &[u32]) {
        let columns = [
            fixed(&[9]),
            Column { axis: Some(0), words: a },
            fixed(&[5]),
            Column { axis: Some(1), words: b },
        ];
        records.push_product(&[a.len(), b.len()], &columns).unwrap();
    }

    #[test]
    fn a_product_is_its_combinations_in_order_and_takes_fewer_words() {
        let (a, b): (Vec<u32>, Vec<u32>) = ((10..30).collect(), (100..150).collect());
        let mut records = RecordBlocks::default();
        push_pairs(&mut records, &a, &b);
        assert_eq!(rows(&records), pairs(&a, &b));
        assert!(records.words.len() < 100 && records.bytes() < 600, "{}", records.bytes());
        assert!((0..records.len).all(|record| records.head(record) == 9));
    }

    #[test]
    fn runs_and_products_follow_one_another_also_from_other_blocks() {
        let mut expected = Vec::new();
        let mut records = RecordBlocks::default();
        for round in 0..40 {
            let mut others = RecordBlocks::default();
            let (a, b): (Vec<u32>, Vec<u32>) = ((0..round % 7 + 1).collect(), (0..round % 11 + 1).collect());
            for _ in 0..round % 3 {
                assert_eq!(
                    records.append(&[1, round, 2, round], 2).unwrap(),
                    u32::try_from(expected.len()).unwrap()
                );
                expected.extend([vec![1, round], vec![2, round]]);
            }
            push_pairs(&mut others, &a, &b);
            others.append(&[3, round, 4], 3).unwrap();
            assert_eq!(records.extend(&others).unwrap(), u32::try_from(expected.len()).unwrap());
            expected.extend(pairs(&a, &b));
            expected.push(vec![3, round, 4]);
        }
        assert_eq!(rows(&records), expected);
        let heads: Vec<u32> = (0..records.len).map(|record| records.head(record)).collect();
        assert_eq!(heads, expected.iter().map(|row| row[0]).collect::<Vec<_>>());
        let words: usize = records.extents().map(|(records, width)| records * width).sum();
        assert_eq!(words, expected.iter().map(Vec::len).sum::<usize>());
    }

    #[test]
    fn what_does_not_fit_a_product_is_written_out() {
        let mut records = RecordBlocks::default();
        let alternatives: Vec<u32> = (0..4).collect();
        let column = |axis| Column { axis: Some(axis), words: &alternatives };
        records.push_product(&[4; 4], &[fixed(&[7]), column(0), column(1), column(2), column(3)]).unwrap();
        assert_eq!((records.len(), records.get(255).to_vec()), (256, vec![7, 3, 3, 3, 3]));
        assert_eq!(records.get(4).to_vec(), [7, 0, 0, 1, 0]);
        let mut wide = vec![fixed(&[7]); 9];
        wide[8] = column(0);
        records.push_product(&[4], &wide).unwrap();
        assert_eq!(records.get(258).to_vec(), [7, 7, 7, 7, 7, 7, 7, 7, 2]);
    }
}
