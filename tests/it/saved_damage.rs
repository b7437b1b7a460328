//! Damaged saved builds: whatever the bytes are, loading and using them is an error or works; nothing panics.
//!
//! 300 damaged files from a fixed seed; 10,000 with `DPGEN_LONG=1`.

use std::sync::Arc;

use chacha20::ChaCha8Rng;
use chacha20::rand_core::SeedableRng;
use dpgen::engine::{self, Options};
use dpgen::prelude::*;
use dpgen::{Catalog, LoadError, SavedBuild, Scope, Solutions};
use dpgen_engine::recheck_saved_build;
use dpgen_forest::structure::debug_text;
use dpgen_forest::structure::nodes_of;
use dpgen_spec::Spec;
use rand::RngExt as _;

use crate::mutate;
use crate::saved_file::{HEADER, damaged, with_payload};

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
    let spec = Spec::builtin(spec).unwrap();
    let model = Arc::new(spec.model(&scope).unwrap());
    let options = Options::default().algorithm(algorithm).fields(fields).threads(1);
    let mut bytes = Vec::new();
    engine::build(&model, &scope, &options).unwrap().save(spec.text(), &mut bytes).unwrap();
    bytes
}

/// Loads a build for the spec in it, as the command line does.
fn load(bytes: &[u8]) -> Result<(Spec, Catalog), LoadError> {
    let saved = SavedBuild::read(bytes)?;
    let spec = Spec::parse("saved.ron", saved.source()).map_err(|_| LoadError::OtherSchema)?;
    let model = spec.model(saved.scope()).map_err(|_| LoadError::OtherSchema)?;
    let catalog = saved.into_catalog(model.schema)?;
    recheck_saved_build::check(
        &catalog,
        true,
        |scope| spec.model(scope).ok(),
        &recheck_saved_build::accepts_observed,
    )?;
    Ok((spec, catalog))
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
                assert!(!debug_text(schema, words).is_empty());
                let _ = catalog.find(&nodes_of(schema, words));
            }
        }
        let rank = catalog.sample_rank(size, &mut ChaCha8Rng::seed_from_u64(1));
        if let Some(Ok(Some(words))) = rank.map(|rank| catalog.nth_random(size, &rank, 1)) {
            assert!(!debug_text(schema, &words).is_empty());
        }
    }
    assert!(catalog.total() < Count::from(u64::MAX));
}

#[test]
fn damaged_files_are_errors_or_work() {
    let files = BUILDS.map(saved);
    for bytes in &files {
        explore(&load(bytes).unwrap().1);
    }
    let rounds = mutate::cases();
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let (mut refused, mut damaged_inside) = (0, 0);
    for round in 0..rounds {
        let bytes = &files[round % files.len()];
        match load(&damaged(bytes, round % 4 > 0, &mut rng)) {
            Ok((_, catalog)) => explore(&catalog),
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

/// The structures of each size, in their order; fails if there are not as many as are counted, or one can not be solved.
fn structures(catalog: &Catalog) -> Vec<Vec<Vec<u32>>> {
    let of_size = |size| {
        let (mut found, mut structures) = (Vec::new(), catalog.iter_compact(size));
        while let Some(words) = structures.next() {
            found.push(words.to_vec());
        }
        assert_eq!(structures.failure(), None);
        assert_eq!(catalog.count(size), Count::from(found.len()));
        found
    };
    (0..catalog.complete_sizes()).map(of_size).collect()
}

/// Files whose checksum fits: one or two values of the content are others. Each is refused, or is a build of its spec: every
/// structure satisfies the predicate, is in its place, and comes once. Mostly it is the build that it was.
#[test]
fn crafted_files_are_refused_or_are_builds_of_their_specs() {
    let rounds = mutate::cases() * 5;
    let files = BUILDS.map(saved);
    let originals = files.each_ref().map(|file| structures(&load(file).unwrap().1));
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    let (mut refused, mut same, mut other) = (0, 0, 0);
    for round in 0..rounds {
        let build = round % files.len();
        let file = &files[build];
        let mut payload = file[HEADER..file.len() - 8].to_vec();
        // What comes behind the text of the spec, two bytes of its length included.
        let content = SavedBuild::read(&file[..]).unwrap().source().len() + 2;
        for _ in 0..rng.random_range(1..=2) {
            let place = rng.random_range(content..payload.len());
            payload[place] = match rng.random_range(0..4) {
                0 => payload[place] ^ 1 << rng.random_range(0..8),
                1 => payload[place].wrapping_add(1),
                2 => payload[place].wrapping_sub(1),
                _ => payload[rng.random_range(content..payload.len())],
            };
        }
        let (spec, catalog) = match load(&with_payload(file, &payload)) {
            Ok(loaded) => loaded,
            Err(error) => {
                let message = error.to_string();
                assert!(!message.contains("should not happen"), "{message}");
                refused += 1;
                continue;
            }
        };
        let found = structures(&catalog);
        if found == originals[build] {
            same += 1;
            continue;
        }
        other += 1;
        let (schema, model) = (catalog.schema(), spec.model(catalog.scope()).unwrap());
        for (size, found) in (0..).zip(&found) {
            for (rank, words) in found.iter().enumerate() {
                let nodes = nodes_of(schema, words);
                let shown = || format!("round {round}: {size}:{rank}: {}", debug_text(schema, words));
                assert_eq!(
                    recheck_saved_build::accepts_observed(&model, &nodes, false),
                    Some(true),
                    "{}",
                    shown()
                );
                if catalog.fields() == Fields::Concrete {
                    assert_eq!(catalog.find(&nodes), Some((size, Count::from(rank))), "{}", shown());
                }
            }
        }
    }
    assert!(refused > rounds / 2 && same > rounds / 10 && other < rounds / 100, "{refused}, {same}, {other}");
}

#[test]
fn a_length_that_can_not_be_is_no_allocation() {
    let bytes = saved(BUILDS[0]);
    let mut huge = bytes[..12].to_vec();
    huge.extend(u64::MAX.to_le_bytes());
    huge.extend([0xff; 100]);
    assert!(matches!(SavedBuild::read(&huge[..]), Err(LoadError::Damaged("its length is not what it says"))));
    // A source of 2^60 bytes.
    let payload = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x0f, 1, 2, 3];
    let claims = with_payload(&bytes, &payload);
    assert!(matches!(SavedBuild::read(&claims[..]), Err(LoadError::Damaged("its content does not parse"))));
}
