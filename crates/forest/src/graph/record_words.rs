//! [`RecordWords`]: the words of one record, as they are written or computed from a product.

use std::ops::Deref;

/// The most words of a record that is computed.
pub(super) const MAX_COMPUTED_WIDTH: usize = 8;

/// The words of a record.
#[derive(Debug, Clone, Copy)]
pub struct RecordWords<'a>(Words<'a>);

#[derive(Debug, Clone, Copy)]
enum Words<'a> {
    Written(&'a [u32]),
    /// The words from one place to another; the rest of the array is of no meaning.
    Computed([u32; MAX_COMPUTED_WIDTH], u8, u8),
}

impl<'a> RecordWords<'a> {
    #[inline]
    pub(super) const fn computed(words: [u32; MAX_COMPUTED_WIDTH], len: u8) -> Self {
        Self(Words::Computed(words, 0, len))
    }

    /// The words of which the record has the slots from the second word on, and no more than that.
    #[inline]
    pub(super) fn without_head(self) -> Self {
        match self.0 {
            Words::Written(words) => Self(Words::Written(&words[1..])),
            Words::Computed(words, from, to) => Self(Words::Computed(words, from + 1, to)),
        }
    }

    /// All words but the last, and the last.
    #[inline]
    pub(super) fn split_last(self) -> Option<(u32, Self)> {
        let last = *self.last()?;
        let before = match self.0 {
            Words::Written(words) => Words::Written(&words[..words.len() - 1]),
            Words::Computed(words, from, to) => Words::Computed(words, from, to - 1),
        };
        Some((last, Self(before)))
    }
}

impl Deref for RecordWords<'_> {
    type Target = [u32];

    #[inline]
    fn deref(&self) -> &[u32] {
        match &self.0 {
            Words::Written(words) => words,
            Words::Computed(words, from, to) => &words[usize::from(*from)..usize::from(*to)],
        }
    }
}

impl<'a> From<&'a [u32]> for RecordWords<'a> {
    #[inline]
    fn from(words: &'a [u32]) -> Self {
        Self(Words::Written(words))
    }
}
