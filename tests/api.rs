//! The edges of the interface: limits, panics, endless predicates, unfit types, and scopes with nothing in them.
#![allow(clippy::unwrap_used, missing_docs, reason = "a test")]

mod common;

use std::cell::Cell;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use common::{Value, oracle, red_black, search_tree, sorted_list};
use dpgen::{
    Algorithm, BuildError, CancelToken, DpGen, Generator, Int, Limits, Ref, SchemaError, StopReason,
    Structures,
};

/// The engines that count structures one by one, and not path conditions.
const CONCRETE: [Algorithm; 4] = [Algorithm::TopDown, Algorithm::Dp, Algorithm::LazyDp, Algorithm::Quotient];

/// Whatever is complete is right: as many sizes as it says, each with the counts of a build without limits.
fn check_complete<T: Value>(
    case: &common::Case<T>,
    algorithm: Algorithm,
    stopped: &Structures<T>,
    max_size: u32,
) {
    let whole = case.build(algorithm, max_size, 1);
    let complete = stopped.complete_sizes();
    for size in 0..=max_size {
        let expected = if size < complete { whole.count(size) } else { 0_u32.into() };
        assert_eq!(stopped.count(size), expected, "{}: {algorithm}: size {size} of {complete}", case.name);
    }
    let values: Vec<T> = whole.iter().filter(|value| (case.place)(value)[0] < complete).collect();
    assert_eq!(stopped.iter().collect::<Vec<T>>(), values, "{}: {algorithm}", case.name);
    assert_eq!(stopped.total(), u128::try_from(values.len()).unwrap(), "{}: {algorithm}", case.name);
    assert_eq!(stopped.nth(complete, 0), None, "{}: {algorithm}", case.name);
}

#[test]
fn a_limit_on_candidates_keeps_the_complete_sizes() {
    let case = &search_tree::CASE;
    for algorithm in case.every_engine() {
        for candidates in [1, 20, 500, 3000] {
            let limits = Limits { candidates: Some(candidates), ..Limits::none() };
            let stopped = case.generator(6).algorithm(algorithm).limits(limits).build().unwrap();
            // Quotient DP needs fewer for all sizes.
            if stopped.stop().is_none() {
                assert!(stopped.report().totals().candidates < candidates, "{algorithm}: {candidates}");
                assert_eq!(stopped.complete_sizes(), 7, "{algorithm}: {candidates}");
            } else {
                assert_eq!(stopped.stop(), Some(StopReason::Candidates), "{algorithm}: {candidates}");
                assert!(stopped.complete_sizes() < 7, "{algorithm}: {candidates}");
            }
            check_complete(case, algorithm, &stopped, 6);
        }
        let limits = Limits { candidates: Some(1), ..Limits::none() };
        let stopped = case.generator(6).algorithm(algorithm).limits(limits).build().unwrap();
        assert_eq!(stopped.stop(), Some(StopReason::Candidates), "{algorithm}");
    }
}

#[test]
fn a_limit_on_candidates_lets_the_dp_engines_keep_some_sizes() {
    let case = &sorted_list::CASE;
    for algorithm in case.engines().filter(|algorithm| *algorithm != Algorithm::TopDown) {
        let all = case.build(algorithm, 5, 1).report().totals().candidates;
        let limits = Limits { candidates: Some(all / 2), ..Limits::none() };
        let stopped = case.generator(5).algorithm(algorithm).limits(limits).build().unwrap();
        assert_eq!(stopped.stop(), Some(StopReason::Candidates), "{algorithm}");
        assert!((1..6).contains(&stopped.complete_sizes()), "{algorithm}: {}", stopped.complete_sizes());
        check_complete(case, algorithm, &stopped, 5);
    }
}

#[test]
fn a_limit_on_structures_stops_at_the_first_size_that_has_them() {
    // 1 + 5 + 15 + 35 sorted lists of at most three values from 1..=5.
    let case = &sorted_list::CASE;
    for algorithm in case.engines().filter(|algorithm| *algorithm != Algorithm::TopDown) {
        for (structures, sizes) in [(1, 1), (2, 2), (6, 2), (7, 3), (21, 3), (56, 4)] {
            let limits = Limits { structures: Some(structures), ..Limits::none() };
            let stopped = case.generator(5).algorithm(algorithm).limits(limits).build().unwrap();
            assert_eq!(stopped.stop(), Some(StopReason::Structures), "{algorithm}: {structures}");
            assert_eq!(stopped.complete_sizes(), sizes, "{algorithm}: {structures}");
            check_complete(case, algorithm, &stopped, 5);
        }
        let limits = Limits { structures: Some(1 << 40), ..Limits::none() };
        let whole = case.generator(5).algorithm(algorithm).limits(limits).build().unwrap();
        assert_eq!((whole.stop(), whole.complete_sizes()), (None, 6), "{algorithm}");
    }
}

