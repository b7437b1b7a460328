//! Draws by odds: each structure has as many numbers as the product of the odds of its constructors, computed structure by
//! structure; and draws depend on the seed only.

use chacha20::ChaCha8Rng;
use chacha20::rand_core::SeedableRng;
use dpgen::prelude::*;
use dpgen::schema::{MAX_ODDS, Odds, OddsError, OddsSampler, nodes_of};
use dpgen::{Algorithm, Catalog, Fields};

use crate::fixtures::{Tree, Wide};

#[derive(DpGen, Debug)]
enum Expr {
    One,
    Neg(Box<Expr>),
    Sum(Vec<Expr>, #[dpgen(range = 1..=2)] i64),
}

#[derive(DpGen, Debug)]
enum Bits {
    End,
    Bit(bool, Box<Bits>),
}

/// Odds of constructors by name.
fn odds<'c>(catalog: &'c Catalog, set: &[(&str, u32)]) -> Odds<'c> {
    let mut odds = Odds::new(catalog.schema());
    for (name, number) in set {
        odds.set(name, *number).unwrap();
    }
    odds
}

/// The product of the odds of the constructors of a structure, by their names.
fn product(catalog: &Catalog, words: &[u32], set: &[(&str, u32)]) -> u64 {
    let schema = catalog.schema();
    let nodes = nodes_of(schema, words);
    let of = |name: &str| set.iter().find(|(known, _)| *known == name).map_or(1, |(_, number)| *number);
    nodes.iter().map(|node| u64::from(of(&schema.constructor(node.ctor).name))).product()
}

/// Goes through all numbers of all sizes: each structure has those that its odds say.
fn exact(catalog: &Catalog, set: &[(&str, u32)]) {
    let sampler = OddsSampler::new(catalog, odds(catalog, set), 0..=catalog.scope().max_size());
    let mut structures = 0;
    for size in 0..catalog.complete_sizes() {
        let count = catalog.count(size).to_usize().unwrap();
        let expected = (0..count).map(|rank| {
            let words = catalog.nth_compact(size, &Count::from(rank)).unwrap().unwrap();
            product(catalog, &words, set)
        });
        let expected: Vec<u64> = expected.collect();
        let total: u64 = expected.iter().sum();
        assert_eq!(sampler.total(size), Count::from(total), "size {size}");
        let mut found = vec![0; count];
        for number in (0..total).map(Count::from) {
            let rank = sampler.rank_at(size, number).unwrap();
            found[rank.to_usize().unwrap()] += 1_u64;
        }
        assert_eq!(found, expected, "size {size}");
        assert_eq!(sampler.rank_at(size, Count::from(total)), None);
        structures += count;
    }
    assert!(structures > 30, "there are {structures} structures only");
}

#[test]
fn each_structure_has_as_many_numbers_as_its_odds() {
    for algorithm in Algorithm::ALL.iter().copied().filter(|algorithm| *algorithm != Algorithm::SymbolazyDp) {
        let trees = Generator::<Tree>::up_to(3).algorithm(algorithm).build().unwrap();
        exact(trees.catalog(), &[("Node", 2), ("Nil", 1)]);
        exact(trees.catalog(), &[("Nil", 3)]);
        let exprs = Generator::<Expr>::up_to(4).algorithm(algorithm).build().unwrap();
        exact(exprs.catalog(), &[("Neg", 3), ("Cons", 2)]);
        exact(exprs.catalog(), &[("One", 2), ("Sum", 5)]);
    }
    // Productions that are cut, whose odds count once.
    exact(Generator::<Wide>::up_to(6).build().unwrap().catalog(), &[("Many", 3), ("Some", 2)]);
}

#[test]
fn numbers_are_ranks_where_all_odds_are_1() {
    let exprs = Generator::<Expr>::up_to(5).build().unwrap();
    let catalog = exprs.catalog();
    let sampler = OddsSampler::new(catalog, Odds::new(catalog.schema()), 0..=5);
    for size in 0..=5 {
        assert_eq!(sampler.total(size), catalog.count(size));
        for rank in (0..catalog.count(size).to_usize().unwrap()).map(Count::from) {
            assert_eq!(sampler.rank_at(size, rank.clone()), Some(rank));
        }
    }
    // And one seed draws the same as without odds.
    let (mut one, mut other) = (ChaCha8Rng::seed_from_u64(5), ChaCha8Rng::seed_from_u64(5));
    for _ in 0..100 {
        assert_eq!(sampler.draw(&mut one), catalog.sample_up_to(5, &mut other));
    }
}

