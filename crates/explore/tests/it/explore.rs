//! Explorations of containers: numbers of paths that are known, and brute force over all inputs.

use std::collections::{BTreeMap, BinaryHeap};

use crate::programs::avl::AvlCall;
use crate::programs::sample::{Unknown, run_unknown};
use dpgen::explore::strategy::{
    BreadthFirst, DepthFirst, Indices, Learned, PySe, Random, Strategy, Suffix, Tardis, Uncovered,
};
use dpgen::explore::{End, Explorer, Stop};
use dpgen::prelude::*;

/// How many AVL trees there are with n nodes: OEIS A006265.
const AVL_TREES: [usize; 8] = [1, 1, 2, 1, 4, 6, 4, 17];

/// A key is less than, equal to or between the keys of a tree: 2n + 1 places, each a path of its own, as comparing goes by
/// three ways at each node of the path to it. The call itself weighs 1.
#[test]
fn insertion_takes_one_path_a_place_whatever_the_strategy() {
    let strategies: [Box<dyn Strategy>; 8] = [
        Box::new(DepthFirst::default()),
        Box::new(BreadthFirst::default()),
        Box::new(Random::new(1)),
        Box::new(Uncovered::new(1)),
        Box::new(Learned::new(1)),
        Box::new(Tardis::new(Indices::ALL, 1)),
        Box::new(Suffix::new(1)),
        Box::new(PySe::new(1, 1)),
    ];
    let paths: usize = (0..).zip(AVL_TREES).map(|(n, trees): (usize, usize)| (2 * n + 1) * trees).sum();
    assert_eq!(paths, 430);
    for strategy in strategies {
        let name = format!("{strategy:?}");
        let suite = Explorer::<AvlCall>::up_to(8)
            .strategy_of(strategy)
            .run(|call| call.tree.insert(call.key))
            .unwrap();
        assert_eq!(suite.explored().paths.len(), paths, "{name}");
        assert!(suite.is_complete() && suite.explored().failed == 0, "{name}");
        // A node that has no node below it is never out of balance.
        assert_eq!(
            suite.to_string(),
            "all 16 feasible outcomes of 17 up to size 8; 1 proved unreachable up to size 8; 5 inputs suffice"
        );
        assert!(suite.is_smallest());
        let covered: std::collections::BTreeSet<&String> =
            suite.inputs().iter().flat_map(|input| &input.covers).collect();
        assert_eq!(covered.len(), 16);
    }
}

/// The suite's inputs are values on which the program does what their paths say.
#[test]
fn inputs_are_values_that_can_be_kept_as_text() {
    let suite = dpgen::explore::<AvlCall>(5, |call| call.tree.remove(call.key)).unwrap();
    assert!(suite.is_complete());
    for (input, ron) in suite.inputs().iter().zip(suite.to_ron().lines()) {
        assert_eq!(input.ron, ron);
        let again: AvlCall = dpgen::explore::from_ron(5, ron).unwrap();
        assert_eq!(format!("{again:?}"), format!("{:?}", input.value));
        assert!(dpgen::is_valid(&again));
    }
    let tests = suite.to_tests("AvlCall", "|call| call.tree.remove(call.key)");
    assert_eq!(tests.matches("#[test]").count(), suite.inputs().len());
}