#[test]
fn a_limit_on_structures_counts_whole_structures_only() {
    // root_ok accepts 1, 1, 4, 6 trees with keys from 1..=3 and up to three nodes, rep_ok more.
    let case = &red_black::black_root::CASE;
    for algorithm in case.engines().filter(|algorithm| *algorithm != Algorithm::TopDown) {
        let sizes: Vec<u128> =
            (0..=3).map(|size| case.build(algorithm, 3, 1).count(size).to_u128().unwrap()).collect();
        assert_eq!(sizes, [1, 3, 6, 2], "{algorithm}");
        let limits = Limits { structures: Some(5), ..Limits::none() };
        let stopped = case.generator(3).algorithm(algorithm).limits(limits).build().unwrap();
        assert_eq!(
            (stopped.stop(), stopped.complete_sizes()),
            (Some(StopReason::Structures), 3),
            "{algorithm}"
        );
    }
}

#[test]
fn a_cancelled_build_stops_at_once() {
    let case = &search_tree::CASE;
    for algorithm in case.every_engine() {
        let token = CancelToken::new();
        token.cancel();
        let stopped = case.generator(5).algorithm(algorithm).cancel(token).build().unwrap();
        assert_eq!(stopped.stop(), Some(StopReason::Cancelled), "{algorithm}");
        assert_eq!(stopped.complete_sizes(), 0, "{algorithm}");
        check_complete(case, algorithm, &stopped, 5);
    }
}

#[test]
fn no_time_stops_at_once() {
    let case = &search_tree::CASE;
    for algorithm in case.every_engine() {
        let stopped = case.generator(5).algorithm(algorithm).time_limit(Duration::ZERO).build().unwrap();
        assert_eq!(stopped.stop(), Some(StopReason::Deadline), "{algorithm}");
        assert_eq!(stopped.complete_sizes(), 0, "{algorithm}");
        check_complete(case, algorithm, &stopped, 5);
    }
}

/// A list whose predicate pulls [`PULLED`] when it meets the third value.
#[derive(DpGen, Debug, Clone, PartialEq, Eq, Hash)]
#[dpgen(rep_ok = pulls)]
enum Fuse {
    End,
    Link {
        rest: Box<Fuse>,
        #[dpgen(range = 0..=3)]
        value: i64,
    },
}

static PULLED: Mutex<Option<CancelToken>> = Mutex::new(None);

fn pulls(fuse: FuseView) -> bool {
    let FuseView::Link { rest, value } = fuse else { return true };
    if rest.get(length) == 2
        && let Some(token) = &*PULLED.lock().unwrap_or_else(PoisonError::into_inner)
    {
        token.cancel();
    }
    value.value() >= 0
}

fn length(fuse: FuseView) -> u32 {
    if let FuseView::Link { rest, .. } = fuse { rest.get(length) + 1 } else { 0 }
}

#[test]
fn a_build_that_is_cancelled_on_its_way_keeps_the_complete_sizes() {
    for algorithm in Algorithm::ALL.iter().copied() {
        let token = CancelToken::new();
        *PULLED.lock().unwrap() = Some(token.clone());
        let build =
            Generator::<Fuse>::new().max_size(6).threads(1).algorithm(algorithm).cancel(token).build();
        *PULLED.lock().unwrap() = None;
        let stopped = build.unwrap();
        assert_eq!(stopped.stop(), Some(StopReason::Cancelled), "{algorithm}");
        assert!(stopped.complete_sizes() < 6, "{algorithm}: {}", stopped.complete_sizes());
        for size in 0..stopped.complete_sizes() {
            assert_eq!(stopped.count(size), 4_u128.pow(size), "{algorithm}: size {size}");
            assert_eq!(stopped.iter_size(size).count(), 4_usize.pow(size), "{algorithm}: size {size}");
        }
        assert_eq!(stopped.complete_sizes() == 0, algorithm == Algorithm::TopDown, "{algorithm}");
    }
}

