//! Equality as one of two outcomes, and tables at open indices: runs split by what they tell apart.

use std::collections::BTreeSet;
use std::sync::Arc;

use dpgen::engine::{self, Options};
use dpgen::prelude::*;
use dpgen::{Algorithm, Scope, Solutions};
use dpgen_spec::Spec;

use super::agrees;

/// Three letters out of four, looked at for equal neighbours, then for equal ends.
const LETTERS: &str = r#"(name: "letters", root: "W", types: {"W": (
    constructors: {"W": (fields: {"a": Int("0", "3"), "b": Int("0", "3"), "c": Int("0", "3")})},
    rep_ok: {"W": ["a == b || (b == c || (a == c || true))"]},
)})"#;

#[test]
fn equality_splits_in_two_where_it_is_asked_for() {
    let spec = Spec::parse("letters", LETTERS).unwrap();
    let scope = Scope::new(1);
    let model = Arc::new(spec.model(&scope).unwrap());
    let build = |options: Options| engine::build(&model, &scope, &options.threads(1)).unwrap();
    let concrete = build(Options::default());
    let symbolic = Options::default().algorithm(Algorithm::SymbolazyDp).fields(Fields::Symbolic);
    let split = build(symbolic.clone());
    let joined = build(symbolic.joins_unequal(true));
    let quotient = build(Options::default().fields(Fields::Symbolic).joins_unequal(true));
    // The answers that the words give: equal; different, equal; different twice, equal; different three times.
    let mut answers = BTreeSet::new();
    for word in 0..64 {
        let (a, b, c) = (word / 16, word / 4 % 4, word % 4);
        answers.insert((a == b, a != b && b == c, a != b && b != c && a == c));
    }
    assert_eq!(joined.count(1), u128::try_from(answers.len()).unwrap());
    // Equal; two orders of a and b with b equal to c; all orders of three of which two may be equal.
    assert!(split.count(1) > joined.count(1));
    for (name, found) in [("split", &split), ("joined", &joined), ("quotient", &quotient)] {
        agrees(name, &concrete, found);
    }
}

/// How far a search may shift by the letter read: the second table of Boyer and Moore for "ab", over 256 letters.
const SHIFTS: [i64; 256] = {
    let mut shifts = [2; 256];
    shifts[97] = 1;
    shifts[98] = 0;
    shifts
};

#[derive(DpGen, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[dpgen(rep_ok = shifts_little)]
struct Pair(#[dpgen(range = 90..=110)] i64, #[dpgen(range = 90..=110)] i64);

fn shifts_little(PairView(first, second): PairView) -> bool {
    first.table(&SHIFTS) + second.table(&SHIFTS) <= 2
}

#[test]
fn a_table_splits_by_runs_of_equal_entries() {
    let shift = |letter: i64| SHIFTS[usize::try_from(letter).unwrap()];
    let pairs = (90..=110).flat_map(|a| (90..=110).map(move |b| Pair(a, b)));
    let expected: Vec<Pair> = pairs.filter(|Pair(a, b)| shift(*a) + shift(*b) <= 2).collect();
    let generator = Generator::<Pair>::up_to(1);
    for algorithm in [Algorithm::Quotient, Algorithm::LazyDp, Algorithm::TopDown] {
        let built = generator.clone().algorithm(algorithm).build().unwrap();
        let mut found: Vec<Pair> = built.iter_size(1).collect();
        found.sort();
        assert_eq!(found, expected, "{algorithm}");
        // Four runs of entries for each letter.
        assert!(algorithm != Algorithm::Quotient || built.report().totals().runs <= 16);
    }
    let symbolic = generator.fields(Fields::Symbolic).algorithm(Algorithm::SymbolazyDp).build().unwrap();
    assert!(symbolic.count(1) <= 16_u128);
    let mut found: Vec<Pair> = symbolic.iter_solutions(1, Solutions::All, 0).collect();
    found.sort();
    assert_eq!(found, expected);
}

#[derive(DpGen, Debug)]
#[dpgen(rep_ok = looks_beyond)]
struct Index(#[dpgen(range = -1..=3)] i64);

fn looks_beyond(IndexView(index): IndexView) -> bool {
    index.table(&[5, 5, 6]) == 5
}

#[test]
fn an_index_outside_of_a_table_is_an_error() {
    for fields in [Fields::Concrete, Fields::Symbolic] {
        let error = Generator::<Index>::up_to(1).fields(fields).build().unwrap_err().to_string();
        assert!(error.contains("an index is outside of a table of 3 entries"), "{error}");
    }
}