#[derive(DpGen, Debug)]
#[dpgen(rep_ok = ascends)]
struct Pair(#[dpgen(range = 0..=9)] Int, #[dpgen(range = 0..=9)] Int);

fn ascends(pair: PairView) -> bool {
    pair.0 < pair.1
}

/// Where inputs are judged after the program, one of its three ways can not be taken by a valid one.
#[test]
fn judging_afterwards_costs_failed_attempts() {
    let compare = |pair: &mut Pair| pair.0.cmp(&pair.1);
    let before = Explorer::<Pair>::up_to(1).run(compare).unwrap();
    assert_eq!((before.explored().paths.len(), before.explored().failed), (1, 0));
    let after = Explorer::<Pair>::up_to(1).assume_after().run(compare).unwrap();
    assert_eq!((after.explored().paths.len(), after.explored().failed), (1, 2));
    assert!(after.is_complete());
}

/// The paths that remain are the same whenever inputs are judged, as predicates over views read the same open integers.
#[test]
fn judging_afterwards_leaves_the_same_paths() {
    let explorer = || Explorer::<AvlCall>::up_to(5);
    let before = explorer().run(|call| call.tree.contains(call.key)).unwrap();
    let after = explorer().assume_after().run(|call| call.tree.contains(call.key)).unwrap();
    assert!(
        after.is_complete() && after.explored().failed > 0,
        "{after}, {} failed, {} unsolved",
        after.explored().failed,
        after.explored().unsolved
    );
    assert_eq!(after.explored().paths.len(), before.explored().paths.len());
    assert_eq!(after.explored().coverage.covered(), before.explored().coverage.covered());
}

/// Judged afterwards, each of the 63 places at which the length is asked has a way that no valid object takes; nothing else fails,
/// whatever the strategy. One that learns the last clause fails twice or so before it knows that way.
#[test]
fn the_length_of_an_array_costs_the_failed_attempts() {
    let before = Explorer::<Unknown>::up_to(1).run(|object| run_unknown(object)).unwrap();
    assert_eq!((before.explored().paths.len(), before.explored().failed), (32, 0));
    let strategies: [Box<dyn Strategy>; 5] = [
        Box::new(BreadthFirst::default()),
        Box::new(Random::new(1)),
        Box::new(Tardis::new(Indices::ALL, 1)),
        Box::new(Suffix::new(1)),
        Box::new(Learned::new(1)),
    ];
    let mut within = Vec::new();
    for strategy in strategies {
        let mut paths = 0;
        let explorer = Explorer::<Unknown>::up_to(1).assume_after().strategy_of(strategy);
        let after = explorer.watch(
            |object: &mut Unknown| run_unknown(object),
            |path, seen| {
                assert!(path.values[5..15].iter().all(|value| *value >= 0) && path.values[15] == 5);
                paths += usize::from(seen.failed <= 10);
            },
        );
        let after = after.unwrap();
        assert!(after.is_complete());
        assert_eq!((after.explored().paths.len(), after.explored().failed), (32, 63));
        within.push(paths);
    }
    assert!(within[3] >= 29 && within[0] < 20, "{within:?}");
}

/// A list that ascends weakly, and two numbers.
#[derive(DpGen, Debug)]
enum Ascending {
    End,
    Item(#[dpgen(range = 0..=6)] Int, Box<Ascending>),
}

#[derive(DpGen, Debug)]
#[dpgen(rep_ok = is_ascending)]
struct Search {
    list: Ascending,
    #[dpgen(range = 0..=6)]
    key: Int,
    #[dpgen(range = 0..=6)]
    other: i64,
}

fn is_ascending(search: SearchView) -> bool {
    let (mut list, mut last) = (search.list.view(), Int::from(0));
    while let AscendingView::Item(item, rest) = list {
        if item < last {
            return false;
        }
        (list, last) = (rest.view(), item);
    }
    true
}

/// Takes differences, sums of three integers, and an integer's value.
#[dpgen::cover]
fn search(input: &Search) -> bool {
    let mut list = &input.list;
    let mut found = input.other % 3 == 1;
    while let Ascending::Item(item, rest) = list {
        if *item == input.key || *item + input.key + input.key == 7 {
            found = !found;
        }
        assert!(!(found && *item > 5));
        list = rest;
    }
    found
}

/// Each input takes one path: as many as are counted cover the same when each is tried.
#[test]
fn counts_are_those_of_brute_force() {
    let explorer = || Explorer::<Search>::up_to(4);
    let all = explorer().counts().run(|input| search(input)).unwrap();
    let each = explorer().concrete().counts().run(|input| search(input)).unwrap();
    assert!(all.is_complete() && each.is_complete());
    type Counts = BTreeMap<(u32, bool, Vec<String>), u128>;
    let counts = |suite: &dpgen::explore::Suite<Search>| -> Counts {
        suite.explored().paths.iter().fold(Counts::new(), |mut counts, path| {
            let input = suite.input(path).unwrap();
            let has_returned = input.end == End::Returned;
            *counts.entry((input.size, has_returned, input.covers)).or_default() +=
                input.alike.unwrap().to_u128().unwrap();
            counts
        })
    };
    assert_eq!(counts(&all), counts(&each));
    assert!(all.explored().paths.len() < each.explored().paths.len() / 2);
    // Without being asked for, there are none.
    let silent = explorer().run(|input| search(input)).unwrap();
    assert!(silent.explored().paths.iter().all(|path| path.inputs.is_none()));
}

/// Numbers at the ends of `i64` are compared and do not overflow.
#[test]
fn ends_of_the_range() {
    let suite = Explorer::<Pair>::up_to(1)
        .run(|pair| {
            assert!(pair.0 < i64::MAX && pair.0 > i64::MIN && pair.1 + i64::MAX > i64::MAX - 1);
            pair.0 * 3 > pair.1 + pair.1
        })
        .unwrap();
    assert!(suite.is_complete() && suite.explored().findings().count() == 0);
    assert_eq!(suite.explored().paths.len(), 2);
}

/// A panic is a finding with an input; so is a division by zero that only one value makes.
#[test]
fn panics_are_findings() {
    let suite = Explorer::<Pair>::up_to(1)
        .run(|pair| {
            assert!(pair.0 + pair.1 != 17, "eight and nine");
            10 / (pair.0 - 3).value()
        })
        .unwrap();
    let mut findings: Vec<(String, End)> = suite
        .findings()
        .map(|input| input.map(|input| (format!("{:?}", input.value), input.end)).unwrap())
        .collect();
    findings.sort_by(|a, b| a.0.cmp(&b.0));
    assert_eq!(findings.len(), 2, "{findings:?}");
    assert!(
        findings[0].0.starts_with("Pair(3, ")
            && matches!(&findings[0].1, End::Panicked(text) if text.contains("divide by zero"))
    );
    assert_eq!(
        (&*findings[1].0, &findings[1].1),
        ("Pair(8, 9)", &End::Panicked("eight and nine".to_owned()))
    );
}

/// Loops that no input ends are cut, and said to be.
#[test]
fn limits_are_in_the_certificate() {
    let endless = |pair: &mut Pair| {
        let mut sum = pair.0;
        while sum < 1_000_000_000 {
            sum += pair.1;
        }
    };
    let suite = Explorer::<Pair>::up_to(1).decisions(5).run(endless).unwrap();
    assert!(!suite.is_complete() && suite.explored().cut > 0);
    assert!(suite.to_string().contains("the limit of decisions"), "{suite}");
    let suite = Explorer::<AvlCall>::up_to(8).runs(10).run(|call| call.tree.insert(call.key)).unwrap();
    assert_eq!((suite.explored().runs, suite.explored().stop), (10, Some(Stop::Runs)));
    assert!(suite.to_string().contains("not all paths: stopped by the number of runs"), "{suite}");
}

/// A program that depends on something else is noticed.
#[test]
fn impure_programs_are_refused() {
    let calls = std::cell::Cell::new(0);
    let error = Explorer::<Pair>::up_to(1).run(|pair| {
        calls.set(calls.get() + 1);
        if calls.get() % 2 == 0 { pair.0 < 3 } else { pair.1 > 4 && pair.0 < 5 }
    });
    assert!(error.unwrap_err().to_string().contains("not pure"));
    // The second run ends before it has asked what the first one did.
    let calls = std::cell::Cell::new(0);
    let error = Explorer::<Pair>::up_to(1).run(|pair| {
        calls.set(calls.get() + 1);
        calls.get() % 2 == 1 && pair.0 < 3
    });
    assert!(error.unwrap_err().to_string().contains("not pure"));
}

/// Code that is generic in what it compares runs as it is.
#[test]
fn collections_of_the_standard_library_run_as_they_are() {
    #[derive(DpGen, Debug)]
    struct Four(#[dpgen(range = 0..=9)] [Int; 4]);

    let sorted = Explorer::<Four>::up_to(1).run(|keys| keys.0.sort()).unwrap();
    assert!(sorted.is_complete());
    let maps = Explorer::<Four>::up_to(1)
        .run(|keys| {
            let map: BTreeMap<Int, usize> = keys.0.iter().copied().zip(0..).collect();
            assert!(map.len() <= 4);
        })
        .unwrap();
    assert!(maps.is_complete() && maps.explored().findings().count() == 0);
    let heaps = Explorer::<Four>::up_to(1)
        .run(|keys| {
            let mut heap: BinaryHeap<Int> = keys.0.iter().copied().collect();
            let greatest = heap.pop();
            assert!(keys.0.iter().all(|key| Some(*key) <= greatest));
        })
        .unwrap();
    assert!(heaps.is_complete() && heaps.explored().findings().count() == 0);
    // Small slices are sorted by insertion, which asks less or not: as many paths as permutations. A map asks three ways: weak
    // orders of four, OEIS A000670.
    assert_eq!((sorted.explored().paths.len(), maps.explored().paths.len()), (24, 75));
}

/// Every concrete input takes exactly one of the paths: brute force over all values.
#[test]
fn paths_are_those_of_brute_force() {
    #[derive(DpGen, Debug)]
    struct Three(#[dpgen(range = 0..=3)] Int, #[dpgen(range = 0..=3)] Int, #[dpgen(range = 0..=3)] Int);

    #[dpgen::cover]
    fn classify(a: Int, b: Int, c: Int) -> u8 {
        if a + b == c {
            1
        } else if a < b && b < c {
            2
        } else if a.table(&[5, 5, 7, 5]) == 7 || c == 0 {
            3
        } else {
            4
        }
    }
    let symbolic = Explorer::<Three>::up_to(1).run(|three| classify(three.0, three.1, three.2)).unwrap();
    let concrete =
        Explorer::<Three>::up_to(1).concrete().run(|three| classify(three.0, three.1, three.2)).unwrap();
    assert_eq!(concrete.explored().runs, 64);
    let masks = |suite: &dpgen::explore::Suite<Three>| -> std::collections::BTreeSet<Vec<String>> {
        let paths = suite.explored().paths.iter();
        paths.map(|path| suite.input(path).unwrap().covers).collect()
    };
    assert_eq!(masks(&symbolic), masks(&concrete));
    assert!(symbolic.explored().paths.len() < 30);
    assert_eq!(symbolic.inputs().len(), concrete.inputs().len());
}
