//! Equality of substructures by value, on every engine and with symbolic data, against Rust's own on all values; and what
//! attributes may return.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, HashSet, VecDeque};
use std::fmt::Debug;
use std::num::NonZeroU8;
use std::rc::Rc;
use std::sync::Arc;

use dpgen::Solutions;
use dpgen::prelude::*;

/// A tree without an invariant, and one with `$rep_ok`.
macro_rules! tree {
    ($module:ident, $($rep_ok:ident)?) => {
        mod $module {
            use super::*;

            #[derive(DpGen, Debug, Clone, PartialEq)]
            $(#[dpgen(rep_ok = $rep_ok)])?
            pub enum Tree {
                Leaf,
                Node(Box<Tree>, #[dpgen(range = 1..=2)] i64, bool, Option<Box<Tree>>),
            }
            $(
                fn $rep_ok(tree: TreeView) -> bool {
                    let TreeView::Node(left, _, _, right) = tree else { return true };
                    // What follows an optional part is compared, not the part.
                    right.view().is_none_or(|right| super::$rep_ok(left, right))
                }
            )?
        }
    };
}

tree!(all,);
tree!(equal, twins);
tree!(different, no_twins);

fn twins<T: DpGen>(left: Ref<T>, right: Ref<T>) -> bool {
    left == right
}

fn no_twins<T: DpGen>(left: Ref<T>, right: Ref<T>) -> bool {
    left != right
}

const SIZE: u32 = 3;

/// All values up to a size, as text.
fn shown<T: DpGen + Debug>(generator: Generator<T>) -> BTreeSet<String> {
    let built = generator.build().expect("it builds");
    (0..=SIZE)
        .flat_map(|size| built.iter_solutions(size, Solutions::All, 0))
        .map(|value| format!("{value:?}"))
        .collect()
}

/// Whether the parts of each node are related so.
fn everywhere(tree: &all::Tree, related: fn(&all::Tree, &all::Tree) -> bool) -> bool {
    let all::Tree::Node(left, _, _, right) = tree else { return true };
    let right = right.as_deref();
    right.is_none_or(|right| related(left, right) && everywhere(right, related)) && everywhere(left, related)
}

#[test]
fn it_is_by_value_on_every_engine() {
    let all = Generator::<all::Tree>::up_to(SIZE).build().expect("it builds");
    let filtered = |related| -> BTreeSet<String> {
        let all = (0..=SIZE).flat_map(|size| all.iter_size(size));
        all.filter(|tree| everywhere(tree, related)).map(|tree| format!("{tree:?}")).collect()
    };
    let (twins, no_twins) = (filtered(|left, right| left == right), filtered(|left, right| left != right));
    assert!(twins.len() > 20 && no_twins.len() > 20);
    let engines = Algorithm::ALL.iter().map(|algorithm| (*algorithm, None));
    for (algorithm, fields) in engines.chain([(Algorithm::Quotient, Some(Fields::Symbolic))]) {
        let same = Generator::<equal::Tree>::up_to(SIZE).algorithm(algorithm);
        let other = Generator::<different::Tree>::up_to(SIZE).algorithm(algorithm);
        let (same, other) = match fields {
            Some(fields) => (same.fields(fields), other.fields(fields)),
            None => (same, other),
        };
        assert_eq!(shown(same), twins, "{algorithm} {fields:?}");
        assert_eq!(shown(other), no_twins, "{algorithm} {fields:?}");
    }
}

#[derive(DpGen, Debug, PartialEq)]
#[dpgen(rep_ok = are_equal)]
struct Lists {
    #[dpgen(range = 1..=2, len = 0..=2)]
    first: Vec<u8>,
    #[dpgen(values = [2, 3, 5], len = 1..=3)]
    second: Vec<u8>,
    #[dpgen(values = ["a", "b"])]
    third: Option<String>,
    #[dpgen(values = ["c", "b"])]
    fourth: Option<String>,
}

fn are_equal(lists: ListsView) -> bool {
    lists.first == lists.second && lists.third == lists.fourth
}

#[test]
fn one_type_with_two_domains_compares_by_value() -> Result<(), BuildError> {
    for algorithm in Algorithm::ALL.iter().copied() {
        let built = Generator::<Lists>::up_to(1).algorithm(algorithm).build()?;
        let all: Vec<Lists> = built.iter_solutions(1, Solutions::All, 0).collect();
        assert!(all.iter().all(|lists| lists.first == lists.second && lists.third == lists.fourth));
        assert_eq!(all.len(), 2 * 2, "{algorithm}"); // [2] or [2, 2], and nothing or b
    }
    Ok(())
}

mod answers {
    use super::*;

    #[derive(DpGen, Debug, Clone, PartialEq)]
    #[dpgen(rep_ok = come_back)]
    enum Chain {
        End,
        Link(#[dpgen(values = [0.0, -0.0, f64::NAN])] f64, Box<Chain>),
    }

    type Answer = (
        (Box<i64>, Rc<u8>, Arc<bool>, NonZeroU8, Ordering),
        (Cow<'static, str>, &'static str, Box<str>, Rc<str>, Arc<str>),
        (BTreeSet<u8>, BTreeMap<u8, String>, VecDeque<i8>),
        (Result<u8, String>, Result<u8, String>),
        (f64, f32),
    );

    fn answer(chain: ChainView) -> Answer {
        let float = match chain {
            ChainView::End => 1.5,
            ChainView::Link(float, _) => float.value(),
        };
        (
            (Box::new(-1), Rc::new(2), Arc::new(true), NonZeroU8::MAX, Ordering::Less),
            ("a".into(), "b\u{e9}", "c".into(), "d".into(), "".into()),
            ([2, 1].into(), [(1, "x".to_owned())].into(), [-1, 1].into()),
            (Ok(3), Err("no".to_owned())),
            (float, -0.0),
        )
    }

    fn come_back(chain: ChainView) -> bool {
        let ChainView::Link(float, rest) = chain else { return true };
        let now = format!("{:?}", answer(chain));
        let then = format!("{:?}", rest.get(answer));
        let bits = rest.get(answer).4.0.to_bits();
        // All but the float is the same.
        let same = now.split("(Ok(").next() == then.split("(Ok(").next();
        assert!(same && then.ends_with(", -0.0))"), "{then}");
        bits != float.value().to_bits()
    }

    #[test]
    fn what_attributes_return_comes_back_as_it_was() {
        let chains = Generator::<Chain>::up_to(3).build().expect("it builds");
        assert_eq!(chains.count(3), 3 * 2 * 2); // no two neighbours of the same bits
        let all: HashSet<String> = chains.iter_size(1).map(|chain| format!("{chain:?}")).collect();
        assert_eq!(all.len(), 3);
    }
}
