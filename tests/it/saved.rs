//! Saved builds: what comes back is what was saved, and nothing else is taken for one.

use std::sync::Arc;
use std::time::Duration;

use chacha20::ChaCha8Rng;
use chacha20::rand_core::SeedableRng;
use dpgen::engine::{self, Options, Report};
use dpgen::prelude::*;
use dpgen::{Catalog, LoadError, SavedBuild, Scope, Solutions};
use dpgen_spec::Spec;
use xxhash_rust::xxh3::xxh3_64;

/// Where the payload begins: after the magic, the version and the length.
const HEADER: usize = 8 + 4 + 8;

fn build(name: &str, size: u32, algorithm: Algorithm, fields: Fields) -> Catalog {
    let scope = Scope::new(size);
    let model = Arc::new(Spec::builtin(name).unwrap().model(&scope).unwrap());
    let options = Options::default().algorithm(algorithm).fields(fields).threads(1);
    engine::build(&model, &scope, &options).unwrap()
}

fn save(catalog: &Catalog) -> Vec<u8> {
    let mut bytes = Vec::new();
    catalog.save("where it came from", &mut bytes).unwrap();
    bytes
}

fn load(bytes: &[u8], name: &str) -> Result<Catalog, LoadError> {
    let saved = SavedBuild::read(bytes)?;
    let model = Spec::builtin(name).unwrap().model(saved.scope()).unwrap();
    saved.into_catalog(model.schema)
}

fn words(catalog: &Catalog, size: u32, solutions: Solutions) -> Vec<Vec<u32>> {
    let mut compact = catalog.compact_with(size, Count::ZERO..catalog.count(size), solutions, 11);
    let mut words = Vec::new();
    while let Some(next) = compact.next() {
        words.push(next.to_vec());
    }
    words
}

/// A file with this content: magic, version, length and checksum are right.
fn wrap(payload: &[u8]) -> Vec<u8> {
    let length = u64::try_from(payload.len()).unwrap().to_le_bytes();
    [b"DPGENCAT", &3_u32.to_le_bytes()[..], &length, payload, &xxh3_64(payload).to_le_bytes()].concat()
}

/// A report as it is saved.
fn untimed(report: &Report) -> Report {
    let mut report = report.clone();
    report.time = Duration::ZERO;
    report.rounds.iter_mut().for_each(|round| round.time = Duration::ZERO);
    report.sizes.iter_mut().for_each(|size| size.time = Duration::ZERO);
    report
}

fn same(name: &str, size: u32, algorithm: Algorithm, fields: Fields) {
    let what = format!("{name}: {algorithm}, {fields}");
    let saved = build(name, size, algorithm, fields);
    let bytes = save(&saved);
    let read = SavedBuild::read(&*bytes).unwrap();
    assert_eq!((read.source(), read.scope()), ("where it came from", &Scope::new(size)), "{what}");
    let loaded = load(&bytes, name).unwrap();
    assert_eq!(save(&loaded), bytes, "{what}: saved again");
    assert_eq!(
        (loaded.algorithm(), loaded.fields(), loaded.stop_reason()),
        (algorithm, fields, None),
        "{what}"
    );
    assert_eq!(loaded.complete_sizes(), size + 1, "{what}");
    assert_eq!(*loaded.report(), untimed(saved.report()), "{what}");
    assert_eq!(loaded.total(), saved.total(), "{what}");
    let mut rngs = [1, 1].map(ChaCha8Rng::seed_from_u64);
    for size in 0..=size {
        assert_eq!(loaded.count(size), saved.count(size), "{what}, size {size}");
        for solutions in [Solutions::Smallest, Solutions::Random, Solutions::All] {
            assert_eq!(
                words(&loaded, size, solutions),
                words(&saved, size, solutions),
                "{what}, size {size}"
            );
        }
        let count = saved.count(size).to_usize().unwrap();
        for rank in (0..count).map(Count::from) {
            assert_eq!(
                loaded.nth_compact(size, &rank),
                saved.nth_compact(size, &rank),
                "{what}, {size}:{rank}"
            );
        }
        let [first, second] = &mut rngs;
        assert_eq!(loaded.sample_rank(size, first), saved.sample_rank(size, second), "{what}, size {size}");
        assert_eq!(loaded.nth_compact(size, &saved.count(size)), Ok(None), "{what}, size {size}");
    }
}

#[test]
fn saved_builds_come_back() {
    for name in ["red-black-tree", "sorted-list", "hash-table", "fibonacci-heap"] {
        for algorithm in Algorithm::ALL.iter().copied() {
            if algorithm != Algorithm::SymbolazyDp {
                same(name, 3, algorithm, Fields::Concrete);
            }
        }
        same(name, 3, Algorithm::SymbolazyDp, Fields::Symbolic);
        same(name, 3, Algorithm::Quotient, Fields::Symbolic);
    }
}

