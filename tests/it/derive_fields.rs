//! What fields can be: skipped, shared, strings of letters, collections of a bounded length, and types of others.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt::Debug;
use std::rc::Rc;
use std::sync::Arc;

use dpgen::prelude::*;

type Fallible = Result<(), BuildError>;

/// The counts by size, after checking that each value is found at its own rank, that engines agree, and that no value
/// comes twice.
fn counts<T: DpGen + PartialEq + Debug>(max_size: u32) -> Result<Vec<Count>, BuildError> {
    let structures = Generator::<T>::up_to(max_size).build()?;
    let slow = Generator::<T>::up_to(max_size).algorithm(Algorithm::TopDown).build()?;
    for size in 0..=max_size {
        let all: Vec<T> = structures.iter_size(size).collect();
        for (rank, value) in (0_u32..).zip(&all) {
            assert_eq!(structures.rank_of(value), Some((size, rank.into())), "{value:?}");
            assert_eq!(structures.nth(size, rank).as_ref(), Some(value));
            assert_eq!(all.iter().filter(|other| *other == value).count(), 1);
            assert!(slow.rank_of(value).is_some(), "{value:?}");
            assert!(dpgen::is_valid(value), "{value:?}");
        }
        assert_eq!(slow.count(size), structures.count(size));
    }
    Ok((0..=max_size).map(|size| structures.count(size)).collect())
}

fn count(counts: &[u32]) -> Vec<Count> {
    counts.iter().copied().map(Count::from).collect()
}

mod skipped {
    use super::*;

    /// What dpgen could not generate, with a default.
    #[derive(Debug, Clone, PartialEq)]
    struct Plain(f64);

    impl Default for Plain {
        fn default() -> Self {
            Self(0.5)
        }
    }

    fn seven() -> u8 {
        7
    }

    #[derive(DpGen, Debug, Clone, PartialEq)]
    #[dpgen(rep_ok = flags_differ, finish = Self::measure)]
    enum List {
        Nil,
        Cons(#[dpgen(skip)] Plain, bool, #[dpgen(default = "seven")] u8, Box<List>),
        Marked {
            #[dpgen(default)]
            length: usize,
        },
    }

    impl List {
        fn measure(&mut self) {
            if let Self::Marked { length } = self {
                *length += 1;
            }
        }
    }

    /// The view has neither the first nor the third field.
    fn flags_differ(list: ListView) -> bool {
        let ListView::Cons(first, rest) = list else { return true };
        rest.get(flag).is_none_or(|second| second != first.value())
    }

    fn flag(list: ListView) -> Option<bool> {
        match list {
            ListView::Cons(first, _) => Some(first.value()),
            ListView::Nil | ListView::Marked {} => None,
        }
    }

    #[derive(DpGen, Debug, Clone, PartialEq)]
    struct Tagged<T, U> {
        value: bool,
        #[dpgen(skip)]
        tag: Option<T>,
        #[dpgen(skip, default = Vec::new)]
        more: Vec<U>,
    }

    #[test]
    fn they_are_filled_and_no_part_of_the_structure() -> Fallible {
        // Alternating flags, and two ends: both weigh nothing, as neither has a part.
        assert_eq!(counts::<List>(3)?, count(&[2, 4, 4, 4]));
        let lists = Generator::<List>::up_to(1).build()?;
        let first = lists.nth(1, 0);
        assert_eq!(first, Some(List::Cons(Plain(0.5), false, 7, Box::new(List::Nil))));
        assert!(lists.iter_size(0).any(|list| list == List::Marked { length: 1 }));
        let other = List::Cons(Plain(2.5), false, 9, Box::new(List::Nil));
        assert_eq!(lists.rank_of(&other), Some((1, 0_u32.into())));
        assert_eq!(counts::<Tagged<u8, f32>>(1)?, count(&[0, 2]));
        Ok(())
    }
}

mod elsewhere {
    use super::*;

    /// The crate under another name.
    mod inner {
        pub(super) use dpgen as renamed;
    }

    #[derive(DpGen, Observable, Debug, Clone, PartialEq)]
    #[dpgen(crate = "inner::renamed")]
    struct Pair<T>(#[dpgen(range = n - n..=1 + 1)] i64, T);

    #[derive(DpGen, Debug, Clone, Copy, PartialEq)]
    #[dpgen(crate = inner::renamed)]
    enum Side {
        Left,
        Right,
    }

    #[test]
    fn the_crate_may_have_another_name() -> Fallible {
        assert_eq!(counts::<Pair<Side>>(1)?, count(&[0, 3 * 2]));
        Ok(())
    }
}

mod pointers {
    use super::*;

    #[derive(DpGen, Debug, Clone, PartialEq)]
    enum Tree {
        Leaf,
        Node(Rc<Tree>, Arc<bool>, Rc<Tree>),
    }

    #[test]
    fn shared_pointers_are_transparent() -> Fallible {
        assert_eq!(counts::<Tree>(3)?, count(&[1, 2, 2 * 4, 5 * 8]));
        Ok(())
    }
}

mod strings {
    use super::*;