macro_rules! list {
    ($name:ident, $view:ident, $rep_ok:ident $(, $root_ok:ident)?) => {
        #[derive(DpGen, Debug, Clone, PartialEq, Eq, Hash)]
        #[dpgen(rep_ok = $rep_ok $(, root_ok = $root_ok)?)]
        pub enum $name {
            Nil,
            Cons {
                #[dpgen(range = 1..=n)]
                first: i64,
                rest: Box<$name>,
            },
        }
    };
}

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
    match Generator::<T>::new().max_size(3).threads(1).algorithm(algorithm).build() {
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
    let error =
        Generator::<Panics>::new().max_size(3).threads(1).algorithm(Algorithm::Dp).build().unwrap_err();
    let start = "the predicate panicked on Cons { first: 2, rest: Cons { first: 2, rest: Nil } }: two twos";
    assert_eq!(error.to_string(), start);
}

/// A predicate, or an attribute, that calls itself on the same layer after this read.
macro_rules! endless {
    ($($module:ident: $read:expr;)*) => {$(
        mod $module {
            use dpgen::DpGen;

            list!(Predicate, PredicateView, asks_for_ever);

            fn asks_for_ever(list: PredicateView) -> bool {
                let PredicateView::Cons { first, rest } = list else { return true };
                let read: fn(dpgen::Int, dpgen::Ref<Predicate>) = $read;
                read(first, rest);
                asks_for_ever(list) && first != 0
            }

            list!(Attribute, AttributeView, asks_an_attribute);

            fn asks_an_attribute(list: AttributeView) -> bool {
                if let AttributeView::Cons { rest, .. } = list { rest.get(answers_never) } else { true }
            }

            fn answers_never(list: AttributeView) -> bool {
                let AttributeView::Cons { first, rest } = list else { return true };
                let read: fn(dpgen::Int, dpgen::Ref<Attribute>) = $read;
                read(first, rest);
                answers_never(list) && first != 0
            }
        }
    )*};
}

endless! {
    viewing: |_, rest| { let _ = rest.view(); };
    asking: |_, rest| assert!(rest.get(|_| true));
    deciding: |first, _| assert!(first.value() > 0);
}

/// Engines in which an integer is not decided before it is read, neither in a predicate nor in an attribute. In the
/// others it may be a plain number, and looking at a number is no read that could be counted.
const UNDECIDED: [Algorithm; 2] = [Algorithm::TopDown, Algorithm::Quotient];

/// Whether the build ended with the report of an endless predicate that has read a list of these elements.
fn reads_without_end<T: DpGen>(algorithm: Algorithm) {
    let build = Generator::<T>::new().max_size(3).threads(1).algorithm(algorithm).build();
    let error = build.map(drop).unwrap_err();
    let BuildError::Endless { structure } = &error else { panic!("{algorithm}: {error}") };
    assert!(structure.starts_with("Cons { first: "), "{algorithm}: {structure}");
    let text =
        format!("the predicate reads without end on {structure}: an attribute or the predicate calls itself");
    assert!(error.to_string().starts_with(&text), "{algorithm}: {error}");
}

#[test]
fn a_predicate_that_reads_without_end_is_stopped() {
    for algorithm in Algorithm::ALL.iter().copied() {
        reads_without_end::<viewing::Predicate>(algorithm);
        reads_without_end::<asking::Predicate>(algorithm);
    }
    for algorithm in UNDECIDED {
        reads_without_end::<deciding::Predicate>(algorithm);
    }
}

#[test]
fn an_attribute_that_reads_without_end_is_stopped() {
    for algorithm in Algorithm::ALL.iter().copied() {
        reads_without_end::<viewing::Attribute>(algorithm);
        reads_without_end::<asking::Attribute>(algorithm);
    }
    for algorithm in UNDECIDED {
        reads_without_end::<deciding::Attribute>(algorithm);
    }
}

thread_local! {
    static KEPT: Cell<Option<(Ref<Leaks>, Int)>> = const { Cell::new(None) };
}

list!(Leaks, LeaksView, keeps_views);