#[test]
fn large_symbolic_builds_come_back() {
    let saved = build("red-black-tree", 40, Algorithm::Quotient, Fields::Symbolic);
    let loaded = load(&save(&saved), "red-black-tree").unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for size in [0, 1, 17, 40] {
        assert_eq!(loaded.count(size), saved.count(size));
        for _ in 0..10 {
            let rank = saved.sample_rank(size, &mut rng).unwrap();
            let words = loaded.nth_compact(size, &rank);
            assert!(matches!(words, Ok(Some(_))));
            assert_eq!(words, saved.nth_compact(size, &rank));
        }
    }
}

#[test]
fn stopped_builds_come_back_as_stopped() {
    let scope = Scope::new(8);
    let model = Arc::new(Spec::builtin("red-black-tree").unwrap().model(&scope).unwrap());
    let limits = dpgen::Limits::none().structures(100);
    let saved = engine::build(&model, &scope, &Options::default().limits(limits)).unwrap();
    assert_eq!(saved.stop_reason(), Some(dpgen::StopReason::Structures));
    let loaded = load(&save(&saved), "red-black-tree").unwrap();
    assert_eq!(
        (loaded.stop_reason(), loaded.complete_sizes()),
        (saved.stop_reason(), saved.complete_sizes())
    );
}

#[test]
fn other_files_are_no_catalogs() {
    let bytes = save(&build("sorted-list", 2, Algorithm::Quotient, Fields::Symbolic));
    for other in [&b""[..], b"DPGEN", b"dpgencat", b"(name: \"sorted-list\")"] {
        assert!(matches!(SavedBuild::read(other), Err(LoadError::NotACatalog)), "{other:?}");
    }
    for at in 0..8 {
        let mut other = bytes.clone();
        other[at] ^= 0x20;
        assert!(matches!(SavedBuild::read(&*other), Err(LoadError::NotACatalog)), "byte {at}");
    }
}

#[test]
fn other_versions_are_named() {
    let mut bytes = save(&build("sorted-list", 2, Algorithm::Quotient, Fields::Concrete));
    for version in [0_u32, 1, 77, u32::MAX] {
        bytes[8..12].copy_from_slice(&version.to_le_bytes());
        let error = SavedBuild::read(&*bytes).unwrap_err();
        assert!(matches!(error, LoadError::Version(found) if found == version), "{error}");
        assert!(error.to_string().contains(&format!("format {version}")), "{error}");
    }
}

#[test]
fn every_cut_and_every_flipped_bit_is_found() {
    for fields in [Fields::Concrete, Fields::Symbolic] {
        let bytes = save(&build("sorted-list", 2, Algorithm::Quotient, fields));
        assert!(SavedBuild::read(&*bytes).is_ok());
        for length in 8..bytes.len() {
            let error = SavedBuild::read(&bytes[..length]).unwrap_err();
            assert!(matches!(error, LoadError::Damaged(_)), "cut to {length}: {error}");
        }
        for bit in HEADER * 8..bytes.len() * 8 {
            let mut damaged = bytes.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            let error = SavedBuild::read(&*damaged).unwrap_err();
            assert!(matches!(error, LoadError::Damaged("its checksum is wrong")), "bit {bit}: {error}");
        }
        for byte in 12..HEADER {
            let mut damaged = bytes.clone();
            damaged[byte] = damaged[byte].wrapping_add(1);
            let error = SavedBuild::read(&*damaged).unwrap_err();
            assert!(
                matches!(error, LoadError::Damaged("its length is not what it says")),
                "byte {byte}: {error}"
            );
        }
        let longer = [&*bytes, &[0]].concat();
        assert!(matches!(SavedBuild::read(&*longer), Err(LoadError::Damaged(_))));
    }
}

#[test]
fn content_that_does_not_parse_is_damaged() {
    for payload in [&[][..], &[0xff; 64], &[3, b'a']] {
        let error = SavedBuild::read(&*wrap(payload)).unwrap_err();
        assert!(matches!(error, LoadError::Damaged("its content does not parse")), "{payload:?}: {error}");
    }
}

#[test]
fn another_spec_or_scope_is_refused() {
    let bytes = save(&build("red-black-tree", 3, Algorithm::Quotient, Fields::Symbolic));
    let read = || SavedBuild::read(&*bytes).unwrap();
    let other = |name: &str, scope: &Scope| Arc::new(Spec::builtin(name).unwrap().model(scope).unwrap());
    for model in [
        other("avl-tree", &Scope::new(3)),
        other("sorted-list", &Scope::new(3)),
        other("red-black-tree", &Scope::new(4)),
        other("red-black-tree", &Scope::new(3).with("n", 9)),
    ] {
        assert!(matches!(read().into_catalog(model.schema.clone()), Err(LoadError::OtherSchema)));
    }
    assert!(read().into_catalog(other("red-black-tree", &Scope::new(3)).schema.clone()).is_ok());
}

#[test]
fn a_reader_that_fails_says_so() {
    let missing = std::fs::File::open("no such file").map_err(LoadError::from).map(|_| ());
    assert!(matches!(missing, Err(LoadError::Io { .. })));
}