    #[derive(DpGen, Debug, Clone, PartialEq)]
    #[dpgen(rep_ok = differ)]
    struct Words {
        #[dpgen(alphabet = "ba", len = 0..=2)]
        first: String,
        #[dpgen(alphabet = "ba", len = least..3)]
        second: Option<String>,
    }

    fn differ(words: WordsView) -> bool {
        words.second.view().is_none_or(|second| words.first != second)
    }

    #[test]
    fn strings_come_from_letters_and_lengths() -> Fallible {
        // 1 + 2 + 4 strings; 2 + 4 of them may be second, or none; less the 6 equal pairs.
        let words = Generator::<Words>::up_to(1).param("least", 1).build()?;
        assert_eq!(words.count(1), 7 * (6 + 1) - 6);
        let firsts: BTreeSet<String> = words.iter().map(|words| words.first).collect();
        assert_eq!(firsts, ["", "a", "aa", "ab", "b", "ba", "bb"].map(str::to_owned).into());
        for value in &words {
            assert!(words.rank_of(&value).is_some());
        }
        let long = Words { first: "aaa".to_owned(), second: None };
        assert_eq!(words.rank_of(&long), None);
        assert!(dpgen::is_valid(&long));
        Ok(())
    }
}

mod lists {
    use super::*;

    #[derive(DpGen, Debug, Clone, PartialEq)]
    struct Short {
        #[dpgen(len = 0..=3, range = 1..=2)]
        numbers: Vec<i64>,
    }

    #[derive(DpGen, Debug, Clone, PartialEq)]
    #[dpgen(rep_ok = ascends)]
    struct Between {
        #[dpgen(len = 1..n, range = 1..=4)]
        numbers: Arc<Vec<u8>>,
    }

    fn ascends(between: BetweenView) -> bool {
        between.numbers.get(is_ascending)
    }

    fn is_ascending(list: CollectionView<u8>) -> bool {
        let CollectionView::Cons(first, rest) = list else { return true };
        rest.get(head).is_none_or(|second| first < second) && rest.get(is_ascending)
    }

    fn head(list: CollectionView<u8>) -> Option<Int> {
        if let CollectionView::Cons(first, _) = list { Some(first) } else { None }
    }

    #[derive(DpGen, Debug, Clone, PartialEq)]
    enum Rose {
        Leaf,
        Node(#[dpgen(len = 1..=2)] Vec<Rose>),
    }

    #[test]
    fn vectors_of_plain_values_have_a_length() -> Fallible {
        assert_eq!(counts::<Short>(1)?, count(&[0, 1 + 2 + 4 + 8]));
        // C(4, 1) + C(4, 2) + C(4, 3), as n is 4.
        assert_eq!(Generator::<Between>::up_to(4).build()?.count(1), 4 + 6 + 4);
        // Large Schroeder numbers (OEIS A006318): a(n) = a(n - 1) + sum of a(i) a(n - 1 - i).
        assert_eq!(counts::<Rose>(3)?, count(&[1, 2, 2 + 4, 6 + 2 * 6 + 4]));
        let shorts = Generator::<Short>::up_to(1).build()?;
        let long = Short { numbers: vec![1; 4] };
        assert_eq!(shorts.rank_of(&long), None);
        assert!(dpgen::is_valid(&long));
        Ok(())
    }

