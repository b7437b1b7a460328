//! Symbolic data: with every solution of every path condition, the structures are those of a concrete engine;
//! single solutions are among them; counts of path conditions are those known from elsewhere.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use std::collections::BTreeSet;
use std::sync::Arc;

use common::{Case, Value, Visitor, each, red_black, sorted_list};
use dpgen::engine::{self, Options};
use dpgen::prelude::*;
use dpgen::{Catalog, Scope, Solutions};
use dpgen_spec::{Spec, builtin};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// The two engines that work on symbolic data.
const SYMBOLIC: [Algorithm; 2] = [Algorithm::Quotient, Algorithm::SymbolazyDp];

fn try_build(
    spec: &Spec,
    scope: &Scope,
    algorithm: Algorithm,
    fields: Fields,
) -> Result<Catalog, BuildError> {
    let model = Arc::new(spec.model(scope).unwrap());
    let options = Options { algorithm: Some(algorithm), fields, threads: 1, ..Options::default() };
    engine::build(&model, scope, &options)
}

fn build(spec: &Spec, size: u32, algorithm: Algorithm, fields: Fields) -> Catalog {
    match try_build(spec, &Scope::new(size), algorithm, fields) {
        Ok(catalog) => catalog,
        Err(error) => panic!("{}: {algorithm}: {error}", spec.name()),
    }
}

fn words(catalog: &Catalog, size: u32, solutions: Solutions, seed: u64) -> Vec<Vec<u32>> {
    let mut compact = catalog.compact_with(size, Count::ZERO..catalog.count(size), solutions, seed);
    let mut words = Vec::new();
    while let Some(next) = compact.next() {
        words.push(next.to_vec());
    }
    words
}

/// All solutions are the concrete structures, each once; the smallest and random ones are among them, one a
/// path condition, and a path condition's own whichever way it is reached.
fn agrees(name: &str, concrete: &Catalog, symbolic: &Catalog) {
    assert_eq!(symbolic.fields(), Fields::Symbolic);
    for size in 0..=concrete.scope().max_size() {
        let expected: BTreeSet<Vec<u32>> = words(concrete, size, Solutions::All, 0).into_iter().collect();
        let all = words(symbolic, size, Solutions::All, 0);
        let set: BTreeSet<Vec<u32>> = all.iter().cloned().collect();
        assert_eq!(set.len(), all.len(), "{name}, size {size}: a structure solves two path conditions");
        let differ: Vec<_> = set.symmetric_difference(&expected).take(3).collect();
        assert!(
            differ.is_empty(),
            "{name}, size {size}: {} of {} differ: {differ:?}",
            set.len(),
            expected.len()
        );

        let smallest = words(symbolic, size, Solutions::Smallest, 0);
        let random = words(symbolic, size, Solutions::Random, 7);
        assert_eq!(random, words(symbolic, size, Solutions::Random, 7), "{name}: a seed gives the same");
        for (kind, solved) in [("smallest", &smallest), ("random", &random)] {
            assert_eq!(symbolic.count(size), Count::from(solved.len()), "{name}, size {size}: {kind}");
            let distinct: BTreeSet<&Vec<u32>> = solved.iter().collect();
            assert_eq!(distinct.len(), solved.len(), "{name}, size {size}: {kind} ones repeat");
            let alien = solved.iter().find(|words| !expected.contains(*words));
            assert_eq!(alien, None, "{name}, size {size}: a {kind} solution is not valid");
        }
        for (place, words) in smallest.iter().enumerate() {
            let rank = Count::from(place);
            assert_eq!(
                symbolic.nth_compact(size, &rank),
                Ok(Some(words.clone())),
                "{name}, size {size}, rank {rank}"
            );
            let solved = symbolic.nth_random(size, &rank, 7);
            assert_eq!(solved.unwrap().as_ref(), random.get(place), "{name}, size {size}, rank {rank}");
        }
    }
}

/// Both symbolic engines against concrete Quotient DP, and against each other.
fn engines_agree(spec: &Spec, size: u32) {
    let concrete = build(spec, size, Algorithm::Quotient, Fields::Concrete);
    let [quotient, symbolazy] = SYMBOLIC.map(|algorithm| {
        let symbolic = build(spec, size, algorithm, Fields::Symbolic);
        agrees(&format!("{}: {algorithm}", spec.name()), &concrete, &symbolic);
        symbolic
    });
    for size in 0..=size {
        assert_eq!(quotient.count(size), symbolazy.count(size), "{}, size {size}", spec.name());
    }
}

