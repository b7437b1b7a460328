//! Damaged input: specs and saved builds with a few bytes changed are read or refused with a message; nothing
//! panics, and nothing takes long. `DPGEN_LONG=1` tries many more. `fuzz/` has the same bodies as fuzz targets.

use std::sync::Arc;

use chacha20::ChaCha8Rng;
use chacha20::rand_core::SeedableRng;
use dpgen::engine::{self, Options};
use dpgen::{Fields, Scope};
use dpgen_spec::{Spec, builtin};

use crate::mutate::{cases, damage, try_one};
use crate::{fuzz_bodies, saved_file};

#[test]
fn damaged_specs_are_refused_with_a_message() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut refused = 0;
    for case in 0..cases() {
        let (name, text) = builtin::ALL[case % builtin::ALL.len()];
        let mut bytes = text.as_bytes().to_vec();
        damage(&mut bytes, &mut rng);
        refused += usize::from(try_one(&format!("case {case} of {name}"), &bytes, fuzz_bodies::spec));
    }
    assert!(refused * 2 > cases(), "only {refused} of {} are refused", cases());
}

/// A saved build with its text of a spec as the source.
fn saved(name: &str, fields: Fields) -> Vec<u8> {
    let scope = Scope::new(3);
    let spec = Spec::builtin(name).unwrap();
    let model = Arc::new(spec.model(&scope).unwrap());
    let options = Options::default().fields(fields).threads(1);
    let catalog = engine::build(&model, &scope, &options).unwrap();
    let mut bytes = Vec::new();
    catalog.save(spec.text(), &mut bytes).unwrap();
    bytes
}

/// Half of them keep a checksum that fits, so that what is inside has to be checked as well.
#[test]
fn damaged_saved_builds_are_refused_with_a_message() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let all: Vec<Vec<u8>> = ["red-black-tree", "hash-table", "sorted-list"]
        .into_iter()
        .flat_map(|name| [saved(name, Fields::Concrete), saved(name, Fields::Symbolic)])
        .collect();
    for case in 0..cases() {
        let bytes = saved_file::damaged(&all[case % all.len()], case % 2 > 0, &mut rng);
        try_one(&format!("case {case}"), &bytes, fuzz_bodies::saved);
    }
}
