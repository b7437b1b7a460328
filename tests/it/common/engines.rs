//! The engines, each with the fields that it takes.

use std::fmt::Debug;

use dpgen::{Algorithm, DpGen, Fields, Generator, Solutions};

pub const ENGINES: [(Algorithm, Fields); 6] = [
    (Algorithm::TopDown, Fields::Concrete),
    (Algorithm::Dp, Fields::Concrete),
    (Algorithm::LazyDp, Fields::Concrete),
    (Algorithm::Quotient, Fields::Concrete),
    (Algorithm::Quotient, Fields::Symbolic),
    (Algorithm::SymbolazyDp, Fields::Symbolic),
];

/// Compares the number of structures of each size, by every engine, on one thread and on two.
pub fn counted<T: DpGen, C: Copy + TryInto<usize, Error: Debug>>(generator: &Generator<T>, counts: &[C]) {
    for (algorithm, fields) in ENGINES {
        for threads in [1, 2] {
            let built = generator.clone().algorithm(algorithm).fields(fields).threads(threads).build();
            let built = built.unwrap_or_else(|error| panic!("{algorithm:?} {fields:?}: {error}"));
            for (size, count) in (0..).zip(counts) {
                let values = built.iter_solutions(size, Solutions::All, 0).count();
                assert_eq!(values, (*count).try_into().unwrap(), "{algorithm:?} {fields:?} {threads} {size}");
            }
        }
    }
}
