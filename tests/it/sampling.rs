//! Sampling: uniform where it says so, reproducible everywhere, and coin tosses that keep what they must.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::common::red_black::Color;
use crate::common::red_black::any_root::Tree;
use crate::common::{Value, binary_heap, fibonacci_heap, red_black, search_tree};
use chacha20::ChaCha8Rng;
use chacha20::rand_core::SeedableRng;
use dpgen::engine::CoinToss;
use dpgen::prelude::*;

fn rng(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

fn float(number: usize) -> f64 {
    f64::from(u32::try_from(number).unwrap())
}

/// Draws `each` structures for every one there is, and tests that they are spread evenly: chi-squared, within
/// four standard deviations of its mean.
fn is_uniform<T: Value>(name: &str, structures: &Structures<T>, size: u32, each: usize) {
    let count = structures.count(size).to_usize().unwrap();
    let mut rng = rng(42);
    let mut drawn: HashMap<T, usize> = HashMap::new();
    for _ in 0..count * each {
        *drawn.entry(structures.sample(size, &mut rng).unwrap()).or_default() += 1;
    }
    let expected = float(each);
    let never = float(count - drawn.len()) * expected;
    let chi = drawn.values().map(|times| (float(*times) - expected).powi(2) / expected).sum::<f64>() + never;
    let freedom = float(count - 1);
    let far = (chi - freedom) / (2.0 * freedom).sqrt();
    assert!(far.abs() < 4.0, "{name}: {count} structures, chi-squared {chi}, {far} deviations off");
}

#[test]
fn all_structures_come_equally_often() {
    let algorithm = Algorithm::Quotient;
    is_uniform("red-black trees", &red_black::any_root::CASE.build(algorithm, 6, 1), 4, 60);
    is_uniform("search trees", &search_tree::CASE.build(algorithm, 5, 1), 4, 60);
    is_uniform("binary heaps", &binary_heap::CASE.build(algorithm, 4, 1), 4, 60);
    is_uniform("Fibonacci heaps", &fibonacci_heap::CASE.build(algorithm, 4, 1), 3, 60);
    is_uniform("red-black trees, lazy", &red_black::any_root::CASE.build(Algorithm::LazyDp, 5, 1), 4, 60);
}

/// Structures of all sizes up to one, each by its place among all of them, in as many classes as there are structures, or 16.
#[test]
fn structures_of_several_sizes_come_equally_often() {
    #[derive(DpGen, Debug, Clone, PartialEq)]
    struct Die(#[dpgen(range = 1..=3)] i64);

    let check = |name: &str, catalog: &dpgen::Catalog, size: u32, total: &Count| {
        let counts: Vec<Count> = (0..=size).map(|size| catalog.count(size)).collect();
        assert_eq!(counts.iter().cloned().sum::<Count>(), *total, "{name}");
        let classes = total.to_usize().filter(|total| *total <= 40).unwrap_or(16);
        let mut seen = vec![0; classes];
        let mut rng = rng(5);
        for _ in 0..200 * classes {
            let (size, rank) = catalog.sample_up_to(size, &mut rng).unwrap();
            assert!(rank < catalog.count(size), "{name}");
            let place = counts[..usize::try_from(size).unwrap()].iter().cloned().sum::<Count>() + rank;
            seen[(place * Count::from(classes)).div_rem(total).0.to_usize().unwrap()] += 1;
        }
        let expected = 200.0;
        let chi = seen.iter().map(|times| (float(*times) - expected).powi(2) / expected).sum::<f64>();
        let freedom = float(classes - 1);
        // Wilson and Hilferty's cube root, which is nearly normal: within four standard deviations.
        let most = match classes {
            1 => 0.0,
            _ => freedom * (1.0 - 2.0 / (9.0 * freedom) + 4.0 * (2.0 / (9.0 * freedom)).sqrt()).powi(3),
        };
        assert!(chi <= most, "{name}, up to {size}: chi-squared {chi} of {freedom}: {seen:?}");
    };
    let shapes = Generator::<Shape>::up_to(70).build().unwrap();
    // Sums of Catalan numbers (OEIS A014137), beyond 2^64 from 36 on, and beyond 2^128 from 68 on.
    let mut catalan = Count::ONE;
    let mut total = Count::ONE;
    for size in 0..=70_u32 {
        if size <= 4 || [20, 34, 36, 40, 50, 66, 68, 70].contains(&size) {
            check("shapes", shapes.catalog(), size, &total);
        }
        let (times, over) = (Count::from(2 * (2 * size + 1)), Count::from(size + 2));
        catalan = (catalan * times).div_rem(&over).0;
        total += &catalan;
    }
    let dice = Generator::<Die>::up_to(1).build().unwrap();
    check("dice", dice.catalog(), 1, &Count::new(3));
    assert_eq!(dice.catalog().sample_up_to(0, &mut rng(1)), None);
}

#[test]
fn path_conditions_come_equally_often() {
    let trees = search_tree::CASE.generator(7).fields(Fields::Symbolic).build().unwrap();
    assert_eq!(trees.count(7), 429);
    is_uniform("shapes of search trees", &trees, 7, 30);
}

/// A share of draws, against the probability: within four standard deviations.
fn matches(name: &str, seen: usize, draws: usize, probability: f64) {
    let expected = float(draws) * probability;
    let deviation = (expected * (1.0 - probability)).sqrt();
    let far = (float(seen) - expected).abs();
    assert!(far <= 4.0 * deviation, "{name}: {seen} of {draws}, expected {expected:.1} ± {deviation:.1}");
}

#[derive(DpGen, Debug, Clone, PartialEq, Eq, Hash)]
enum Shape {
    Leaf,
    Node(Box<Shape>, Box<Shape>),
}

fn nodes(shape: &Shape) -> usize {
    match shape {
        Shape::Leaf => 0,
        Shape::Node(left, right) => nodes(left) + nodes(right) + 1,
    }
}

#[test]
fn sizes_of_parts_follow_the_counts_where_nothing_can_be_enumerated() {
    let size = 150;
    let shapes = Generator::<Shape>::up_to(size).build().unwrap();
    assert_eq!(shapes.count(size).to_u128(), None);
    // Catalan(k) / 4^k, which no float is too small for.
    let mut scaled = vec![1.0_f64];
    for k in 0..size {
        let last = scaled.last().copied().unwrap();
        scaled.push(last * (2.0 * f64::from(k) + 1.0) / (2.0 * f64::from(k) + 4.0));
    }
    let draws = 4000;
    let mut rng = rng(7);
    let whole = usize::try_from(size).unwrap();
    let mut seen = vec![0; whole];
    for _ in 0..draws {
        let shape = shapes.sample(size, &mut rng).unwrap();
        assert_eq!(nodes(&shape), whole);
        let Shape::Node(left, _) = shape else { panic!("a large shape is no leaf") };
        seen[nodes(&left)] += 1;
    }
    for left in [0, 1, 2, 3, whole / 2, whole - 2, whole - 1] {
        let probability = scaled[left] * scaled[whole - 1 - left] / (4.0 * scaled[whole]);
        matches(&format!("left part of size {left}"), seen[left], draws, probability);
    }
    let few = (0..10).map(|left| scaled[left] * scaled[whole - 1 - left] / (4.0 * scaled[whole])).sum();
    matches("left part below 10", seen[..10].iter().sum(), draws, few);
}

/// The root's colour and the black height of the tree below it.
fn about(tree: &Tree) -> (Color, usize) {
    let Tree::Node { left, color, .. } = tree else { panic!("a large tree is not empty") };
    let mut below: &Tree = left;
    let mut height = 0;
    while let Tree::Node { left, color, .. } = below {
        height += usize::from(*color == Color::Black);
        below = left;
    }
    (*color, height)
}

/// Shapes by size, black height below the root, and whether the root is red.
fn shapes(max_size: usize) -> Vec<[[f64; 2]; 8]> {
    let mut count = vec![[[0.0; 2]; 8]; max_size + 1];
    for size in 1..=max_size {
        for height in 0..8 {
            for left in 0..size {
                let part = |size: usize, red: bool| match (size, height) {
                    (0, 0) => 1.0,
                    (0, _) => 0.0,
                    _ => {
                        let black = if height == 0 { 0.0 } else { count[size][height - 1][0] };
                        black + if red { count[size][height][1] } else { 0.0 }
                    }
                };
                let right = size - 1 - left;
                let (black, red) =
                    (part(left, true) * part(right, true), part(left, false) * part(right, false));
                count[size][height][0] += black;
                count[size][height][1] += red;
            }
        }
    }
    count
}

#[test]
fn colours_and_heights_follow_the_counts_where_nothing_can_be_enumerated() {
    let (size, draws) = (50, 3000);
    let trees = red_black::any_root::CASE.generator(size).fields(Fields::Symbolic).build().unwrap();
    let exact = shapes(50)[50];
    let total: f64 = exact.iter().flatten().sum();
    let mut rng = rng(9);
    let mut seen: HashMap<(Color, usize), usize> = HashMap::new();
    for _ in 0..draws {
        *seen.entry(about(&trees.sample(size, &mut rng).unwrap())).or_default() += 1;
    }
    assert!(seen.len() > 2, "{seen:?}");
    for (height, counts) in exact.iter().enumerate() {
        for (color, count) in [Color::Black, Color::Red].into_iter().zip(counts) {
            let times = seen.get(&(color, height)).copied().unwrap_or(0);
            matches(&format!("{color:?} root, height {height}"), times, draws, count / total);
        }
    }
}

#[test]
fn sizes_come_as_often_as_there_are_structures() {
    let trees = search_tree::CASE.build(Algorithm::Quotient, 6, 1);
    let total = trees.total().to_usize().unwrap();
    let draws = 5000;
    let mut rng = rng(3);
    let mut seen = vec![0; 7];
    for _ in 0..draws {
        let tree = trees.sample_up_to(6, &mut rng).unwrap();
        seen[search_tree::keys(&tree).len()] += 1;
    }
    for (size, seen) in (0..).zip(seen) {
        let share = float(trees.count(size).to_usize().unwrap()) / float(total);
        matches(&format!("size {size}"), seen, draws, share);
    }
    assert_eq!(trees.sample_up_to(0, &mut rng).map(|tree| search_tree::keys(&tree)), Some(Vec::new()));
}

#[test]
fn a_seed_gives_the_same_for_every_number_of_threads() {
    let draw = |threads: usize, fields: Fields| {
        let trees = red_black::any_root::CASE.generator(12).threads(threads).fields(fields).build().unwrap();
        let mut rng = rng(1);
        let fixed: Vec<_> = (0..20).map(|_| trees.sample(12, &mut rng)).collect();
        let free: Vec<_> = (0..20).map(|_| trees.sample_up_to(12, &mut rng)).collect();
        (fixed, free)
    };
    for fields in [Fields::Concrete, Fields::Symbolic] {
        let alone = draw(1, fields);
        assert_eq!(alone, draw(1, fields));
        assert_eq!(alone, draw(2, fields));
    }
}

#[test]
fn without_structures_there_is_no_sample() {
    #[derive(dpgen::DpGen, Debug, PartialEq)]
    struct One(bool);

    let ones = Generator::<One>::up_to(1).build().unwrap();
    assert_eq!((ones.sample(0, &mut rng(1)), ones.sample_up_to(0, &mut rng(1))), (None, None));
    assert!(ones.sample_up_to(1, &mut rng(1)).is_some());
}

#[test]
#[should_panic(expected = "size 4 is not complete: the maximum size is 3")]
fn there_is_no_telling_whether_a_size_that_was_not_built_has_structures() {
    let _ = binary_heap::CASE.build(Algorithm::Quotient, 3, 1).sample(4, &mut rng(1));
}

/// The trees, as text, that a coin leaves.
fn tossed(algorithm: Algorithm, toss: CoinToss, threads: usize) -> Vec<Vec<String>> {
    let fields = if algorithm == Algorithm::SymbolazyDp { Fields::Symbolic } else { Fields::Concrete };
    let generator =
        red_black::any_root::CASE.generator(4).algorithm(algorithm).fields(fields).threads(threads);
    let trees = generator.coin_toss(toss).build().unwrap();
    (0..=4).map(|size| trees.iter_size(size).map(|tree| format!("{tree:?}")).collect()).collect()
}

const TOSSING: [Algorithm; 3] = [Algorithm::Dp, Algorithm::LazyDp, Algorithm::SymbolazyDp];

#[test]
fn sure_coins_keep_everything_or_nothing() {
    for algorithm in TOSSING {
        let toss = |threshold, probability| tossed(algorithm, CoinToss::new(threshold, probability, 5), 1);
        let all = toss(4, 0.0);
        assert_eq!(all, toss(0, 1.0), "{algorithm}: probability 1");
        assert_eq!(all, toss(99, 0.5), "{algorithm}: a threshold above all sizes");
        assert!(all.iter().all(|of_size| !of_size.is_empty()));
        let none = toss(2, 0.0);
        assert_eq!(none[..3], all[..3], "{algorithm}: up to the threshold");
        assert!(none[3..].iter().all(Vec::is_empty), "{algorithm}: above it");
    }
}

#[test]
fn coins_are_reproducible_and_keep_about_their_share() {
    for algorithm in TOSSING {
        let toss = |seed| CoinToss::new(2, 0.4, seed);
        let all = tossed(algorithm, CoinToss::new(4, 0.0, 0), 1);
        let kept = tossed(algorithm, toss(1), 1);
        assert_eq!(kept, tossed(algorithm, toss(1), 1), "{algorithm}: the same seed");
        assert_eq!(kept, tossed(algorithm, toss(1), 2), "{algorithm}: two threads");
        let seeds: BTreeSet<_> = (0..40).map(|seed| tossed(algorithm, toss(seed), 1)[3].clone()).collect();
        assert!(seeds.len() > 1, "{algorithm}: the seed does nothing");
        assert_eq!(kept[..3], all[..3], "{algorithm}: up to the threshold");
        for (kept, all) in kept.iter().zip(&all) {
            let set: HashSet<&String> = all.iter().collect();
            assert!(kept.iter().all(|tree| set.contains(tree)), "{algorithm}: kept ones are valid");
            assert_eq!(
                kept.iter().collect::<HashSet<_>>().len(),
                kept.len(),
                "{algorithm}: kept ones are distinct"
            );
        }
        // Just above the threshold every part is kept: there are as many tosses as structures.
        let tosses = all[3].len() * 40;
        let kept = (0..40).map(|seed| tossed(algorithm, toss(seed), 1)[3].len()).sum();
        matches(&format!("{algorithm}: kept"), kept, tosses, 0.4);
    }
}

#[test]
fn engines_that_keep_no_structures_refuse_coins() {
    for algorithm in [Algorithm::Quotient, Algorithm::TopDown] {
        let toss = CoinToss::new(1, 0.5, 0);
        let built = red_black::any_root::CASE.generator(3).algorithm(algorithm).coin_toss(toss).build();
        assert_eq!(built.unwrap_err(), BuildError::CoinToss { algorithm });
    }
}
