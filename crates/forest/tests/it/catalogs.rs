//! Catalogs, with and without unions: every question about a structure, asked of every structure; and those about all.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use chacha20::ChaCha8Rng;
use chacha20::rand_core::SeedableRng;
use dpgen::prelude::*;
use dpgen::schema::{Ranker, nodes_of};
use dpgen::{Algorithm, Catalog};
use dpgen_forest::schema::SlotKind;
use dpgen_forest::{CompactStep, CopiedPart, debug_text, from_ron, to_ron};

use crate::fixtures::Tree;

/// The engines whose structures have values; those of DP and LazyDP are single ones, those of Quotient DP are shared.
const ENGINES: [Algorithm; 4] = [Algorithm::TopDown, Algorithm::Dp, Algorithm::LazyDp, Algorithm::Quotient];

/// The same without a predicate: what it has and [`Tree`] has not is refused there.
#[derive(DpGen, Debug)]
enum Any {
    Nil,
    Node {
        left: Box<Any>,
        #[dpgen(range = 1..=2)]
        key: i64,
        right: Box<Any>,
    },
}

/// Several ways to be of one size, lists, options, and words with marks.
#[derive(DpGen, Debug)]
enum Mixed {
    End(bool),
    Pair(Box<Mixed>, Option<Box<Mixed>>),
    #[dpgen(weight = 2)]
    Many(Vec<Mixed>, #[dpgen(values = ["", "a b", "\"\\\n", "é\u{1}'"])] String),
}

/// All structures of a size, in rank order.
fn words_of_size(catalog: &Catalog, size: u32) -> Vec<Vec<u32>> {
    let mut iter = catalog.iter_compact(size);
    let mut all = Vec::new();
    while let Some(words) = iter.next() {
        all.push(words.to_vec());
    }
    assert_eq!(Count::from(all.len()), catalog.count(size), "as many come as are counted");
    assert_eq!((iter.remaining(), iter.stopped()), (0, None));
    assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len(), "none comes twice");
    all
}

/// The most layers of any structure, from its nodes: parts come before wholes.
fn deepest(catalog: &Catalog) -> usize {
    let mut deepest = 0;
    for size in 0..catalog.complete_sizes() {
        for words in words_of_size(catalog, size) {
            let mut depths: Vec<usize> = Vec::new();
            for node in nodes_of(catalog.schema(), &words) {
                let slots = catalog.schema().constructor(node.ctor).slots.iter().zip(&node.slots);
                let parts = slots.filter(|(slot, _)| matches!(slot.kind, SlotKind::Recursive(_)));
                let below = parts.map(|(_, part)| depths[usize::try_from(*part).unwrap()]).max();
                depths.push(1 + below.unwrap_or(0));
            }
            deepest = deepest.max(depths.last().copied().unwrap_or(0));
        }
    }
    deepest
}