#[test]
fn built_in_specs_have_the_same_structures() {
    for (name, _) in builtin::ALL {
        let size = match *name {
            "json" => 3,
            "fibonacci-heap" => 4,
            _ => 5,
        };
        engines_agree(&Spec::builtin(name).unwrap(), size);
    }
}

struct SameSets;

impl Visitor for SameSets {
    fn visit<T: Value>(&mut self, case: &Case<T>) {
        if case.opaque {
            return;
        }
        let size = case.oracle_size;
        let concrete = case.build(Algorithm::Quotient, size, 1);
        for algorithm in SYMBOLIC {
            let built = case.generator(size).algorithm(algorithm).fields(Fields::Symbolic).build();
            let symbolic = built.unwrap_or_else(|error| panic!("{}: {algorithm}: {error}", case.name));
            agrees(&format!("{}: {algorithm}", case.name), concrete.catalog(), symbolic.catalog());
            for value in symbolic.iter() {
                assert!((case.valid)(&value), "{}: {algorithm}: {value:?} is not valid", case.name);
                assert!(dpgen::is_valid(&value), "{}: {algorithm}: is_valid denies {value:?}", case.name);
            }
        }
    }
}

#[test]
fn rust_types_have_the_same_structures() {
    each(&mut SameSets);
}

/// The shapes of red-black trees by size, with any root and with a black one: a recurrence over size, black
/// height and colour.
fn red_black_shapes(max_size: usize) -> Vec<(u128, u128)> {
    let heights = usize::try_from(max_size.ilog2()).unwrap() + 2;
    // [size][black height] of trees with a red and with a black root; the empty tree is black, of height 0.
    let mut red = vec![vec![0_u128; heights + 1]; max_size + 1];
    let mut black = red.clone();
    black[0][0] = 1;
    for size in 1..=max_size {
        for height in 0..=heights {
            for left in 0..size {
                let right = size - 1 - left;
                red[size][height] += black[left][height] * black[right][height];
                if let Some(below) = height.checked_sub(1) {
                    let any = |size: usize| red[size][below] + black[size][below];
                    black[size][height] += any(left) * any(right);
                }
            }
        }
    }
    let total = |of: &[u128]| of.iter().sum::<u128>();
    red.iter().zip(&black).map(|(red, black)| (total(red) + total(black), total(black))).collect()
}

#[test]
fn red_black_trees_of_a_hundred_nodes_are_counted() {
    let shapes = red_black_shapes(100);
    assert_eq!(shapes[12], (1296, 688));
    assert_eq!(shapes[60].0, 1_772_643_153_766_817_088);
    assert_eq!(shapes[100].0, 28_168_042_951_672_559_020_594_292_593_776);
    let generator = red_black::any_root::CASE.generator(100).fields(Fields::Symbolic);
    let trees = generator.build().unwrap();
    for (size, (any, _)) in (0..).zip(&shapes) {
        assert_eq!(trees.count(size), *any, "size {size}");
    }
    let tree = trees.sample(100, &mut ChaCha8Rng::seed_from_u64(5)).unwrap();
    assert!((red_black::any_root::CASE.valid)(&tree) && dpgen::is_valid(&tree));
}

#[test]
fn red_black_trees_with_a_black_root_are_counted() {
    let spec = Spec::builtin("red-black-tree").unwrap();
    let trees = build(&spec, 60, Algorithm::Quotient, Fields::Symbolic);
    for (size, (_, black)) in (0..).zip(&red_black_shapes(60)) {
        assert_eq!(trees.count(size), *black, "size {size}");
    }
}

/// Shapes of heaps of n nodes with a marked root: Catalan(n + 1) - Catalan(n), OEIS A000245. A least key among the
/// roots can be at any of them, so each shape is one path condition.
#[test]
fn fibonacci_heaps_are_one_path_condition_a_shape() {
    let mut catalan = vec![Count::ONE];
    for n in 0..=61_u32 {
        let next = catalan[catalan.len() - 1].clone() * Count::from(2 * (2 * n + 1));
        catalan.push(next.divide(&Count::from(n + 2)).0);
    }
    let heaps = build(&Spec::builtin("fibonacci-heap").unwrap(), 60, Algorithm::Quotient, Fields::Symbolic);
    for (size, pair) in (0..=60).zip(catalan.windows(2)).skip(1) {
        assert_eq!(Some(heaps.count(size)), pair[1].minus(&pair[0]), "size {size}");
    }
    let random = heaps.nth_random(60, &heaps.count(60).divide(&Count::from(3)).0, 1).unwrap();
    let first = heaps.nth_compact(60, &Count::ZERO).unwrap();
    assert_eq!(random.unwrap().len(), first.unwrap().len());
}

