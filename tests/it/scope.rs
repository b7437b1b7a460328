//! Predicates that ask for their scope, and values that are judged within one.

use dpgen::prelude::*;

/// Lists in which an element is at most what is left of the maximum size behind it.
#[derive(DpGen, Debug, Clone, PartialEq)]
#[dpgen(rep_ok = leaves_room, params = [spare])]
enum List {
    Nil,
    Cons(#[dpgen(range = 0..=5)] i64, Box<List>),
}

fn leaves_room(list: ListView) -> bool {
    let ListView::Cons(first, _) = list else { return true };
    let scope = dpgen::scope();
    first + length(list) <= i64::from(scope.max_size()) - scope.param("spare").unwrap_or(0)
}

fn length(list: ListView) -> i64 {
    if let ListView::Cons(_, rest) = list { 1 + rest.get(length) } else { 0 }
}

/// A list of k elements from the end: the i-th may be 0 to most - i.
fn expected(size: i64, most: i64) -> i64 {
    (1..=size).map(|i| (most - i + 1).max(0)).product()
}

#[test]
fn every_engine_asks_the_same_scope() {
    for algorithm in [Algorithm::TopDown, Algorithm::Dp, Algorithm::LazyDp, Algorithm::Quotient] {
        for (max_size, spare) in [(3, 0), (4, 1), (5, 0)] {
            let generator = Generator::<List>::up_to(max_size).param("spare", spare).algorithm(algorithm);
            let lists = generator.build().expect("it can be built");
            let most = i64::from(max_size) - spare;
            for size in 0..=max_size {
                let count = Count::from(u64::try_from(expected(size.into(), most)).expect("it is positive"));
                assert_eq!(lists.count(size), count, "{algorithm}, {size} of {max_size}");
            }
        }
    }
}

#[test]
fn a_parameter_that_only_predicates_ask_for_has_to_be_set() {
    let error = Generator::<List>::up_to(2).build().expect_err("there is no `spare`");
    let message = error.to_string();
    assert!(message.contains("`spare`") && message.contains("param(\"spare\", ...)"), "{message}");
}

#[derive(DpGen, Debug)]
#[dpgen(root_ok = fills_the_scope)]
enum Opaque {
    Nil,
    Cons(bool, Box<Opaque>),
}

fn fills_the_scope(list: &Opaque) -> bool {
    let (mut size, mut rest) = (0, list);
    while let Opaque::Cons(_, next) = rest {
        (size, rest) = (size + 1, next);
    }
    size == dpgen::scope().max_size()
}

#[test]
fn opaque_predicates_ask_too() {
    let lists = Generator::<Opaque>::up_to(3).build().expect("it can be built");
    assert_eq!((0..=3).map(|size| lists.count(size)).collect::<Vec<_>>(), [0, 0, 0, 8].map(Count::new));
}

#[test]
fn a_saved_build_is_judged_in_its_own_scope() {
    let generator = Generator::<List>::up_to(6).param("spare", 0);
    let mut file = Vec::new();
    let lists = generator.build().expect("it can be built");
    lists.save(&mut file).expect("it is a vector");
    let loaded = generator.load(&file[..]).expect("it is the same predicate");
    assert_eq!(loaded.total(), lists.total());
}

/// A value is valid in a scope if and only if it is among the structures of the build.
#[test]
fn validity_in_a_scope_is_membership() {
    let all = Generator::<List>::up_to(5).param("spare", 0).build().expect("it can be built");
    let small = Generator::<List>::up_to(3).param("spare", 1);
    let among = small.build().expect("it can be built");
    let mut valid = 0_u64;
    all.for_each(|list| {
        let is_valid = small.is_valid(list).expect("the predicate has a value");
        assert_eq!(is_valid, among.rank_of(list).is_some(), "{list:?}");
        valid += u64::from(is_valid);
    });
    assert_eq!(among.total(), Count::from(valid));
    let outside = List::Cons(6, Box::new(List::Nil));
    assert_eq!(Generator::<List>::up_to(9).param("spare", 0).is_valid(&outside), Ok(false));
}

#[test]
#[should_panic(expected = "call `Generator::is_valid`")]
fn a_value_alone_has_no_scope() {
    let _ = dpgen::is_valid(&List::Cons(0, Box::new(List::Nil)));
}

#[test]
#[should_panic(expected = "outside of a predicate")]
fn there_is_no_scope_outside() {
    let _ = dpgen::scope();
}
