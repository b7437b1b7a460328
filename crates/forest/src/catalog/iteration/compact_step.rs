//! [`CompactStep`]: a structure of an iteration, and what it has in common with those before it.

/// A structure that [`CompactIter::next_step`](crate::CompactIter::next_step) lends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CompactStep<'a> {
    /// Its compact words.
    pub words: &'a [u32],
    /// The place of the first word that may differ from those of the step before: the words before that are the same.
    pub changed: usize,
    /// The part that the next structures differ in, if that is one of those that the iterator copies.
    pub part: Option<CopiedPart>,
}

impl<'a> CompactStep<'a> {
    /// A structure of which nothing is known but its words.
    #[must_use]
    pub const fn unrelated(words: &'a [u32]) -> Self {
        Self { words, changed: 0, part: None }
    }
}

/// A part of a structure that is one of a small family: its words are copied, again and again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CopiedPart {
    /// The place of its first word.
    pub begin: usize,
    /// The place after its last word.
    pub end: usize,
    /// Its number: parts of one iterator that have the same number have the same words. Numbers begin with 0, and there are at
    /// most about a million.
    pub number: u32,
    /// Whether it took the place of the part of the step before, and all words before and after the two are the same.
    pub is_exchanged: bool,
}
