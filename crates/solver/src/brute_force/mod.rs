//! Compares each part of the solver with brute force over small numbers, to find faults that the answers of a whole store
//! hide.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod difference_graphs;
mod matrices;
mod rationals;
mod stores;
mod terms;

use super::linear_term::Var;
use chacha20::ChaCha8Rng;
use chacha20::rand_core::Rng;

/// A number within bounds.
fn draw(rng: &mut ChaCha8Rng, lo: i64, hi: i64) -> i64 {
    super::uniform_int::within(rng, lo, hi)
}

/// Zero or one of so many variables.
fn any_var(rng: &mut ChaCha8Rng, vars: usize) -> Var {
    Var::new(rng.next_u32() % u32::try_from(vars + 1).unwrap())
}

/// All rows of values from some domains, the zero of [`Var::ZERO`] first.
fn rows(domains: &[(i64, i64)]) -> Vec<Vec<i64>> {
    domains.iter().fold(vec![vec![0]], |rows, &(lo, hi)| {
        rows.iter().flat_map(|row| (lo..=hi).map(move |value| [row.as_slice(), &[value]].concat())).collect()
    })
}