fn keeps_views(list: LeaksView) -> bool {
    if let LeaksView::Cons { first, rest } = list {
        KEPT.set(Some((rest, first)));
    }
    true
}

list!(Uses, UsesView, uses_what_was_kept);

fn uses_what_was_kept(list: UsesView) -> bool {
    let UsesView::Cons { .. } = list else { return true };
    let (rest, _) = KEPT.get().unwrap();
    rest.get(leaks_is_nil)
}

fn leaks_is_nil(list: LeaksView) -> bool {
    matches!(list, LeaksView::Nil)
}

/// What the panic of `work` says.
fn message_of(work: impl FnOnce() + std::panic::UnwindSafe) -> String {
    let payload = std::panic::catch_unwind(work).unwrap_err();
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap()
}

#[test]
fn a_view_outside_of_its_run_says_so() {
    // `is_valid` runs the predicate on this thread.
    let list = Leaks::Cons { first: 1, rest: Box::new(Leaks::Cons { first: 2, rest: Box::new(Leaks::Nil) }) };
    assert!(dpgen::is_valid(&list));
    let (rest, _) = KEPT.get().unwrap();
    let outside = "a dpgen view was used outside of the predicate or attribute it was passed to";
    assert_eq!(
        message_of(move || {
            let _ = rest.view();
        }),
        outside
    );
    assert_eq!(
        message_of(move || {
            let _ = rest.get(leaks_is_nil);
        }),
        outside
    );
    let kept = "a dpgen view was kept after the run of the predicate that it belonged to";
    let other = Uses::Cons { first: 1, rest: Box::new(Uses::Nil) };
    assert_eq!(
        message_of(move || {
            let _ = dpgen::is_valid(&other);
        }),
        kept
    );
}

#[test]
fn an_integer_outside_of_its_run_says_so() {
    for algorithm in Algorithm::ALL.iter().copied() {
        let build = Generator::<KeepsInt>::new().max_size(2).threads(1).algorithm(algorithm).build();
        let error = build.unwrap_err().to_string();
        assert!(
            error.ends_with("a dpgen view was kept after the run of the predicate that it belonged to"),
            "{error}"
        );
    }
}

list!(KeepsInt, KeepsIntView, keeps_an_integer);

thread_local! {
    static INT: Cell<Option<Ref<KeepsInt>>> = const { Cell::new(None) };
}

fn keeps_an_integer(list: KeepsIntView) -> bool {
    let KeepsIntView::Cons { rest, .. } = list else { return true };
    if let Some(kept) = INT.replace(Some(rest)) {
        let _ = kept.view();
    }
    true
}

#[derive(DpGen, Debug)]
struct Endlessly {
    next: Box<Endlessly>,
}

#[derive(DpGen, Debug)]
enum Hen {
    Lays(Box<Egg>),
}

#[derive(DpGen, Debug)]
struct Egg {
    hen: Box<Hen>,
    fresh: bool,
}

#[derive(DpGen, Debug)]
enum Grows {
    Nil,
    #[dpgen(weight = 0)]
    Wraps(Box<Grows>),
}

#[derive(DpGen, Debug)]
enum Forest {
    Trees(Vec<Plant>),
}

/// Weighs nothing, so that a forest has room for any number.
#[derive(DpGen, Debug)]
#[dpgen(weight = 0)]
struct Plant {
    tall: bool,
}

fn schema_error<T: DpGen>() -> SchemaError {
    let errors: Vec<BuildError> = Algorithm::ALL
        .iter()
        .map(|algorithm| {
            Generator::<T>::new().max_size(3).algorithm(*algorithm).build().map(drop).unwrap_err()
        })
        .collect();
    assert!(errors.iter().all(|error| *error == errors[0]), "engines refuse differently: {errors:?}");
    match errors.into_iter().next() {
        Some(BuildError::Schema(error)) => error,
        other => panic!("{other:?}"),
    }
}

fn names(path: &[&str]) -> Vec<String> {
    path.iter().map(|name| (*name).to_owned()).collect()
}

