//! What a run was asked and what it answered, so that a predicate is brought back to where it made a choice without
//! working its questions out again.
//!
//! A run that goes back ([`Run::go_back`](super::state::Run::go_back)) stands where it stood at the question that made
//! the choice; the predicate is called from its start. The questions before that one get the recorded answers, attributes
//! that had been answered as a whole. Each must be the recorded question: a predicate that asks another is not pure.
//!
//! Invariant: the entries are the questions since the run's start, in order, without a gap, as far as they are recorded.
//! Where they are not (there are too many, or one ended the evaluation), nothing is until the run goes back to before.

use super::failure::{Failure, raise};
use super::handle::Layer;
use super::int::{Cut, Int};
use super::model::{AttrKey, Encoder};
use super::undo::Mark;

/// How many questions are recorded; a predicate without an end asks more.
const MOST: usize = 1 << 16;

/// A question, and its answer.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Entry {
    View(u32, Layer),
    /// An attribute of a node, with the answer once it has been evaluated.
    Ask(u32, AttrKey, Option<Known>),
    /// An attribute of a node was evaluated.
    Remember(u32, AttrKey),
    Cut(Int, Int, Cut, u32),
    Value(Int, i128),
    /// A sum of so many integers.
    Linear(usize, Int),
}

/// An attribute's answer.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Known {
    /// The number of the question after it.
    end: usize,
    words: (usize, usize),
    ints: (usize, usize),
}

/// The recorded questions.
#[derive(Debug, Default)]
pub(crate) struct Trace {
    entries: Vec<Entry>,
    /// The answers of attributes.
    words: Vec<i64>,
    ints: Vec<Int>,
    /// Where the run stood before each of the questions that made choices.
    marks: Vec<Mark>,
    /// The attributes that are being evaluated, by question.
    asked: Vec<usize>,
    /// The next question to be answered as recorded.
    next: usize,
    /// Where the questions of the latest step begin.
    step: usize,
    /// Whether a question is being answered; if there is another one, then an evaluation was ended by it.
    under_way: bool,
    /// Whether questions are no longer recorded.
    closed: bool,
}

impl Trace {
    /// How many questions, words and integers are recorded.
    pub(crate) const fn len(&self) -> (usize, usize, usize) {
        (self.entries.len(), self.words.len(), self.ints.len())
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.truncate((0, 0, 0));
        self.marks.clear();
        self.begin_step(0);
    }

    /// A step begins, whose first question has this number.
    pub(crate) fn begin_step(&mut self, first: usize) {
        self.step = first;
        self.next = first;
        self.asked.clear();
    }

    /// Where the run stood before the question of the latest step that made the choice after the first `kept` ones; else
    /// the step's begin. Questions from there on are forgotten.
    pub(crate) fn go_back(&mut self, step: Mark, kept: usize) -> Mark {
        if self.under_way {
            self.close();
        }
        while self.marks.last().is_some_and(|mark| mark.choices > kept) {
            self.marks.pop();
        }
        let (first, _, _) = step.asked;
        let mark = self.marks.pop_if(|mark| mark.asked.0 >= first).unwrap_or(step);
        self.truncate(mark.asked);
        self.begin_step(first);
        mark
    }

    fn truncate(&mut self, (entries, words, ints): (usize, usize, usize)) {
        self.entries.truncate(entries);
        self.words.truncate(words);
        self.ints.truncate(ints);
        self.closed = false;
        self.under_way = false;
    }

    /// Records no more: an evaluation was ended by the question that was under way.
    #[cold]
    fn close(&mut self) {
        let step = self.step;
        self.marks.retain(|mark| mark.asked.0 < step);
        self.entries.truncate(step);
        self.begin_step(step);
        self.under_way = false;
        self.closed = true;
    }

    /// The recorded answer to the next question, which `read` takes out of its entry; `None` if it is to be worked out.
    #[inline]
    pub(crate) fn recorded<R>(&mut self, read: impl FnOnce(&Entry) -> Option<R>) -> Option<R> {
        let entry = self.entries.get(self.next)?;
        self.next += 1;
        Some(read(entry).unwrap_or_else(|| raise(Failure::Impure)))
    }

    /// Whether the next question has a recorded answer.
    pub(crate) const fn is_replay(&self) -> bool {
        self.next < self.entries.len()
    }

    /// As [`recorded`](Self::recorded), for an attribute of a node: whether its answer, with integers of the run with this
    /// number, went to `decode`.
    pub(crate) fn recorded_answer(
        &mut self,
        (node, key): (u32, AttrKey),
        run: u32,
        decode: &mut dyn FnMut(&[i64], &[Int]),
    ) -> Option<bool> {
        let place = self.next;
        let known = self.recorded(|entry| match entry {
            Entry::Ask(of, asked, known) if (*of, *asked) == (node, key) => Some(*known),
            _ => None,
        })?;
        let Some(known) = known.filter(|known| known.end <= self.entries.len()) else {
            // What was asked for it is forgotten in part, and so is the answer.
            self.entries[place] = Entry::Ask(node, key, None);
            self.asked.push(place);
            return Some(false);
        };
        self.next = known.end;
        let ints = &mut self.ints[known.ints.0..known.ints.1];
        ints.iter_mut().for_each(|int| *int = int.of_run(run));
        decode(&self.words[known.words.0..known.words.1], ints);
        Some(true)
    }

    /// A question is about to be answered.
    #[inline]
    pub(crate) fn begin(&mut self) {
        if self.under_way {
            self.close();
        }
        self.under_way = true;
    }

    /// Records a question that was answered, and where the run stood before if that made choices.
    #[inline]
    pub(crate) fn end(&mut self, entry: Entry, before: Option<Mark>) {
        self.under_way = false;
        if self.closed {
            return;
        }
        self.marks.extend(before);
        if matches!(entry, Entry::Ask(..)) {
            self.asked.push(self.entries.len());
        }
        self.entries.push(entry);
        self.next = self.entries.len();
        self.closed = self.entries.len() >= MOST;
    }

    /// Records the answer of an attribute that was evaluated.
    pub(crate) fn remember(&mut self, node: u32, key: AttrKey, answer: &Encoder) {
        if self.closed {
            return;
        }
        while let Some(place) = self.asked.pop() {
            if !matches!(self.entries[place], Entry::Ask(of, asked, _) if (of, asked) == (node, key)) {
                continue;
            }
            let (_, words, ints) = self.len();
            self.words.extend_from_slice(&answer.words);
            self.ints.extend_from_slice(&answer.ints);
            let (end, words_end, ints_end) = self.len();
            let known = Known { end, words: (words, words_end), ints: (ints, ints_end) };
            self.entries[place] = Entry::Ask(node, key, Some(known));
            return;
        }
    }
}
