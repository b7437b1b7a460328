//! Damaged saved builds: whatever the bytes are, loading and using them is an error or works; nothing panics.
//!
//! 300 damaged files from a fixed seed; 10,000 with `DPGEN_LONG=1`.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[allow(dead_code, reason = "what is tried here has checks of its own")]
#[path = "fuzz_bodies/mutate.rs"]
mod mutate;
#[path = "fuzz_bodies/saved_file.rs"]
mod saved_file;

use std::sync::Arc;

use chacha20::ChaCha8Rng;
use chacha20::rand_core::SeedableRng;
use dpgen::engine::{self, Options};
use dpgen::prelude::*;
use dpgen::{Catalog, LoadError, Saved, Scope, Solutions};
use dpgen_forest::catalog::{nodes_of, text};
use dpgen_spec::Spec;

use saved_file::{damaged, with_payload};

/// Specs with each kind of graph: with unions and without, with path conditions and without.
const BUILDS: [(&str, Algorithm, Fields); 5] = [
    ("red-black-tree", Algorithm::Quotient, Fields::Concrete),
    ("red-black-tree", Algorithm::Quotient, Fields::Symbolic),
    ("sorted-list", Algorithm::LazyDp, Fields::Concrete),
    ("sorted-list", Algorithm::SymbolazyDp, Fields::Symbolic),
    ("fibonacci-heap", Algorithm::Quotient, Fields::Symbolic),
];

fn saved((spec, algorithm, fields): (&str, Algorithm, Fields)) -> Vec<u8> {
    let scope = Scope::new(4);
    let model = Arc::new(Spec::builtin(spec).unwrap().model(&scope).unwrap());
    let options = Options::default().algorithm(algorithm).fields(fields).threads(1);
    let mut bytes = Vec::new();
    engine::build(&model, &scope, &options).unwrap().save("", &mut bytes).unwrap();
    bytes
}

fn load(bytes: &[u8], spec: &str) -> Result<Catalog, LoadError> {
    let saved = Saved::read(bytes)?;
    let model = Spec::builtin(spec).unwrap().model(saved.scope()).map_err(|_| LoadError::OtherSchema)?;
    saved.into_catalog(model.schema)
}

/// Everything that a catalog is used for.
fn explore(catalog: &Catalog) {
    let schema = catalog.schema();
    for size in 0..catalog.complete_sizes() {
        let count = catalog.count(size);
        for solutions in [Solutions::Smallest, Solutions::All] {
            let mut structures = catalog.compact_with(size, Count::ZERO..count.clone(), solutions, 1);
            for _ in 0..50 {
                let Some(words) = structures.next() else { break };
                assert!(!text(schema, words).is_empty());
                let _ = catalog.find(&nodes_of(schema, words));
            }
        }
        let rank = catalog.sample_rank(size, &mut ChaCha8Rng::seed_from_u64(1));
        if let Some(Ok(Some(words))) = rank.map(|rank| catalog.nth_random(size, &rank, 1)) {
            assert!(!text(schema, &words).is_empty());
        }
    }
    assert!(catalog.total() < Count::from(u64::MAX));
}

#[test]
fn damaged_files_are_errors_or_work() {
    let files = BUILDS.map(|build| (build.0, saved(build)));
    for (spec, bytes) in &files {
        explore(&load(bytes, spec).unwrap());
    }
    let rounds = mutate::cases();
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let (mut refused, mut damaged_inside) = (0, 0);
    for round in 0..rounds {
        let (spec, bytes) = &files[round % files.len()];
        match load(&damaged(bytes, round % 4 > 0, &mut rng), spec) {
            Ok(catalog) => explore(&catalog),
            Err(error) => {
                assert!(!error.to_string().is_empty());
                refused += 1;
                let checksum = "its checksum is wrong";
                damaged_inside += usize::from(!error.to_string().contains(checksum));
            }
        }
    }
    // Most damage is found, and much of it behind a right checksum.
    assert!(refused > rounds / 2 && damaged_inside > rounds / 4, "{refused}, {damaged_inside} of {rounds}");
}

#[test]
fn a_length_that_can_not_be_is_no_allocation() {
    let bytes = saved(BUILDS[0]);
    let mut huge = bytes[..12].to_vec();
    huge.extend(u64::MAX.to_le_bytes());
    huge.extend([0xff; 100]);
    assert!(matches!(Saved::read(&huge[..]), Err(LoadError::Damaged("its length is not what it says"))));
    // A source of 2^60 bytes.
    let payload = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x0f, 1, 2, 3];
    let claims = with_payload(&bytes, &payload);
    assert!(matches!(Saved::read(&claims[..]), Err(LoadError::Damaged("its content does not parse"))));
}
