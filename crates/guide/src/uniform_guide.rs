//! [`Uniform`]: a guide that does not learn: all structures of the small sizes, then each size in turn, without replacement.
//!
//! The ranks of a size are drawn as by Fisher and Yates' shuffle, of which only the places that were changed are kept
//! (Knuth, "The Art of Computer Programming", volume 2, algorithm P). So each order of a size's structures is as likely as
//! any other, drawing never slows down, and it ends after the last structure.

use dpgen_forest::Count;
use rustc_hash::FxHashMap;

use crate::guide_policy::{JudgedStructure, Next, Policy};
use crate::search_space::{Admission, Space};

/// Sizes with at most this many structures come whole before larger ones are begun.
const MAX_WHOLE_SIZE_LEN: u128 = 10_000;

/// A size's ranks, some of which have been drawn.
#[derive(Debug)]
struct RemainingRanks {
    size: u32,
    left: Count,
    /// By place: the rank that was put there, if it is not the place itself.
    moved: FxHashMap<Count, Count>,
}

impl RemainingRanks {
    /// Draws a rank.
    fn draw(&mut self, space: &mut Space) -> Option<Count> {
        let last = self.left.checked_sub(&Count::ONE)?;
        let place = self.left.random_below(&mut space.rng);
        let moved = self.moved.remove(&last).unwrap_or_else(|| last.clone());
        let drawn =
            if place == last { moved } else { self.moved.insert(place.clone(), moved).unwrap_or(place) };
        self.left = last;
        Some(drawn)
    }
}

/// Learns nothing.
#[derive(Debug)]
pub(crate) struct Uniform {
    /// By size, those that are not empty.
    decks: Vec<RemainingRanks>,
    turn: usize,
}

impl Uniform {
    pub(crate) fn new(space: &Space) -> Self {
        let counts = space.counts().iter().zip(0..).filter(|(count, _)| !count.is_zero());
        let deck = |(count, size): (&Count, u32)| RemainingRanks {
            size,
            left: count.clone(),
            moved: FxHashMap::default(),
        };
        Self { decks: counts.map(deck).collect(), turn: 0 }
    }

    /// The deck to draw from: the first, if it is small; else each in turn.
    fn deck(&mut self) -> usize {
        if self.decks[0].left <= Count::new(MAX_WHOLE_SIZE_LEN) {
            return 0;
        }
        self.turn = (self.turn + 1) % self.decks.len();
        self.turn
    }
}

impl Policy for Uniform {
    fn learns(&self) -> bool {
        false
    }

    fn propose(&mut self, space: &mut Space) -> Next {
        while !self.decks.is_empty() {
            let number = self.deck();
            let deck = &mut self.decks[number];
            let Some(rank) = deck.draw(space) else {
                self.decks.remove(number);
                continue;
            };
            let size = deck.size;
            if space.tried().contains(size, &rank) {
                continue;
            }
            // Data is concrete, so that there is nothing to solve.
            let Ok(Some(words)) = space.catalog().nth_compact(size, &rank) else { continue };
            if let Admission::New(proposal) = space.admit_known(words, size, rank) {
                return Next::Try(proposal);
            }
        }
        Next::Nothing
    }

    fn learn(&mut self, _: &Space, _: &JudgedStructure) {}
}
