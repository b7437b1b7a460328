//! [`together`]: a string on which all of some spans fire, or that there is none.
//!
//! What matters of the beginning of a string is a [`State`]: how many matches of each pattern have begun, how many are still to come,
//! and whether one is under way. A match is guessed to be the last one or the last but one where it begins, so that letters are read from
//! left to right only. There are finitely many states, so that a search without an answer proves that no string of any length
//! has one. Invariant: of each span whose end has been passed, the beginning was passed before.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashSet;

use crate::span::{LETTERS, LONGEST, Pattern, Place, Span};

/// That it is not known yet how many matches come.
const OPEN: u8 = 3;

/// What a search has shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// All fire on this.
    Together(Vec<u8>),
    /// No string has them all, of those that are not too long.
    Never,
    /// The search took too long.
    Unknown,
}

/// A letter, as far as patterns can tell letters apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Letter {
    Digit,
    Small,
    /// With a small letter after it, or not.
    Capital(bool),
    Delimiter(u8),
}

impl Letter {
    const fn byte(self) -> u8 {
        match self {
            Self::Digit => b'0',
            Self::Small => b'a',
            Self::Capital(_) => b'A',
            Self::Delimiter(byte) => byte,
        }
    }
}

/// A pattern, with the greatest numbers that places count its matches to: from the front, and from the back.
#[derive(Debug, Clone, Copy)]
struct Track {
    pattern: Pattern,
    first: u8,
    last: u8,
}

impl Track {
    fn begins(&self, letter: Letter) -> bool {
        use Letter::{Capital, Delimiter, Digit, Small};
        match self.pattern {
            Pattern::Number | Pattern::Digit => letter == Digit,
            Pattern::Word => matches!(letter, Small | Capital(_)),
            Pattern::Alphanumeric | Pattern::Letter => !matches!(letter, Delimiter(_)),
            Pattern::Capitals => matches!(letter, Capital(_)),
            Pattern::Proper => letter == Capital(true),
            Pattern::Small => letter == Small,
            Pattern::Delimiter(_) => self.pattern.example().first() == Some(&letter.byte()),
        }
    }

    /// Whether a match that is under way goes on with this letter.
    fn goes_on(&self, letter: Letter) -> bool {
        match self.pattern {
            Pattern::Digit | Pattern::Letter | Pattern::Delimiter(_) => false,
            Pattern::Proper => letter == Letter::Small,
            _ => self.begins(letter),
        }
    }
}

/// What is known of a pattern's matches at some place of a string.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Matches {
    /// How many have begun; one more than is counted to stands for all numbers beyond.
    begun: u8,
    /// How many more will begin.
    left: u8,
    is_within: bool,
}

impl Matches {
    /// Whether a place is here or was passed.
    fn has(self, place: Place) -> bool {
        let has_ended = !(place.is_end && self.is_within);
        if place.number > 0 {
            let begun = i64::from(self.begun);
            begun > place.number || (begun == place.number && has_ended)
        } else {
            let after = -1 - place.number;
            let left = i64::from(self.left);
            self.left != OPEN && (left < after || (left == after && has_ended))
        }
    }

    /// How many more letters its pattern needs at least.
    fn needs(self, track: &Track) -> u8 {
        let left = if self.left == OPEN { track.last } else { self.left };
        left.max(track.first.saturating_sub(self.begun))
    }
}

/// What matters of the beginning of a string.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct State {
    matches: Box<[Matches]>,
    /// Whether a small letter comes next, if the last letter was a capital.
    is_small_next: Option<bool>,
}

/// The spans of which all have to fire, with their patterns.
struct Automaton<'s> {
    spans: &'s [Span],
    tracks: Vec<Track>,
    /// By span: the tracks of its places.
    ends: Vec<(usize, usize)>,
    letters: Vec<Letter>,
}

impl<'s> Automaton<'s> {
    fn of(spans: &'s [Span]) -> Self {
        let mut tracks: Vec<Track> = Vec::new();
        let mut track_of = |place: Place| {
            let known = tracks.iter().position(|track| track.pattern == place.pattern);
            let at = known.unwrap_or_else(|| {
                tracks.push(Track { pattern: place.pattern, first: 0, last: 0 });
                tracks.len() - 1
            });
            let number = u8::try_from(place.number.unsigned_abs()).unwrap_or(u8::MAX);
            let counted = if place.number > 0 { &mut tracks[at].first } else { &mut tracks[at].last };
            *counted = number.max(*counted);
            at
        };
        let ends = spans.iter().map(|Span(from, to)| (track_of(*from), track_of(*to))).collect();
        let is_known = |byte: u8| {
            tracks.iter().any(|track| {
                matches!(track.pattern, Pattern::Delimiter(_)) && track.begins(Letter::Delimiter(byte))
            })
        };
        let (used, unused): (Vec<u8>, Vec<u8>) = LETTERS[3..].iter().partition(|byte| is_known(**byte));
        let mut letters: Vec<Letter> = used.into_iter().map(Letter::Delimiter).collect();
        if tracks.len() > letters.len() {
            letters.extend([Letter::Digit, Letter::Small, Letter::Capital(true), Letter::Capital(false)]);
        }
        // What may be between matches.
        letters.extend(unused.first().copied().map(Letter::Delimiter));
        Self { spans, tracks, ends, letters }
    }