#[test]
fn sorted_lists_are_one_path_condition_a_size() {
    for algorithm in SYMBOLIC {
        let generator = sorted_list::CASE.generator(60).algorithm(algorithm).fields(Fields::Symbolic);
        let lists = generator.build().unwrap();
        assert!((0..=60).all(|size| lists.count(size) == 1), "{algorithm}");
        let longest = lists.nth(60, 0).unwrap();
        assert_eq!(sorted_list::values(&longest), vec![1; 60]);
    }
}

#[test]
fn binary_trees_with_sizes_waste_no_candidate() {
    let spec = Spec::builtin("binary-tree").unwrap();
    let catalan = [1_u64, 1, 2, 5, 14, 42, 132, 429, 1430];
    let trees = build(&spec, 8, Algorithm::SymbolazyDp, Fields::Symbolic);
    for (size, count) in (0..).zip(catalan) {
        assert_eq!(trees.count(size), Count::from(count), "size {size}");
    }
    let totals = trees.report().totals();
    assert_eq!(totals.accepted, catalan.iter().sum::<u64>());
    assert_eq!(totals.candidates, totals.accepted);
}

/// A list of pairs `a`, `b` of numbers from `0..=most`, with one condition.
fn pairs(most: i64, condition: &str) -> Spec {
    let text = format!(
        r#"(name: "pairs", root: "List", types: {{"List": (
            constructors: {{
                "Nil": (),
                "Cons": (fields: {{"a": Int("0", "{most}"), "b": Int("0", "{most}"), "rest": Type("List")}}),
            }},
            attributes: {{
                "sum": {{"Nil": "0", "Cons": "a + b + rest.sum"}},
                "first": {{"Nil": "0", "Cons": "a"}},
                "last": {{"Nil": "{most}", "Cons": "rest.kind == 'Nil' ? b : rest.last"}},
                "wide": {{"Nil": "0", "Cons": "max(b - a, rest.wide)"}},
                "low": {{"Nil": "{most}", "Cons": "min(a, min(b, rest.low))"}},
                "high": {{"Nil": "0", "Cons": "max(b, max(rest.high, a))"}},
            }},
            rep_ok: {{"Cons": ["{condition}"]}},
        )}})"#
    );
    Spec::parse("pairs", &text).unwrap_or_else(|error| panic!("{condition}: {error}"))
}

#[test]
fn predicates_outside_of_difference_logic_have_the_same_structures() {
    for condition in [
        "2 * a < b",
        "a * b == 6",
        "a * b <= rest.first * 2",
        "a % 3 == b % 2",
        "a / 2 == b",
        "a + b <= 4",
        "a + b == rest.sum",
        "a != b",
        "a != b && a != rest.first",
        "2 * a + b > rest.sum && 3 * b >= a",
        "a + b == rest.first + rest.last",
        "abs(a - b) <= 1",
        "max(a, b) == 4 || min(a, b) + 1 == max(a, b)",
        "a in [1, 3, 5] && b == a",
        "a <= rest.last && b - a >= rest.wide",
        "a <= rest.low",
        "rest.low <= a",
        "rest.low < a && b < rest.high",
        "a == rest.low && rest.high >= b",
        "rest.high - rest.low <= 2",
        "min(a, rest.low) == min(b, rest.low)",
        "min(a, b) <= rest.first && rest.first <= max(a, b)",
        "min(a, b) + 1 == rest.low || rest.low == rest.high",
        "min(a, b) * 2 == rest.high",
        "rest.low % 2 == a % 2",
        "rest.kind == 'Nil' || a == rest.b",
        "rest.kind == 'Nil' || 2 * rest.a < a + b",
    ] {
        let spec = pairs(5, condition);
        let concrete = build(&spec, 2, Algorithm::Quotient, Fields::Concrete);
        for algorithm in SYMBOLIC {
            let symbolic = build(&spec, 2, algorithm, Fields::Symbolic);
            agrees(&format!("{condition}: {algorithm}"), &concrete, &symbolic);
        }
    }
    engines_agree(&pairs(2, "a + b == rest.sum"), 4);
    engines_agree(&pairs(2, "2 * a <= b + rest.sum"), 3);
    engines_agree(&pairs(2, "a <= rest.low || rest.high < b"), 4);
    engines_agree(&pairs(3, "a - rest.low <= rest.high - b"), 3);
}

