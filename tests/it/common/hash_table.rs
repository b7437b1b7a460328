//! Hash tables of three chains, with distinct keys from `0..m`; the hash of a key is its remainder by 3.

use dpgen::{DpGen, Int};

use super::Case;
use super::oracle::Odometer;

#[derive(DpGen, Debug, Clone, PartialEq, Eq, Hash)]
#[dpgen(rep_ok = each_key_in_its_chain, weight = 0)]
pub struct Table {
    chains: [Chain; 3],
}

#[derive(DpGen, Debug, Clone, PartialEq, Eq, Hash)]
#[dpgen(rep_ok = ascending)]
pub enum Chain {
    End,
    Link {
        #[dpgen(range = 0..m)]
        key: i64,
        next: Box<Chain>,
    },
}

fn each_key_in_its_chain(table: TableView) -> bool {
    let chains = table.chains.view();
    (0..).zip(chains).all(|(place, chain)| chain.get(hash).is_none_or(|hash| hash == place))
}

fn ascending(chain: ChainView) -> bool {
    let ChainView::Link { key, next } = chain else { return true };
    next.get(first).is_none_or(|second| key < second) && next.get(hash).is_none_or(|hash| key % 3 == hash)
}

fn first(chain: ChainView) -> Option<Int> {
    if let ChainView::Link { key, .. } = chain { Some(key) } else { None }
}

fn hash(chain: ChainView) -> Option<i64> {
    if let ChainView::Link { key, .. } = chain { Some(key % 3) } else { None }
}

pub const CASE: Case<Table> =
    Case { params: &[("m", 5)], ..Case::new("hash table", any, valid, place).sizes(4, 5) };

fn any(from: &mut Odometer) -> Option<Table> {
    Some(Table { chains: [any_chain(from)?, any_chain(from)?, any_chain(from)?] })
}

fn any_chain(from: &mut Odometer) -> Option<Chain> {
    if !from.more(1)? {
        return Some(Chain::End);
    }
    let key = from.int(0, from.param("m") - 1)?;
    Some(Chain::Link { key, next: Box::new(any_chain(from)?) })
}

fn keys(mut chain: &Chain) -> Vec<i64> {
    let mut keys = Vec::new();
    while let Chain::Link { key, next } = chain {
        keys.push(*key);
        chain = next;
    }
    keys
}

/// Each chain is what hashing and sorting all keys puts there.
fn valid(table: &Table) -> bool {
    let chains: Vec<Vec<i64>> = table.chains.iter().map(keys).collect();
    let mut sorted = chains.concat();
    sorted.sort_unstable();
    sorted.dedup();
    let bucket = |place| sorted.iter().copied().filter(|key| key.rem_euclid(3) == place).collect::<Vec<_>>();
    (0..3).zip(&chains).all(|(place, chain)| *chain == bucket(place))
}

/// The array is the one recursive slot.
fn place(table: &Table) -> Vec<u32> {
    let size = table.chains.iter().map(|chain| u32::try_from(keys(chain).len()).unwrap()).sum();
    vec![size, 0, size]
}