    #[derive(DpGen, Debug)]
    struct Negative(#[dpgen(len = -1..=n, range = 1..=2)] Vec<i64>);

    #[derive(DpGen, Debug)]
    struct Never(#[dpgen(len = 1..1, range = 1..=2)] Vec<i64>);

    #[derive(DpGen, Debug)]
    struct Endless(#[dpgen(len = 0..=1001, range = 1..=2)] Vec<i64>);

    #[derive(DpGen, Debug)]
    struct Longest(#[dpgen(len = 1000..=1000, range = 1..=1)] Vec<i64>);

    #[derive(DpGen, Debug)]
    struct Wordy(#[dpgen(alphabet = "abcdefghij", len = 0..=5)] String);

    #[test]
    fn lengths_that_can_not_be_are_errors() {
        let said = |error: Option<BuildError>| error.map(|error| error.to_string());
        let some = |text: &str| Some(text.to_owned());
        let wrong = said(Generator::<Negative>::up_to(1).build().err());
        assert_eq!(wrong, some("`Negative.0`: a length is at least 0, not -1"));
        let wrong = said(Generator::<Never>::up_to(1).build().err());
        assert_eq!(wrong, some("`Never.0`: no length is from 1 to 0"));
        let wrong = said(Generator::<Endless>::up_to(1).build().err());
        assert_eq!(wrong, some("`Endless.0`: a length is at most 1000, not 1001"));
        assert_eq!(said(Generator::<Longest>::up_to(1).build().err()), None);
        let wrong = said(Generator::<Wordy>::up_to(1).build().err());
        let many = "`Wordy.0`: there are more than 100000 such strings: shorten them, or take fewer letters";
        assert_eq!(wrong, some(many));
    }
}

mod sets {
    use super::*;

    #[derive(DpGen, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    enum Color {
        Red,
        Green,
        Blue,
    }

    #[derive(DpGen, Debug, Clone, PartialEq)]
    struct Sets {
        #[dpgen(len = 0..=2, range = 1..=4)]
        tree: BTreeSet<i64>,
        #[dpgen(len = 2..=3)]
        hash: HashSet<Color>,
    }

    #[derive(DpGen, Debug, Clone, PartialEq)]
    struct Maps {
        #[dpgen(len = 1..=2)]
        tree: BTreeMap<Color, bool>,
        #[dpgen(len = 0..=9, range = -1..=1)]
        hash: HashMap<i8, Tree>,
    }

    #[derive(DpGen, Debug, Clone, PartialEq)]
    enum Tree {
        Leaf,
        Node(Box<Tree>),
    }

    #[test]
    fn each_set_and_map_comes_once() -> Fallible {
        // (C(4, 0) + C(4, 1) + C(4, 2)) (C(3, 2) + C(3, 3)).
        assert_eq!(counts::<Sets>(1)?, count(&[0, (1 + 4 + 6) * (3 + 1)]));
        // The first has 3 2 + 3 4 maps. A hash map with k keys has C(s + k - 1, s) ways for trees of total size s.
        let first = 3 * 2 + 3 * 4;
        let hash = [1 + 3 + 3 + 1, 3 + 3 * 2 + 3];
        assert_eq!(counts::<Maps>(2)?, count(&[0, first * hash[0], first * hash[1]]));
        Ok(())
    }

    #[derive(DpGen, Debug, Clone, PartialEq)]
    #[dpgen(rep_ok = sums_to_five)]
    struct Sum(#[dpgen(len = 0..=4, range = 1..=4)] BTreeSet<u8>);

    fn sums_to_five(sum: SumView) -> bool {
        sum.0.get(total) == 5
    }

    fn total(set: CollectionView<u8, BTreeSet<u8>>) -> Int {
        let CollectionView::Cons(first, rest) = set else { return Int::from(0) };
        first + rest.get(total)
    }

    #[test]
    fn predicates_read_sets_as_lists() -> Fallible {
        assert_eq!(counts::<Sum>(1)?, count(&[0, 2])); // 1 + 4 and 2 + 3
        Ok(())
    }
}

mod remote {
    use super::*;

    /// Types without derives of ours.
    mod other {
        #[derive(Debug, PartialEq)]
        pub(super) struct Pair<T> {
            pub(super) first: T,
            pub(super) second: i64,
        }

        #[derive(Debug, PartialEq)]
        pub(super) enum Tree {
            Leaf,
            Node(Box<Tree>, Color, Option<Box<Tree>>),
        }

        #[derive(Debug, PartialEq)]
        pub(super) enum Color {
            Red,
            Black,
        }
    }

    #[derive(DpGen)]
    #[dpgen(remote = "other::Pair<T>")]
    struct Pair<T> {
        first: T,
        #[dpgen(range = 5..=6)]
        second: i64,
    }

    #[derive(DpGen)]
    #[dpgen(remote = other::Tree, rep_ok = no_red_root)]
    enum Tree {
        Leaf,
        Node(
            #[dpgen(with = "Box<Tree>")] Box<other::Tree>,
            #[dpgen(with = Color)] other::Color,
            #[dpgen(with = "Option<Box<Tree>>")] Option<Box<other::Tree>>,
        ),
    }

    #[derive(DpGen, Clone, Copy, PartialEq)]
    #[dpgen(remote = "other::Color")]
    enum Color {
        Red,
        Black,
    }

    fn no_red_root(tree: TreeView) -> bool {
        !matches!(tree, TreeView::Node(_, color, _) if color == Color::Red)
    }

    #[derive(DpGen, Debug, PartialEq)]
    #[dpgen(weight = 0)]
    struct Holder {
        #[dpgen(with = "Pair<bool>")]
        pair: other::Pair<bool>,
        #[dpgen(with = "Tree")]
        tree: other::Tree,
    }

    #[test]
    fn a_mirror_stands_for_a_type_of_another_crate() -> Fallible {
        // A pair weighs 1 and has 4 values. Trees without red roots: t(k + 1) = sum of t(i) (t(k - i) + [i = k]).
        let trees = [1, 1 + 1, 2 + 2 + 2];
        assert_eq!(counts::<Holder>(3)?, count(&[0, 4 * trees[0], 4 * trees[1], 4 * trees[2]]));
        let first = Generator::<Holder>::up_to(1).build()?.nth(1, 0);
        let pair = other::Pair { first: false, second: 5 };
        assert_eq!(first, Some(Holder { pair, tree: other::Tree::Leaf }));
        assert_eq!(Generator::<Pair<bool>>::up_to(1).build()?.count(1), 4);
        Ok(())
    }
}
