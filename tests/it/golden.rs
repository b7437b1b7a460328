//! Exact counts from outside this project, for every engine as far as it gets in a moment.
//!
//! The figures are of structures of exactly the size given by their place; the source is named at each.

use crate::common::recurrences::choose;
use crate::common::{
    Case, Value, avl, binary_heap, binary_tree, fibonacci_heap, hash_table, recurrences, red_black,
    search_tree, sorted_list,
};
use dpgen::{Algorithm, Count, DpGen, Generator};

/// OEIS A000108, the Catalan numbers.
const CATALAN: [u128; 16] =
    [1, 1, 2, 5, 14, 42, 132, 429, 1430, 4862, 16796, 58786, 208_012, 742_900, 2_674_440, 9_694_845];

/// OEIS A001131 (shifted by one): red-black trees with n nodes.
const RED_BLACK: [u128; 21] = [
    1, 2, 2, 3, 8, 14, 20, 35, 64, 122, 260, 586, 1296, 2708, 5400, 10468, 19888, 37580, 71960, 140_612,
    279_264,
];

/// OEIS A001137: red-black trees with n nodes and a black root.
const BLACK_ROOT: [u128; 21] = [
    1, 1, 2, 2, 4, 8, 16, 33, 56, 90, 164, 330, 688, 1440, 3008, 6291, 13168, 27604, 57896, 120_730, 248_312,
];

/// OEIS A006265 (shifted by one): AVL trees with n nodes.
const AVL: [u128; 16] = [1, 1, 2, 1, 4, 6, 4, 17, 32, 44, 60, 70, 184, 476, 872, 1553];

/// C(2n - 1, n): sorted lists of n values from 1..=n. Korat's example SortedList prints the same.
const SORTED: [u128; 14] =
    [1, 1, 3, 10, 35, 126, 462, 1716, 6435, 24310, 92378, 352_716, 1_352_078, 5_200_300];

/// Max-heaps of n cells with values 0..=n: `recurrences::heaps`. Weighted sums equal what Korat's example HeapArray
/// prints.
const HEAPS: [u128; 10] = [1, 2, 6, 30, 140, 994, 7056, 73644, 581_097, 6_749_886];

/// Fibonacci heaps of all sizes up to n, with keys 0..n, from n = 0: `recurrences::fibonacci_heaps`. Korat's example
/// FibonacciHeap prints the same for n = 1..=6.
const FIBONACCI: [u128; 8] = [1, 2, 12, 136, 2310, 52281, 1_474_186, 49_698_272];

/// The same by exact size, for n = 6.
const FIBONACCI_6: [u128; 7] = [1, 6, 63, 714, 8568, 106_575, 1_358_259];

#[test]
fn the_tables_are_those_of_the_recurrences() {
    assert_eq!((0..HEAPS.len()).map(|n| recurrences::heaps(n, n)).collect::<Vec<_>>(), HEAPS);
    let fibonacci = |n| (0..=n).map(|size| recurrences::fibonacci_heaps(size, n)).sum::<u128>();
    assert_eq!((0..FIBONACCI.len()).map(fibonacci).collect::<Vec<_>>(), FIBONACCI);
    let exactly: Vec<u128> = (0..=6).map(|size| recurrences::fibonacci_heaps(size, 6)).collect();
    assert_eq!(exactly, FIBONACCI_6);
    let shapes = recurrences::red_black_shapes(20);
    assert_eq!(shapes.iter().map(|(any, _)| *any).collect::<Vec<_>>(), RED_BLACK);
    assert_eq!(shapes.iter().map(|(_, black)| *black).collect::<Vec<_>>(), BLACK_ROOT);
}

/// How far an engine goes: Quotient DP, LazyDP, DP, Korat's search; an engine not listed goes as far as DP.
struct Reach {
    quotient: u32,
    lazy_dp: u32,
    dp: u32,
    top_down: u32,
}

impl Reach {
    fn of(&self, algorithm: Algorithm) -> u32 {
        match algorithm {
            Algorithm::Quotient => self.quotient,
            Algorithm::LazyDp => self.lazy_dp,
            Algorithm::TopDown => self.top_down,
            _ => self.dp,
        }
    }
}

/// The counts of every size up to `max_size`, as the engine finds them.
fn counts<T: Value>(
    case: &Case<T>,
    algorithm: Algorithm,
    max_size: u32,
    params: &[(&str, i64)],
) -> Vec<Count> {
    let generator = case.generator(max_size).algorithm(algorithm);
    let generator = params.iter().fold(generator, |generator, (name, value)| generator.param(*name, *value));
    let structures = generator.build().unwrap();
    assert_eq!(
        (structures.stop_reason(), structures.complete_sizes()),
        (None, max_size + 1),
        "{}",
        case.name
    );
    (0..=max_size).map(|size| structures.count(size)).collect()
}

/// Holds each engine's counts to `expected(size, max_size)`.
fn check<T: Value>(case: &Case<T>, reach: &Reach, expected: impl Fn(u32, u32) -> u128) {
    for algorithm in case.engines() {
        let max_size = reach.of(algorithm);
        let expected: Vec<u128> = (0..=max_size).map(|size| expected(size, max_size)).collect();
        assert_eq!(counts(case, algorithm, max_size, &[]), expected, "{}: {algorithm}", case.name);
    }
}

fn at<const N: usize>(table: &[u128; N], size: u32) -> u128 {
    table[usize::try_from(size).unwrap()]
}

