//! Arguments of tests that are placed around the integers of another one.

use std::cell::RefCell;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use dpgen::prelude::*;

#[derive(DpGen, Debug, Clone)]
#[dpgen(rep_ok = ordered)]
enum Tree {
    Leaf,
    Node(Box<Tree>, #[dpgen(range = 1..=keys)] i64, Box<Tree>),
}

fn ordered(tree: TreeView) -> bool {
    let TreeView::Node(left, key, right) = tree else { return true };
    left.get(greatest).is_none_or(|other| other < key) && right.get(least).is_none_or(|other| key < other)
}

fn least(tree: TreeView) -> Option<Int> {
    let TreeView::Node(left, key, _) = tree else { return None };
    left.get(least).or(Some(key))
}

fn greatest(tree: TreeView) -> Option<Int> {
    let TreeView::Node(_, key, right) = tree else { return None };
    right.get(greatest).or(Some(key))
}

impl Tree {
    fn keys(&self) -> Vec<i64> {
        let Self::Node(left, key, right) = self else { return Vec::new() };
        left.keys().into_iter().chain([*key]).chain(right.keys()).collect()
    }

    /// The number of keys below, and whether it is one of them.
    fn place(&self, key: i64) -> (usize, bool) {
        let keys = self.keys();
        (keys.iter().filter(|other| **other < key).count(), keys.contains(&key))
    }
}

thread_local! {
    static SEEN: RefCell<BTreeMap<String, BTreeSet<(usize, bool)>>> = RefCell::default();
}

fn see(tree: &Tree, key: i64) {
    let new =
        SEEN.with_borrow_mut(|seen| seen.entry(format!("{tree:?}")).or_default().insert(tree.place(key)));
    assert!(new, "a place comes twice");
}

// Catalan numbers of shapes 1, 1, 2, 5, each with 2 k + 1 places.
#[dpgen::test(max_size = 3, expect = 49, fields = symbolic, param(keys = 9))]
fn each_place_comes_once_with_symbolic_keys(
    tree: &Tree,
    #[dpgen(around = tree, range = 0..=keys + 1)] key: i64,
) {
    assert!((0..=10).contains(&key));
    // The trees are solved anew for each place, so that shapes are many trees.
    assert!(tree.keys().is_sorted());
}

// 1 tree with 1 place; 3 trees of a key, each with 3 places; of the 3 pairs of keys two have no gap between, and each has
// 2 shapes: 2 (4 + 4 + 5); and 5 trees of all keys, without gaps: 3 + 2 places.
#[dpgen::test(max_size = 3, expect = 61, param(keys = 3))]
fn each_place_that_exists_comes_once(tree: &Tree, #[dpgen(around = tree, range = 0..=keys + 1)] key: i64) {
    see(tree, key);
}

// Both in 2 k + 1 places each, and in each of the k + 1 gaps in two orders more: 1 (1 + 2) + 1 (9 + 4) + 2 (25 + 6) + 5 (49 + 8).
#[dpgen::test(max_size = 3, expect = 363, fields = symbolic, param(keys = 9))]
fn each_order_of_two_comes_once_with_symbolic_keys(
    tree: &Tree,
    #[dpgen(around = tree, range = 0..=keys + 3)] key: i64,
    #[dpgen(around = tree, range = 0..=keys + 3)] other: i64,
) {
    assert!(tree.keys().is_sorted() && (0..=12).contains(&key) && (0..=12).contains(&other));
}

// All orders of three in one gap are 13 (ordered Bell number), without an integer; with a key, of which there is one tree: let `e` of
// the three be the key, the others in two gaps: 1 + 3 * 2 + 3 (2 * 3 + 2) + (2 * 13 + 6 * 3).
#[dpgen::test(max_size = 1, expect = 88, fields = symbolic, param(keys = 9))]
fn each_order_of_three_comes_once(
    tree: &Tree,
    #[dpgen(around = tree, range = 0..=keys + 4)] a: i64,
    #[dpgen(around = tree, range = 0..=keys + 4)] b: i64,
    #[dpgen(around = tree, range = 0..=keys + 4)] c: i64,
) {
    assert!(tree.keys().len() <= 1 && a >= 0 && b >= 0 && c >= 0);
}

/// What a search tree of some keys can tell about two values: the place of each, and their order.
type Order = ((usize, bool), (usize, bool), Ordering);

fn order(keys: &[i64], key: i64, other: i64) -> Order {
    let place = |value| (keys.iter().filter(|key| **key < value).count(), keys.contains(&value));
    (place(key), place(other), key.cmp(&other))
}

/// The number of cases of keys from 1 to 4 with a value of each range, as far as a search tree can tell them apart: all pairs
/// of values are tried.
fn orders(max_len: u32, values: RangeInclusive<i64>, others: RangeInclusive<i64>) -> usize {
    let trees = |len: u32| [1, 1, 2, 5][usize::try_from(len).unwrap()];
    let sets = (0..16_u32).filter(|set| set.count_ones() <= max_len);
    let cases = sets.map(|set| {
        let keys: Vec<i64> = (0..4).filter(|bit| set >> bit & 1 == 1).map(|bit| bit + 1).collect();
        let pairs = values.clone().flat_map(|key| others.clone().map(move |other| (key, other)));
        let orders: BTreeSet<Order> = pairs.map(|(key, other)| order(&keys, key, other)).collect();
        trees(set.count_ones()) * orders.len()
    });
    cases.sum()
}

// By hand, with gaps of g and h integers below and above a key: 9 places, and two orders more in each gap of at least two
// integers. So 3 without a key; 11 + 13 + 13 + 11 with one; with the keys a, b the gaps a, b - a - 1 and 5 - b, and two shapes:
// 2 (18 + 27 + 27 + 20 + 27 + 18).
#[test]
fn orders_are_counted_by_trying_all_values() {
    assert_eq!([orders(0, 0..=5, 0..=5), orders(1, 0..=5, 0..=5)], [3, 3 + 48]);
    assert_eq!(orders(2, 0..=5, 0..=5), 3 + 48 + 274);
    assert_eq!([orders(3, 0..=5, 0..=5), orders(2, 0..=5, 2..=4), orders(2, 3..=6, 0..=9)], [955, 193, 187]);
}

thread_local! {
    static ORDERS: RefCell<BTreeMap<String, BTreeSet<Order>>> = RefCell::default();
}

fn see_order(tree: &Tree, key: i64, other: i64) {
    let order = order(&tree.keys(), key, other);
    let new = ORDERS.with_borrow_mut(|seen| seen.entry(format!("{tree:?}")).or_default().insert(order));
    assert!(new, "an order comes twice");
}

#[dpgen::test(max_size = 3, expect = 955, param(keys = 4), threads = 1)]
fn each_order_that_exists_comes_once(
    tree: &Tree,
    #[dpgen(around = tree, range = 0..=5)] key: i64,
    #[dpgen(around = tree, range = 0..=5)] other: i64,
) {
    see_order(tree, key, other);
}

#[dpgen::test(max_size = 2, expect = 193, param(keys = 4), threads = 1)]
fn each_order_of_a_narrower_range_comes_once(
    tree: &Tree,
    #[dpgen(around = tree, range = 0..=5)] key: i64,
    #[dpgen(around = tree, range = 2..=4)] other: i64,
) {
    see_order(tree, key, other);
}

#[dpgen::test(max_size = 2, expect = 187, param(keys = 4), threads = 1)]
fn each_order_of_a_later_range_comes_once(
    tree: &Tree,
    #[dpgen(around = tree, range = 3..=6)] key: i64,
    #[dpgen(around = tree, range = 0..=9)] other: i64,
) {
    see_order(tree, key, other);
}

/// A search tree with values, which nothing compares, and a height, which its predicate reads.
#[derive(DpGen, Debug, Clone)]
#[dpgen(rep_ok = is_map)]
enum Map {
    Leaf,
    Node {
        left: Box<Map>,
        #[dpgen(range = 1..=3)]
        key: i64,
        #[dpgen(range = 0..=9)]
        value: i64,
        #[dpgen(range = 1..=3)]
        height: i64,
        right: Box<Map>,
    },
}

fn is_map(map: MapView) -> bool {
    let MapView::Node { left, key, height, right, .. } = map else { return true };
    let below = left.get(height_of).max(right.get(height_of));
    height == below + 1
        && left.get(last).is_none_or(|other| other < key)
        && right.get(first).is_none_or(|other| key < other)
}

fn height_of(map: MapView) -> Int {
    if let MapView::Node { height, .. } = map { height } else { Int::from(0) }
}

fn first(map: MapView) -> Option<Int> {
    let MapView::Node { left, key, .. } = map else { return None };
    left.get(first).or(Some(key))
}

fn last(map: MapView) -> Option<Int> {
    let MapView::Node { key, right, .. } = map else { return None };
    right.get(last).or(Some(key))
}

// As many as of trees without values and heights, where all values are written out: 1 + 3 * 3 * 10 + 2 (4 + 4 + 5) * 100.
#[dpgen::test(max_size = 2, expect = 2691, threads = 1)]
fn integers_of_other_fields_do_not_count(map: &Map, #[dpgen(around = map.key, range = 0..=4)] key: i64) {
    let Map::Node { left, key: own, right, .. } = map else { return assert_eq!(key, 0) };
    let keys = [Some(*own), root_key(left), root_key(right)];
    assert!(key == 0 || keys.contains(&Some(key)) || keys.contains(&Some(key - 1)));
}

fn root_key(map: &Map) -> Option<i64> {
    if let Map::Node { key, .. } = map { Some(*key) } else { None }
}

/// Fields of a tuple have their places as names, all integers within such a field count, and those of the type within,
/// which has a field `0` too, do not.
#[derive(DpGen, Debug, Clone)]
struct Pair(#[dpgen(range = 3..=3)] u8, #[dpgen(range = 5..=5)] Option<u8>);

#[dpgen::test(max_size = 4)]
fn fields_by_place(
    pair: &Pair,
    #[dpgen(around = pair.0, range = 0..=9)] first: u8,
    #[dpgen(around = pair.1, range = 0..=9)] second: u8,
) {
    assert!([0, 3, 4].contains(&first));
    assert!([0, 5, 6].contains(&second));
    assert!(pair.1.is_some() || second == 0);
}

/// A type that has no field `key` itself.
#[derive(DpGen, Debug, Clone)]
struct Keyed(Option<Map>);

#[dpgen::test(max_size = 2, regressions = false)]
fn fields_of_types_within(keyed: &Keyed, #[dpgen(around = keyed.key, range = 0..=4)] key: i64) {
    let Some(Map::Node { key: own, left, right, .. }) = &keyed.0 else { return assert_eq!(key, 0) };
    let keys = [Some(*own), root_key(left), root_key(right)];
    assert!(key == 0 || keys.contains(&Some(key)) || keys.contains(&Some(key - 1)));
}

#[dpgen::test(max_size = 2)]
#[should_panic = "`key`: it is placed around `map.kee`, and `map` has no field `kee` with integers"]
fn a_field_that_there_is_not(map: &Map, #[dpgen(around = map.kee, range = 0..=4)] key: i64) {
    drop((map.clone(), key));
}

#[dpgen::test(max_size = 2, expect = 8)]
fn several_arguments_and_types(
    #[dpgen(values = [4, 6])] number: u8,
    #[dpgen(around = number, range = 0..=9)] other: u16,
    #[dpgen(around = other, values = [6, 7])] last: i64,
) {
    // Around 4: 0, 4, 5; around 6: 0, 6, 7. Around those, among 6 and 7: the least, the number, the next; 3 and 5 of them.
    assert!([0, u16::from(number), u16::from(number) + 1].contains(&other));
    assert!(last == 6 || last == i64::from(other) || last == i64::from(other) + 1);
}
