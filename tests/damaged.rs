//! Damaged input: specs and saved builds with a few bytes changed are read or refused with a message; nothing
//! panics, and nothing takes long. `DPGEN_LONG=1` tries many more. `fuzz/` has the same bodies as fuzz targets.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[path = "fuzz_bodies/mod.rs"]
mod bodies;

use std::panic::catch_unwind;
use std::sync::Arc;
use std::time::{Duration, Instant};

use dpgen::engine::{self, Options};
use dpgen::{Fields, Scope, fnv1a};
use dpgen_spec::{Spec, builtin};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// No input may take longer.
const LONGEST: Duration = Duration::from_secs(10);

fn cases() -> usize {
    if std::env::var("DPGEN_LONG").is_ok_and(|long| long != "0") { 10_000 } else { 300 }
}

/// One to four changes: a bit, a byte, a piece taken away, a piece repeated elsewhere, an end cut off.
fn damage(bytes: &mut Vec<u8>, rng: &mut ChaCha8Rng) {
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
fn try_one(name: &str, bytes: &[u8], body: fn(&[u8]) -> Result<(), String>) -> bool {
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

#[test]
fn damaged_specs_are_refused_with_a_message() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut refused = 0;
    for case in 0..cases() {
        let (name, text) = builtin::ALL[case % builtin::ALL.len()];
        let mut bytes = text.as_bytes().to_vec();
        damage(&mut bytes, &mut rng);
        refused += usize::from(try_one(&format!("case {case} of {name}"), &bytes, bodies::spec));
    }
    assert!(refused * 2 > cases(), "only {refused} of {} are refused", cases());
}

/// A saved build with its text of a spec as the source.
fn saved(name: &str, fields: Fields) -> Vec<u8> {
    let scope = Scope::new(3);
    let spec = Spec::builtin(name).unwrap();
    let model = Arc::new(spec.model(&scope).unwrap());
    let options = Options { fields, threads: 1, ..Options::default() };
    let catalog = engine::build(&model, &scope, &options).unwrap();
    let mut bytes = Vec::new();
    catalog.save(spec.text(), &mut bytes).unwrap();
    bytes
}

/// Half of them keep a checksum that fits, so that what is inside has to be checked as well.
#[test]
fn damaged_saved_builds_are_refused_with_a_message() {
    const HEADER: usize = 8 + 4 + 8;
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let all: Vec<Vec<u8>> = ["red-black-tree", "hash-table", "sorted-list"]
        .into_iter()
        .flat_map(|name| [saved(name, Fields::Concrete), saved(name, Fields::Symbolic)])
        .collect();
    for case in 0..cases() {
        let mut bytes = all[case % all.len()].clone();
        if case % 2 == 0 {
            damage(&mut bytes, &mut rng);
        } else {
            let mut payload = bytes[HEADER..bytes.len() - 8].to_vec();
            damage(&mut payload, &mut rng);
            bytes.splice(12..HEADER, u64::try_from(payload.len()).unwrap().to_le_bytes());
            bytes.splice(HEADER.., payload.iter().copied().chain(fnv1a(&payload).to_le_bytes()));
        }
        try_one(&format!("case {case}"), &bytes, bodies::saved);
    }
}
