//! References of specs: every engine finds the heap graphs that brute force on arrays of pointers finds.
//!
//! `cases.rs` has the specs, `heap.rs` makes the graphs. `random_graphs/` tries random predicates.

mod cases;
mod heap;

use std::collections::BTreeSet;
use std::sync::Arc;

use dpgen::engine::{self, Options};
use dpgen::schema::nodes_of;
use dpgen::{Count, Fields, Model, Scope};
use dpgen_engine::first_rejection;
use dpgen_spec::Spec;

use crate::common::engines::ENGINES;
use crate::common::expected_sets::{compact, ranks, saved, sets};
use crate::common::flat_words::words;
use cases::{CASES, Case};
use heap::Heap;

/// By size, flat structures.
type SetsBySize = Vec<BTreeSet<Vec<i64>>>;

/// The structures that a case accepts, and the others.
fn brute_force(case: &Case) -> (SetsBySize, SetsBySize) {
    let of_size = |size| {
        let heaps = Heap::all(case.layout, size);
        let (accepted, others): (Vec<_>, Vec<_>) = heaps.iter().partition(|heap| (case.accepts)(heap));
        let flat = |heaps: Vec<&Heap<'_>>| heaps.into_iter().map(Heap::flat).collect::<BTreeSet<_>>();
        let mut accepted = flat(accepted);
        if size == 0 {
            accepted.extend(case.empty.map(<[i64]>::to_vec));
        }
        (accepted, flat(others))
    };
    (0..=case.max_size).map(of_size).unzip()
}

/// The check of given values accepts what brute force does.
fn given_values(case: &Case, model: &Model, accepted: &SetsBySize, others: &SetsBySize) {
    let is_valid = |flat: &Vec<i64>| {
        let nodes = nodes_of(&model.schema, &compact(&model.schema, flat));
        first_rejection::is_valid(model, nodes, &[]).unwrap_or_else(|failure| panic!("{flat:?}: {failure:?}"))
    };
    for flat in accepted.iter().flatten() {
        assert!(is_valid(flat), "{}: denies {flat:?}", case.name);
    }
    for flat in others.iter().flatten() {
        assert!(!is_valid(flat), "{}: accepts {flat:?}", case.name);
    }
}

/// Holds every engine to brute force.
fn check(case: &Case) {
    let (accepted, others) = brute_force(case);
    let counts: Vec<usize> = accepted.iter().map(BTreeSet::len).collect();
    println!("{}: {counts:?}, and {} others", case.name, others.iter().flatten().count());
    assert!(counts.starts_with(case.counts), "{}: brute force finds {counts:?}", case.name);
    let spec = Spec::parse("t.ron", case.spec).unwrap_or_else(|error| panic!("{}: {error}", case.name));
    let scope = Scope::new(u32::try_from(case.max_size).unwrap());
    let model = Arc::new(spec.model(&scope).unwrap());
    given_values(case, &model, &accepted, &others);
    for (algorithm, fields) in ENGINES {
        let mut first: Option<Vec<Vec<Vec<u32>>>> = None;
        for threads in [1, 2] {
            let what = format!("{}: {algorithm}, {fields}, {threads} threads", case.name);
            // Small chunks, so that even small rounds are cut into several tasks.
            let options = Options::default().algorithm(algorithm).fields(fields).threads(threads).chunk(8);
            let catalog =
                engine::build(&model, &scope, &options).unwrap_or_else(|error| panic!("{what}: {error}"));
            assert_eq!(catalog.complete_sizes(), scope.max_size() + 1, "{what}");
            let found: Vec<_> = (0..=scope.max_size()).map(|size| words(&catalog, size)).collect();
            sets(&catalog, &accepted, &found).unwrap_or_else(|error| panic!("{what}: {error}"));
            let expected = first.get_or_insert_with(|| found.clone());
            assert!(*expected == found, "{what}: threads change the words");
            if threads > 1 {
                continue;
            }
            ranks(&catalog, &accepted, &found).unwrap_or_else(|error| panic!("{what}: {error}"));
            for flat in others.iter().flatten() {
                let words = compact(catalog.schema(), flat);
                assert_eq!(catalog.find_words(&words), None, "{what}: {flat:?} has a rank");
            }
            if fields == Fields::Concrete {
                for (size, found) in (0..).zip(&found) {
                    shards(&what, &catalog, size, found);
                }
                saved(catalog, &scope, &found).unwrap_or_else(|error| panic!("{what}: {error}"));
            }
        }
    }
}

/// The thirds of a size are together the size.
fn shards(what: &str, catalog: &dpgen::Catalog, size: u32, found: &[Vec<u32>]) {
    let bounds = [0, found.len() / 3, found.len() - found.len() / 3, found.len()];
    let mut together = Vec::new();
    for ranks in bounds.windows(2) {
        let mut shard = catalog.compact(size, Count::from(ranks[0])..Count::from(ranks[1]));
        while let Some(words) = shard.next() {
            together.push(words.to_vec());
        }
    }
    assert!(together == found, "{what}: the thirds of size {size} are not the size");
}

#[test]
fn every_engine_finds_the_graphs_that_brute_force_finds() {
    CASES.iter().for_each(check);
}
