//! What `#[dpgen::test]` runs: a test body on every valid value up to a size.

use std::any::Any;
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use crate::generator::Generator;
use crate::structures::Structures;
use crate::view::DpGen;
use dpgen_engine::BuildError;
use dpgen_forest::index::DomainIx;
use dpgen_forest::{Algorithm, Count, SchemaError};

/// What `#[dpgen::test(...)]` was given.
#[derive(Debug, Clone, Copy)]
pub struct TestOptions {
    /// The largest size.
    pub max_size: u32,
    /// The smallest size.
    pub min_size: u32,
    /// Parameters of the scope.
    pub params: &'static [(&'static str, i64)],
    /// The engine.
    pub algorithm: Option<&'static str>,
    /// The test's name.
    pub name: &'static str,
}

/// Runs the body on every valid value, smallest first, and names the first value that fails.
///
/// # Panics
/// When the type can not be built, when a domain is empty or nothing is valid, so that the test would pass on nothing, and with the body's own panic when it fails.
pub fn test<T: DpGen + Debug>(options: TestOptions, body: impl Fn(T)) {
    let structures = build::<T>(options);
    for size in options.min_size..=options.max_size {
        for (rank, value) in structures.iter_size(size).enumerate() {
            let shown = format!("{value:?}");
            if let Err(panic) = catch_unwind(AssertUnwindSafe(|| body(value))) {
                fail(options.name, &shown, size, rank, &structures.count(size), panic);
            }
        }
    }
}

/// As [`test`], for a body that takes references: the values are made in place.
///
/// # Panics
/// As [`test`].
pub fn test_in_place<T: DpGen + Debug>(options: TestOptions, body: impl Fn(&T)) {
    let structures = build::<T>(options);
    for size in options.min_size..=options.max_size {
        let mut rank = 0;
        structures.for_each_size(size, |value| {
            if let Err(panic) = catch_unwind(AssertUnwindSafe(|| body(value))) {
                fail(options.name, &format!("{value:?}"), size, rank, &structures.count(size), panic);
            }
            rank += 1;
        });
    }
}

/// Ends a test at the value that failed.
fn fail(name: &str, shown: &str, size: u32, rank: usize, count: &Count, panic: Box<dyn Any + Send>) -> ! {
    eprintln!("{name} fails on {shown}\n  size {size}, rank {rank} of {count}; all smaller values pass");
    resume_unwind(panic)
}

/// What a test goes over.
fn build<T: DpGen>(options: TestOptions) -> Structures<T> {
    let TestOptions { max_size, min_size, params, algorithm, name } = options;
    let mut generator = Generator::<T>::up_to(max_size);
    for (param, value) in params {
        generator = generator.param(*param, *value);
    }
    if let Some(algorithm) = algorithm {
        match algorithm.parse::<Algorithm>() {
            Ok(algorithm) => generator = generator.algorithm(algorithm),
            Err(error) => panic!("{name}: {error}"),
        }
    }
    let structures = match generator.build() {
        Ok(structures) => structures,
        Err(BuildError::Schema(SchemaError::UnknownParam { slot, param, .. })) => {
            panic!(
                "{name}: `{slot}` mentions the parameter `{param}`, which is not set: give it a value with \
                 `param({param} = ...)`"
            )
        }
        Err(error) => panic!("{name}: {error}"),
    };
    let there_are_some = (min_size..=max_size).any(|size| !structures.count(size).is_zero());
    assert!(there_are_some, "{name}: no value of size {min_size} to {max_size} satisfies the predicate");
    let schema = structures.catalog().schema();
    for (index, domain) in schema.all_domains().iter().enumerate() {
        if domain.is_empty() {
            let slot = DomainIx::new(index).map(|domain| schema.slot_of(domain)).unwrap_or_default();
            panic!("{name}: {slot} has no value in this scope, so the test would leave out what holds one");
        }
    }
    structures
}
