//! The means of looking for worst cases, one by one: what is known of each, and that their sum is no worse than any.

use crate::programs::graphs::{bellman_ford, smith_waterman};
use crate::programs::searching::concretised;
use crate::programs::sorting::{insertion_sort, quicksort};
use crate::programs::steps;
use dpgen::Int;
use dpgen::explore::{CostMeasure, Search, WorstCase};

const ALONE: [Search; 7] = [
    Search::Exhaustive,
    Search::Inputs,
    Search::Adversary,
    Search::Paths,
    Search::Branches { history: 0 },
    Search::Branches { history: 2 },
    Search::PySe { history: 2 },
];

type Program = fn(&mut [Int]);

fn added(program: Program, greatest: i64) -> WorstCase {
    WorstCase::ints(0..=greatest).cost(CostMeasure::Added).program(program).paths(300).tries(20)
}

/// What is reported is what the witness costs, and all means together find no less than each of them.
#[test]
fn auto_is_no_worse_than_any_and_witnesses_cost_what_is_said() {
    // Five vertices: policies that make all worst paths of up to four cost 9 here, and the first paths more.
    let programs: [(Program, i64, u32); 2] = [(bellman_ford, 1000, 20), (smith_waterman, 3, 10)];
    for (program, greatest, size) in programs {
        let auto = added(program, greatest).sizes([size]).run().unwrap();
        for search in ALONE {
            let worst = added(program, greatest).search(search).sizes([size]).run().unwrap();
            // Four letters are too few for ten integers that all differ.
            let Some(at) = worst.sizes().first() else {
                assert!(search == Search::Adversary && greatest == 3);
                continue;
            };
            assert!(!at.is_proven() && at.cost() <= auto.at(size).cost(), "{search:?}: {worst}\n{auto}");
            let mut ints: Vec<Int> = at.witness().iter().copied().map(Int::from).collect();
            assert_eq!(steps(|| program(&mut ints)), at.cost(), "{search:?}: {worst}");
        }
    }
}

/// A pivot that parts one from the rest each time: all n(n - 1)/2 comparisons (McIlroy 1999), which random inputs are far from.
#[test]
fn an_adversary_makes_quicksort_quadratic() {
    let found =
        |search| WorstCase::ints(0..=1000).program(quicksort).search(search).sizes([30, 100]).run().unwrap();
    let (worst, random) = (found(Search::Adversary), found(Search::Inputs));
    assert_eq!((worst.at(30).cost(), worst.at(100).cost()), (435, 4950), "{worst}");
    assert!(random.at(100).cost() < 2000, "{random}");
    // As many values as integers, and fewer.
    let narrow = |range| {
        WorstCase::ints(range).program(quicksort).search(Search::Adversary).sizes([30]).run().unwrap()
    };
    assert_eq!(narrow(0..=29).at(30).cost(), 435);
    assert!(narrow(0..=28).sizes().is_empty());
}

/// One answer a branch does for insertion sort, and not for a search whose matches follow mismatches; two decisions before it do
/// (PySE's slides: SPF-WCA, trained at 6 and 7, takes one path to 99 at 100).
#[test]
fn tables_find_what_their_papers_say() {
    let sorted = |search| WorstCase::ints(0..=1000).program(insertion_sort).search(search).sizes([30]).run();
    assert_eq!(sorted(Search::Branches { history: 0 }).unwrap().at(30).cost(), 435);
    let found = |search| added(concretised, 255).search(search).sizes([5, 30, 100]).run().unwrap();
    let (wise, history) = (found(Search::Branches { history: 0 }), found(Search::Branches { history: 2 }));
    assert!(wise.at(100).cost() < 99, "{wise}");
    assert_eq!((history.at(30).cost(), history.at(100).cost()), (30, 99), "{history}");
    // What was learned at 5 is kept for 30.
    assert_eq!(found(Search::PySe { history: 2 }).at(30).cost(), 30);
}
