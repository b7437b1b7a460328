//! Holds a catalog to the flat structures of each size that brute force found: sets, counts, order, ranks, samples, saved builds.

use std::collections::BTreeSet;

use chacha20::ChaCha8Rng;
use chacha20::rand_core::SeedableRng;
use dpgen::schema::{nodes_of, words_of};
use dpgen::{Algorithm, Catalog, Count, Fields, SavedBuild, Schema, Scope};
use dpgen_forest::index::TypeIx;
use dpgen_forest::schema::SlotKind;

use super::flat_words::{flat, words};

/// The number of samples of each size.
const SAMPLES_PER_SIZE: u64 = 3;

/// The flat structures of each size.
type Expected = [BTreeSet<Vec<i64>>];

/// Sets and counts are those of brute force, and concrete structures stand in order.
pub fn sets(catalog: &Catalog, expected: &Expected, words: &[Vec<Vec<u32>>]) -> Result<(), String> {
    let schema = catalog.schema();
    for ((size, expected), words) in (0_u32..).zip(expected).zip(words) {
        let mut found = BTreeSet::new();
        for words in words {
            if !found.insert(flat(schema, words)) {
                return Err(format!("size {size}: {words:?} comes twice"));
            }
        }
        if found != *expected {
            let wrong: Vec<_> = found.difference(expected).take(3).collect();
            let missing: Vec<_> = expected.difference(&found).take(3).collect();
            return Err(format!(
                "size {size}: {} structures, not {}; wrong are {wrong:?}, missing {missing:?}",
                found.len(),
                expected.len()
            ));
        }
        if catalog.fields() == Fields::Concrete {
            if catalog.count(size) != Count::from(expected.len()) {
                return Err(format!("size {size}: the count is {}", catalog.count(size)));
            }
            let places: Vec<_> = words.iter().map(|words| place(catalog, words)).collect();
            if let Some(at) = places.windows(2).position(|pair| pair[0] > pair[1]) {
                return Err(format!("size {size}: {:?} stands before {:?}", words[at], words[at + 1]));
            }
        }
    }
    Ok(())
}

/// What the order of ranks goes by: the constructor, then the sizes of the recursive slots; in Quotient DP, by these
/// only if there are at most two.
fn place(catalog: &Catalog, words: &[u32]) -> (u32, Vec<u32>) {
    let schema = catalog.schema();
    let nodes = nodes_of(schema, words);
    let whole = nodes.last().unwrap();
    let mut parts = Vec::new();
    for slot in &schema.constructor(whole.ctor).recursive {
        let part = usize::try_from(whole.slots[*slot]).unwrap();
        parts.push(size_of(schema, &nodes, part));
    }
    if catalog.algorithm() == Algorithm::Quotient && parts.len() > 2 {
        parts.clear();
    }
    (words[0], parts)
}

fn size_of(schema: &Schema, nodes: &[dpgen::schema::ValueNode], node: usize) -> u32 {
    let def = schema.constructor(nodes[node].ctor);
    let parts = def.recursive.iter().map(|slot| usize::try_from(nodes[node].slots[*slot]).unwrap());
    def.weight + parts.map(|part| size_of(schema, nodes, part)).sum::<u32>()
}

/// Structures by rank and ranks of structures are inverse to each other; samples are structures.
pub fn ranks(catalog: &Catalog, expected: &Expected, words: &[Vec<Vec<u32>>]) -> Result<(), String> {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for ((size, expected), words) in (0_u32..).zip(expected).zip(words) {
        // The structures of a symbolic build have ranks by path condition, and are not looked up.
        let ranked = if catalog.fields() == Fields::Concrete { &words[..] } else { &[] };
        for (rank, words) in ranked.iter().enumerate() {
            let rank = Count::from(rank);
            let found = catalog.find_words(words);
            if catalog.nth_compact(size, &rank) != Ok(Some(words.clone())) {
                return Err(format!("size {size}: rank {rank} is not {words:?}"));
            }
            if found != Some((size, rank.clone())) {
                return Err(format!("{words:?} has rank {found:?}, not {rank} of size {size}"));
            }
        }
        for seed in 0..SAMPLES_PER_SIZE {
            let Some(rank) = catalog.sample_rank(size, &mut rng) else {
                if expected.is_empty() {
                    continue;
                }
                return Err(format!("size {size} has no sample"));
            };
            let sample = catalog.nth_random(size, &rank, seed).map_err(|error| error.to_string())?;
            if !sample.as_ref().is_some_and(|words| expected.contains(&flat(catalog.schema(), words))) {
                return Err(format!("size {size}: the sample of rank {rank} is {sample:?}"));
            }
        }
    }
    Ok(())
}

/// What is saved comes back.
pub fn saved(catalog: Catalog, scope: &Scope, words_: &[Vec<Vec<u32>>]) -> Result<(), String> {
    let mut bytes = Vec::new();
    catalog.save("random", &mut bytes).map_err(|error| error.to_string())?;
    let read = SavedBuild::read(&*bytes).map_err(|error| error.to_string())?;
    let loaded = read.into_catalog(catalog.schema().clone().into()).map_err(|error| error.to_string())?;
    for (size, expected) in (0..=scope.max_size()).zip(words_) {
        if words(&loaded, size) != *expected {
            return Err(format!("size {size}: a saved build has other structures"));
        }
    }
    Ok(())
}

/// A flat structure as compact words.
pub fn compact(schema: &Schema, flat: &[i64]) -> Vec<u32> {
    let mut words = Vec::new();
    let rest = compact_into(schema, schema.root(), flat, &mut words);
    assert!(rest.is_empty(), "{flat:?} goes on after the structure");
    let nodes = nodes_of(schema, &words);
    assert_eq!(words_of(schema, &nodes, u32::try_from(nodes.len() - 1).unwrap()), words);
    words
}

fn compact_into<'a>(schema: &Schema, ty: TypeIx, flat: &'a [i64], out: &mut Vec<u32>) -> &'a [i64] {
    let (local, mut rest) = flat.split_first().unwrap();
    let ctor = schema.constructors_of(ty).nth(usize::try_from(*local).unwrap()).unwrap();
    out.push(ctor.word());
    for slot in &schema.constructor(ctor).slots {
        match slot.kind {
            SlotKind::Recursive(part) => rest = compact_into(schema, part, rest, out),
            SlotKind::Data(domain) => {
                let (value, after) = rest.split_first().unwrap();
                out.push(schema.domain(domain).index_of(*value).unwrap());
                rest = after;
            }
        }
    }
    rest
}
