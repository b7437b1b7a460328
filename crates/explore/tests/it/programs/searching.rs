//! Boyer and Moore's string search (CACM 1977) for "abc", which costs the characters of the text that it compares.
//!
//! `delta1` says how far the text's character lets the search go on, `delta2` how far what has matched does.

use dpgen::Int;
use dpgen::explore::cost;

const PATTERN: [u8; 3] = *b"abc";
/// By the place of the pattern that does not match, from its end: all letters are different, so that the whole pattern
/// can be moved past what has matched.
const DELTA2: [usize; 3] = [5, 4, 1];

/// Searches; `shift` is how far a character lets the search go on from its place.
fn search(text: &[Int], shift: impl Fn(Int) -> usize) -> Option<usize> {
    let mut end = PATTERN.len() - 1;
    while end < text.len() {
        let (mut at, mut place) = (end, PATTERN.len() - 1);
        loop {
            cost(1);
            if text[at] != i64::from(PATTERN[place]) {
                break;
            }
            if place == 0 {
                return Some(at);
            }
            at -= 1;
            place -= 1;
        }
        end = at + shift(text[at]).max(DELTA2[place]);
    }
    None
}

/// With the table looked up at an open character.
pub fn boyer_moore(text: &mut [Int]) -> Option<usize> {
    let mut delta1 = [3_i64; 256];
    for (place, letter) in PATTERN.iter().enumerate() {
        delta1[usize::from(*letter)] = i64::try_from(PATTERN.len() - 1 - place).unwrap_or(0);
    }
    search(text, |letter| usize::try_from(letter.table(&delta1)).unwrap_or(0))
}

/// With the table's entry taken for a character that is not in the pattern, as tools do that can not look up an open index:
/// then every mismatch goes on by the whole pattern, from where the comparison began.
pub fn concretised(text: &mut [Int]) {
    let mut begin = 0;
    while begin + PATTERN.len() <= text.len() {
        let mut place = PATTERN.len();
        while place > 0 {
            cost(1);
            if text[begin + place - 1] != i64::from(PATTERN[place - 1]) {
                break;
            }
            place -= 1;
        }
        if place == 0 {
            return;
        }
        begin += PATTERN.len();
    }
}
