//! Programs that look at structures, against closed forms and against all structures, one by one.

use std::cell::Cell;
use std::cmp::Ordering;
use std::collections::BTreeSet;

use dpgen::Count;
use dpgen::explore::{End, Error, ExploreError, Explorer, strategy};
use dpgen::prelude::*;

#[derive(DpGen, Debug)]
#[dpgen(rep_ok = in_order)]
enum Tree {
    Leaf,
    Node(Box<Tree>, #[dpgen(range = 1..=keys)] Int, Box<Tree>),
}

fn in_order(tree: TreeView) -> bool {
    let TreeView::Node(left, key, right) = tree else { return true };
    left.get(greatest).is_none_or(|greatest| greatest < key)
        && right.get(least).is_none_or(|least| key < least)
}

fn greatest(tree: TreeView) -> Option<Int> {
    let TreeView::Node(_, key, right) = tree else { return None };
    Some(right.get(greatest).unwrap_or(key))
}

fn least(tree: TreeView) -> Option<Int> {
    let TreeView::Node(left, key, _) = tree else { return None };
    Some(left.get(least).unwrap_or(key))
}

#[derive(DpGen, Debug)]
#[dpgen(weight = 0)]
struct Call {
    tree: Tree,
    #[dpgen(range = 1..=keys)]
    key: Int,
}

#[dpgen::cover]
fn finds(tree: TreeView, key: Int) -> bool {
    match tree {
        TreeView::Leaf => false,
        TreeView::Node(left, here, right) => match key.cmp(&here) {
            Ordering::Less => finds(left.view(), key),
            Ordering::Equal => true,
            Ordering::Greater => finds(right.view(), key),
        },
    }
}

fn search(call: CallView) -> bool {
    finds(call.tree.view(), call.key)
}

fn explorer(size: u32, keys: i64) -> Explorer<Call> {
    Explorer::up_to(size).param("keys", keys)
}

/// A search goes left or right at each of d nodes and ends with a leaf, in 2^d ways for d from 0 to n, or with the last of them, in
/// 2^(d - 1) for d from 1 to n: 3 * 2^n - 2 in all. One by one, there would be 2d + 1 for each of the Catalan numbers of trees.
#[test]
fn searches_are_as_many_as_there_are_ways_down() {
    for size in 0..=7 {
        let suite = explorer(size, 1000).views(search).unwrap();
        assert!(suite.is_complete());
        let explored = suite.explored();
        assert_eq!(explored.paths.len(), 3 * (1 << size) - 2, "up to size {size}");
        assert_eq!((explored.runs, explored.failed), (u64::try_from(explored.paths.len()).unwrap(), 0));
    }
    let suite = explorer(3, 1000).views(search).unwrap();
    assert_eq!(suite.to_string(), "all 5 outcomes up to size 3; 2 inputs suffice");
}

/// What a search sees, of a tree as a value: the ways, and whether it ends with a leaf.
fn seen(mut tree: &Tree, key: Int) -> Vec<Ordering> {
    let mut seen = Vec::new();
    while let Tree::Node(left, here, right) = tree {
        let way = key.cmp(here);
        seen.push(way);
        tree = match way {
            Ordering::Less => left,
            Ordering::Equal => return seen,
            Ordering::Greater => right,
        };
    }
    seen
}

#[test]
fn paths_are_those_of_all_structures_and_counts_add_up() {
    let all = Generator::<Call>::up_to(4).param("keys", 9).build().unwrap();
    let logs: Vec<Vec<Ordering>> = all.iter().map(|call| seen(&call.tree, call.key)).collect();
    let suite = explorer(4, 9).counts().views(search).unwrap();
    let mut found = BTreeSet::new();
    let mut sum = Count::ZERO;
    for path in &suite.explored().paths {
        let input = suite.input(path).unwrap();
        let log = seen(&input.value.tree, input.value.key);
        let same = logs.iter().filter(|other| **other == log).count();
        assert_eq!(input.alike.clone().unwrap(), Count::from(u32::try_from(same).unwrap()), "{log:?}");
        sum += &input.alike.unwrap();
        assert!(found.insert(log.clone()), "{log:?} twice");
    }
    assert_eq!(found, logs.into_iter().collect());
    assert_eq!(sum, all.total());
}

#[test]
fn all_strategies_find_the_same() {
    let strategies: [fn() -> Box<dyn strategy::Strategy>; 4] = [
        || Box::new(strategy::DepthFirst::default()),
        || Box::new(strategy::BreadthFirst::default()),
        || Box::new(strategy::Random::new(7)),
        || Box::new(strategy::Uncovered::new(7)),
    ];
    for strategy in strategies {
        let suite = explorer(5, 1000).strategy_of(strategy()).views(search).unwrap();
        assert_eq!(suite.explored().paths.len(), 94);
    }
}

fn height(tree: TreeView) -> u32 {
    let TreeView::Node(left, _, right) = tree else { return 0 };
    1 + left.get(height).max(right.get(height))
}

/// Who looks at all of a structure tells all shapes apart: the Catalan numbers, 1, 1, 2, 5, 14 and 42.
#[test]
fn who_looks_at_all_has_a_path_for_each_shape() {
    let suite = explorer(5, 1000).views(|call| call.tree.get(height)).unwrap();
    assert_eq!(suite.explored().paths.len(), 1 + 1 + 2 + 5 + 14 + 42);
    let sizes: BTreeSet<u32> =
        suite.explored().paths.iter().map(|path| suite.input(path).unwrap().size).collect();
    assert_eq!(sizes, (0..=5).collect());
}

#[test]
fn who_looks_at_nothing_has_one_path() {
    let suite = explorer(4, 12).counts().views(|_| ()).unwrap();
    let [path] = &suite.explored().paths[..] else { panic!("{suite}") };
    assert_eq!(path.decisions, 0);
    let all = Generator::<Call>::up_to(4).param("keys", 12).build();
    assert_eq!(path.inputs, all.map(|all| all.total()).ok());
}

#[test]
fn panics_are_findings_and_impure_programs_are_refused() {
    let suite = explorer(3, 100)
        .views(|call| {
            if let TreeView::Node(left, key, _) = call.tree.view()
                && let TreeView::Node(_, below, _) = left.view()
            {
                assert!(below + 1 < key, "next to each other");
            }
        })
        .unwrap();
    let findings: Vec<_> = suite.findings().collect::<Result<_, Error>>().unwrap();
    let [finding] = &findings[..] else { panic!("{findings:?}") };
    assert_eq!((finding.size, &finding.end), (2, &End::Panicked("next to each other".to_owned())));
    let calls = Cell::new(0);
    let impure = |call: CallView| {
        calls.set(calls.get() + 1);
        calls.get() % 2 == 0 && search(call)
    };
    let refused = explorer(3, 100).views(impure);
    assert!(matches!(refused, Err(Error::Explore(ExploreError::Impure { .. }))), "{refused:?}");
}

#[test]
fn limits_end_an_exploration_that_says_so() {
    let suite = explorer(5, 100).runs(7).views(search).unwrap();
    assert_eq!((suite.explored().runs, suite.is_complete()), (7, false));
    assert!(suite.to_string().contains("stopped by the number of runs"), "{suite}");
    let suite = explorer(5, 100).decisions(3).views(search).unwrap();
    assert!(suite.explored().cut > 0 && !suite.is_complete(), "{suite}");
}
