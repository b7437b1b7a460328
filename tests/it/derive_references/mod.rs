//! References in `#[derive(DpGen)]`: graphs by links ([`links`]), numbers of nodes above and before ([`numbers`]), predicates that follow
//! references ([`following`]), where references and nodes may stand ([`places`]), and what is refused ([`refused`]); values with pointers
//! and indices ([`sharing`]).

mod following;
mod links;
mod numbers;
mod places;
mod refused;
mod sharing;

use chacha20::rand_core::SeedableRng;
use dpgen::Link;
use dpgen::prelude::*;
use dpgen::schema::{from_ron, to_ron};

/// Compares all values of each size with their ranks, with their texts, and with what shards, samples and a saved build give.
fn consistent<T: DpGen + PartialEq + std::fmt::Debug>(max_size: u32) {
    let built = Generator::<T>::up_to(max_size).build().unwrap();
    let mut saved = Vec::new();
    built.save(&mut saved).unwrap();
    let loaded = Generator::<T>::up_to(max_size).load(&*saved).unwrap();
    let mut rng = chacha20::ChaCha8Rng::seed_from_u64(3);
    for size in 0..=max_size {
        let all: Vec<T> = built.iter_size(size).collect();
        for (rank, value) in (0_u64..).zip(&all) {
            assert!(dpgen::is_valid(value), "{value:?}");
            assert_eq!(built.rank_of(value), Some((size, rank.into())), "{value:?}");
            assert_eq!(built.nth(size, rank).as_ref(), Some(value));
            let (catalog, schema) = (built.catalog(), built.catalog().schema());
            let words = catalog.nth_compact(size, &Count::new(rank.into())).unwrap().unwrap();
            assert_eq!(from_ron(schema, &to_ron(schema, &words)), Ok(words));
            assert_eq!(loaded.nth(size, rank).as_ref(), Some(value));
        }
        assert!((0..20).filter_map(|_| built.sample(size, &mut rng)).all(|value| all.contains(&value)));
    }
    let sharded = |shard| built.shard(shard, 3).collect::<Vec<T>>();
    let sharded: usize = (1..=3).map(|shard| sharded(shard).len()).sum();
    assert_eq!(sharded, (0..=max_size).map(|size| built.iter_size(size).count()).sum::<usize>());
}

/// Deterministic automata with two letters, all of whose states are reached.
#[derive(DpGen, Debug, Clone, PartialEq)]
struct State {
    a: Link<State>,
    b: Link<State>,
}
