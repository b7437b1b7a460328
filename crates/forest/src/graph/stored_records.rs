//! [`StoredRecords`]: the records of a graph, written one by one or in blocks.
//!
//! Records are read in one way, whichever it is. A saved graph has its records one by one, so that the file of a build
//! does not depend on how its records are stored. Read [`production_dag`](super::production_dag) next.

use crate::graph::record_blocks::RecordBlocks;
use crate::graph::record_product::{Column, RecordProduct, single_columns};
use crate::graph::record_words::RecordWords;
use crate::graph::records::Records;
use crate::index::{CtorIx, IdsExhausted};

/// The records of a graph.
#[derive(Debug, Clone)]
#[cfg_attr(feature = "save", derive(serde::Deserialize), serde(from = "Records"))]
pub enum StoredRecords {
    /// One after the other.
    OneByOne(Records),
    /// In blocks: what takes least memory where records are products.
    Blocks(RecordBlocks),
}

impl Default for StoredRecords {
    fn default() -> Self {
        Self::OneByOne(Records::default())
    }
}

impl From<Records> for StoredRecords {
    fn from(records: Records) -> Self {
        Self::OneByOne(records)
    }
}

impl StoredRecords {
    /// The number of records.
    #[inline]
    pub fn len(&self) -> usize {
        match self {
            Self::OneByOne(records) => records.len(),
            Self::Blocks(records) => records.len(),
        }
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds a record and gives its id.
    #[inline]
    pub fn push(&mut self, record: &[u32]) -> Result<u32, IdsExhausted> {
        match self {
            Self::OneByOne(records) => records.push(record),
            Self::Blocks(records) => records.append(record, record.len()),
        }
    }

    /// Adds records of the same number of words, one after the other, and gives the first one's id.
    #[inline]
    pub fn append(&mut self, records: &[u32], width: usize) -> Result<u32, IdsExhausted> {
        match self {
            Self::OneByOne(stored) => stored.append(records, width),
            Self::Blocks(stored) => stored.append(records, width),
        }
    }

    /// The record's words.
    #[inline]
    pub fn get(&self, record: u32) -> RecordWords<'_> {
        match self {
            Self::OneByOne(records) => records.get(record).into(),
            Self::Blocks(records) => records.get(record),
        }
    }

    /// The product that a record is one of, and its columns: one for each word of its records. A record that was written alone is
    /// one of itself alone.
    pub fn product_of<'a>(&'a self, record: u32, columns: &mut Vec<Column<'a>>) -> RecordProduct<'a> {
        match self {
            Self::OneByOne(records) => {
                columns.clear();
                columns.extend(single_columns(records.get(record)));
                RecordProduct { first: record, sizes: &[] }
            }
            Self::Blocks(records) => records.product_of(record, columns),
        }
    }

    /// The constructor of a record that holds all of its slots.
    #[inline]
    pub fn ctor(&self, record: u32) -> CtorIx {
        CtorIx::from_word(self.head(record))
    }

    /// The record's first word.
    #[inline]
    pub(super) fn head(&self, record: u32) -> u32 {
        match self {
            Self::OneByOne(records) => records.head(record),
            Self::Blocks(records) => records.head(record),
        }
    }

    /// The bytes that tables allocate for `records` more records with `words` words in total.
    pub fn growth(&self, records: usize, words: usize) -> usize {
        match self {
            Self::OneByOne(stored) => stored.growth(records, words),
            Self::Blocks(stored) => stored.growth(records, words),
        }
    }

    /// The bytes in use.
    pub fn bytes(&self) -> usize {
        match self {
            Self::OneByOne(records) => records.bytes(),
            Self::Blocks(records) => records.bytes(),
        }
    }
}

/// Writes records in blocks as [`Records`] are written.
#[cfg(feature = "save")]
mod saving {
    use serde::ser::{Error as _, Serialize, SerializeSeq as _, SerializeStruct as _, Serializer};

    use super::{RecordBlocks, StoredRecords};
    use crate::index::{id, small};

    impl Serialize for StoredRecords {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            match self {
                Self::OneByOne(records) => records.serialize(serializer),
                Self::Blocks(blocks) => {
                    let mut records = serializer.serialize_struct("Records", 2)?;
                    records.serialize_field("words", &Words(blocks))?;
                    records.serialize_field("starts", &Starts(blocks))?;
                    records.end()
                }
            }
        }
    }

    /// The words of all records.
    struct Words<'a>(&'a RecordBlocks);

    impl Serialize for Words<'_> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let len = self.0.extents().map(|(records, width)| records * width).sum();
            let mut words = serializer.serialize_seq(Some(len))?;
            for record in 0..small(self.0.len()) {
                for word in self.0.get(record).iter() {
                    words.serialize_element(word)?;
                }
            }
            words.end()
        }
    }

    /// By record: the number of words before it.
    struct Starts<'a>(&'a RecordBlocks);

    impl Serialize for Starts<'_> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut starts = serializer.serialize_seq(Some(self.0.len()))?;
            let mut start = 0_usize;
            for (records, width) in self.0.extents() {
                for _ in 0..records {
                    let number = id(start, "words of structures").map_err(S::Error::custom)?;
                    starts.serialize_element(&number)?;
                    start += width;
                }
            }
            starts.end()
        }
    }
}
