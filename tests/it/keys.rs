//! Sets, maps and heaps with keys of every kind: each comes once, in the order of its type, on every engine.
//!
//! Counts are binomial coefficients, worked out by hand, and the sequences A004111 (identity trees: sets of sets) and A000081
//! (rooted trees: multisets of multisets) of the OEIS, <https://oeis.org/A004111> and <https://oeis.org/A000081>.

use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet};
use std::fmt::Debug;
use std::rc::Rc;

use crate::common::engines::ENGINES;
use dpgen::Fields;
use dpgen::prelude::*;

/// How many values of a size there are, by each engine, after checking that none comes twice, ranks, values in place,
/// validity, and that a value which was shown can be read again.
fn count<T: DpGen + Debug + PartialEq>(max_size: u32, size: u32) -> usize {
    let built = Generator::<T>::up_to(max_size).build().expect("it builds");
    let mut in_place = 0_u32;
    built.for_each_size(size, |value| {
        assert_eq!(built.rank_of(value), Some((size, in_place.into())), "{value:?}");
        in_place += 1;
    });
    let all: Vec<T> = built.iter_size(size).collect();
    assert_eq!(u32::try_from(all.len()), Ok(in_place));
    for (place, value) in all.iter().enumerate() {
        assert!(!all[..place].contains(value), "{value:?} comes twice");
    }
    for (engine, _) in ENGINES.into_iter().filter(|(_, fields)| *fields == Fields::Concrete) {
        let other = Generator::<T>::up_to(max_size).algorithm(engine).build().expect("it builds");
        assert_eq!(other.count(size), built.count(size), "{engine}");
        for value in &all {
            let (of, rank) =
                other.rank_of(value).unwrap_or_else(|| panic!("{engine}: {value:?} has no rank"));
            assert_eq!((of, other.nth(of, rank).as_ref()), (size, Some(value)), "{engine}");
        }
    }
    assert!(all.iter().all(dpgen::is_valid));
    all.len()
}

macro_rules! keys {
    ($($name:ident: [$($attributes:tt)*] $ty:ty, $count:expr;)*) => {$(
        #[test]
        fn $name() {
            #[derive(DpGen, Debug, PartialEq)]
            #[dpgen(weight = 1)]
            struct Held {
                $($attributes)*
                field: $ty,
            }
            assert_eq!(count::<Held>(1, 1), $count);
        }
    )*};
}

#[derive(DpGen, Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[dpgen(weight = 0)]
struct Id(#[dpgen(range = 1..=3)] u8);

#[derive(DpGen, Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[dpgen(weight = 0)]
struct Nested {
    id: Id,
    sides: [Option<bool>; 2],
}

/// Greater ones are declared first.
#[derive(DpGen, Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Size {
    Large,
    Small,
    Medium,
}

impl Size {
    fn rank(self) -> u8 {
        match self {
            Self::Small => 0,
            Self::Medium => 1,
            Self::Large => 2,
        }
    }
}