/// How many steps exchange a part.
fn every_question(catalog: &Catalog) -> u32 {
    let mut ranker = Ranker::new(Arc::new(catalog.clone()));
    let mut exchanged = 0;
    let mut total = Count::ZERO;
    for size in 0..catalog.complete_sizes() {
        let all = words_of_size(catalog, size);
        for (rank, words) in all.iter().enumerate() {
            let rank = Count::from(rank);
            let there = Some((size, rank.clone()));
            assert_eq!(catalog.nth_compact(size, &rank), Ok(Some(words.clone())));
            assert_eq!(catalog.find_words(words), there, "{words:?}");
            assert_eq!(catalog.find(&nodes_of(catalog.schema(), words)), there, "{words:?}");
            assert_eq!(ranker.find(words), there, "{words:?}");
            let [outline] = &catalog.outlines(size, &rank).unwrap()[..] else { panic!("data is concrete") };
            assert_eq!((&outline.words, outline.variables.len(), outline.constraints.len()), (words, 0, 0));
            let ron = to_ron(catalog.schema(), words);
            assert_eq!(from_ron(catalog.schema(), &ron).as_ref(), Ok(words), "{ron}");
        }
        assert_eq!(catalog.nth_compact(size, &catalog.count(size)), Ok(None), "past the end");
        assert_eq!(catalog.outlines(size, &catalog.count(size)), Ok(vec![]), "past the end");
        total += &catalog.count(size);
        // What came before and what has changed are the next one, from wherever the iterator starts.
        for start in [0, 1, 7, 30] {
            let mut iter = catalog.iter_compact(size);
            iter.advance(start);
            let (mut kept, mut old, mut parts) = (Vec::new(), None::<CopiedPart>, HashMap::new());
            for expected in all.iter().skip(usize::try_from(start).unwrap()) {
                let CompactStep { words, changed, part } = iter.next_step().unwrap();
                let before = std::mem::take(&mut kept);
                kept.extend_from_slice(&before[..changed.min(before.len())]);
                kept.extend_from_slice(&words[changed..]);
                assert_eq!((&kept, words), (expected, &expected[..]));
                // A part with a number has the words that it had when it came with that number before.
                if let Some(CopiedPart { begin, end, number, .. }) = part {
                    let words = &words[begin..end];
                    assert_eq!(parts.entry(number).or_insert_with(|| words.to_vec()), words);
                }
                // What is exchanged is all that differs.
                if let Some(CopiedPart { begin, end, .. }) = part.filter(|part| part.is_exchanged) {
                    let old = old.expect("it took the place of another");
                    assert_eq!((begin, &words[..begin]), (old.begin, &before[..begin]));
                    assert_eq!(&words[end..], &before[old.end..]);
                    exchanged += 1;
                }
                old = part;
            }
            assert_eq!(iter.next_step(), None);
        }
        // Short and long ways onward, at the start and in the middle.
        for begin in [0, 1, 17] {
            for onward in [0, 1, 2, 16, 17, 40] {
                let mut iter = catalog.iter_compact(size);
                for _ in 0..begin {
                    iter.next();
                }
                iter.advance(onward);
                let place = (begin + usize::try_from(onward).unwrap()).min(all.len());
                assert_eq!(iter.next_rank(), Count::from(place), "{begin} and {onward} of size {size}");
                assert_eq!(
                    iter.next(),
                    all.get(place).map(Vec::as_slice),
                    "{begin} and {onward} of size {size}"
                );
            }
        }
    }
    assert_eq!(catalog.total(), total);
    assert_eq!(usize::try_from(catalog.max_depth()), Ok(deepest(catalog)), "layers from the root to a leaf");
    assert!(total > Count::from(100_u32), "there are {total} structures only");
    exchanged
}

#[test]
fn every_structure_is_where_it_is_said_to_be() {
    for algorithm in ENGINES {
        let trees = Generator::<Tree>::up_to(4).algorithm(algorithm).build().unwrap();
        let mixed = Generator::<Mixed>::up_to(5).algorithm(algorithm).build().unwrap();
        let exchanged = [every_question(trees.catalog()), every_question(mixed.catalog())];
        // Of other engines, each structure is a production.
        assert!(algorithm != Algorithm::Quotient || exchanged.iter().all(|of| *of > 0), "{exchanged:?}");
    }
}

#[test]
fn what_is_refused_is_nowhere() {
    let any = Generator::<Any>::up_to(5).build().unwrap();
    for algorithm in ENGINES {
        let trees = Generator::<Tree>::up_to(4).algorithm(algorithm).build().unwrap();
        let catalog = trees.catalog();
        let mut ranker = Ranker::new(Arc::new(catalog.clone()));
        for size in 0..=5 {
            let known: BTreeSet<Vec<u32>> =
                if size <= 4 { words_of_size(catalog, size).into_iter().collect() } else { BTreeSet::new() };
            for words in words_of_size(any.catalog(), size) {
                let expected = known.contains(&words);
                assert_eq!(catalog.find_words(&words).is_some(), expected, "{algorithm}: {words:?}");
                let nodes = nodes_of(catalog.schema(), &words);
                assert_eq!(catalog.find(&nodes).is_some(), expected, "{algorithm}: {words:?}");
                assert_eq!(ranker.find(&words).is_some(), expected, "{algorithm}: {words:?}");
            }
        }
    }
}