#[test]
fn types_without_finite_values_are_refused_with_the_cycle() {
    let path = names(&["Endlessly", "Endlessly"]);
    assert_eq!(schema_error::<Endlessly>(), SchemaError::NoFiniteValue { ty: "Endlessly".to_owned(), path });
    let path = names(&["Hen", "Egg", "Hen"]);
    assert_eq!(schema_error::<Hen>(), SchemaError::NoFiniteValue { ty: "Hen".to_owned(), path });
    assert_eq!(
        schema_error::<Hen>().to_string(),
        "type `Hen` has no finite value: `Hen` -> `Egg` -> `Hen`. Add a constructor without that field"
    );
}

#[test]
fn types_that_grow_for_free_are_refused_with_the_cycle() {
    let path = names(&["Grows", "Grows"]);
    assert_eq!(schema_error::<Grows>(), SchemaError::GrowsForFree { ty: "Grows".to_owned(), path });
    let path = names(&["Vec<Plant>", "Vec<Plant>"]);
    assert_eq!(schema_error::<Forest>(), SchemaError::GrowsForFree { ty: "Vec<Plant>".to_owned(), path });
}

#[derive(DpGen, Debug, PartialEq)]
struct Narrow {
    #[dpgen(range = 0..=n)]
    small: u8,
    #[dpgen(range = -n..=n)]
    signed: i64,
}

#[derive(DpGen, Debug, PartialEq)]
struct Ranged {
    #[dpgen(range = low..high)]
    value: i64,
}

#[test]
fn domains_have_to_fit() {
    let wide = Generator::<Narrow>::new().max_size(1).param("n", 256).build().map(drop).unwrap_err();
    let BuildError::Schema(SchemaError::BadDomain { slot, why }) = &wide else { panic!("{wide}") };
    assert_eq!((&**slot, &**why), ("Narrow.small", "the domain holds 256, which is no u8"));
    assert_eq!(Generator::<Narrow>::new().max_size(1).param("n", 255).build().unwrap().count(1), 256 * 511);
    let huge = Generator::<Ranged>::new().max_size(1).param("low", 0).param("high", 1 << 40).build();
    let BuildError::Schema(SchemaError::BadDomain { slot, .. }) = huge.map(drop).unwrap_err() else {
        panic!()
    };
    assert_eq!(slot, "Ranged.value");
}

#[test]
fn an_unknown_parameter_is_named_with_its_slot() {
    let error = Generator::<Ranged>::new().max_size(1).param("low", 0).build().map(drop).unwrap_err();
    let (slot, param) = ("Ranged.value".to_owned(), "high".to_owned());
    assert_eq!(error, BuildError::Schema(SchemaError::UnknownParam { slot, param }));
    assert!(error.to_string().contains("`param(\"high\", ...)`"), "{error}");
}

#[derive(DpGen, Debug)]
struct Unranged {
    key: Pair,
}

#[derive(DpGen, Debug)]
struct Pair {
    numbers: (Numbers, bool),
}

/// `i64` without a range, which the derive can not see through the alias.
type Numbers = Option<i64>;

#[test]
fn a_missing_domain_is_named() {
    let error = schema_error::<Unranged>();
    assert_eq!(error, SchemaError::NoDomain { slot: "Pair.numbers".to_owned() });
    assert!(error.to_string().contains("#[dpgen(range = 0..=n)]"), "{error}");
}

#[test]
fn an_empty_domain_leaves_its_constructor_without_structures() {
    for algorithm in Algorithm::ALL.iter().copied() {
        let none =
            Generator::<Ranged>::new().max_size(3).param("low", 5).param("high", 5).algorithm(algorithm);
        let none = none.build().unwrap();
        assert_eq!(
            (none.total().is_zero(), none.stop(), none.iter().next()),
            (true, None, None),
            "{algorithm}"
        );
        assert_eq!(none.complete_sizes(), 4, "{algorithm}");
        let empty_only = Generator::<sorted_list::List>::new().max_size(3).param("n", 0).algorithm(algorithm);
        let empty_only: Vec<_> = empty_only.build().unwrap().iter().collect();
        assert_eq!(empty_only, [sorted_list::List::Nil], "{algorithm}");
    }
}

#[test]
fn size_zero_has_the_constructors_without_weight() {
    for algorithm in Algorithm::ALL.iter().copied() {
        let trees = search_tree::CASE.build(algorithm, 0, 1);
        assert_eq!((trees.total(), trees.complete_sizes()), (1_u32.into(), 1), "{algorithm}");
        assert_eq!(trees.iter().collect::<Vec<_>>(), [search_tree::Tree::Leaf], "{algorithm}");
        // A struct weighs 1: nothing of size 0.
        let none =
            Generator::<Ranged>::new().param("low", 0).param("high", 2).algorithm(algorithm).build().unwrap();
        assert_eq!((none.total(), none.complete_sizes()), (0_u32.into(), 1), "{algorithm}");
    }
}

