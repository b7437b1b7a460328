//! Seeded mutations of valid input, and what holds for every input: an answer or a message, soon, and no panic.

use std::panic::catch_unwind;
use std::time::{Duration, Instant};

use chacha20::ChaCha8Rng;
use rand::RngExt;

/// No input may take longer.
const LONGEST: Duration = Duration::from_secs(10);

/// How many inputs a test tries.
pub fn cases() -> usize {
    if std::env::var("DPGEN_LONG").is_ok_and(|long| long != "0") { 10_000 } else { 300 }
}

/// One to four changes: a bit, a byte, a piece taken away, a piece repeated elsewhere, an end cut off.
pub fn damage(bytes: &mut Vec<u8>, rng: &mut ChaCha8Rng) {
    for _ in 0..rng.random_range(1..=4) {
        if bytes.is_empty() {
            return;
        }
        let at = rng.random_range(0..bytes.len());
        let end = (at + rng.random_range(1..=20)).min(bytes.len());
        match rng.random_range(0..10) {
            0 | 1 => bytes[at] ^= 1 << rng.random_range(0..8),
            2 | 3 => bytes[at] = *b"(){}[]\",:.'0-9xN|&=!<>\\\0\xff".get(rng.random_range(0..24)).unwrap(),
            4 | 5 => drop(bytes.drain(at..end)),
            6..=8 => {
                let piece = bytes[at..end].to_vec();
                let to = rng.random_range(0..=bytes.len());
                bytes.splice(to..to, piece);
            }
            _ => bytes.truncate(at),
        }
    }
}

/// Runs a body on an input; gives whether it was refused.
pub fn try_one(name: &str, bytes: &[u8], body: fn(&[u8]) -> Result<(), String>) -> bool {
    let begin = Instant::now();
    let result = catch_unwind(|| body(bytes));
    let took = begin.elapsed();
    let shown = || bytes.escape_ascii().to_string();
    assert!(took < LONGEST, "{name} takes {took:?}:\n{}", shown());
    match result {
        Ok(Ok(())) => false,
        Ok(Err(message)) => {
            assert!(!message.trim().is_empty(), "{name} is refused without a word:\n{}", shown());
            true
        }
        Err(_) => panic!("{name} panics:\n{}", shown()),
    }
}