#[test]
fn draws_depend_on_the_seed_only_and_sizes_share_by_their_totals() {
    let exprs = Generator::<Expr>::up_to(4).build().unwrap();
    let catalog = exprs.catalog();
    let sampler = OddsSampler::new(catalog, odds(catalog, &[("Neg", 4)]), 1..=4);
    let draws = |seed| {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        (0..4_000).map(|_| sampler.draw(&mut random).unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(draws(7), draws(7));
    assert_ne!(draws(7), draws(8));
    let totals = (1..=4).map(|size| sampler.total(size).to_usize().unwrap());
    let all: usize = totals.clone().sum();
    for (size, total) in (1..).zip(totals) {
        let drawn = draws(7).iter().filter(|(one, _)| *one == size).count();
        // Half a hundred is five deviations of a share of a tenth, and more.
        assert!(drawn.abs_diff(4_000 * total / all) < 160, "size {size}: {drawn} draws, {total} of {all}");
    }
    assert_eq!((sampler.total(0), sampler.total(5)), (Count::ZERO, Count::ZERO));
    let none = OddsSampler::new(catalog, Odds::new(catalog.schema()), 9..=9);
    assert_eq!(none.draw(&mut ChaCha8Rng::seed_from_u64(1)), None);
}

/// 30 bits, each two million fold: far beyond 128 binary digits.
#[test]
fn large_odds_are_exact() {
    let bits = Generator::<Bits>::up_to(30).build().unwrap();
    let catalog = bits.catalog();
    let sampler = OddsSampler::new(catalog, odds(catalog, &[("Bit", MAX_ODDS)]), 0..=30);
    let total = (0..30).fold(Count::ONE, |power, _| power * Count::from(2 * MAX_ODDS));
    assert_eq!(sampler.total(30), total);
    let last = catalog.count(30).checked_sub(&Count::ONE).unwrap();
    assert_eq!(sampler.rank_at(30, total.checked_sub(&Count::ONE).unwrap()), Some(last));
    assert_eq!(sampler.rank_at(30, total), None);
}

/// With symbolic data a rank stands for a path condition, which has the odds of its constructors.
#[test]
fn path_conditions_have_odds() {
    let trees = Generator::<Tree>::up_to(3).fields(Fields::Symbolic).build().unwrap();
    let catalog = trees.catalog();
    let sampler = OddsSampler::new(catalog, odds(catalog, &[("Node", 3)]), 0..=3);
    for size in 0..=3 {
        let factor = (0..size).fold(Count::ONE, |power, _| power * Count::from(3_u32));
        assert_eq!(sampler.total(size), catalog.count(size) * factor, "size {size}");
    }
}

#[test]
fn names_and_numbers_are_checked() {
    let wide = Generator::<Wide>::up_to(2).build().unwrap();
    let mut odds = Odds::new(wide.catalog().schema());
    let said = |result: Result<(), OddsError>| result.unwrap_err().to_string();
    assert_eq!(said(odds.set("Manny", 2)), "there is no constructor `Manny`");
    let range = "odds are whole numbers from 1 to 1000000";
    assert_eq!(said(odds.set("Many", 0)), format!("the odds of `Many` are 0: {range}"));
    assert_eq!(said(odds.set("Many", 1_000_001)), format!("the odds of `Many` are 1000001: {range}"));
    assert_eq!(odds.entries().count(), 0);
    odds.set("Wide.Many", MAX_ODDS).unwrap();
    assert_eq!(odds.entries().collect::<Vec<_>>(), [("Wide.Many".to_owned(), MAX_ODDS)]);
    assert!(odds.names().any(|name| name == "Wide.End"));
    let pair = Generator::<Pair>::up_to(2).build().unwrap();
    let mut odds = Odds::new(pair.catalog().schema());
    assert_eq!(
        said(odds.set("End", 2)),
        "several types have a constructor `End`: say which of Bits.End, Wide.End"
    );
    assert_eq!(odds.set("Bits.End", 2), Ok(()));
}

#[derive(DpGen, Debug)]
struct Pair {
    bits: Bits,
    wide: Wide,
}
