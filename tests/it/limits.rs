//! Limits, by every engine: a build stops in time, says why, and what it calls complete is complete.

use std::io::Write as _;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::common::engines::ENGINES;
use dpgen::engine::{self, Options};
use dpgen::{Algorithm, CancelToken, Catalog, Count, Fields, Limits, Scope, StopReason};
use dpgen_spec::Spec;

/// Trees whose nodes remember a list of all that is below them, so that nothing is shared by any engine.
const HARD: &str = r#"(name: "hard", root: "Tree", params: {"keys": "9"}, types: {"Tree": (
    constructors: {
        "Nil": (),
        "Node": (fields: {"left": Type("Tree"), "key": Bool, "other": Bool, "right": Type("Tree")}),
    },
    attributes: {"code": {"Nil": "1", "Node": "(5 * left.code + 3 * right.code + (key ? 1 : 0) + (other ? 2 : 0)) % 1000000007"}},
    rep_ok: {"Node": ["left.code != right.code || left.kind == 'Nil'"]},
)})"#;

/// Larger than any engine gets in the time of a test.
const FAR: u32 = 40;

/// A limited build, and how long it took.
fn build(
    (algorithm, fields): (Algorithm, Fields),
    threads: usize,
    max_size: u32,
    limits: Limits,
) -> (Catalog, Duration) {
    let scope = Scope::new(max_size);
    let model = Arc::new(Spec::parse("hard", HARD).unwrap().model(&scope).unwrap());
    let options = Options::default().algorithm(algorithm).fields(fields).threads(threads).limits(limits);
    let begin = Instant::now();
    let catalog =
        engine::build(&model, &scope, &options).unwrap_or_else(|error| panic!("{algorithm}: {error}"));
    (catalog, begin.elapsed())
}

/// The counts of sizes that small builds cover.
fn counts() -> Vec<Count> {
    let (catalog, _) = build((Algorithm::Quotient, Fields::Concrete), 2, 4, Limits::none());
    (0..=4).map(|size| catalog.count(size)).collect()
}

/// Each engine stops for the reason given, soon, and the sizes that it calls complete have their counts.
fn stops(reason: StopReason, most: Duration, limits: impl Fn() -> Limits) {
    let counts = counts();
    for (algorithm, fields) in ENGINES {
        let name = format!("{algorithm}, {fields}");
        let (catalog, took) = build((algorithm, fields), 2, FAR, limits());
        assert!(took < most, "{name}: took {took:?}");
        holds_its_complete_sizes(&catalog, reason, &counts, &name);
    }
}

/// A catalog of a build that ended for this reason counts what it calls complete, and nothing else.
fn holds_its_complete_sizes(catalog: &Catalog, reason: StopReason, counts: &[Count], name: &str) {
    assert_eq!(catalog.stop_reason(), Some(reason), "{name}");
    assert!(catalog.complete_sizes() <= FAR, "{name}: it calls everything complete");
    for (size, count) in (0..catalog.complete_sizes()).zip(counts) {
        assert_eq!(catalog.count(size), *count, "{name}: size {size}");
    }
    let beyond = catalog.complete_sizes();
    assert!(catalog.count(beyond).is_zero(), "{name}: it counts size {beyond}, which is not complete");
}

#[test]
fn time() {
    let limits = || Limits::none().time(Duration::from_millis(300));
    stops(StopReason::Deadline, Duration::from_secs(20), limits);
}

#[test]
fn candidates() {
    let limits = || Limits::none().candidates(2000);
    stops(StopReason::Candidates, Duration::from_secs(60), limits);
}

/// A budget of candidates covers the same sizes, whatever the number of threads.
#[test]
fn candidates_do_not_depend_on_threads() {
    let scope = Scope::new(12);
    for spec in ["binary-search-tree", "red-black-tree", "sorted-list", "json"] {
        let model = Arc::new(Spec::builtin(spec).unwrap().model(&scope).unwrap());
        for candidates in [30, 300, 3_000, 30_000] {
            let complete = |threads| {
                let limits = Limits::none().candidates(candidates);
                let options = Options::default().threads(threads).limits(limits);
                engine::build(&model, &scope, &options).unwrap().complete_sizes()
            };
            let one = complete(1);
            for threads in [2, 4, 4] {
                assert_eq!(complete(threads), one, "{spec}, {candidates} candidates, {threads} threads");
            }
        }
    }
}

/// Engines that go by rounds complete many sizes at once, or none for long: this is for the one that goes by size.
#[test]
fn structures() {
    let counts = counts();
    let limits = Limits::none().structures(20);
    let (catalog, _) = build((Algorithm::Quotient, Fields::Concrete), 2, FAR, limits);
    assert_eq!(catalog.stop_reason(), Some(StopReason::Structures));
    let before = |size: u32| counts.iter().take(usize::try_from(size).unwrap()).cloned().sum::<Count>();
    let complete = catalog.complete_sizes();
    assert!(before(complete) >= Count::from(20_u32) && before(complete - 1) < Count::from(20_u32));
    assert_eq!(catalog.total(), before(complete));
}

