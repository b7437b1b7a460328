//! Learns a policy from the worst paths of small sizes.
//!
//! WISE (ICSE 2009) asks whether a branch always goes one way on worst paths; SPF-WCA (ICST 2017) lets the way depend on the decisions
//! before it. Here the number of these, the *length*, is the least for which the table of one worst path is a function and
//! makes worst paths at all the sizes that were exhausted: each candidate is tried at each of them.

use std::collections::BTreeMap;

use crate::strategy::{Context, Policy, Taken, context};

/// The greatest length of a history that is tried.
pub(super) const MAX_HISTORY_LEN: usize = 6;

/// The table of a path with histories of a length; none if a context goes two ways.
pub(super) fn table(path: &[Taken], length: usize) -> Option<Policy> {
    let mut ways: BTreeMap<Context, u32> = BTreeMap::new();
    for (place, taken) in path.iter().enumerate().filter(|(_, taken)| taken.was_open) {
        let known = *ways.entry(context(taken.site, &path[..place], length)).or_insert(taken.way);
        if known != taken.way {
            return None;
        }
    }
    Some(Policy::new(length, ways))
}

/// The policy of the contexts in which all of these paths take the same way, with histories of a length.
pub(super) fn agreed(paths: &[&[Taken]], length: usize) -> Policy {
    let mut ways: BTreeMap<Context, Option<u32>> = BTreeMap::new();
    for path in paths {
        for (place, taken) in path.iter().enumerate().filter(|(_, taken)| taken.was_open) {
            let known = ways.entry(context(taken.site, &path[..place], length)).or_insert(Some(taken.way));
            *known = known.filter(|way| *way == taken.way);
        }
    }
    let agreed = ways.into_iter().filter_map(|(context, way)| Some((context, way?)));
    Policy::new(length, agreed.collect())
}

/// The maximum number of tables that are tried.
const MAX_TABLES: usize = 64;

/// The sort key of a table, simplest first: the length of its histories, the number of its rows, and the rows.
type Simplicity = (usize, usize, Vec<(Context, u32)>);

/// The tables of some worst paths, the simplest first: those with shorter histories, then the smaller ones.
pub(super) fn candidates(paths: &[Vec<Taken>]) -> Vec<Policy> {
    let mut candidates: BTreeMap<Simplicity, Policy> = BTreeMap::new();
    for policy in
        (0..=MAX_HISTORY_LEN).flat_map(|length| paths.iter().filter_map(move |path| table(path, length)))
    {
        let ways: Vec<_> = policy.ways().iter().map(|(context, way)| (context.clone(), *way)).collect();
        // The same table with a longer history says no more.
        if !candidates.values().any(|known| known.ways() == policy.ways()) {
            candidates.insert((policy.length(), ways.len(), ways), policy);
        }
        if candidates.len() > 4 * MAX_TABLES {
            candidates.pop_last();
        }
    }
    candidates.into_values().take(MAX_TABLES).collect()
}

#[cfg(test)]
mod tests {
    use std::panic::Location;

    use super::{agreed, candidates, table};
    use crate::strategy::Taken;

    /// Boyer and Moore's search: after a mismatch a match, after these two another, then a mismatch.
    #[test]
    fn the_shortest_history_that_agrees_comes_first() {
        let site = Location::caller();
        let path: Vec<Taken> =
            [0, 1, 1, 0, 1, 1, 0].map(|way| Taken { site, way, was_open: true, compares: true }).into();
        assert!(table(&path, 0).is_none() && table(&path, 1).is_none());
        let policy = table(&path, 2).unwrap();
        assert_eq!((policy.length(), policy.ways().len()), (2, 5));
        // After one match there may be another or none; after a mismatch there is a match.
        assert_eq!(agreed(&[&path], 0).ways().len(), 0);
        let ways: Vec<_> =
            agreed(&[&path], 1).ways().iter().map(|((_, before), way)| (before.clone(), *way)).collect();
        assert_eq!(ways, [(vec![], 0), (vec![0], 1)]);
        assert_eq!(candidates(&[path])[0].length(), 2);
    }
}
