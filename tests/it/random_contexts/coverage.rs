//! What random descriptions exercise: how many of them have several contexts, splits, empty sizes and so on.

use std::collections::{BTreeMap, BTreeSet};

use super::description::{Description, Slot};
use super::enumerate::Enumerator;

/// The number of whole structures from which a description counts as large.
const MIN_TELLING_STRUCTURES: usize = 50;

/// What one description has.
#[derive(Debug, Clone, Copy)]
pub struct Seen {
    /// Some type occurs in several contexts.
    several_contexts: bool,
    /// Whole structures.
    structures: usize,
    /// A rule gives several contexts in one context, by fields to the left.
    splits: bool,
    /// Such a rule gives one of them for several answers to the left.
    merges: bool,
    /// A type has structures of a size in one context and none in another.
    empty_sizes: bool,
    /// A value is not allowed.
    narrows: bool,
    /// A structure is not accepted.
    rejects: bool,
    /// A constructor has three parts or more.
    wide: bool,
    /// A context of three words or more.
    grows: bool,
    /// Rules narrow, and no type has contexts.
    without_contexts: bool,
}

impl Seen {
    pub fn new(of: &Description, found: &Enumerator<'_>, structures: usize) -> Self {
        let pools = found.pools();
        let mut contexts: BTreeMap<usize, BTreeSet<&[i64]>> = BTreeMap::new();
        let mut sizes: BTreeMap<(usize, u32), BTreeSet<bool>> = BTreeMap::new();
        for ((ty, context), by_size) in &pools {
            contexts.entry(*ty).or_default().insert(context);
            for (size, count) in by_size {
                sizes.entry((*ty, *size)).or_default().insert(*count > 0);
            }
        }
        let split = || found.given.values().filter(|given| given.len() > 1);
        let slots = || of.types.iter().flat_map(|ty| &ty.ctors).map(|ctor| &ctor.slots);
        let narrows = found.refused.0 > 0;
        Self {
            several_contexts: contexts.values().any(|contexts| contexts.len() > 1),
            structures,
            splits: split().next().is_some(),
            merges: split().any(|given| given.values().any(|times| *times > 1)),
            empty_sizes: sizes.values().any(|filled| filled.len() > 1),
            narrows,
            rejects: found.refused.1 > 0,
            wide: slots().any(|slots| slots.iter().filter_map(Slot::part).count() > 2),
            grows: pools.keys().any(|(_, context)| context.len() > 2),
            without_contexts: narrows && of.types.iter().all(|ty| !ty.has_context),
        }
    }

    pub fn is_telling(&self) -> bool {
        self.several_contexts && self.structures >= MIN_TELLING_STRUCTURES
    }
}

/// A figure: its name, and which descriptions it counts.
type Column = (&'static str, fn(&Seen) -> bool);

/// The figures, in words.
pub fn text(all: &[Seen]) -> String {
    let columns: [Column; 11] = [
        ("several contexts", |seen| seen.several_contexts),
        ("many structures", |seen| seen.structures >= MIN_TELLING_STRUCTURES),
        ("both of these", Seen::is_telling),
        ("splits", |seen| seen.splits),
        ("merges", |seen| seen.merges),
        ("sizes that are empty in some contexts", |seen| seen.empty_sizes),
        ("values that are not allowed", |seen| seen.narrows),
        ("structures that are not accepted", |seen| seen.rejects),
        ("three parts or more", |seen| seen.wide),
        ("three words or more", |seen| seen.grows),
        ("rules without contexts", |seen| seen.without_contexts),
    ];
    let count = |has: fn(&Seen) -> bool| all.iter().filter(|seen| has(seen)).count();
    let figures: Vec<String> = columns.iter().map(|(name, has)| format!("{name} {}", count(*has))).collect();
    let structures: usize = all.iter().map(|seen| seen.structures).sum();
    format!("of {} descriptions with {structures} structures: {}", all.len(), figures.join(", "))
}
