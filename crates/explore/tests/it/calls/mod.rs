//! Sequences of calls as inputs: a sequence is a structure like any other, and what is called is a type with private fields.
//!
//! `set.rs` is such a type; `suite.rs` is what comes out for it, kept as it is printed, so that it compiles and passes; `legal.rs` has
//! sequences of which not all are legal.
//!
//! How many paths there are is known: what a sequence does to a set or a queue depends on how its keys compare, and Flajolet,
//! Françon and Vuillemin ("Sequence of operations analysis for dynamic data structures", Journal of Algorithms 1, 1980) have
//! counted these *histories*.

mod legal;
mod set;
mod suite;

use std::collections::{BTreeMap, BTreeSet};

use dpgen::explore::{Input, Program, Suite};
use dpgen::prelude::*;
use set::Set;

/// A call. Which calls there are, and with which arguments, is all that is told of the type.
#[derive(DpGen, Debug, Clone, Copy)]
enum Call {
    Insert(#[dpgen(range = 0..=99)] Int),
    Remove(#[dpgen(range = 0..=99)] Int),
}

/// A key to insert.
#[derive(DpGen, Debug, Clone, Copy)]
struct Insert(#[dpgen(range = 0..=99)] Int);

/// Calls a set, and another one beside it that has to do the same.
fn run(calls: &[Call]) -> Set<Int> {
    let (mut set, mut model) = (Set::new(), BTreeSet::new());
    for call in calls {
        match *call {
            Call::Insert(key) => assert_eq!(set.insert(key), model.insert(key)),
            Call::Remove(key) => assert_eq!(set.remove(&key), model.remove(&key)),
        }
    }
    assert_eq!((set.len(), set.keys()), (model.len(), model.iter().collect()));
    set
}

/// All paths of up to so many calls, none of which fails.
fn all<T: DpGen>(calls: u32, program: impl Program<T>) -> Suite<T> {
    let suite = dpgen::explore(calls, program).unwrap();
    assert!(suite.is_complete() && suite.explored().failed == 0);
    assert_eq!(suite.explored().findings().count(), 0, "{suite:#}");
    suite
}

/// How many paths there are, by the number of calls, of those of which the input is wanted.
fn by_calls<T: DpGen>(suite: &Suite<T>, is_wanted: impl Fn(&T) -> bool) -> Vec<usize> {
    let mut many = Vec::new();
    for path in &suite.explored().paths {
        let Input { value, size, .. } = suite.input(path).unwrap();
        let size = usize::try_from(size).unwrap();
        many.resize(many.len().max(size + 1), 0);
        many[size] += usize::from(is_wanted(&value));
    }
    many
}

/// Insertions tell how the keys compare, and nothing else: weak orders, OEIS A000670.
#[test]
fn insertions_take_a_path_for_each_weak_order() {
    let weak_orders = [1, 1, 3, 13, 75, 541];
    let inserted = all(5, |calls: &mut Vec<Insert>| {
        let mut set = Set::new();
        for Insert(key) in calls {
            set.insert(*key);
        }
    });
    assert_eq!(by_calls(&inserted, |_| true), weak_orders);
    // The standard library's map compares otherwise, and tells the same.
    let inserted = all(5, |calls: &mut Vec<Insert>| {
        let map: BTreeMap<Int, usize> = calls.iter().map(|Insert(key)| *key).zip(0..).collect();
        assert!(map.len() <= calls.len());
    });
    assert_eq!(by_calls(&inserted, |_| true), weak_orders);
}

/// A set of k keys has k that can be inserted once more, or removed, and k + 1 places for others: 2^n n! paths of n calls (OEIS
/// A000165), n! of which end with an empty set (the dictionaries of that paper).
#[test]
fn insertions_and_removals_take_as_many_paths_as_there_are_histories() {
    let suite = all(5, |calls: &mut Vec<Call>| drop(run(calls)));
    assert_eq!(by_calls(&suite, |_| true), [1, 2, 8, 48, 384, 3840]);
    assert_eq!(by_calls(&suite, |calls| run(calls).len() == 0), [1, 1, 2, 6, 24, 120]);
}

/// Up to four calls no removal goes down two levels of the right side; up to any number none finds it empty, of which five are
/// proof up to five.
#[test]
fn what_no_sequence_reaches_is_proved_up_to_its_length() {
    let missing = |calls| {
        let suite = all(calls, |calls: &mut Vec<Call>| drop(run(calls)));
        let missing: Vec<String> = suite.explored().coverage.missing().collect();
        (suite.to_string(), missing.len(), suite.is_smallest())
    };
    assert_eq!(
        missing(4),
        (
            "all 19 feasible outcomes of 22 up to size 4; 3 proved unreachable up to size 4; 3 inputs suffice".to_owned(),
            3,
            true
        )
    );
    assert_eq!(
        missing(5),
        (
            "all 20 feasible outcomes of 22 up to size 5; 2 proved unreachable up to size 5; 2 inputs suffice".to_owned(),
            2,
            true
        )
    );
}

/// A test that calls a set of plain numbers as an input says, with what the calls gave.
fn body(input: &Input<Vec<Call>>) -> String {
    let mut text = "let mut set = Set::new();\n".to_owned();
    let mut set = Set::new();
    for call in &input.value {
        let (is_true, call) = match call {
            Call::Insert(key) => (set.insert(key.value()), format!("set.insert({key:?})")),
            Call::Remove(key) => (set.remove(&key.value()), format!("set.remove(&{key:?})")),
        };
        text += &format!("assert!({}{call});\n", if is_true { "" } else { "!" });
    }
    let keys: Vec<String> = set.keys().into_iter().map(|key| format!("&{key}")).collect();
    text + &format!("assert_eq!(set.keys(), [{}]);", keys.join(", "))
}

/// What `suite.rs` begins with.
const HEAD: &str = "\
//! The inputs that suffice for all outcomes of the set's branches that up to five calls reach, as they are printed.

use super::set::Set;
";

/// What is printed is what `suite.rs` is, which is a module of this test.
#[test]
fn the_suite_is_kept_as_it_is_printed() {
    let suite = all(5, |calls: &mut Vec<Call>| drop(run(calls)));
    // Files are named as the platform does.
    let tests = suite.to_tests_with(body).replace('\\', "/");
    let printed = format!("{HEAD}\n{}\n", tests.trim_end());
    assert_eq!(printed, include_str!("suite.rs"), "suite.rs is to be:\n{printed}");
}

/// By default inputs are text, and the tests call what was explored.
mod texts {
    use super::{Call, run};

    include!("texts.in");
}

#[test]
fn tests_with_texts_are_kept_as_they_are_printed() {
    let suite = all(4, |calls: &mut Vec<Call>| drop(run(calls)));
    let tests = suite.to_tests("Vec<Call>", "|calls| drop(run(calls))").replace('\\', "/");
    assert_eq!(tests, include_str!("texts.in"), "texts.in is to be:\n{tests}");
}

/// A sorted list that forgets its order when a key is removed.
#[derive(Default)]
struct Hasty(Vec<Int>);

impl Hasty {
    fn insert(&mut self, key: Int) {
        if let Err(place) = self.0.binary_search(&key) {
            self.0.insert(place, key);
        }
    }

    fn remove(&mut self, key: Int) {
        if let Ok(place) = self.0.binary_search(&key) {
            self.0.swap_remove(place);
        }
    }
}

/// It takes three keys of which the least is removed: four calls, and no sequence of three shows the mistake.
#[test]
fn a_mistake_is_found_by_the_shortest_sequences_that_show_it() {
    let run = |calls: &mut Vec<Call>| {
        let (mut list, mut model) = (Hasty::default(), BTreeSet::new());
        for call in calls {
            match *call {
                Call::Insert(key) => {
                    list.insert(key);
                    model.insert(key);
                }
                Call::Remove(key) => {
                    list.remove(key);
                    model.remove(&key);
                }
            }
        }
        assert!(list.0.iter().eq(&model), "another order");
    };
    all(3, run);
    let suite = dpgen::explore::<Vec<Call>>(4, run).unwrap();
    let found: Vec<Input<Vec<Call>>> = suite.findings().collect::<Result<_, _>>().unwrap();
    // Three keys in any order, and the least of them.
    assert_eq!(found.len(), 6);
    for Input { value, ron, .. } in &found {
        let [Call::Insert(a), Call::Insert(b), Call::Insert(c), Call::Remove(key)] = value[..] else {
            panic!("{ron}");
        };
        assert_eq!(key, a.min(b).min(c), "{ron}");
    }
}
