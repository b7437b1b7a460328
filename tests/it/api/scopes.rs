//! Scopes with nothing in them, and scopes far out of reach.

use super::CONCRETE;
use super::schemas::Ranged;
use crate::common::{search_tree, sorted_list};
use dpgen::{Algorithm, DpGen, Generator, Limits, StopReason};

#[test]
fn an_empty_domain_leaves_its_constructor_without_structures() {
    for algorithm in Algorithm::ALL.iter().copied() {
        let none = Generator::<Ranged>::up_to(3).param("low", 5).param("high", 5).algorithm(algorithm);
        let none = none.build().unwrap();
        assert_eq!(
            (none.total().is_zero(), none.stop_reason(), none.iter().next()),
            (true, None, None),
            "{algorithm}"
        );
        assert_eq!(none.complete_sizes(), 4, "{algorithm}");
        let empty_only = Generator::<sorted_list::List>::up_to(3).param("n", 0).algorithm(algorithm);
        let empty_only: Vec<_> = empty_only.build().unwrap().iter().collect();
        assert_eq!(empty_only, [sorted_list::List::Nil], "{algorithm}");
    }
}

#[test]
fn size_zero_has_the_constructors_without_weight() {
    for algorithm in Algorithm::ALL.iter().copied() {
        let trees = search_tree::CASE.build(algorithm, 0, 1);
        assert_eq!((trees.total(), trees.complete_sizes()), (1_u32.into(), 1), "{algorithm}");
        assert_eq!(trees.iter().collect::<Vec<_>>(), [search_tree::Tree::Leaf], "{algorithm}");
        // A struct weighs 1: nothing of size 0.
        let none = Generator::<Ranged>::up_to(0)
            .param("low", 0)
            .param("high", 2)
            .algorithm(algorithm)
            .build()
            .unwrap();
        assert_eq!((none.total(), none.complete_sizes()), (0_u32.into(), 1), "{algorithm}");
    }
}

/// Without a predicate and with a domain of its own: a size that is far out of reach.
#[derive(DpGen, Debug, Clone, PartialEq, Eq, Hash)]
enum Plain {
    Leaf,
    Node(Box<Plain>, #[dpgen(range = 1..=2)] i64, Box<Plain>),
}

#[test]
fn a_limit_on_structures_makes_any_maximum_size_reachable() {
    let counts = [1, 2, 8, 40, 224];
    for algorithm in CONCRETE.into_iter().filter(|algorithm| *algorithm != Algorithm::TopDown) {
        for max_size in [50, 2000] {
            let limits = Limits::none().structures(100);
            // In rounds of depth, larger structures come before the sizes below them are complete.
            let size_by_size = algorithm == Algorithm::Quotient;
            let max_size = if size_by_size { max_size } else { 6 };
            let trees = Generator::<Plain>::up_to(max_size).algorithm(algorithm).limits(limits).build();
            let trees = trees.unwrap();
            assert_eq!(trees.stop_reason(), Some(StopReason::Structures), "{algorithm}");
            assert_eq!(trees.complete_sizes(), 5, "{algorithm}");
            let found: Vec<u128> = (0..5).map(|size| trees.count(size).to_u128().unwrap()).collect();
            assert_eq!(found, counts, "{algorithm}");
        }
    }
}

#[test]
fn counts_beyond_128_bits_are_exact() {
    let trees = Generator::<Plain>::up_to(80).algorithm(Algorithm::Quotient).build().unwrap();
    // Catalan(80) * 2^80.
    let catalan = (1..=80_u32).fold(dpgen::Count::ONE, |product, k| {
        (product * dpgen::Count::from(2 * (2 * k - 1))).div_rem(&dpgen::Count::from(k + 1)).0
    });
    let expected = (0..80).fold(catalan, |product, _| product * dpgen::Count::from(2_u32));
    assert_eq!(trees.count(80), expected);
    assert_eq!(expected.to_u128(), None);
    let last = trees.count(80).checked_sub(&dpgen::Count::ONE).unwrap();
    let tree = trees.nth(80, last.clone()).unwrap();
    assert_eq!(trees.rank_of(&tree), Some((80, last)));
    assert_eq!(trees.nth(80, trees.count(80)), None);
}
