//! Every engine against brute force: the same set of values at every size.

use std::collections::BTreeSet;

use crate::common::{Case, Value, Visitor, each, oracle};

struct EqualSets {
    checked: usize,
}

impl Visitor for EqualSets {
    fn visit<T: Value>(&mut self, case: &Case<T>) {
        let expected = oracle::valid(case, case.oracle_size);
        assert!(expected.iter().any(|values| !values.is_empty()), "{}: nothing is valid", case.name);
        for algorithm in case.engines() {
            let structures = case.build(algorithm, case.oracle_size, 1);
            for (size, expected) in (0..).zip(&expected) {
                let found: Vec<String> =
                    structures.iter_size(size).map(|value| format!("{value:?}")).collect();
                let set: BTreeSet<String> = found.iter().cloned().collect();
                assert_eq!(
                    set.len(),
                    found.len(),
                    "{}: {algorithm}: size {size}: repeated values",
                    case.name
                );
                let missing: Vec<_> = expected.difference(&set).take(3).collect();
                let wrong: Vec<_> = set.difference(expected).take(3).collect();
                assert!(
                    missing.is_empty() && wrong.is_empty(),
                    "{}: {algorithm}: size {size}: missing {missing:?}, wrong {wrong:?}",
                    case.name
                );
                assert_eq!(structures.count(size), u128::try_from(expected.len()).unwrap(), "{}", case.name);
            }
            self.checked += 1;
        }
    }
}

#[test]
fn every_engine_finds_what_brute_force_finds() {
    let mut sets = EqualSets { checked: 0 };
    each(&mut sets);
    // Opaque predicates have two engines, all others every engine but the symbolic one.
    assert_eq!(sets.checked, 18 * (dpgen::Algorithm::ALL.len() - 1) + 2 * 2);
}
