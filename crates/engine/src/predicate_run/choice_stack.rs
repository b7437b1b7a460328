//! The recorded choices of a run: an odometer of `{value, bound}` frames.
//!
//! A run asks [`Choices::choose`] wherever more than one answer is possible. The first run takes answer 0
//! everywhere; [`Choices::advance`] then steps the last frame that has answers left and drops what came
//! after it, so that replaying the predicate visits every combination of answers once, depth first.
//! Invariant: `value < bound` in every frame, and a replay meets the same bounds up to the frame that
//! was stepped (predicates are pure); one that does not ends the build.
//! A search can be cut by the answers of its first choice ([`Portion`]), or give away what it has left ([`Branch`]).
//! In the field's words, this is a replayed oracle: a depth-first search over a decision trace (stateless exploration).

use std::ops::Range;

use rustc_hash::FxHashMap;

use dpgen_forest::index::{AttrIx, DomainIx, TypeIx, wide};

use super::failure::{Failure, raise};

/// The subject of a choice, for the report of the reads that cost most runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Read {
    /// The answer of an attribute.
    Answer(AttrIx),
    /// The comparison of an attribute's integer, or its value.
    Integer(AttrIx),
    /// The constructor of a structure of the type.
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
    /// Where the answers to take end.
    end: u32,
}

/// Which answers of its first choice a search takes: one of some portions of about equal length. A run that makes no
/// choice belongs to the first portion. So portions are disjoint, and together they are the whole search, in its order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Portion {
    pub(crate) number: u32,
    pub(crate) of: u32,
}

impl Portion {
    /// All answers.
    pub(crate) const ALL: Self = Self { number: 0, of: 1 };

    /// The answers out of `bound`.
    fn answers(self, bound: u32) -> Range<u32> {
        let before = |number: u32| u64::from(bound) * u64::from(number) / u64::from(self.of);
        let start = |number| u32::try_from(before(number)).unwrap_or(bound);
        start(self.number)..start(self.number + 1)
    }
}

impl Default for Portion {
    fn default() -> Self {
        Self::ALL
    }
}

/// Where a part of a search begins: the answers of its first run, as far as they are given, and which of them it steps. The default is the
/// whole search.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Branch(Vec<Digit>);

impl Branch {
    /// The answers that are given to the first run. A search visits its branches in the order of these.
    pub(crate) fn first_answers(&self) -> Vec<u32> {
        self.0.iter().map(|digit| digit.value).collect()
    }
}

/// The odometer.
#[derive(Debug, Clone, Default)]
pub(crate) struct Choices {
    frames: Vec<Digit>,
    next: usize,
    /// The number of frames that the run replays, the last with another answer.
    replayed: usize,
    /// Which answers of the first choice are taken.
    portion: Portion,
    /// Whether there are none.
    is_void: bool,
    /// The number of additional runs that each kind of choice has caused.
    pub(crate) splits: FxHashMap<Read, u64>,
}

impl Choices {
    /// Forgets everything: the next run is the first.
    pub(crate) fn clear(&mut self) {
        self.begin(Portion::ALL);
    }

    /// Forgets everything: the next run is the first of a portion.
    pub(crate) fn begin(&mut self, portion: Portion) {
        self.frames.clear();
        self.next = 0;
        self.replayed = 0;
        self.portion = portion;
        self.is_void = false;
    }

    /// Forgets everything: the next run is the first of a branch.
    pub(crate) fn begin_branch(&mut self, branch: &Branch) {
        self.begin(Portion::ALL);
        self.frames.clone_from(&branch.0);
    }

    /// Gives away what is left of the earliest choice of this run that has answers left: the branch that begins with the next of them.
    /// It comes after what this search keeps, which goes on with the answer that it has.
    pub(crate) fn split_off(&mut self) -> Option<Branch> {
        let made = self.next.min(self.frames.len());
        let place = self.frames[..made].iter().position(|digit| digit.value + 1 < digit.end)?;
        let mut branch = self.frames[..=place].to_vec();
        let kept = &mut self.frames[place];
        kept.end = kept.value + 1;
        branch[place].value = kept.end;
        Some(Branch(branch))
    }

    /// Whether the run belongs to another portion: it made no choice.
    pub(crate) fn is_elsewhere(&self) -> bool {
        self.frames.is_empty() && self.portion != Portion::ALL && (self.portion.number > 0 || self.is_void)
    }

