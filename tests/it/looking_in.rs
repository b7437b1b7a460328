//! Looking into a part and asking it for an attribute, in either order: the same structures as by asking alone, and runs
//! that grow with what answers tell apart, not with the productions of a size.

use dpgen::Algorithm;
use dpgen::prelude::*;

/// Defines search trees of height-balanced shape, whose predicate asks for the keys and heights of its parts in a
/// given way.
macro_rules! trees {
    ($module:ident, $parts:expr) => {
        mod $module {
            use dpgen::prelude::*;

            #[derive(DpGen, Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
            #[dpgen(rep_ok = rep_ok)]
            pub enum Tree {
                Leaf,
                Node {
                    left: Box<Tree>,
                    #[dpgen(range = 1..=n)]
                    key: i64,
                    right: Box<Tree>,
                },
            }

            fn rep_ok(tree: TreeView) -> bool {
                let TreeView::Node { left, key, right } = tree else { return true };
                let parts: fn(Ref<Tree>) -> (u32, Option<Int>, Option<Int>) = $parts;
                let ((low, _, below), (high, above, _)) = (parts(left), parts(right));
                below.is_none_or(|below| below < key)
                    && above.is_none_or(|above| key < above)
                    && low.abs_diff(high) <= 1
            }

            pub fn height(tree: TreeView) -> u32 {
                let TreeView::Node { left, right, .. } = tree else { return 0 };
                1 + left.get(height).max(right.get(height))
            }

            pub fn least(tree: TreeView) -> Option<Int> {
                let TreeView::Node { left, key, .. } = tree else { return None };
                left.get(least).or(Some(key))
            }

            pub fn greatest(tree: TreeView) -> Option<Int> {
                let TreeView::Node { key, right, .. } = tree else { return None };
                right.get(greatest).or(Some(key))
            }
        }
    };
}

trees!(asked, |part| (part.get(height), part.get(least), part.get(greatest)));
trees!(looked_into_first, |part| match part.view() {
    TreeView::Leaf => (0, None, None),
    TreeView::Node { .. } => (part.get(height), part.get(least), part.get(greatest)),
});
trees!(asked_first, |part| {
    let (height, least) = (part.get(height), part.get(least));
    match part.view() {
        TreeView::Leaf => (height, None, None),
        TreeView::Node { .. } => (height, least, part.get(greatest)),
    }
});
trees!(looked_into_between, |part| {
    let greatest = part.get(greatest);
    match part.view() {
        TreeView::Leaf => (0, None, greatest),
        TreeView::Node { left, .. } => match left.view() {
            TreeView::Leaf => (part.get(height), part.get(least), greatest),
            TreeView::Node { .. } => (part.get(height), left.get(least), greatest),
        },
    }
});

/// Shapes of AVL trees by nodes: OEIS A006265. A shape of k nodes has C(n, k) trees with keys from `1..=n`.
const SHAPES: [u128; 10] = [1, 1, 2, 1, 4, 6, 4, 17, 32, 44];

/// The runs of a build up to a size, whose counts are checked.
fn runs<T: DpGen>(size: u32) -> u64 {
    let built = Generator::<T>::up_to(size).algorithm(Algorithm::Quotient).build().unwrap();
    let mut choose = 1;
    for (k, shapes) in (0..=size).zip(SHAPES) {
        assert_eq!(built.count(k), shapes * choose, "{k} nodes of {size}");
        choose = choose * u128::from(size - k) / u128::from(k + 1);
    }
    built.report().totals().runs
}

#[test]
fn looking_in_costs_as_many_runs_as_asking() {
    let asked = runs::<asked::Tree>(9);
    for (order, looked) in [
        ("looked into first", runs::<looked_into_first::Tree>(9)),
        ("asked first", runs::<asked_first::Tree>(9)),
    ] {
        assert!(looked <= asked + asked / 10, "{order}: {looked} runs, {asked} by asking alone");
    }
}