/// Without a predicate and with a domain of its own: a size that is far out of reach.
#[derive(DpGen, Debug, Clone, PartialEq, Eq, Hash)]
enum Plain {
    Leaf,
    Node(Box<Plain>, #[dpgen(range = 1..=2)] i64, Box<Plain>),
}

#[test]
fn a_limit_on_structures_makes_any_maximum_size_reachable() {
    let counts = [1, 2, 8, 40, 224];
    for algorithm in CONCRETE.into_iter().filter(|algorithm| *algorithm != Algorithm::TopDown) {
        for max_size in [50, 2000] {
            let limits = Limits { structures: Some(100), ..Limits::none() };
            // In rounds of depth, larger structures come before the sizes below them are complete.
            let size_by_size = algorithm == Algorithm::Quotient;
            let max_size = if size_by_size { max_size } else { 6 };
            let trees =
                Generator::<Plain>::new().max_size(max_size).algorithm(algorithm).limits(limits).build();
            let trees = trees.unwrap();
            assert_eq!(trees.stop(), Some(StopReason::Structures), "{algorithm}");
            assert_eq!(trees.complete_sizes(), 5, "{algorithm}");
            let found: Vec<u128> = (0..5).map(|size| trees.count(size).to_u128().unwrap()).collect();
            assert_eq!(found, counts, "{algorithm}");
        }
    }
}

#[test]
fn counts_beyond_128_bits_are_exact() {
    let trees = Generator::<Plain>::new().max_size(80).algorithm(Algorithm::Quotient).build().unwrap();
    // Catalan(80) * 2^80.
    let catalan = (1..=80_u32).fold(dpgen::Count::ONE, |product, k| {
        (product * dpgen::Count::from(2 * (2 * k - 1))).divide(&dpgen::Count::from(k + 1)).0
    });
    let expected = (0..80).fold(catalan, |product, _| product * dpgen::Count::from(2_u32));
    assert_eq!(trees.count(80), expected);
    assert_eq!(expected.to_u128(), None);
    let last = trees.count(80).minus(&dpgen::Count::ONE).unwrap();
    let tree = trees.nth(80, last.clone()).unwrap();
    assert_eq!(trees.rank_of(&tree), Some((80, last)));
    assert_eq!(trees.nth(80, trees.count(80)), None);
}

#[test]
fn opaque_predicates_are_refused_by_engines_that_need_views() {
    for algorithm in Algorithm::ALL.iter().copied() {
        let built = Generator::<PanicsOpaquely>::new().max_size(1).algorithm(algorithm).build().map(drop);
        let expected = match algorithm {
            Algorithm::Dp | Algorithm::TopDown => Ok(()),
            _ => Err(BuildError::Opaque { algorithm }),
        };
        assert_eq!(built, expected, "{algorithm}");
    }
    // Without an engine, the default fits the predicate.
    assert_eq!(
        Generator::<PanicsOpaquely>::new().max_size(1).build().unwrap().catalog().algorithm(),
        Algorithm::Dp
    );
}

#[test]
fn values_outside_of_the_structures_have_no_rank() {
    use search_tree::Tree;
    let leaf = || Box::new(Tree::Leaf);
    let trees = |algorithm| search_tree::CASE.build(algorithm, 2, 1);
    for algorithm in CONCRETE {
        let (low, high) = (
            Tree::Node { left: leaf(), key: 1, right: leaf() },
            Tree::Node { left: leaf(), key: 3, right: leaf() },
        );
        let twice = Tree::Node { left: Box::new(low.clone()), key: 1, right: leaf() };
        let large = oracle::every(3, &[], search_tree::CASE.any)
            .into_iter()
            .find(|tree| search_tree::keys(tree).len() == 3);
        let found = [low, high, twice, large.unwrap()]
            .map(|tree| trees(algorithm).rank_of(&tree).map(|(size, _)| size));
        assert_eq!(found, [Some(1), None, None, None], "{algorithm}");
    }
}

#[test]
#[should_panic(expected = "shards are numbered from 1")]
fn there_is_no_shard_zero() {
    drop(search_tree::CASE.build(Algorithm::Dp, 1, 1).shard(0, 3));
}

#[test]
fn every_engine_has_a_name_that_leads_back_to_it() {
    for algorithm in Algorithm::ALL {
        assert_eq!(algorithm.name().parse(), Ok(*algorithm));
    }
    let message = "korat".parse::<Algorithm>().unwrap_err();
    assert!(message.starts_with("there is no engine `korat`; there are top-down, dp, "), "{message}");
}

mod whole_style {
    use dpgen::{DpGen, Int};

