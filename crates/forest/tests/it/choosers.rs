//! Choosers: every structure is reached with its rank, and uniform draws are uniform.

use chacha20::ChaCha8Rng;
use chacha20::rand_core::SeedableRng;
use dpgen::prelude::*;
use dpgen::schema::{Decision, RankChooser, UniformChooser};
use dpgen::{Algorithm, Catalog};

use crate::fixtures::{Tree, Wide};

#[derive(DpGen, Debug)]
enum Bits {
    End,
    Bit(bool, Box<Bits>),
}

/// Takes all ways, the last decision first: structures come by rank, as alternatives are in rank order.
fn all_ways(catalog: &Catalog) {
    let mut reached = 0_u32;
    for size in 0..catalog.complete_sizes() {
        let mut ways: Vec<(usize, usize)> = Vec::new();
        let mut wanted = Count::ZERO;
        while wanted < catalog.count(size) {
            let mut asked = 0;
            let mut chooser = |decision: &Decision<'_>| {
                assert!(decision.len() > 1, "there is something to choose");
                if asked == ways.len() {
                    ways.push((0, decision.len()));
                }
                let (way, len) = ways[asked];
                assert_eq!(len, decision.len(), "the same decisions lead to the same place");
                let total: Count = (0..len).map(|number| decision.count(number)).sum();
                assert_eq!(decision.total(), total);
                let first: Count = (0..way).map(|number| decision.count(number)).sum();
                assert_eq!(decision.holding(&first), Some(way));
                assert_eq!(decision.holding(&total), None);
                // All alternatives are values of a slot, or none is.
                let values = (0..=len).filter_map(|number| decision.value(number)).collect::<Vec<_>>();
                assert!(values.is_empty() || values.len() == len, "{values:?} of {len}");
                assert!(values.windows(2).all(|pair| pair[1] == pair[0] + 1), "{values:?}");
                asked += 1;
                way
            };
            let (words, rank) = catalog.descend(size, &mut chooser).unwrap();
            assert_eq!(rank, wanted);
            assert_eq!(catalog.nth_compact(size, &rank).unwrap(), Some(words));
            while ways.last().is_some_and(|(way, len)| way + 1 == *len) {
                ways.pop();
            }
            if let Some((way, _)) = ways.last_mut() {
                *way += 1;
            }
            wanted += &Count::ONE;
            reached += 1;
        }
        assert_eq!(ways, [], "no way is left after the last structure");
    }
    assert!(reached > 100, "there are {reached} structures only");
}

#[test]
fn every_structure_is_reached_in_the_order_of_ranks() {
    for algorithm in [Algorithm::Quotient, Algorithm::LazyDp, Algorithm::TopDown] {
        all_ways(Generator::<Tree>::up_to(4).algorithm(algorithm).build().unwrap().catalog());
    }
    all_ways(Generator::<Wide>::up_to(6).build().unwrap().catalog());
}

#[test]
fn even_draws_are_even() {
    // All binary search trees of five nodes: Catalan's 42, each some 500 times in 21,000; five deviations are 110.
    let spec = Generator::<Shape>::up_to(5).build().unwrap();
    let mut evenly = UniformChooser::new(ChaCha8Rng::seed_from_u64(1));
    let mut seen = [0_i32; 42];
    for _ in 0..21_000 {
        let (_, rank) = spec.catalog().descend(5, &mut evenly).unwrap();
        seen[rank.to_usize().unwrap()] += 1;
    }
    assert!(seen.iter().all(|times| (times - 500).abs() < 110), "{seen:?}");
}

/// Compares choosers that go by ranks with what divides ranks without asking anybody.
fn by_ranks(catalog: &Catalog) {
    for size in 0..catalog.complete_sizes() {
        let count = catalog.count(size).to_usize().unwrap();
        for rank in (0..count).map(Count::from) {
            let words = catalog.nth_compact(size, &rank).unwrap().unwrap();
            assert_eq!(catalog.descend(size, &mut RankChooser::new(rank.clone())), Some((words, rank)));
        }
        // Many draws by one chooser: nothing of a draw is left when the next one begins.
        let (mut one, mut other) = (ChaCha8Rng::seed_from_u64(3), ChaCha8Rng::seed_from_u64(3));
        let mut evenly = UniformChooser::new(&mut one);
        for _ in 0..count.min(50) {
            let (_, rank) = catalog.descend(size, &mut evenly).unwrap();
            assert_eq!(catalog.sample_rank(size, &mut other), Some(rank), "size {size}");
        }
    }
}

#[test]
fn ranks_and_even_draws_are_choosers() {
    for algorithm in [Algorithm::Quotient, Algorithm::LazyDp, Algorithm::TopDown] {
        by_ranks(Generator::<Tree>::up_to(4).algorithm(algorithm).build().unwrap().catalog());
    }
    by_ranks(Generator::<Wide>::up_to(6).build().unwrap().catalog());
}

#[derive(DpGen, Debug)]
enum Shape {
    Leaf,
    Node(Box<Shape>, Box<Shape>),
}

#[test]
fn deep_structures_are_no_deep_stacks() {
    let bits = Generator::<Bits>::up_to(10_000).build().unwrap();
    let mut ones = |decision: &Decision<'_>| decision.len() - 1;
    let (words, rank) = bits.catalog().descend(10_000, &mut ones).unwrap();
    assert_eq!((words.len(), rank + Count::ONE), (20_001, bits.count(10_000)));
}

#[test]
fn what_is_not_there_is_not_chosen() {
    let shapes = Generator::<Shape>::up_to(3).build().unwrap();
    let mut first = |_: &Decision<'_>| 0;
    assert_eq!(shapes.catalog().descend(4, &mut first), None);
    let symbolic = Generator::<Tree>::up_to(3).fields(Fields::Symbolic).build().unwrap();
    assert_eq!(symbolic.catalog().descend(2, &mut first), None);
}

#[test]
#[should_panic(expected = "alternative 7 was chosen of 2: they are numbered from 0")]
fn an_alternative_that_is_not_there_is_refused() {
    let shapes = Generator::<Shape>::up_to(3).build().unwrap();
    let _structure = shapes.catalog().descend(2, &mut |_: &Decision<'_>| 7);
}