#[test]
fn binary_trees() {
    let reach = Reach { quotient: 15, lazy_dp: 9, dp: 8, top_down: 6 };
    check(&binary_tree::CASE, &reach, |size, _| at(&CATALAN, size));
}

/// C(n, s) ways to choose the keys, and a shape.
#[test]
fn search_trees() {
    let reach = Reach { quotient: 15, lazy_dp: 6, dp: 5, top_down: 5 };
    check(&search_tree::CASE, &reach, |size, n| choose(n, size) * at(&CATALAN, size));
}

#[test]
fn red_black_trees() {
    let reach = Reach { quotient: 20, lazy_dp: 6, dp: 5, top_down: 5 };
    check(&red_black::any_root::CASE, &reach, |size, n| choose(n, size) * at(&RED_BLACK, size));
    check(&red_black::black_root::CASE, &reach, |size, n| choose(n, size) * at(&BLACK_ROOT, size));
}

/// The README compares this with the candidates that a search judges: 1,296 trees of size 12, by so many runs.
#[test]
fn red_black_trees_take_2_301_runs_up_to_size_12() {
    let trees = red_black::any_root::CASE.generator(12).algorithm(Algorithm::Quotient).build().unwrap();
    assert_eq!(trees.count(12), 1296);
    assert_eq!(trees.report().totals().runs, 2301);
}

#[test]
fn avl_trees() {
    let reach = Reach { quotient: 15, lazy_dp: 6, dp: 5, top_down: 6 };
    check(&avl::CASE, &reach, |size, n| choose(n, size) * at(&AVL, size));
}

/// C(n + s - 1, s) multisets; of these the table lists n = s.
#[test]
fn sorted_lists() {
    let reach = Reach { quotient: 13, lazy_dp: 8, dp: 7, top_down: 7 };
    check(&sorted_list::CASE, &reach, |size, n| if size == 0 { 1 } else { choose(n + size - 1, size) });
    for (size, expected) in (0..).zip(SORTED) {
        assert_eq!(counts(&sorted_list::CASE, Algorithm::Quotient, size, &[]).pop(), Some(expected.into()));
    }
}

/// The table is of the largest size only, since the values' range grows with it.
#[test]
fn binary_heaps() {
    let reach = Reach { quotient: 9, lazy_dp: 6, dp: 5, top_down: 5 };
    for algorithm in binary_heap::CASE.engines() {
        for size in 0..=reach.of(algorithm) {
            let found = counts(&binary_heap::CASE, algorithm, size, &[]).pop().unwrap();
            assert_eq!(found, at(&HEAPS, size), "{algorithm}: {size} cells");
        }
    }
}

#[test]
fn fibonacci_heaps() {
    let reach = Reach { quotient: 7, lazy_dp: 4, dp: 4, top_down: 4 };
    for algorithm in fibonacci_heap::CASE.engines() {
        for size in 0..=reach.of(algorithm) {
            let found: Count = counts(&fibonacci_heap::CASE, algorithm, size, &[]).into_iter().sum();
            assert_eq!(found, at(&FIBONACCI, size), "{algorithm}: up to {size} nodes");
        }
    }
    assert_eq!(counts(&fibonacci_heap::CASE, Algorithm::Quotient, 6, &[]), FIBONACCI_6);
}

/// C(m, s) sets of keys.
#[test]
fn hash_tables() {
    let reach = Reach { quotient: 15, lazy_dp: 5, dp: 4, top_down: 5 };
    for algorithm in hash_table::CASE.engines() {
        let max_size = reach.of(algorithm);
        for keys in [max_size, 2 * max_size] {
            let found = counts(&hash_table::CASE, algorithm, max_size, &[("m", i64::from(keys))]);
            let expected: Vec<u128> = (0..=max_size).map(|size| choose(keys, size)).collect();
            assert_eq!(found, expected, "{algorithm}: keys 0..{keys}");
        }
    }
}

/// The same invariant as `red_black`'s without keys: sizes far beyond what can be enumerated.
#[derive(DpGen, Debug)]
#[dpgen(rep_ok = is_red_black)]
enum Shape {
    Nil,
    Node { left: Box<Shape>, red: bool, right: Box<Shape> },
}

fn is_red_black(shape: ShapeView) -> bool {
    let ShapeView::Node { left, red, right } = shape else { return true };
    left.get(black_height) == right.get(black_height)
        && (!red.value() || !left.get(is_red) && !right.get(is_red))
}

fn black_height(shape: ShapeView) -> u32 {
    let ShapeView::Node { left, red, .. } = shape else { return 1 };
    left.get(black_height) + u32::from(!red)
}

fn is_red(shape: ShapeView) -> bool {
    matches!(shape, ShapeView::Node { red, .. } if red.value())
}

/// `recurrences::red_black_shapes`; and OEIS A001131.
#[test]
fn red_black_shapes_up_to_size_100() {
    let shapes = Generator::<Shape>::up_to(100).threads(1).algorithm(Algorithm::Quotient).build().unwrap();
    let counts: Vec<Count> = (0..=20).map(|size| shapes.count(size)).collect();
    assert_eq!(counts, RED_BLACK);
    for (size, (any, _)) in (0..).zip(recurrences::red_black_shapes(100)) {
        assert_eq!(shapes.count(size), any, "size {size}");
    }
    assert_eq!(shapes.count(60), 1_772_643_153_766_817_088);
    assert_eq!(shapes.count(100), 28_168_042_951_672_559_020_594_292_593_776);
}
