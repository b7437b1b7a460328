//! Caches attribute values by node during one predicate run, with undo.
//!
//! Invariant: the answers are in the order in which they were given, and of each node the list from its latest answer to
//! its first is linked; so a run that goes back drops the last ones.

use dpgen_forest::index::{at, small};

use crate::predicate_run::model::{AttrKey, Encoder};
use crate::predicate_run::predicate_int::Int;

/// An answer that has been given.
#[derive(Debug, Clone, Copy)]
struct Answer {
    key: AttrKey,
    node: u32,
    /// The number plus 1 of the node's answer before this one; 0 if there is none.
    before: u32,
    /// Where its words and integers begin. They end where those of the answer after it begin.
    words: u32,
    ints: u32,
}

/// The answers of a run.
#[derive(Debug, Default)]
pub(super) struct AnswerCache {
    answers: Vec<Answer>,
    words: Vec<i64>,
    ints: Vec<Int>,
    /// By node, as far as nodes have answered: the number plus 1 of the latest answer; 0 if there is none.
    latest: Vec<u32>,
}

impl AnswerCache {
    /// The number of answers.
    pub(super) fn len(&self) -> u32 {
        small(self.answers.len())
    }

    /// Forgets all but the first `len` answers.
    pub(super) fn forget(&mut self, len: u32) {
        if let Some(first) = self.answers.get(at(len)) {
            self.words.truncate(at(first.words));
            self.ints.truncate(at(first.ints));
            while self.answers.len() > at(len)
                && let Some(answer) = self.answers.pop()
            {
                self.latest[at(answer.node)] = answer.before;
            }
        }
    }

    /// The answer of a node: words and integers.
    #[inline]
    pub(super) fn find(&self, node: u32, key: AttrKey) -> Option<(&[i64], &[Int])> {
        let mut next = self.latest.get(at(node)).copied().unwrap_or(0);
        while let Some(number) = next.checked_sub(1) {
            let answer = &self.answers[at(number)];
            if answer.key == key {
                let (words, ints) = match self.answers.get(at(number) + 1) {
                    Some(after) => (at(after.words), at(after.ints)),
                    None => (self.words.len(), self.ints.len()),
                };
                return Some((&self.words[at(answer.words)..words], &self.ints[at(answer.ints)..ints]));
            }
            next = answer.before;
        }
        None
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
