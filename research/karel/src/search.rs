//! Local search for one string on which all spans of a program fire.

use chacha20::ChaCha8Rng;
use rand::RngExt;
use rand::seq::IndexedRandom;

use crate::span::{LETTERS, LONGEST, Span};

/// A string of random letters, as long as they may be.
pub fn random(rng: &mut ChaCha8Rng) -> Vec<u8> {
    (0..LONGEST).map(|_| LETTERS[rng.random_range(0..LETTERS.len())]).collect()
}

/// The part of the spans that fire on at least one of the texts.
pub fn fired(spans: &[Span], texts: &[Vec<u8>]) -> f64 {
    let fires = |span: &&Span| texts.iter().any(|text| span.fires(text));
    part(spans.iter().filter(fires).count(), spans.len())
}

/// So many of all.
pub fn part(many: usize, all: usize) -> f64 {
    let of = |many: usize| f64::from(u32::try_from(many).unwrap_or(u32::MAX));
    of(many) / of(all.max(1))
}

/// Changes a string in a random way, and keeps what is not worse, so many times: what fires on the best one.
///
/// Most changes put what a span that does not fire looks for where it would be in order; others put in, take out or move
/// anything. Letters beyond the longest string are taken out anywhere.
pub fn climb(spans: &[Span], evaluations: usize, rng: &mut ChaCha8Rng) -> f64 {
    let cost = |text: &[u8]| {
        let distances = spans.iter().map(|span| span.distance(text));
        distances
            .fold((0_usize, 0_usize), |(failing, far), distance| (failing + distance.min(1), far + distance))
    };
    let mut text = Vec::new();
    let mut best = cost(&text);
    for _ in 1..evaluations {
        if best.0 == 0 {
            break;
        }
        let mut changed = text.clone();
        change(&mut changed, spans, rng);
        while changed.len() > LONGEST {
            changed.remove(rng.random_range(0..changed.len()));
        }
        let new = cost(&changed);
        if new <= best {
            (text, best) = (changed, new);
        }
    }
    fired(spans, &[text])
}

fn change(text: &mut Vec<u8>, spans: &[Span], rng: &mut ChaCha8Rng) {
    let failing: Vec<&Span> = spans.iter().filter(|span| !span.fires(text)).collect();
    let at = rng.random_range(0..=text.len());
    match (rng.random_range(0..16), failing.choose(rng)) {
        (0..=12, Some(Span(from, to))) => {
            // What is missing goes before the end that is there, or after it; an end in the wrong order is made anew.
            let (place, range) = match (from.at(text), to.at(text)) {
                (None, end) => (from, 0..=end.unwrap_or(text.len())),
                (Some(begin), None) => (to, begin..=text.len()),
                (Some(_), Some(_)) if from.number > 0 => (from, 0..=0),
                (Some(_), Some(_)) => (to, text.len()..=text.len()),
            };
            let at = rng.random_range(range);
            text.splice(at..at, place.pattern.example());
        }
        (13, _) if at < text.len() => {
            text.remove(at);
        }
        (14, _) if at < text.len() => {
            let letter = text.remove(at);
            text.insert(rng.random_range(0..=text.len()), letter);
        }
        _ => text.insert(at, LETTERS[rng.random_range(0..LETTERS.len())]),
    }
}
