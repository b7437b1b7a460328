//! What the nodes of a run have answered, so that an attribute is evaluated once a node.
//!
//! Invariant: the answers are in the order in which they were given, and of each node the list from its latest answer to
//! its first is linked; so a run that goes back drops the last ones.

use std::ops::Range;

use dpgen_forest::index::{at, small};

use crate::run::int::Int;
use crate::run::model::{AttrKey, Encoder};

/// An answer that has been given.
#[derive(Debug, Clone, Copy)]
struct Answer {
    key: AttrKey,
    node: u32,
    /// The number plus 1 of the node's answer before this one; 0 if there is none.
    before: u32,
    /// Where its words and integers begin.
    words: u32,
    ints: u32,
}

/// What an answer holds: where its words and integers are.
#[derive(Debug, Clone)]
pub(super) struct Places {
    words: Range<usize>,
    ints: Range<usize>,
}

/// The answers of a run.
#[derive(Debug, Default)]
pub(super) struct Remembered {
    answers: Vec<Answer>,
    words: Vec<i64>,
    ints: Vec<Int>,
    /// By node, as far as nodes have answered: the number plus 1 of the latest answer; 0 if there is none.
    latest: Vec<u32>,
}

impl Remembered {
    /// How many answers there are.
    pub(super) fn len(&self) -> u32 {
        small(self.answers.len())
    }

    /// Forgets all but the first `len` answers.
    pub(super) fn forget(&mut self, len: u32) {
        if let Some(first) = self.answers.get(at(len)) {
            self.words.truncate(at(first.words));
            self.ints.truncate(at(first.ints));
            for answer in self.answers.drain(at(len)..).rev() {
                self.latest[at(answer.node)] = answer.before;
            }
        }
    }

    /// What a node has answered.
    #[inline]
    pub(super) fn find(&self, node: u32, key: AttrKey) -> Option<Places> {
        let mut next = self.latest.get(at(node)).copied().unwrap_or(0);
        while let Some(number) = next.checked_sub(1) {
            let answer = &self.answers[at(number)];
            if answer.key == key {
                let (words, ints) = match self.answers.get(at(next)) {
                    Some(after) => (at(after.words), at(after.ints)),
                    None => (self.words.len(), self.ints.len()),
                };
                return Some(Places { words: at(answer.words)..words, ints: at(answer.ints)..ints });
            }
            next = answer.before;
        }
        None
    }

    /// The words of an answer.
    #[inline]
    pub(super) fn words(&self, answer: &Places) -> &[i64] {
        &self.words[answer.words.clone()]
    }

    /// The integers of an answer.
    #[inline]
    pub(super) fn ints(&self, answer: &Places) -> &[Int] {
        &self.ints[answer.ints.clone()]
    }

    /// Adds what a node answers.
    pub(super) fn push(&mut self, node: u32, key: AttrKey, answer: &Encoder) {
        if self.latest.len() <= at(node) {
            self.latest.resize(at(node) + 1, 0);
        }
        let (words, ints) = (small(self.words.len()), small(self.ints.len()));
        match *answer.words {
            [word] => self.words.push(word),
            ref words => self.words.extend_from_slice(words),
        }
        match *answer.ints {
            [int] => self.ints.push(int),
            ref ints => self.ints.extend_from_slice(ints),
        }
        self.answers.push(Answer { key, node, before: self.latest[at(node)], words, ints });
        self.latest[at(node)] = self.len();
    }
}
