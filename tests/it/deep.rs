//! Structures deeper than any stack: lists of tens of thousands of elements, and chains by every engine.

use std::sync::Arc;

use dpgen::engine::{self, Options};
use dpgen::prelude::*;
use dpgen::{Scope, Solutions};
use dpgen_spec::Spec;

/// How long lists are: 100,000 with `DPGEN_LONG=1`, less where tests are built without optimisation.
fn longest() -> u32 {
    if std::env::var("DPGEN_LONG").is_ok_and(|long| long != "0") { 100_000 } else { 20_000 }
}

/// An element that weighs something, so that lists of it have a size.
#[derive(DpGen, Debug, Clone, PartialEq, Eq, Hash)]
struct Item {
    #[dpgen(range = 1..=1)]
    value: i64,
}

/// A list that recurses in its representation alone: making and dropping the value does not.
#[derive(DpGen, Debug, Clone, PartialEq, Eq, Hash)]
#[dpgen(rep_ok = is_short_or_odd)]
struct Items {
    #[dpgen(range = 0..=1)]
    parity: i64,
    items: Vec<Item>,
}

fn is_short_or_odd(items: ItemsView) -> bool {
    items.parity == items.items.get(parity)
}

fn parity(items: CollectionView<Item>) -> i64 {
    match items {
        CollectionView::Nil => 0,
        CollectionView::Cons(_, rest) => 1 - rest.get(parity),
    }
}

#[test]
fn long_vectors_are_counted_reached_found_and_judged() {
    let size = longest();
    let lists = Generator::<Items>::up_to(size).threads(1).build().unwrap();
    assert_eq!(lists.count(size), 1);
    let longest = lists.nth(size, 0).unwrap();
    assert_eq!(longest.items.len(), usize::try_from(size - 1).unwrap());
    assert_eq!(longest.parity, i64::from(size - 1) % 2);
    assert_eq!(lists.rank_of(&longest), Some((size, 0_u32.into())));
    assert_eq!(lists.iter_size(size).next().as_ref(), Some(&longest));
    assert!(dpgen::is_valid(&longest));
    let wrong = Items { parity: 1 - longest.parity, ..longest };
    assert_eq!(lists.rank_of(&wrong), None);
    assert!(!dpgen::is_valid(&wrong));
}

/// One list of each length: sorted, and all values are 1.
#[test]
fn chains_of_thousands_by_every_engine() {
    let spec = Spec::builtin("sorted-list").unwrap();
    for (algorithm, fields, size) in [
        (Algorithm::TopDown, Fields::Concrete, 60),
        (Algorithm::Dp, Fields::Concrete, 400),
        (Algorithm::LazyDp, Fields::Concrete, 400),
        (Algorithm::Quotient, Fields::Concrete, 20_000),
        (Algorithm::Quotient, Fields::Symbolic, 20_000),
        (Algorithm::SymbolazyDp, Fields::Symbolic, 400),
    ] {
        let scope = Scope::new(size).with("n", 1);
        let model = Arc::new(spec.model(&scope).unwrap());
        let options = Options::default().algorithm(algorithm).fields(fields).threads(1);
        let catalog = engine::build(&model, &scope, &options).unwrap();
        let name = format!("{algorithm}, {fields}");
        assert_eq!(catalog.count(size), 1, "{name}");
        let words = catalog.nth_compact(size, &Count::ZERO).unwrap().unwrap();
        // A constructor and a value for each element, and the end.
        assert_eq!(words.len(), usize::try_from(2 * size + 1).unwrap(), "{name}");
        let mut all = catalog.compact_with(size, Count::ZERO..Count::ONE, Solutions::All, 0);
        assert_eq!(all.next(), Some(&*words), "{name}");
        assert_eq!(all.next(), None, "{name}");
    }
}
