//! The values of contexts while running, and their form as words.
//!
//! A context's words are its values in the order of the spec: an integer, bool or label is a word, a list its length and then
//! its items. Equal contexts have equal words, and the types of the values say how words are read back.

use crate::compiled_code::ContextPlace;
use dpgen_forest::index::signed;

/// A value: an integer, a bool (0 or 1) or a label's number; or a list of values.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Datum {
    Word(i64),
    List(Vec<Datum>),
}

impl Datum {
    /// The word; of a list, none.
    pub(crate) const fn word(&self) -> Option<i64> {
        match self {
            Self::Word(word) => Some(*word),
            Self::List(_) => None,
        }
    }

    /// The items; of a word, none.
    pub(crate) fn items(self) -> Vec<Self> {
        match self {
            Self::Word(_) => Vec::new(),
            Self::List(items) => items,
        }
    }

    /// Appends the words.
    pub(crate) fn write(&self, words: &mut Vec<i64>) {
        match self {
            Self::Word(word) => words.push(*word),
            Self::List(items) => {
                words.push(signed(items.len()));
                items.iter().for_each(|item| item.write(words));
            }
        }
    }

    /// Reads a list of this depth (0: a word) from the front of some words.
    pub(crate) fn read(words: &mut &[i64], depth: u8) -> Self {
        let Some((first, rest)) = words.split_first() else { unreachable!("a context has all its words") };
        *words = rest;
        match depth.checked_sub(1) {
            None => Self::Word(*first),
            Some(inner) => Self::List((0..*first).map(|_| Self::read(words, inner)).collect()),
        }
    }
}

impl ContextPlace {
    /// The value at this place of a context.
    pub(crate) fn read(&self, mut words: &[i64]) -> Datum {
        for depth in self.before.iter() {
            Datum::read(&mut words, *depth);
        }
        Datum::read(&mut words, self.depth)
    }
}

#[cfg(test)]
mod tests {
    use super::Datum::{self, List, Word};
    use crate::compiled_code::ContextPlace;

    #[test]
    fn values_are_read_back_from_their_words() {
        let nested = List(vec![List(vec![Word(7)]), List(Vec::new())]);
        let values = [(Word(-3), 0), (nested, 2), (Word(1), 0), (List(vec![Word(5), Word(6)]), 1)];
        let mut words = Vec::new();
        values.iter().for_each(|(value, _)| value.write(&mut words));
        assert_eq!(words, [-3, 2, 1, 7, 0, 1, 2, 5, 6]);
        for (place, (value, depth)) in values.iter().enumerate() {
            let before = values[..place].iter().map(|(_, depth)| *depth).collect();
            let place = ContextPlace { before, depth: *depth };
            assert_eq!(place.read(&words), *value);
        }
        let mut rest = words.as_slice();
        let read: Vec<Datum> = values.iter().map(|(_, depth)| Datum::read(&mut rest, *depth)).collect();
        assert!(rest.is_empty() && read.iter().zip(&values).all(|(read, (value, _))| read == value));
    }
}
