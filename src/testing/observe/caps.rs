//! [`Caps`]: how many cases of a run are written, and how many bytes.
//!
//! Where cases are drawn, some room is kept for them, as those in order come first and may be many; and some for what is run
//! after a failure, to make it smaller. Invariant: failing cases are always written, and take room like the others.

use dpgen_forest::index::wide;

use crate::testing::case_set::Origin;

/// The most cases that are written, unless more fail.
const MAX_CASES: u64 = 10_000;
/// The most of these that are written before a case of another origin than `InOrder` and `Drawn`.
const MAX_CASES_OF_SEARCH: u64 = 9_500;
/// The most of these that are cases in order, where others are drawn.
const MAX_CASES_IN_ORDER: u64 = 8_000;
/// The most bytes of cases that are written, unless more fail.
const MAX_BYTES: u64 = 50_000_000;

/// The room in a file, and what was taken of it.
#[derive(Debug)]
pub(super) struct Caps {
    max_cases: u64,
    max_of_search: u64,
    max_in_order: u64,
    max_bytes: u64,
    cases: u64,
    in_order: u64,
    bytes: u64,
}

impl Caps {
    /// All room of a run, in which cases may be drawn.
    pub(super) fn of_run(draws: bool) -> Self {
        Self {
            max_cases: MAX_CASES,
            max_of_search: MAX_CASES_OF_SEARCH,
            max_in_order: if draws { MAX_CASES_IN_ORDER } else { MAX_CASES_OF_SEARCH },
            max_bytes: MAX_BYTES,
            cases: 0,
            in_order: 0,
            bytes: 0,
        }
    }

    /// Whether there is room for another case of this origin, as far as that is known before its text.
    pub(super) fn has_room(&self, origin: Origin) -> bool {
        let has_place = match origin {
            Origin::InOrder => self.in_order < self.max_in_order && self.cases < self.max_of_search,
            Origin::Drawn => self.cases < self.max_of_search,
            _ => self.cases < self.max_cases,
        };
        has_place && self.bytes < self.max_bytes
    }

    /// Whether the line of a case is to be written; then it takes room.
    pub(super) fn admits(&mut self, line: &str, origin: Origin, failed: bool) -> bool {
        let bytes = self.bytes.saturating_add(wide(line.len()) + 1);
        if !failed && (bytes > self.max_bytes || !self.has_room(origin)) {
            // A shorter one later would make it seem that only short ones were run.
            self.bytes = self.max_bytes;
            return false;
        }
        self.bytes = bytes;
        self.cases += 1;
        self.in_order += u64::from(origin == Origin::InOrder);
        true
    }

    /// The number of cases that were written.
    pub(super) fn written(&self) -> u64 {
        self.cases
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_is_kept_for_cases_that_are_drawn() {
        let mut caps = Caps { max_cases: 7, max_of_search: 5, max_in_order: 3, ..Caps::of_run(true) };
        let mut written = |origin: Origin, failed| {
            let room = caps.has_room(origin);
            (room || failed) && caps.admits("{}", origin, failed)
        };
        let in_order = [false, false, false, false, true].map(|failed| written(Origin::InOrder, failed));
        assert_eq!(in_order, [true, true, true, false, true]);
        let drawn = [false, false, false, true].map(|failed| written(Origin::Drawn, failed));
        assert_eq!(drawn, [true, false, false, true]);
        let shrunk = [false, false].map(|failed| written(Origin::Shrunk, failed));
        assert_eq!(shrunk, [true, false]);
        assert_eq!(caps.written(), 7);
    }

    #[test]
    fn bytes_are_bounded_and_failures_are_not() {
        let mut caps = Caps { max_bytes: 20, ..Caps::of_run(false) };
        assert!(caps.admits("0123456789", Origin::InOrder, false));
        assert!(!caps.admits("0123456789", Origin::InOrder, false));
        assert!(!caps.has_room(Origin::InOrder) && !caps.has_room(Origin::Drawn));
        assert!(caps.admits("0123456789", Origin::InOrder, true));
        assert_eq!(caps.written(), 2);
    }
}
