//! Symbolic data: with every solution of every path condition, the structures are those of a concrete engine;
//! single solutions are among them; counts of path conditions are those known from elsewhere.

mod counts;
mod lookups;
mod path_sums;
mod remembering;
mod uncompared;
mod views;
mod whole_numbers;

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::common::{Case, Value, Visitor, each};
use dpgen::engine::{self, Options};
use dpgen::prelude::*;
use dpgen::{Catalog, Scope, Solutions};
use dpgen_spec::{Spec, builtin};

/// The two engines that work on symbolic data.
const SYMBOLIC: [Algorithm; 2] = [Algorithm::Quotient, Algorithm::SymbolazyDp];

fn try_build(
    spec: &Spec,
    scope: &Scope,
    algorithm: Algorithm,
    fields: Fields,
) -> Result<Catalog, BuildError> {
    let model = Arc::new(spec.model(scope).unwrap());
    let options = Options::default().algorithm(algorithm).fields(fields).threads(1);
    engine::build(&model, scope, &options)
}

fn build(spec: &Spec, size: u32, algorithm: Algorithm, fields: Fields) -> Catalog {
    match try_build(spec, &Scope::new(size), algorithm, fields) {
        Ok(catalog) => catalog,
        Err(error) => panic!("{}: {algorithm}: {error}", spec.name()),
    }
}

fn words(catalog: &Catalog, size: u32, solutions: Solutions, seed: u64) -> Vec<Vec<u32>> {
    let mut compact = catalog.compact_with(size, Count::ZERO..catalog.count(size), solutions, seed);
    let mut words = Vec::new();
    while let Some(next) = compact.next() {
        words.push(next.to_vec());
    }
    words
}

/// All solutions are the concrete structures, each once; the smallest and random ones are among them, one a
/// path condition, and a path condition's own whichever way it is reached.
fn agrees(name: &str, concrete: &Catalog, symbolic: &Catalog) {
    assert_eq!(symbolic.fields(), Fields::Symbolic);
    for size in 0..=concrete.scope().max_size() {
        let expected: BTreeSet<Vec<u32>> = words(concrete, size, Solutions::All, 0).into_iter().collect();
        let all = words(symbolic, size, Solutions::All, 0);
        let set: BTreeSet<Vec<u32>> = all.iter().cloned().collect();
        assert_eq!(set.len(), all.len(), "{name}, size {size}: a structure solves two path conditions");
        let differ: Vec<_> = set.symmetric_difference(&expected).take(3).collect();
        assert!(
            differ.is_empty(),
            "{name}, size {size}: {} of {} differ: {differ:?}",
            set.len(),
            expected.len()
        );

        let smallest = words(symbolic, size, Solutions::Smallest, 0);
        let random = words(symbolic, size, Solutions::Random, 7);
        assert_eq!(random, words(symbolic, size, Solutions::Random, 7), "{name}: a seed gives the same");
        for (kind, solved) in [("smallest", &smallest), ("random", &random)] {
            assert_eq!(symbolic.count(size), Count::from(solved.len()), "{name}, size {size}: {kind}");
            let distinct: BTreeSet<&Vec<u32>> = solved.iter().collect();
            assert_eq!(distinct.len(), solved.len(), "{name}, size {size}: {kind} ones repeat");
            let alien = solved.iter().find(|words| !expected.contains(*words));
            assert_eq!(alien, None, "{name}, size {size}: a {kind} solution is not valid");
        }
        for (place, words) in smallest.iter().enumerate() {
            let rank = Count::from(place);
            assert_eq!(
                symbolic.nth_compact(size, &rank),
                Ok(Some(words.clone())),
                "{name}, size {size}, rank {rank}"
            );
            let solved = symbolic.nth_random(size, &rank, 7);
            assert_eq!(solved.unwrap().as_ref(), random.get(place), "{name}, size {size}, rank {rank}");
        }
    }
}

/// Both symbolic engines against concrete Quotient DP, and against each other.
fn engines_agree(spec: &Spec, size: u32) {
    let concrete = build(spec, size, Algorithm::Quotient, Fields::Concrete);
    let [quotient, symbolazy] = SYMBOLIC.map(|algorithm| {
        let symbolic = build(spec, size, algorithm, Fields::Symbolic);
        agrees(&format!("{}: {algorithm}", spec.name()), &concrete, &symbolic);
        symbolic
    });
    for size in 0..=size {
        assert_eq!(quotient.count(size), symbolazy.count(size), "{}, size {size}", spec.name());
    }
}

#[test]
fn built_in_specs_have_the_same_structures() {
    for (name, _) in builtin::ALL {
        let size = match *name {
            "shell" => 2,
            "fibonacci-heap-graph" | "json" | "html-body" | "c-function" | "sql-select" => 3,
            "automaton" | "fibonacci-heap" | "css-3d" | "css-layout" | "css-table" | "web-page" => 4,
            _ => 5,
        };
        engines_agree(&Spec::builtin(name).unwrap(), size);
    }
}

struct SameSets;

impl Visitor for SameSets {
    fn visit<T: Value>(&mut self, case: &Case<T>) {
        if case.opaque {
            return;
        }
        let size = case.oracle_size;
        let concrete = case.build(Algorithm::Quotient, size, 1);
        for algorithm in SYMBOLIC {
            let built = case.generator(size).algorithm(algorithm).fields(Fields::Symbolic).build();
            let symbolic = built.unwrap_or_else(|error| panic!("{}: {algorithm}: {error}", case.name));
            agrees(&format!("{}: {algorithm}", case.name), concrete.catalog(), symbolic.catalog());
            for value in symbolic.iter() {
                assert!((case.valid)(&value), "{}: {algorithm}: {value:?} is not valid", case.name);
                assert!(dpgen::is_valid(&value), "{}: {algorithm}: is_valid denies {value:?}", case.name);
            }
        }
    }
}

#[test]
fn rust_types_have_the_same_structures() {
    each(&mut SameSets);
}
