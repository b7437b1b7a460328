//! The builds that a test's cases are taken from, up to a size.

use std::time::Duration;

use dpgen_engine::BuildError;
use dpgen_forest::{Algorithm, Fields, SchemaError};

use super::options::TestOptions;
use crate::generator::Generator;
use crate::structures::Structures;
use crate::types::DpGen;

/// The generator of the cases up to a size; `n`, in domains, is `n` if it is given, and the size otherwise.
///
/// # Panics
/// When there is no such engine.
pub(super) fn generator<T: DpGen>(options: &TestOptions, size: u32, n: Option<u32>) -> Generator<T> {
    let name = options.name;
    let mut generator = Generator::<T>::up_to(size).threads(options.threads);
    if let Some(n) = n {
        generator = generator.param("n", i64::from(n));
    }
    for (param, value) in options.params {
        generator = generator.param(*param, *value);
    }
    if let Some(algorithm) = options.algorithm {
        match algorithm.parse::<Algorithm>() {
            Ok(algorithm) => generator = generator.algorithm(algorithm),
            Err(error) => panic!("{name}: {error}"),
        }
    }
    if options.symbolic {
        generator = generator.fields(Fields::Symbolic);
    }
    generator
}

/// Builds the cases up to a size, in the scope that [`generator`] has. A build that takes longer than `time` has fewer
/// sizes.
///
/// # Panics
/// When the type or its parameters are unfit.
pub(super) fn build<T: DpGen>(
    options: &TestOptions,
    size: u32,
    n: Option<u32>,
    time: Option<Duration>,
) -> Structures<T> {
    let name = options.name;
    let mut generator = generator(options, size, n);
    if let Some(time) = time {
        generator = generator.time_limit(time);
    }
    match generator.build() {
        Ok(structures) => structures,
        Err(BuildError::Schema(SchemaError::UnknownParam { slot, param, .. })) => {
            panic!(
                "{name}: `{slot}` mentions the parameter `{param}`, which is not set: give it a value with \
                 `param({param} = ...)`"
            )
        }
        Err(error) => panic!("{name}: {error}"),
    }
}