    /// Starts a replay that takes the first `made` answers as given.
    pub(crate) fn rewind_to(&mut self, made: usize) {
        self.next = made;
    }

    /// The number of choices that the run has made.
    pub(crate) const fn made(&self) -> usize {
        self.next
    }

    /// The number of choices before the one that was stepped, which are as they were.
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
        let answers = if at == 0 { self.portion.answers(bound) } else { 0..bound };
        if answers.is_empty() {
            self.next = at;
            self.is_void = true;
            raise(Failure::Empty);
        }
        self.frames.push(Digit { value: answers.start, bound, end: answers.end });
        answers.start
    }

    /// As [`choose`](Self::choose), and notes what caused the runs.
    #[inline]
    pub(crate) fn choose_for(&mut self, read: Read, bound: u32) -> u32 {
        let before = self.frames.len();
        let choice = self.choose(bound);
        if let Some(Digit { value, end, .. }) = self.frames.get(before) {
            // The run that takes answer 0 is there without the choice.
            *self.splits.entry(read).or_default() += u64::from(end - value) - u64::from(*value == 0);
        }
        choice
    }

    /// Counts a choice that is made without a run.
    pub(crate) fn split(&mut self, read: Read, ways: usize) {
        *self.splits.entry(read).or_default() += wide(ways.saturating_sub(1));
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
            if last.value + 1 < last.end {
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
    use super::{Branch, Choices, Portion, Read};
    use crate::predicate_run::failure::{Failure, guarded};

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
    fn portions_are_the_whole_in_its_order() {
        let mut whole = Vec::new();
        let mut splits = Vec::new();
        for of in 1..=5 {
            let mut seen = Vec::new();
            let mut choices = Choices::default();
            for number in 0..of {
                choices.begin(Portion { number, of });
                loop {
                    let run = guarded(|| {
                        let a = choices.choose_for(Read::Symbol, 3);
                        (a, choices.choose_for(Read::Symbol, a + 1))
                    });
                    assert_eq!(run.is_err(), choices.is_elsewhere());
                    seen.extend(run);
                    if choices.advance() != Ok(true) {
                        break;
                    }
                }
            }
            whole.push(seen);
            splits.push(choices.splits[&Read::Symbol]);
        }
        assert_eq!(whole[0], [(0, 0), (1, 0), (1, 1), (2, 0), (2, 1), (2, 2)]);
        assert!(whole.iter().all(|seen| *seen == whole[0]));
        assert_eq!(splits, [5; 5]);
    }

    #[test]
    fn branches_are_the_whole_in_its_order() {
        // Questions that depend on answers; the first is asked again after each.
        let ask = |choices: &mut Choices| {
            let a = choices.choose(3);
            let b = choices.choose(a + 1);
            (a, b, choices.choose(3 - b))
        };
        // Gives a branch away after each run, or after each second one, and so on; or never.
        let search = |every: usize| {
            let mut open = vec![Branch::default()];
            let mut found = Vec::new();
            while let Some(branch) = open.pop() {
                let mut choices = Choices::default();
                choices.begin_branch(&branch);
                let mut seen = Vec::new();
                loop {
                    seen.push(ask(&mut choices));
                    if seen.len().is_multiple_of(every) {
                        open.extend(choices.split_off());
                    }
                    if choices.advance() != Ok(true) {
                        break;
                    }
                }
                found.push((branch.first_answers(), seen));
            }
            found.sort();
            (found.len(), found.into_iter().flat_map(|(_, seen)| seen).collect::<Vec<_>>())
        };
        let (alone, whole) = search(usize::MAX);
        assert_eq!((alone, whole.len()), (1, 3 + (3 + 2) + (3 + 2 + 1)));
        for every in 1..=4 {
            let (branches, seen) = search(every);
            assert!(branches > 1 && seen == whole, "{every}: {seen:?}");
        }
    }

    #[test]
    fn a_run_without_a_choice_belongs_to_the_first_portion() {
        let mut choices = Choices::default();
        let elsewhere = [0, 1, 2].map(|number| {
            choices.begin(Portion { number, of: 3 });
            choices.choose(1);
            choices.is_elsewhere()
        });
        assert_eq!(elsewhere, [false, true, true]);
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
