//! All paths of four small programs, as many as formulas say, with an input for each outcome.

use crate::programs::synergy::{Flags, Fourteen, NodeAt, Precise, most_are_set, precise};
use dpgen::explore::{Explorer, Program, Suite};
use dpgen::prelude::*;

/// All paths, with all outcomes covered, none of which fails.
fn all<T: DpGen>(size: u32, program: impl Program<T>) -> Suite<T> {
    let suite = Explorer::<T>::up_to(size).run(program).unwrap();
    assert!(suite.is_complete() && suite.explored().failed == 0, "{suite}");
    assert_eq!(suite.explored().findings().count(), 0, "{suite:#}");
    assert!(!suite.to_string().contains("unreachable"), "{suite:#}");
    suite
}

/// Before the first, at one of n places with either flag, or past the last; a node is at one of n, at the end, or past it.
/// The whole has a size of 1 of its own.
#[test]
fn places_are_before_at_or_past() {
    let flags = all(6, |flags: &mut Flags| _ = flags.get());
    assert_eq!(flags.explored().paths.len(), (0..6).map(|n| 2 * n + 2).sum::<usize>());
    let nodes = all(6, |at: &mut NodeAt| _ = at.get());
    assert_eq!(nodes.explored().paths.len(), (0..6).map(|n| n + 2).sum::<usize>());
}

#[test]
fn equations_are_solved() {
    let suite = all(1, |numbers: &mut Precise| precise(numbers));
    // Each of five conditions fails, or the last holds.
    assert_eq!(suite.explored().paths.len(), 6);
}

#[test]
fn each_set_of_numbers_has_a_path() {
    let suite = all(1, |numbers: &mut Fourteen| most_are_set(numbers));
    assert_eq!(suite.explored().paths.len(), 1 << 14);
    assert_eq!(suite.inputs().len(), 2);
}
