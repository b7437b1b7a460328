//! Takes a [`Walk`] from one structure to the next.
//!
//! A step takes the next alternative of the last choice point. Where there is but one way to write the words after it (its *rest is
//! fixed*), these are moved and not written again: a step mostly puts one structure of a block in the place of another.
//! [`CompactStep`] says what has changed. Invariant: after a step, the rest of the last choice point is fixed if that point was stepped
//! or made in the step, and `part` is its structure, if it is one of a block.

use crate::catalog::iteration::compact_step::{CompactStep, CopiedPart};
use crate::catalog::iteration::structure_walk::{Alternative, ChoicePoint, NO_CONTINUATION, Walk};
use crate::graph::record_references::Family;
use crate::index::at;

impl Walk<'_> {
    /// The next structure's compact words.
    #[inline]
    pub(crate) fn next(&mut self) -> Option<&[u32]> {
        if self.started {
            if !self.advance() {
                return None;
            }
        } else {
            self.started = true;
            if self.roots.is_empty() {
                return None;
            }
            self.write_root(0);
            self.note_written(true);
        }
        Some(&self.words)
    }

    /// The current structure, with the position of the first word that may have changed since the last call.
    #[inline]
    pub(crate) fn step(&mut self) -> CompactStep<'_> {
        let changed = std::mem::replace(&mut self.changed, usize::MAX);
        let is_exchanged = !std::mem::replace(&mut self.has_changed_outside, false);
        let part = self.part.map(|part| CopiedPart { is_exchanged, ..part });
        CompactStep { words: &self.words, changed, part }
    }

    /// Takes the next alternative of the last choice point that has one; whether there is one.
    #[inline]
    fn advance(&mut self) -> bool {
        let Some(last) = self.choice_points.last_mut() else { return false };
        let begin = at(last.words);
        match (last.is_rest_fixed, &mut last.taken) {
            // Nine steps of ten through search trees.
            (true, Alternative::Block { place, last }) => {
                *place += 1;
                let place = *place;
                if place == *last {
                    self.choice_points.pop();
                }
                self.exchange(begin, place);
            }
            _ => self.write_alternative(),
        }
        true
    }

    /// Takes the next alternative of the last choice point, and writes it and what follows it.
    #[inline(never)]
    fn write_alternative(&mut self) {
        let points = self.choice_points.len();
        let Some(last) = self.choice_points.last_mut() else { return };
        let ChoicePoint { words, continuations, next, is_rest_fixed, .. } = *last;
        let prefix = at(words);
        match &mut last.taken {
            Alternative::Block { place, last } => {
                *place += 1;
                let place = *place;
                if place == *last {
                    self.choice_points.pop();
                }
                self.truncate(prefix, continuations);
                self.words.extend_from_slice(self.blocks.words(place));
                self.resume(next);
            }
            Alternative::Value { index, last } => {
                *index += 1;
                let index = *index;
                if index == *last {
                    self.choice_points.pop();
                }
                if is_rest_fixed {
                    self.words[prefix] = index;
                } else {
                    self.truncate(prefix, continuations);
                    self.words.push(index);
                    self.resume(next);
                }
            }
            Alternative::Member { union, place } => {
                *place += 1;
                let members = self.dag.members(*union);
                let member = Family::from_word(members[at(*place)]);
                if at(*place) + 1 == members.len() {
                    self.choice_points.pop();
                }
                self.truncate(prefix, continuations);
                self.write_family(member, next);
            }
            Alternative::Root { place } => {
                *place += 1;
                let record = self.roots[at(*place)];
                if at(*place) + 1 == self.roots.len() {
                    self.choice_points.pop();
                }
                self.truncate(prefix, continuations);
                self.write_record(record, NO_CONTINUATION);
            }
        }
        self.changed = self.changed.min(prefix);
        // If this choice point is gone and there is none after it, the last one is before it.
        self.note_written(self.choice_points.len() >= points);
    }

    /// Goes back to a choice point, by its numbers of words and continuations.
    #[inline]
    fn truncate(&mut self, words: usize, continuations: u32) {
        self.words.truncate(words);
        self.continuations.truncate(at(continuations));
    }

    /// Puts a structure of a block in the place of the one before it, which is the current part.
    #[inline]
    fn exchange(&mut self, begin: usize, number: u32) {
        let old_end = self.part.map_or(begin, |part| part.end);
        let (differing, shared) = self.blocks.differing(number);
        let (from, end) = (begin + shared, begin + shared + differing.len());
        if old_end == self.words.len() {
            self.words.truncate(from);
            self.blocks.append_differing(number, &mut self.words);
        } else {
            if end > old_end {
                let len = self.words.len();
                self.words.resize(len + end - old_end, 0);
                self.words.copy_within(old_end..len, end);
            } else if end < old_end {
                self.words.copy_within(old_end.., end);
                self.words.truncate(self.words.len() + end - old_end);
            }
            self.words[from..end].copy_from_slice(differing);
        }
        self.changed = self.changed.min(from);
        self.part = Some(CopiedPart { begin, end, number, is_exchanged: true });
    }

    /// Notes what is known of a structure of which more than a part was written, and whether all words after the last choice
    /// point were.
    #[inline]
    fn note_written(&mut self, is_rest_written: bool) {
        self.has_changed_outside = true;
        self.part = None;
        if let Some(last) = self.choice_points.last_mut().filter(|_| is_rest_written) {
            last.is_rest_fixed = true;
            if let Alternative::Block { place, .. } = last.taken {
                let begin = at(last.words);
                let end = begin + self.blocks.words(place).len();
                self.part = Some(CopiedPart { begin, end, number: place, is_exchanged: false });
            }
        }
    }
}
