//! Panics and overflow in predicates: the report names the structure.

use super::CONCRETE;
use dpgen::{Algorithm, BuildError, DpGen, Generator, Int};

list!(Panics, PanicsView, panics_at_twos);

fn panics_at_twos(list: PanicsView) -> bool {
    let PanicsView::Cons { first, rest } = list else { return true };
    let PanicsView::Cons { first: second, .. } = rest.view() else { return true };
    assert!(first != 2 || second != 2, "two twos");
    true
}

list!(PanicsOpaquely, PanicsOpaquelyView, panics_opaquely);

fn panics_opaquely(list: &PanicsOpaquely) -> bool {
    let PanicsOpaquely::Cons { first: 2, rest } = list else { return true };
    assert!(!matches!(**rest, PanicsOpaquely::Cons { first: 2, .. }), "two twos");
    true
}

list!(PanicsAtRoot, PanicsAtRootView, accepts, panics_at_root);

fn accepts(_: PanicsAtRootView) -> bool {
    true
}

fn panics_at_root(list: PanicsAtRootView) -> bool {
    !panics_below(list)
}

fn panics_below(list: PanicsAtRootView) -> bool {
    let PanicsAtRootView::Cons { first, rest } = list else { return false };
    assert!(!(first == 2 && rest.get(starts_with_two)), "two twos");
    rest.get(panics_below)
}

fn starts_with_two(list: PanicsAtRootView) -> bool {
    matches!(list, PanicsAtRootView::Cons { first, .. } if first == 2)
}

/// The structure and the message of a build that a panic ended.
fn panicked<T: DpGen>(algorithm: Algorithm) -> (String, String) {
    match Generator::<T>::up_to(3).threads(1).algorithm(algorithm).build() {
        Err(BuildError::Panicked { structure, message }) => (structure, message),
        Err(error) => panic!("{algorithm}: {error}"),
        Ok(_) => panic!("{algorithm}: built"),
    }
}

#[test]
fn a_panic_is_reported_with_the_structure() {
    for algorithm in Algorithm::ALL.iter().copied() {
        let (structure, message) = panicked::<Panics>(algorithm);
        assert_eq!(message, "two twos", "{algorithm}");
        assert!(
            structure.contains("Cons { first: 2, rest: Cons { first: 2, rest: "),
            "{algorithm}: {structure}"
        );
    }
    for algorithm in [Algorithm::Dp, Algorithm::TopDown] {
        let (structure, message) = panicked::<PanicsOpaquely>(algorithm);
        assert_eq!(message, "two twos", "{algorithm}");
        assert!(
            structure.contains("Cons { first: 2, rest: Cons { first: 2, rest: "),
            "{algorithm}: {structure}"
        );
    }
}

#[test]
fn a_panic_in_root_ok_or_in_an_attribute_is_reported() {
    for algorithm in Algorithm::ALL.iter().copied() {
        let (structure, message) = panicked::<PanicsAtRoot>(algorithm);
        assert_eq!(message, "two twos", "{algorithm}");
        assert!(structure.starts_with("Cons { first: "), "{algorithm}: {structure}");
    }
}

#[test]
fn the_report_of_a_panic_reads_well() {
    let error = Generator::<Panics>::up_to(3).threads(1).algorithm(Algorithm::Dp).build().unwrap_err();
    let start = "the predicate panicked on Cons { first: 2, rest: Cons { first: 2, rest: Nil } }: two twos";
    assert_eq!(error.to_string(), start);
}

#[derive(DpGen, Debug)]
#[dpgen(rep_ok = not_negative)]
enum Hashed {
    Nil,
    Cons(#[dpgen(range = 0..=1)] i64, Box<Hashed>),
}

fn not_negative(hashed: HashedView) -> bool {
    let HashedView::Cons(_, rest) = hashed else { return true };
    rest.get(hash) >= 0
}

fn hash(hashed: HashedView) -> Int {
    let HashedView::Cons(first, rest) = hashed else { return Int::from(7) };
    rest.get(hash) * 31 + first
}

#[test]
fn an_attribute_that_leaves_i64_is_an_error_in_every_engine() {
    for algorithm in CONCRETE {
        let build = |size| Generator::<Hashed>::up_to(size).algorithm(algorithm).build();
        assert_eq!(build(6).unwrap().count(6), 64, "{algorithm}");
        if algorithm == Algorithm::TopDown {
            continue; // it takes too long to get there
        }
        let error = build(14).unwrap_err();
        assert!(
            error.to_string().ends_with("an integer of the predicate leaves the range of i64"),
            "{error}"
        );
    }
}

#[test]
fn opaque_predicates_are_refused_by_engines_that_need_views() {
    for algorithm in Algorithm::ALL.iter().copied() {
        let built = Generator::<PanicsOpaquely>::up_to(1).algorithm(algorithm).build().map(drop);
        let expected = match algorithm {
            Algorithm::Dp | Algorithm::TopDown => Ok(()),
            _ => Err(BuildError::Opaque { algorithm }),
        };
        assert_eq!(built, expected, "{algorithm}");
    }
    // Without an engine, the default fits the predicate.
    assert_eq!(Generator::<PanicsOpaquely>::up_to(1).build().unwrap().catalog().algorithm(), Algorithm::Dp);
}
