//! Damages to a file of lines: every one of a kind, with a name that says where.
#![allow(dead_code, reason = "each test takes what suits its file")]

/// The file with one bit of one byte changed, at every `step`-th byte; the bit is another one at each.
pub fn flips(whole: &[u8], step: usize) -> impl Iterator<Item = (String, Vec<u8>)> {
    (0..whole.len()).step_by(step).map(move |place| {
        let mut bytes = whole.to_vec();
        bytes[place] ^= 1 << (place / step % 8);
        (format!("byte {place} changed"), bytes)
    })
}

/// The file without its end, at every `step`-th length that it can have.
pub fn cuts(whole: &[u8], step: usize) -> impl Iterator<Item = (String, Vec<u8>)> {
    (0..whole.len())
        .step_by(step)
        .map(move |length| (format!("cut to {length} bytes"), whole[..length].to_vec()))
}

/// The file with one line left out, doubled, or exchanged with the one behind it. Leaving out the last is a cut.
pub fn lines(whole: &[u8]) -> impl Iterator<Item = (String, Vec<u8>)> {
    let lines: Vec<&[u8]> = whole.split_inclusive(|byte| *byte == b'\n').collect();
    (0..lines.len()).flat_map(move |place| {
        let mut damages = Vec::new();
        let mut doubled = lines.clone();
        doubled.insert(place, lines[place]);
        damages.push((format!("line {} doubled", place + 1), doubled.concat()));
        if place + 1 < lines.len() {
            let (mut dropped, mut swapped) = (lines.clone(), lines.clone());
            dropped.remove(place);
            damages.push((format!("line {} left out", place + 1), dropped.concat()));
            swapped.swap(place, place + 1);
            damages.push((format!("lines {} and {} exchanged", place + 1, place + 2), swapped.concat()));
        }
        damages
    })
}