#[test]
fn a_structure_as_a_line_is_its_value_as_debug_has_it() {
    for algorithm in ENGINES {
        let trees = Generator::<Tree>::up_to(4).algorithm(algorithm).build().unwrap();
        let mut values = trees.iter();
        for size in 0..=4 {
            for words in words_of_size(trees.catalog(), size) {
                let value = values.next().unwrap();
                assert_eq!(debug_text(trees.catalog().schema(), &words), format!("{value:?}"));
            }
        }
        assert!(values.next().is_none());
    }
}

#[test]
fn draws_up_to_a_size_reach_all_of_it_and_nothing_else() {
    let trees = Generator::<Tree>::up_to(3).build().unwrap();
    let catalog = trees.catalog();
    for size in 0..=4 {
        let mut rng = ChaCha8Rng::seed_from_u64(u64::from(size));
        let drawn: BTreeSet<(u32, Count)> =
            (0..2_000).map(|_| catalog.sample_up_to(size, &mut rng).unwrap()).collect();
        let all: BTreeSet<(u32, Count)> = (0..=size.min(3))
            .flat_map(|size| {
                (0..catalog.count(size).to_usize().unwrap()).map(move |rank| (size, Count::from(rank)))
            })
            .collect();
        assert_eq!(drawn, all, "up to size {size}");
    }
}

/// Elements of lists that can weigh nothing have a copy of their type, in which they weigh 1; others have none.
#[test]
fn only_what_can_weigh_nothing_is_copied_for_lists() {
    #[derive(DpGen, Debug)]
    struct Heavy(bool);
    #[derive(DpGen, Debug)]
    enum Light {
        Nothing,
        Something(bool),
    }
    #[derive(DpGen, Debug)]
    struct OfHeavy(Vec<Heavy>);
    #[derive(DpGen, Debug)]
    struct OfLight(Vec<Light>);
    #[derive(DpGen, Debug)]
    struct OfBoth(Vec<Heavy>, Vec<Light>, Option<Light>);
    let heavy = Generator::<OfHeavy>::up_to(4).build().unwrap();
    let light = Generator::<OfLight>::up_to(4).build().unwrap();
    let both = Generator::<OfBoth>::up_to(3).build().unwrap();
    // The struct, its list, the element; with a copy of the element; both lists, and the option of the element itself.
    assert_eq!(heavy.catalog().schema().types(), 3);
    assert_eq!(light.catalog().schema().types(), 4);
    assert_eq!(both.catalog().schema().types(), 7);
    for length in 0..4 {
        // The struct weighs 1; each of two bools, or of one value more.
        assert_eq!(heavy.count(length + 1), Count::from(2_u32.pow(length)));
        assert_eq!(light.count(length + 1), Count::from(3_u32.pow(length)));
    }
}

/// Of single structures, the graph has a record each: a word for where it begins, one for its constructor, and one a slot.
#[test]
fn memory_is_that_of_records_and_roots() {
    for algorithm in [Algorithm::Dp, Algorithm::LazyDp] {
        for size in 0..=4 {
            let trees = Generator::<Any>::up_to(size).algorithm(algorithm).build().unwrap();
            let total = trees.catalog().total().to_usize().unwrap();
            let words = (1 + 1) + (total - 1) * (1 + 1 + 3);
            assert_eq!(
                trees.catalog().bytes(),
                (words + total) * size_of::<u32>(),
                "{algorithm} up to {size}"
            );
        }
    }
}