    fn begin(&self) -> State {
        let begin = |track: &Track| Matches {
            begun: 0,
            left: if track.last > 0 { OPEN } else { 0 },
            is_within: false,
        };
        State { matches: self.tracks.iter().map(begin).collect(), is_small_next: None }
    }

    /// The states after a letter, or after the string if there is none.
    fn after(&self, state: &State, letter: Option<Letter>) -> Vec<State> {
        if state.is_small_next.is_some_and(|is_next| is_next != (letter == Some(Letter::Small))) {
            return Vec::new();
        }
        let is_small_next = match letter {
            Some(Letter::Capital(is_next)) => Some(is_next),
            _ => None,
        };
        let mut states = vec![State { matches: state.matches.clone(), is_small_next }];
        for (at, track) in self.tracks.iter().enumerate() {
            let Matches { begun, left, is_within } = state.matches[at];
            let goes_on = is_within && letter.is_some_and(|letter| track.goes_on(letter));
            if goes_on {
                continue;
            }
            let begins = letter.is_some_and(|letter| track.begins(letter));
            if !begins {
                states.iter_mut().for_each(|state| state.matches[at].is_within = false);
                continue;
            }
            // That this is one of the last is guessed.
            let lefts: &[u8] = match (track.last, left) {
                (0, _) => &[0],
                (_, 0) => return Vec::new(),
                (last, OPEN) => &[OPEN, last - 1],
                (_, left) => &[left - 1],
            };
            let next =
                |left: &u8| Matches { begun: (begun + 1).min(track.first + 1), left: *left, is_within: true };
            states = states
                .iter()
                .flat_map(|state| lefts.iter().map(move |left| (state, left)))
                .map(|(state, left)| {
                    let mut state = state.clone();
                    state.matches[at] = next(left);
                    state
                })
                .collect();
        }
        states.retain(|new| self.is_in_order(state, new));
        states
    }

    /// Whether the ends that have been passed since `old` have beginnings that had been passed before.
    fn is_in_order(&self, old: &State, new: &State) -> bool {
        self.spans.iter().zip(&self.ends).all(|(Span(from, to), (begin, end))| {
            let ends = new.matches[*end].has(*to) && !old.matches[*end].has(*to);
            !ends || old.matches[*begin].has(*from)
        })
    }

    fn is_whole(&self, state: &State) -> bool {
        let places = self.spans.iter().zip(&self.ends);
        let has = |(Span(from, to), (begin, end)): (&Span, &(usize, usize))| {
            state.matches[*begin].has(*from) && state.matches[*end].has(*to)
        };
        places.into_iter().all(has) && state.matches.iter().all(|matches| matches.left == 0)
    }

    /// How many more letters are needed at least: each delimiter is one, and a letter may be one of many other patterns.
    fn needs(&self, state: &State) -> u32 {
        let (mut delimiters, mut others) = (0, 0);
        for (track, matches) in self.tracks.iter().zip(&state.matches) {
            let needs = u32::from(matches.needs(track));
            match track.pattern {
                Pattern::Delimiter(_) => delimiters += needs,
                _ => others = needs.max(others),
            }
        }
        delimiters + others
    }
}

/// A state that the search has come to.
#[derive(Clone)]
struct Reached {
    state: State,
    /// The number of the one before it, and the letter between them.
    before: Option<(usize, Letter)>,
    length: u32,
}

/// Searches through at most so many states, those first that need few letters more.
pub fn together(spans: &[Span], most: usize) -> Answer {
    let automaton = Automaton::of(spans);
    let begin = automaton.begin();
    if automaton.needs(&begin) > u32::try_from(LONGEST).unwrap_or(u32::MAX) {
        return Answer::Never;
    }
    let mut known = FxHashSet::from_iter([begin.clone()]);
    let mut states = vec![Reached { state: begin, before: None, length: 0 }];
    let mut waiting = BinaryHeap::from([Reverse((0, 0))]);
    while let Some(Reverse((_, number))) = waiting.pop() {
        let Reached { state, length, .. } = states[number].clone();
        if automaton.after(&state, None).iter().any(|whole| automaton.is_whole(whole)) {
            let mut string = Vec::new();
            let mut at = number;
            while let Some((before, letter)) = states[at].before {
                string.push(letter.byte());
                at = before;
            }
            string.reverse();
            return Answer::Together(string);
        }
        for letter in &automaton.letters {
            for next in automaton.after(&state, Some(*letter)) {
                if !known.insert(next.clone()) {
                    continue;
                }
                if states.len() >= most {
                    return Answer::Unknown;
                }
                let needs = automaton.needs(&next);
                waiting.push(Reverse((length + 1 + 2 * needs, states.len())));
                states.push(Reached { state: next, before: Some((number, *letter)), length: length + 1 });
            }
        }
    }
    Answer::Never
}
