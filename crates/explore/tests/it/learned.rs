//! The learned order of paths: it leaves none out, depends on nothing but its seed, and covers soon.

use std::cell::RefCell;
use std::rc::Rc;

use crate::programs::avl::AvlCall;
use crate::programs::list::ListCall;
use crate::programs::red_black::RedBlackCall;
use dpgen::explore::strategy::{
    BreadthFirst, DepthFirst, FEATURE_NAMES, Learned, Lessons, Strategy, Weights,
};
use dpgen::explore::{Explorer, Path, Program};
use dpgen::prelude::*;

fn insert_avl(call: &mut AvlCall) {
    call.tree.insert(call.key);
}

fn remove_avl(call: &mut AvlCall) {
    call.tree.remove(call.key);
}

fn insert_red_black(call: &mut RedBlackCall) {
    call.tree.insert(call.key);
}

fn remove_red_black(call: &mut RedBlackCall) {
    call.tree.remove(call.key);
}

fn merge(call: &mut ListCall) {
    call.list.merge(&mut call.other);
    call.list.insert(call.key);
}

/// Two comparisons that nothing is noted of; runs end with the first.
fn leaves_early(call: &mut ListCall) {
    if call.key > 500 {
        return;
    }
    if call.key != 3 {
        merge(call);
    }
}

/// The paths, in the order in which they were found.
fn paths<T: DpGen>(
    explorer: Explorer<T>,
    strategy: impl Strategy + 'static,
    program: impl Program<T>,
) -> Vec<Path> {
    let suite = explorer.strategy(strategy).run(program).unwrap();
    suite.explored().paths.clone()
}

/// Whatever comes first, in the end there are the paths of a depth-first search: over the same structures, as many cover
/// the same with as many comparisons.
#[test]
fn no_path_is_left_out() {
    fn all<T: DpGen>(
        strategy: impl Strategy + 'static,
        program: impl Program<T>,
    ) -> Vec<(u32, u64, u32, Vec<String>)> {
        let suite = Explorer::<T>::up_to(7).strategy(strategy).run(program).unwrap();
        assert!(suite.is_complete());
        let path = |path: &Path| {
            let mut covers = suite.input(path).unwrap().covers;
            covers.sort_unstable();
            (path.beginning, path.comparisons, path.decisions, covers)
        };
        let mut paths: Vec<_> = suite.explored().paths.iter().map(path).collect();
        paths.sort_unstable();
        paths
    }
    fn check<T: DpGen>(program: impl Program<T> + Copy) {
        let paths = all(DepthFirst::default(), program);
        assert!(paths.len() > 50 && paths == all(Learned::new(1), program));
    }
    check(insert_avl);
    check(remove_avl);
    check(remove_red_black);
    check(merge);
    check(leaves_early);
}

#[test]
fn the_same_seed_gives_the_same_order() {
    let order = |seed| {
        let paths = paths(Explorer::<AvlCall>::up_to(6), Learned::new(seed), remove_avl);
        paths.into_iter().map(|path| (path.beginning, path.values)).collect::<Vec<_>>()
    };
    assert_eq!(order(1), order(1));
    assert_ne!(order(1), order(2));
}

/// What comes of the first runs of a few programs, some of them at random.
fn lessons() -> Lessons {
    let noted = Rc::new(RefCell::new(Lessons::default()));
    for seed in 0..4 {
        let learner = || Learned::new(seed).noting(noted.clone(), 0.5);
        paths(Explorer::<AvlCall>::up_to(6).runs(20), learner(), remove_avl);
        paths(Explorer::<RedBlackCall>::up_to(6).runs(20), learner(), insert_red_black);
        paths(Explorer::<ListCall>::up_to(6).runs(20), learner(), leaves_early);
    }
    noted.take()
}

#[test]
fn features_are_from_0_to_1_and_lessons_give_the_same_weights_again() {
    let first = lessons();
    assert!(first.items.len() > 100 && first.ways.len() > 100);
    for lesson in first.items.iter().chain(&first.ways) {
        assert!(lesson.features.iter().all(|feature| (0.0..=1.0).contains(feature)), "{lesson:?}");
        assert!(lesson.features[0] == 1.0);
    }
    // Each is something else than 0 somewhere, and not always the same, but for the first.
    for (place, name) in FEATURE_NAMES.iter().enumerate().skip(1) {
        let lessons = || first.items.iter().chain(&first.ways).map(|lesson| lesson.features[place]);
        let (least, most) = (lessons().fold(1.0, f64::min), lessons().fold(0.0, f64::max));
        assert!(least < most, "{name}: {least} to {most}");
    }
    let again = lessons();
    assert_eq!(first, again);
    let weights = Weights::fit(&first);
    assert_eq!(weights, Weights::fit(&again));
    // What is open is worth most here as well as in the programs from which the weights that ship were learned.
    assert!(weights.items[1] > 1.0 && Weights::KAREL.items[1] > 1.0, "{weights}");
}

/// Every run covers something, so that a run that covers nothing new, or is not taken, teaches that.
#[test]
fn gains_of_items_are_what_was_covered() {
    let noted = Rc::new(RefCell::new(Lessons::default()));
    let mut covered = Vec::new();
    let explorer = Explorer::<AvlCall>::up_to(6).strategy(Learned::new(3).noting(noted.clone(), 0.3));
    explorer.watch(remove_avl, |_, seen| covered.push(seen.covered)).unwrap();
    let gains: usize = covered.windows(2).map(|pair| pair[1] - pair[0]).sum();
    let noted: u32 = noted.take().items.iter().map(|lesson| lesson.gain).sum();
    // The last run is noted when another one begins, of which there is none; the first has no choice of items.
    assert_eq!(usize::try_from(noted).unwrap(), gains);
}

/// After each of these numbers of runs, as many outcomes are covered as breadth first covers, or more.
#[test]
fn as_much_is_covered_as_breadth_first() {
    fn covered<T: DpGen>(strategy: impl Strategy + 'static, program: impl Program<T>) -> Vec<usize> {
        let mut covered = Vec::new();
        let explorer = Explorer::<T>::up_to(7).runs(20).strategy(strategy);
        explorer.watch(program, |_, seen| covered.push(seen.covered)).unwrap();
        covered
    }
    fn check<T: DpGen>(program: impl Program<T> + Copy) {
        let first = covered(BreadthFirst::default(), program);
        for seed in 0..3 {
            let learned = covered(Learned::new(seed), program);
            for runs in [5, 10, 20] {
                assert!(learned[runs - 1] >= first[runs - 1], "{runs} runs: {learned:?}, {first:?}");
            }
        }
    }
    check(insert_avl);
    check(remove_avl);
    check(insert_red_black);
    check(remove_red_black);
    check(merge);
}