#[test]
fn a_token_that_another_thread_cancels() {
    let limits = || {
        let token = CancelToken::new();
        let cancel = token.clone();
        std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(200));
            cancel.cancel();
        });
        Limits::none().cancel(token)
    };
    stops(StopReason::Cancelled, Duration::from_secs(20), limits);
}

/// A build that ends at any of its polls leaves a whole graph.
#[test]
fn each_poll_that_cancels() {
    let counts = counts();
    for (algorithm, fields) in ENGINES {
        for polls in (0..=160).step_by(20) {
            for threads in [1, 2] {
                let limits = Limits::none().cancel(CancelToken::after_polls(polls));
                let (catalog, _) = build((algorithm, fields), threads, FAR, limits);
                holds_its_complete_sizes(
                    &catalog,
                    StopReason::Cancelled,
                    &counts,
                    &format!("{algorithm}, {fields}, {threads} threads, {polls} polls"),
                );
            }
        }
    }
}

/// The path of a spec that is meant to be hard.
fn hostile(name: &str) -> Spec {
    let path = format!("{}/tests/specs/{name}.ron", env!("CARGO_MANIFEST_DIR"));
    Spec::parse(name, &std::fs::read_to_string(path).unwrap()).unwrap()
}

/// Fields of two thousand million values, of which concrete engines keep each: an attribute answers it, or nothing reads it.
#[test]
fn wide_fields() {
    for (name, algorithms) in [
        ("wide-field", &[Algorithm::Quotient, Algorithm::LazyDp, Algorithm::Dp, Algorithm::TopDown][..]),
        ("free-field", &[Algorithm::LazyDp, Algorithm::Dp, Algorithm::TopDown]),
    ] {
        let scope = Scope::new(3);
        let model = Arc::new(hostile(name).model(&scope).unwrap());
        for algorithm in algorithms {
            let cancel = CancelToken::new();
            let later = cancel.clone();
            let limits = [
                // The first, as its token is cancelled for good.
                (StopReason::Cancelled, Limits::none().cancel(cancel)),
                (StopReason::Deadline, Limits::none().time(Duration::from_millis(200))),
                (StopReason::Candidates, Limits::none().candidates(5000)),
            ];
            for (reason, limits) in limits {
                // An engine counts nothing while it takes one candidate apart.
                if reason == StopReason::Candidates && *algorithm != Algorithm::Dp {
                    continue;
                }
                let later = later.clone();
                let cancelling = std::thread::spawn(move || {
                    std::thread::sleep(Duration::from_millis(200));
                    later.cancel();
                });
                let options = Options::default().algorithm(*algorithm).threads(2).limits(limits);
                let begin = Instant::now();
                let catalog = engine::build(&model, &scope, &options).unwrap();
                let took = begin.elapsed();
                assert_eq!(catalog.stop_reason(), Some(reason), "{name}, {algorithm}");
                assert!(took < Duration::from_secs(10), "{name}, {algorithm}, {reason}: took {took:?}");
                cancelling.join().unwrap();
            }
        }
    }
}

/// Lists for which a whole has no room are not made: with them the first two engines would take gigabytes.
#[test]
fn parts_that_fit_into_no_whole() {
    let scope = Scope::new(21);
    let model = Arc::new(hostile("unused-parts").model(&scope).unwrap());
    for algorithm in [Algorithm::LazyDp, Algorithm::Dp, Algorithm::Quotient, Algorithm::SymbolazyDp] {
        let options = Options::default().algorithm(algorithm).limits(Limits::none().candidates(1000));
        let catalog = engine::build(&model, &scope, &options).unwrap();
        assert_eq!((catalog.stop_reason(), catalog.complete_sizes()), (None, 22), "{algorithm}");
        if algorithm != Algorithm::SymbolazyDp {
            let counts = [1, 19, 20, 21].map(|size| catalog.count(size));
            assert_eq!(counts, [10_u32, 0, 1, 200].map(Count::from), "{algorithm}");
        }
    }
}

#[test]
fn memory() {
    if !std::path::Path::new("/proc/self/status").exists() {
        // Past the capture of the test harness, so that `.ci/run` lists it.
        let _ = writeln!(std::io::stderr(), "SKIPPED: the limit on memory needs /proc");
        return;
    }
    let limits = || Limits::none().memory(60 << 20).time(Duration::from_secs(20));
    // The search keeps nothing but what it found.
    let (catalog, _) = build((Algorithm::Dp, Fields::Concrete), 2, FAR, limits());
    assert_eq!(catalog.stop_reason(), Some(StopReason::Memory));
}