    #[derive(DpGen, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
    #[dpgen(rep_ok = ascending)]
    pub enum List {
        Nil,
        Cons(#[dpgen(range = 1..=3)] i64, Box<List>),
    }

    pub fn ascending(list: ListView) -> bool {
        let ListView::Cons(first, rest) = list else { return true };
        rest.get(head).is_none_or(|next| first <= next) && rest.get(ascending)
    }

    fn head(list: ListView) -> Option<Int> {
        if let ListView::Cons(first, _) = list { Some(first) } else { None }
    }

    /// Asks its parts for nothing.
    #[derive(DpGen, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Pair(pub List, pub List);
}

#[test]
fn parts_in_whole_style_are_judged_below_wholes_that_do_not_ask_them() {
    use std::collections::BTreeSet;
    use whole_style::{List, Pair};

    let build = |algorithm| Generator::<Pair>::new().max_size(4).algorithm(algorithm).build().unwrap();
    let expected: BTreeSet<Pair> = build(Algorithm::Dp).iter().collect();
    assert!(!expected.is_empty());
    for algorithm in CONCRETE {
        assert_eq!(build(algorithm).iter().collect::<BTreeSet<Pair>>(), expected, "{algorithm}");
    }
    let cons = |first, rest| List::Cons(first, Box::new(rest));
    let descending = cons(2, cons(1, List::Nil));
    assert!(dpgen::is_valid(&Pair(cons(1, cons(2, List::Nil)), List::Nil)));
    assert!(!dpgen::is_valid(&Pair(List::Nil, descending)));
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
        let build = |size| Generator::<Hashed>::new().max_size(size).algorithm(algorithm).build();
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

#[derive(DpGen, Debug)]
enum Snoc {
    Empty,
    #[dpgen(weight = 0)]
    Push {
        before: Box<Snoc>,
        item: Item,
    },
}

#[derive(DpGen, Debug)]
struct Item(bool);

#[test]
fn unread_parts_before_heavier_ones_are_completed() {
    let lists = Generator::<Snoc>::new().max_size(5).algorithm(Algorithm::TopDown).build().unwrap();
    assert_eq!(
        (0..=5).map(|size| lists.count(size).to_usize().unwrap()).collect::<Vec<_>>(),
        [1, 2, 4, 8, 16, 32]
    );
    assert_eq!(Generator::<Snoc>::new().check_hereditary(4).unwrap().violation, None);
}

#[test]
fn a_search_for_violations_hears_its_limits() {
    let late = Generator::<Snoc>::new().time_limit(Duration::ZERO).check_hereditary(4).unwrap();
    assert_eq!((late.stop, late.violation), (Some(StopReason::Deadline), None));
}

#[test]
fn symbolic_data_has_a_range_that_the_solver_can_hold() {
    #[derive(DpGen, Debug)]
    struct Large(#[dpgen(range = i64::MAX - 3..=i64::MAX)] i64, Item);

    assert_eq!(Generator::<Large>::new().max_size(2).build().unwrap().count(2), 8);
    let error = Generator::<Large>::new().max_size(2).fields(dpgen::Fields::Symbolic).build().unwrap_err();
    assert!(matches!(error, BuildError::SymbolicRange { .. }), "{error}");
    let error = Generator::<Item>::new().max_size(u32::MAX).build().unwrap_err();
    assert!(matches!(error, BuildError::TooLarge { .. }), "{error}");
}

#[test]
fn long_vectors_are_judged() {
    #[derive(DpGen, Debug)]
    struct Bag(Vec<Item>);

    let bag = Bag((0..200_000).map(|_| Item(true)).collect());
    assert!(dpgen::is_valid(&bag));
}