impl PartialOrd for Size {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Size {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

/// Equal where the letters are, whatever their case.
#[derive(DpGen, Debug, Clone)]
#[dpgen(weight = 0)]
struct Header(#[dpgen(values = ["b", "A", "a"])] String);

impl PartialEq for Header {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Header {}

impl PartialOrd for Header {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Header {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.to_lowercase().cmp(&other.0.to_lowercase())
    }
}

keys! {
    pairs: [#[dpgen(range = 0..=2, len = 0..=2)]] BTreeSet<(u8, u8)>, 1 + 9 + 36;
    hashed_pairs: [#[dpgen(range = (0..=2, _), len = 0..=2)]] HashSet<(u8, bool)>, 1 + 6 + 15;
    arrays: [#[dpgen(range = 0..=1, len = 0..=2)]] BTreeSet<[u8; 2]>, 1 + 4 + 6;
    options: [#[dpgen(range = 0..=2, len = 0..=2)]] BTreeSet<Option<u8>>, 1 + 4 + 6;
    newtypes: [#[dpgen(len = 0..=2)]] BTreeSet<Id>, 1 + 3 + 3;
    hashed_newtypes: [#[dpgen(len = 0..=2)]] HashSet<Id>, 1 + 3 + 3;
    nested: [#[dpgen(len = 0..=2)]] BTreeSet<Nested>, 1 + 27 + 27 * 26 / 2;
    unit_enums: [#[dpgen(len = 0..=3)]] BTreeSet<Size>, 8;
    hashed_unit_enums: [#[dpgen(len = 0..=3)]] HashSet<Size>, 8;
    strings: [#[dpgen(values = ["c", "a", "b"], len = 0..=3)]] BTreeSet<String>, 8;
    characters: [#[dpgen(values = ['c', 'a', 'b'], len = 0..=3)]] BTreeSet<char>, 8;
    flags: [#[dpgen(len = 0..=2)]] BTreeSet<bool>, 4;
    units: [#[dpgen(len = 0..=1)]] BTreeSet<()>, 2;
    reversed: [#[dpgen(range = 1..=3, len = 0..=3)]] BTreeSet<Reverse<u8>>, 8;
    reversed_parts: [#[dpgen(range = 0..=1, len = 0..=4)]] BTreeSet<(Reverse<u8>, u8)>, 16;
    pointers: [#[dpgen(range = 0..=1, len = 0..=4)]] BTreeSet<Rc<(u8, Box<u8>)>>, 16;
    results: [#[dpgen(range = (0..=1, ["x", "a"]), len = 0..=4)]] BTreeSet<Result<u8, String>>, 16;
    lists: [#[dpgen(len = 0..=3)]] BTreeSet<Vec<Size>>, 1 + 1;
    map_of_pairs: [#[dpgen(range = ((["b", "a"], 0..=1), 0..=4), len = 0..=2)]] BTreeMap<(String, u8), u8>, 1 + 4 * 5 + 6 * 25;
    hashed_map_of_pairs: [#[dpgen(range = ((["b", "a"], 0..=1), 0..=4), len = 0..=2)]] HashMap<(String, u8), u8>, 1 + 4 * 5 + 6 * 25;
    map_of_enums: [#[dpgen(range = (_, 0..=1), len = 0..=3)]] BTreeMap<Size, u8>, 27;
    map_of_options: [#[dpgen(range = (['x'], _), len = 0..=2)]] BTreeMap<Option<char>, bool>, 9;
    // Of two equal headers a set has one, whichever.
    sets_of_sets: [#[dpgen(range = 0..=1, len = 0..=4)]] BTreeSet<BTreeSet<u8>>, 1 + 1;
    long_tuples: [#[dpgen(len = 1..=1)]] BTreeSet<(bool, (), bool, (), bool, (), bool, (), (), (), (), bool)>, 32;
}

/// Of two equal headers a set has one, whichever.
#[test]
fn a_set_has_one_of_equal_keys() {
    #[derive(DpGen, Debug)]
    struct Headers(#[dpgen(len = 0..=2)] BTreeSet<Header>);
    let sets = Generator::<Headers>::up_to(1).build().expect("it builds");
    let lens: Vec<usize> = sets.iter_size(1).map(|headers| headers.0.len()).collect();
    assert_eq!(lens, [0, 1, 1, 1, 2, 2]);
    assert!(sets.iter_size(1).all(|headers| sets.rank_of(&headers).is_some()));
}

/// Compared by their structure: `BinaryHeap` has no `PartialEq`.
#[test]
fn heaps_of_structures_are_multisets() {
    #[derive(DpGen, Debug)]
    struct Heap(#[dpgen(range = 0..=1, len = 0..=2)] BinaryHeap<(u8, Reverse<u8>)>);
    let heaps = Generator::<Heap>::up_to(1).build().expect("it builds");
    assert_eq!(heaps.count(1), 1 + 4 + 10);
    for (rank, heap) in (0_u32..).zip(heaps.iter_size(1)) {
        assert_eq!(heaps.rank_of(&heap), Some((1, rank.into())));
    }
}

/// Elements weigh what they weigh in a list: those that would weigh nothing weigh 1.
#[test]
fn structures_as_keys_count_towards_the_size_as_integers_do() {
    #[derive(DpGen, Debug, PartialEq)]
    #[dpgen(weight = 0)]
    struct Plain(#[dpgen(range = 1..=3)] BTreeSet<u8>);
    #[derive(DpGen, Debug, PartialEq)]
    #[dpgen(weight = 0)]
    struct Wrapped(BTreeSet<Id>);
    #[derive(DpGen, Debug, PartialEq)]
    #[dpgen(weight = 0)]
    struct Mapped(#[dpgen(range = 1..=1)] HashMap<Id, u8>);
    for (size, expected) in (0..).zip([1, 3, 3, 1, 0]) {
        assert_eq!(count::<Plain>(4, size), expected);
        assert_eq!(count::<Wrapped>(4, size), expected);
        assert_eq!(count::<Mapped>(4, size), expected);
    }
}

#[test]
fn sets_of_sets_are_identity_trees() {
    #[derive(DpGen, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
    #[dpgen(weight = 1)]
    struct Tree(BTreeSet<Tree>);
    for (size, expected) in (1..).zip([1, 1, 1, 2, 3, 6, 12]) {
        assert_eq!(count::<Tree>(7, size), expected, "{size}");
    }
}

#[test]
fn multisets_of_multisets_are_rooted_trees() {
    #[derive(DpGen, Debug, Clone)]
    struct Tree(BinaryHeap<Tree>);
    impl Tree {
        fn sorted(&self) -> Vec<&Tree> {
            let mut all: Vec<&Tree> = self.0.iter().collect();
            all.sort();
            all
        }
    }
    impl PartialEq for Tree {
        fn eq(&self, other: &Self) -> bool {
            self.cmp(other).is_eq()
        }
    }
    impl Eq for Tree {}
    impl PartialOrd for Tree {
        fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
            Some(self.cmp(other))
        }
    }
    impl Ord for Tree {
        fn cmp(&self, other: &Self) -> Ordering {
            self.sorted().cmp(&other.sorted())
        }
    }
    let trees = Generator::<Tree>::up_to(7).build().expect("it builds");
    for (size, expected) in (1..).zip([1, 1, 2, 4, 9, 20, 48_u32]) {
        assert_eq!(trees.count(size), u128::from(expected), "{size}");
        let all: BTreeSet<Tree> = trees.iter_size(size).collect();
        assert_eq!(all.len(), usize::try_from(expected).expect("few"));
        assert!(all.iter().all(|tree| trees.rank_of(tree).is_some()));
    }
}

/// The first two elements of a set in its view are the first two of the set.
#[test]
fn views_have_the_order_of_the_type() {
    fn first<T: DpGen, L>(list: CollectionView<T, L>) -> Option<T::Slot> {
        let CollectionView::Cons(first, _) = list else { return None };
        Some(first)
    }
    #[derive(DpGen, Debug)]
    #[dpgen(rep_ok = begins_small)]
    struct Sizes(#[dpgen(len = 2..=2)] BTreeSet<Size>);
    fn begins_small(sizes: SizesView) -> bool {
        first(sizes.0.view()).is_some_and(|size| size == Size::Small)
    }
    #[derive(DpGen, Debug)]
    #[dpgen(rep_ok = begins_with_a)]
    struct Texts(#[dpgen(values = ["b", "c", "a"], len = 2..=2)] BTreeSet<String>);
    fn begins_with_a(texts: TextsView) -> bool {
        first(texts.0.view()).is_some_and(|text| text == "a")
    }
    #[derive(DpGen, Debug)]
    #[dpgen(rep_ok = begins_with_three)]
    struct Falling(#[dpgen(range = 1..=3, len = 2..=2)] BTreeMap<Reverse<u8>, bool>);
    fn begins_with_three(falling: FallingView) -> bool {
        first(falling.0.view()).is_some_and(|pair| pair.view().0 == 3)
    }
    let sizes = Generator::<Sizes>::up_to(1).build().expect("it builds");
    assert!(sizes.iter().all(|sizes| sizes.0.first() == Some(&Size::Small)));
    assert_eq!(sizes.count(1), 2);
    let texts = Generator::<Texts>::up_to(1).build().expect("it builds");
    assert!(texts.iter().all(|texts| texts.0.first().is_some_and(|text| text == "a")));
    assert_eq!(texts.count(1), 2);
    let falling = Generator::<Falling>::up_to(1).build().expect("it builds");
    assert!(falling.iter().all(|map| map.0.keys().next() == Some(&Reverse(3))));
    assert_eq!(falling.count(1), 2 * 4);
    assert!(!dpgen::is_valid(&Falling([(Reverse(3), true), (Reverse(9), true)].into())));
}

/// A key keeps its own invariant, and its integers may stay undecided.
#[test]
fn invariants_of_keys_hold_also_with_symbolic_fields() {
    #[derive(DpGen, Debug, PartialEq, Eq, Hash)]
    #[dpgen(rep_ok = is_interval, weight = 0)]
    struct Interval(#[dpgen(range = 0..=3)] u8, #[dpgen(range = 0..=3)] u8);
    fn is_interval(interval: IntervalView) -> bool {
        interval.0 < interval.1
    }
    #[derive(DpGen, Debug, PartialEq)]
    struct Intervals(#[dpgen(len = 0..=2)] HashSet<Interval>);
    assert_eq!(count::<Intervals>(1, 1), 1 + 6 + 15);
    let symbolic = Generator::<Intervals>::up_to(1).fields(Fields::Symbolic).build().expect("it builds");
    let solutions: HashSet<String> =
        symbolic.iter_size(1).map(|intervals| format!("{intervals:?}")).collect();
    assert!(!solutions.is_empty() && symbolic.iter_size(1).all(|intervals| dpgen::is_valid(&intervals)));
}