/// A part two layers down is one of a single production of its whole, so that there are more runs.
#[test]
fn looking_two_layers_down_finds_the_same() {
    runs::<looked_into_between::Tree>(6);
}

#[test]
fn all_engines_agree() {
    fn all<T: DpGen + Ord>(algorithm: Algorithm) -> Vec<T> {
        let built = Generator::<T>::up_to(5).algorithm(algorithm).build().unwrap();
        let mut all: Vec<T> = built.iter().collect();
        all.sort();
        all
    }
    fn agree<T: DpGen + Ord + std::fmt::Debug>() {
        let expected = all::<T>(Algorithm::TopDown);
        assert!(expected.len() > 50);
        for algorithm in [Algorithm::Quotient, Algorithm::LazyDp] {
            assert_eq!(all::<T>(algorithm), expected, "{algorithm}");
        }
        let generator = Generator::<T>::up_to(5).fields(Fields::Symbolic).algorithm(Algorithm::SymbolazyDp);
        let symbolic = generator.build().unwrap();
        let solutions = |size| symbolic.iter_solutions(size, dpgen::Solutions::All, 0);
        let mut solutions: Vec<T> = (0..=5).flat_map(solutions).collect();
        solutions.sort();
        assert_eq!(solutions, expected);
    }
    agree::<looked_into_first::Tree>();
    agree::<asked_first::Tree>();
    agree::<looked_into_between::Tree>();
    agree::<List>();
    agree::<Heap>();
}

/// Lists that ascend, which look at the value of the next cell.
#[derive(DpGen, Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[dpgen(rep_ok = ascends)]
enum List {
    Nil,
    Cons {
        #[dpgen(range = 1..=n)]
        value: i64,
        rest: Box<List>,
    },
}

fn ascends(list: ListView) -> bool {
    let ListView::Cons { value, rest } = list else { return true };
    match rest.view() {
        ListView::Nil => true,
        ListView::Cons { value: next, .. } => value <= next,
    }
}

/// C(k + 39, k) lists of k cells with values from 1..=40. What is read of the next cell is its value, so that a
/// run is of two values, and not of a list.
#[test]
fn reading_the_value_of_a_part_costs_runs_by_values() {
    let built = Generator::<List>::up_to(40).algorithm(Algorithm::Quotient).build().unwrap();
    let mut all = 1_u128;
    for k in 1..=40_u32 {
        all = all * (40 + u128::from(k) - 1) / u128::from(k);
        assert_eq!(built.count(k), all);
    }
    // Fewer than pairs of values, for each size.
    assert!(built.report().totals().runs < 40 * 40 * 41);
}

/// Trees whose predicate reads numbers of both parts before and after it asks them, one only against a constant, and one
/// that is computed with.
#[derive(DpGen, Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[dpgen(rep_ok = is_heap)]
enum Heap {
    Nil,
    Node {
        left: Box<Heap>,
        #[dpgen(range = 0..=2)]
        key: i64,
        #[dpgen(range = 0..=3)]
        tag: i64,
        right: Box<Heap>,
    },
}

fn is_heap(heap: HeapView) -> bool {
    let HeapView::Node { left, key, tag, right } = heap else { return true };
    let low = match left.view() {
        HeapView::Nil => 0,
        HeapView::Node { key: below, .. } if below > key => return false,
        HeapView::Node { .. } => left.get(levels),
    };
    match right.view() {
        HeapView::Nil => low <= 1,
        HeapView::Node { left: deep, tag: other, key: below, .. } => {
            below <= key
                && other < 2
                && (tag + other) % 2 == 0
                && right.get(levels) == low
                && deep.get(levels) <= 1
        }
    }
}

fn levels(heap: HeapView) -> u32 {
    match heap {
        HeapView::Nil => 0,
        HeapView::Node { left, right, .. } => 1 + left.get(levels).max(right.get(levels)),
    }
}
