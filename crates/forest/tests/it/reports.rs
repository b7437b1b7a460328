//! Reports add up, each figure on its own; the hash of keys is the one that others compute; names lead to what they name.

use std::time::Duration;

use dpgen_forest::{Algorithm, Fields, Report, RoundReport, fnv1a};

/// A round whose figures all differ.
fn round(of: u64) -> RoundReport {
    let mut round = RoundReport::default();
    (round.candidates, round.runs, round.accepted) = (of, 10 * of, 100 * of);
    (round.pruned, round.expanded, round.classes) = (1000 * of, 10_000 * of, 100_000 * of);
    round.time = Duration::from_secs(of);
    round
}

#[test]
fn rounds_add_up_figure_by_figure() {
    let mut sum = round(2);
    sum.add(&round(5));
    assert_eq!(sum, round(7));
    sum.add(&RoundReport::default());
    assert_eq!(sum, round(7));
    let mut report = Report::up_to(3);
    assert_eq!((report.sizes.len(), report.totals()), (4, RoundReport::default()));
    report.rounds = vec![round(1), round(4), round(3)];
    assert_eq!(report.totals(), round(8));
}

#[test]
fn rounds_begin_with_what_is_given() {
    let mut pruned = RoundReport::default();
    pruned.pruned = 7;
    assert_eq!(RoundReport::without(7), pruned);
    let time = Duration::from_secs(9);
    let mut runs = RoundReport::default();
    (runs.candidates, runs.runs, runs.accepted, runs.classes, runs.time) = (5, 5, 3, 3, time);
    assert_eq!(RoundReport::of_runs(5, 3, time), runs);
}

/// Test vectors of FNV-1a from its authors (Fowler, Noll and Vo; draft-eastlake-fnv).
#[test]
fn the_hash_is_fnv_1a() {
    for (text, hash) in [
        ("", 0xcbf2_9ce4_8422_2325),
        ("a", 0xaf63_dc4c_8601_ec8c),
        ("b", 0xaf63_df4c_8601_f1a5),
        ("foo", 0xdcb2_7518_fed9_d577),
        ("foobar", 0x8594_4171_f739_67e8),
    ] {
        assert_eq!(fnv1a(text.as_bytes()), hash, "{text:?}");
    }
}

#[test]
fn names_are_read_as_they_are_shown() {
    let engines = ["top-down", "dp", "lazy-dp", "symbolazy-dp", "quotient"];
    let fields = ["concrete", "symbolic"];
    assert_eq!(Algorithm::ALL.iter().map(ToString::to_string).collect::<Vec<_>>(), engines);
    assert_eq!(Fields::ALL.iter().map(ToString::to_string).collect::<Vec<_>>(), fields);
    for (engine, name) in Algorithm::ALL.iter().zip(engines) {
        assert_eq!((name.parse(), engine.name()), (Ok(*engine), name));
    }
    for (way, name) in Fields::ALL.iter().zip(fields) {
        assert_eq!((name.parse(), way.name()), (Ok(*way), name));
    }
    for wrong in ["", "DP", "dp ", "lazy"] {
        assert!(wrong.parse::<Algorithm>().is_err() && wrong.parse::<Fields>().is_err(), "{wrong:?}");
    }
}
