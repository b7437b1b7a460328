//! The recorded choices of a run: an odometer of `{value, bound}` frames.
//!
//! A run asks [`Choices::choose`] wherever more than one answer is possible. The first run takes answer 0
//! everywhere; [`Choices::advance`] then steps the last frame that has answers left and drops what came
//! after it, so that replaying the predicate visits every combination of answers once, depth first.
//! Invariant: `value < bound` in every frame, and a replay meets the same bounds up to the frame that
//! was stepped (predicates are pure); one that does not ends the build.
//! In the field's words, this is a replayed oracle: a depth-first search over a decision trace (stateless exploration).

use rustc_hash::FxHashMap;

use dpgen_forest::index::{AttrIx, DomainIx, TypeIx};

use super::failure::{Failure, raise};

/// What a choice was about, for the report of which reads cost most runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Read {
    /// What an attribute answered.
    Answer(AttrIx),
    /// How an attribute's integer compares, or what it is.
    Integer(AttrIx),
    /// What a structure of the type is made of.
    Layer(TypeIx),
    /// A data slot of the domain.
    Data(DomainIx),
    /// Symbolic data.
    Symbol,
}

/// One place at which a run could go more than one way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Digit {
    value: u32,
    bound: u32,
}

/// The odometer.
#[derive(Debug, Clone, Default)]
pub(crate) struct Choices {
    frames: Vec<Digit>,
    next: usize,
    /// How many frames the run is a replay of, the last with another answer.
    replayed: usize,
    /// How many more runs each kind of choice has caused.
    pub(crate) splits: FxHashMap<Read, u64>,
}

impl Choices {
    /// Forgets everything: the next run is the first.
    pub(crate) fn clear(&mut self) {
        self.frames.clear();
        self.next = 0;
        self.replayed = 0;
    }

    /// Starts a replay.
    pub(crate) fn rewind(&mut self) {
        self.rewind_to(0);
    }

    /// Starts a replay that takes the first so many answers as given.
    pub(crate) fn rewind_to(&mut self, made: usize) {
        self.next = made;
    }

    /// How many choices the run has made.
    pub(crate) const fn made(&self) -> usize {
        self.next
    }

    /// How many choices before the one that was stepped are as they were.
    pub(crate) const fn kept(&self) -> usize {
        self.replayed.saturating_sub(1)
    }

    /// The answer to take here, out of `bound` (at least 1); a single answer is not a choice.
    #[inline]
    pub(crate) fn choose(&mut self, bound: u32) -> u32 {
        if bound <= 1 {
            return 0;
        }
        let at = self.next;
        self.next += 1;
        if let Some(frame) = self.frames.get(at) {
            if frame.bound != bound {
                raise(Failure::Impure);
            }
            return frame.value;
        }
        self.frames.push(Digit { value: 0, bound });
        0
    }

    /// As [`choose`](Self::choose), and notes what caused the runs.
    #[inline]
    pub(crate) fn choose_for(&mut self, read: Read, bound: u32) -> u32 {
        let before = self.frames.len();
        let choice = self.choose(bound);
        if self.frames.len() > before {
            *self.splits.entry(read).or_default() += u64::from(bound - 1);
        }
        choice
    }

    /// Steps to the next combination; `false` when all have been visited.
    ///
    /// # Errors
    /// [`Failure::Impure`] when the run asked less than the one that it replays.
    pub(crate) fn advance(&mut self) -> Result<bool, Failure> {
        if self.next < self.replayed {
            return Err(Failure::Impure);
        }
        self.frames.truncate(self.next);
        self.next = 0;
        while let Some(last) = self.frames.last_mut() {
            if last.value + 1 < last.bound {
                last.value += 1;
                self.replayed = self.frames.len();
                return Ok(true);
            }
            self.frames.pop();
        }
        Ok(false)
    }
}

#[cfg(test)]
mod tests {
    use super::Choices;
    use crate::run::failure::{Failure, guarded};

    #[test]
    fn every_combination_once_and_in_order() {
        let mut choices = Choices::default();
        let mut seen = Vec::new();
        loop {
            let a = choices.choose(3);
            // The second question depends on the first answer.
            let b = if a == 1 { choices.choose(2) } else { choices.choose(1) };
            seen.push((a, b));
            if choices.advance() != Ok(true) {
                break;
            }
        }
        assert_eq!(seen, [(0, 0), (1, 0), (1, 1), (2, 0)]);
    }

    #[test]
    fn a_different_question_on_replay_is_noticed() {
        let mut choices = Choices::default();
        choices.choose(3);
        assert_eq!(choices.advance(), Ok(true));
        assert_eq!(guarded(|| choices.choose(2)), Err(Failure::Impure));
    }

    #[test]
    fn fewer_questions_on_replay_are_noticed() {
        let mut choices = Choices::default();
        choices.choose(3);
        assert_eq!(choices.advance(), Ok(true));
        assert_eq!(choices.advance(), Err(Failure::Impure));
    }
}