#[test]
fn a_sum_of_two_unknown_sums_has_the_same_structures() {
    let text = r#"(name: "sums", root: "Tree", types: {"Tree": (
        constructors: {
            "Nil": (),
            "Node": (fields: {"left": Type("Tree"), "key": Int("0", "4"), "right": Type("Tree")}),
        },
        attributes: {"key_sum": {"Nil": "0", "Node": "key + left.key_sum + right.key_sum"}},
        rep_ok: {"Node": ["left.kind == 'Nil' && right.kind == 'Nil' || key == left.key_sum + right.key_sum"]},
    )})"#;
    engines_agree(&Spec::parse("sums", text).unwrap(), 4);
}

#[test]
fn a_domain_too_large_to_try_is_an_error_that_names_the_slot() {
    let spec = pairs(100_000, "a * b == 6");
    for algorithm in SYMBOLIC {
        let error = try_build(&spec, &Scope::new(2), algorithm, Fields::Symbolic).unwrap_err().to_string();
        assert!(error.contains("`Cons.a`") || error.contains("`Cons.b`"), "{algorithm}: {error}");
        assert!(error.contains("100001 values"), "{algorithm}: {error}");
    }
    // Nothing but differences: no domain is too large.
    let lists = build(&pairs(1 << 30, "a < b && b <= rest.last"), 20, Algorithm::Quotient, Fields::Symbolic);
    assert!(!lists.count(20).is_zero());
}

#[derive(DpGen, Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Mark {
    Low,
    High,
    Free,
}

/// Looks two layers into the left part, and asks the right one; with finite data of two kinds.
#[derive(DpGen, Debug, Clone, PartialEq, Eq, Hash)]
#[dpgen(rep_ok = is_deep, root_ok = has_a_mark)]
enum Deep {
    Nil,
    Node {
        left: Box<Deep>,
        #[dpgen(range = 1..=keys)]
        key: i64,
        flag: bool,
        mark: Mark,
        right: Box<Deep>,
    },
}

fn is_deep(deep: DeepView) -> bool {
    let DeepView::Node { left, key, flag, mark, right } = deep else { return true };
    if let DeepView::Node { key: inner, mark: other, right: further, .. } = left.view() {
        if inner >= key || mark == other {
            return false;
        }
        if let DeepView::Node { key: innermost, .. } = further.view()
            && innermost > key + 1
        {
            return false;
        }
    }
    match mark.value() {
        Mark::Low => key <= 2,
        Mark::High => 2 < key,
        Mark::Free => flag == right.get(is_flagged),
    }
}

fn is_flagged(deep: DeepView) -> bool {
    matches!(deep, DeepView::Node { flag, key, .. } if flag == true && key != 2)
}

fn has_a_mark(deep: DeepView) -> bool {
    matches!(deep, DeepView::Node { mark, .. } if mark != Mark::Free)
}

#[test]
fn deep_views_and_finite_data_have_the_same_structures() {
    let generator = Generator::<Deep>::new().max_size(3).param("keys", 3).threads(1);
    let concrete = generator.clone().algorithm(Algorithm::LazyDp).build().unwrap();
    for algorithm in SYMBOLIC {
        let symbolic = generator.clone().algorithm(algorithm).fields(Fields::Symbolic).build().unwrap();
        agrees(&format!("deep: {algorithm}"), concrete.catalog(), symbolic.catalog());
        assert!(symbolic.iter().all(|deep| dpgen::is_valid(&deep)));
        assert!(symbolic.total() < concrete.total());
    }
}

#[test]
fn concrete_engines_refuse_symbolic_fields() {
    for algorithm in [Algorithm::TopDown, Algorithm::Dp, Algorithm::LazyDp] {
        let built =
            Generator::<Deep>::new().param("keys", 2).algorithm(algorithm).fields(Fields::Symbolic).build();
        assert_eq!(built.unwrap_err(), BuildError::Fields { algorithm, fields: Fields::Symbolic });
    }
}
