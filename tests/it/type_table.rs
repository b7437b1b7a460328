//! The table of docs/guide/src/field-types.md: each type of it as a field, in all of its columns.
//!
//! A field is two values of the type, so that a predicate over the view can compare them: a valid case is a pair of equal ones.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::fmt::Debug;
use std::marker::PhantomData;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::num::{NonZero, Saturating, Wrapping};
use std::ops::{Range, RangeInclusive};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::{Arc, Mutex, RwLock};
use std::time::Duration;

use dpgen::prelude::*;
use dpgen::schema::{from_ron, nodes_of, to_ron, words_of};

const TEXTS: &[&str] = &["a", "b"];
const LETTERS: [char; 2] = ['x', 'y'];
const LENGTHS: RangeInclusive<usize> = 0..=1;
const LOW: u8 = 0;
const HIGH: u8 = LOW + 1;

fn addresses() -> Vec<IpAddr> {
    vec![Ipv4Addr::LOCALHOST.into(), Ipv6Addr::LOCALHOST.into()]
}

fn same(byte: u8) -> u8 {
    byte
}

fn successor(byte: u8) -> u8 {
    byte.wrapping_add(1)
}

#[derive(DpGen, Debug)]
#[dpgen(weight = 0)]
struct Own {
    flag: bool,
}

#[derive(DpGen, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Unit {
    First,
    Second,
}

#[derive(DpGen, Debug, PartialEq, Eq, Hash)]
#[dpgen(weight = 0)]
struct Id(#[dpgen(range = 0..=1)] u8);

#[derive(DpGen)]
#[dpgen(remote = "either::Either<u8, bool>")]
enum Either {
    #[dpgen(weight = 0)]
    Left(#[dpgen(range = 0..=1)] u8),
    #[dpgen(weight = 0)]
    Right(bool),
}

/// Without objects and numbers.
#[derive(DpGen)]
#[dpgen(remote = "serde_json::Value", partial)]
enum Json {
    Null,
    #[dpgen(weight = 0)]
    Bool(bool),
    #[dpgen(weight = 0)]
    String(#[dpgen(values = ["a"])] String),
}

/// The number of values, after holding each column against them; `mixed` makes a pair of the first value of a pair and the
/// second of another.
fn walk<T: DpGen + Debug>(name: &str, mixed: fn(T, T) -> T) -> u32 {
    let built = Generator::<T>::up_to(1).build().unwrap_or_else(|error| panic!("{name}: {error}"));
    let count = u32::try_from(built.iter_size(1).count()).unwrap();
    let schema = built.catalog().schema();
    for rank in 0..count {
        let value = built.nth(1, rank).unwrap();
        assert_eq!(built.rank_of(&value), Some((1, rank.into())), "{name}: {value:?}");
        assert!(dpgen::is_valid(&value), "{name}: {value:?}");
        let words = built.catalog().nth_compact(1, &rank.into()).unwrap().unwrap();
        let text = to_ron(schema, &words);
        assert_eq!(from_ron(schema, &text).as_ref(), Ok(&words), "{name}: {text}");
        let nodes = nodes_of(schema, &words);
        assert_eq!(words_of(schema, &nodes, u32::try_from(nodes.len() - 1).unwrap()), words, "{name}");
        let other = (rank + 1) % count;
        let pair = || mixed(built.nth(1, rank).unwrap(), built.nth(1, other).unwrap());
        assert_eq!(dpgen::is_valid(&pair()), other == rank, "{name}: {:?}", pair());
        assert_eq!(built.rank_of(&pair()).is_some(), other == rank, "{name}: {:?}", pair());
    }
    count
}

macro_rules! rows {
    ($($name:ident: [$($attributes:tt)*] [$($of_both:tt)*] $ty:ty, $count:expr;)*) => {
        $(
            mod $name {
                use super::*;

                #[derive(DpGen, Debug)]
                #[dpgen(rep_ok = are_equal)]
                pub(super) struct Pair(#[dpgen($($of_both)*)] pub(super) [$ty; 2]);

                fn are_equal(pair: PairView) -> bool {
                    let [first, second] = pair.0.view();
                    first == second
                }
            }
        )*

        #[test]
        fn each_type_has_all_columns() {
            $(
                let mixed = |$name::Pair([first, _]), $name::Pair([_, second])| $name::Pair([first, second]);
                assert_eq!(walk::<$name::Pair>(stringify!($ty), mixed), $count, stringify!($ty));
            )*
        }

        /// The types and their attributes, without spaces.
        fn rows() -> Vec<(String, String)> {
            let packed = |text: &str| text.replace(char::is_whitespace, "");
            vec![$((packed(stringify!($ty)), packed(stringify!($($attributes)*)))),*]
        }
    };
}

rows! {
    row1: [values = [-1, 1]] [values = [-1, 1]] i8, 2;
    row2: [values = [-1, 1]] [values = [-1, 1]] i16, 2;
    row3: [values = [-1, 1]] [values = [-1, 1]] i32, 2;
    row4: [values = [-1, 1]] [values = [-1, 1]] i64, 2;
    row5: [values = [-1, 1]] [values = [-1, 1]] i128, 2;
    row6: [values = [-1, 1]] [values = [-1, 1]] isize, 2;
    row7: [values = [0, u8::MAX]] [values = [0, u8::MAX]] u8, 2;
    row8: [values = [0, u16::MAX]] [values = [0, u16::MAX]] u16, 2;
    row9: [values = [0, u32::MAX]] [values = [0, u32::MAX]] u32, 2;
    row10: [values = [0, u64::MAX]] [values = [0, u64::MAX]] u64, 2;
    row11: [values = [0, i128::MAX]] [values = [0, i128::MAX]] u128, 2;
    row12: [values = [0, usize::MAX]] [values = [0, usize::MAX]] usize, 2;
    row13: [range = 1..=2] [range = 1..=2] NonZero<u8>, 2;
    row14: [values = [f32::NAN, -0.0]] [values = [f32::NAN, -0.0]] f32, 2;
    row15: [values = [f64::INFINITY, 0.0]] [values = [f64::INFINITY, 0.0]] f64, 2;
    row16: [] [] bool, 2;
    row17: [values = ['a', 'é']] [values = ['a', 'é']] char, 2;
    row18: [] [] (), 1;
    row19: [] [] Ordering, 3;
    row20: [] [] PhantomData<f64>, 1;
    row21: [alphabet = "ab", len = 0..=1] [alphabet = "ab", len = 0..=1] String, 3;
    row22: [values = TEXTS] [values = TEXTS] &'static str, 2;
    row23: [values = [same, successor]] [values = [same, successor]] fn(u8) -> u8, 2;
    row24: [values = [Duration::ZERO, Duration::MAX]] [values = [Duration::ZERO, Duration::MAX]] Duration, 2;
    row25: [values = addresses()] [values = addresses()] IpAddr, 2;
    row26: [values = [PathBuf::new(), PathBuf::from("/")]] [values = [PathBuf::new(), PathBuf::from("/")]] PathBuf, 2;
    row27: [range = LOW..=HIGH] [range = LOW..=HIGH] Box<u8>, 2;
    row28: [range = LOW..=HIGH] [range = LOW..=HIGH] Rc<u8>, 2;
    row29: [range = LOW..=HIGH] [range = LOW..=HIGH] Arc<u8>, 2;
    row30: [range = LOW..=HIGH] [range = LOW..=HIGH] Wrapping<u8>, 2;
    row31: [range = LOW..=HIGH] [range = LOW..=HIGH] Saturating<u8>, 2;
    row32: [range = LOW..=HIGH] [range = LOW..=HIGH] Reverse<u8>, 2;
    row33: [range = LOW..=HIGH] [range = LOW..=HIGH] Cell<u8>, 2;
    row34: [range = LOW..=HIGH] [range = LOW..=HIGH] RefCell<u8>, 2;
    row35: [range = LOW..=HIGH] [range = LOW..=HIGH] Mutex<u8>, 2;
    row36: [range = LOW..=HIGH] [range = LOW..=HIGH] RwLock<u8>, 2;
    row37: [values = ["a", "b"]] [values = ["a", "b"]] Box<str>, 2;
    row38: [range = 0..=1, len = LENGTHS] [range = 0..=1, len = LENGTHS] Rc<[u8]>, 3;
    row39: [values = ["a", "b"]] [values = ["a", "b"]] Arc<str>, 2;
    row40: [values = ["a", "b"]] [values = ["a", "b"]] Cow<'static, str>, 2;
    row41: [range = 0..=1] [range = 0..=1] Option<u8>, 3;
    row42: [range = (0..=1, ['x'])] [range = (0..=1, ['x'])] Result<u8, char>, 3;
    row43: [range = 0..=1] [range = 0..=1] [u8; 2], 4;
    row44: [values = ([0, 1], LETTERS)] [values = ([0, 1], LETTERS)] (u8, char), 4;
    row45: [] [] (bool, (), (), (), (), (), (), (), (), (), (), bool), 4;
    row46: [range = 0..=1] [range = 0..=1] Range<u8>, 4;
    row47: [range = 0..=1] [range = 0..=1] RangeInclusive<u8>, 4;
    row48: [range = 0..=1, len = 0..=1] [range = 0..=1, len = 0..=1] Vec<u8>, 3;
    row49: [range = 0..=1, len = 0..=1] [range = 0..=1, len = 0..=1] VecDeque<u8>, 3;
    row50: [range = 0..=1, len = 0..=1] [range = 0..=1, len = 0..=1] LinkedList<u8>, 3;
    row51: [range = 0..=1, len = 0..=1] [range = 0..=1, len = 0..=1] BinaryHeap<u8>, 3;
    row52: [range = 0..=1, len = 0..=1] [range = 0..=1, len = 0..=1] BTreeSet<u8>, 3;
    row53: [range = 0..=1, len = 0..=1] [range = 0..=1, len = 0..=1] HashSet<u8>, 3;
    row54: [range = (0..=1, _), len = 0..=1] [range = (0..=1, _), len = 0..=1] BTreeMap<u8, bool>, 5;
    row55: [range = (0..=1, _), len = 0..=1] [range = (0..=1, _), len = 0..=1] HashMap<u8, bool>, 5;
    row56: [] [] Own, 2;
    row57: [range = (0..=1, _), len = 0..=1] [range = (0..=1, _), len = 0..=1] BTreeSet<(u8, bool)>, 5;
    row58: [range = 0..=1, len = 0..=1] [range = 0..=1, len = 0..=1] BTreeSet<[u8; 2]>, 5;
    row59: [len = 0..=1] [len = 0..=1] BTreeSet<Unit>, 3;
    row60: [values = ['b', 'a'], len = 0..=1] [values = ['b', 'a'], len = 0..=1] BTreeSet<char>, 3;
    row61: [values = [0, u128::MAX], len = 0..=1] [values = [0, u128::MAX], len = 0..=1] BTreeSet<u128>, 3;
    row62: [len = 0..=1] [len = 0..=1] BTreeSet<Vec<bool>>, 2;
    row63: [range = (0..=1, _), len = 0..=1] [range = (0..=1, _), len = 0..=1] BTreeMap<Option<u8>, bool>, 7;
    row64: [range = (["b", "a"], _), len = 0..=1] [range = (["b", "a"], _), len = 0..=1] BTreeMap<Reverse<String>, ()>, 3;
    row65: [len = 0..=1] [len = 0..=1] HashSet<Id>, 3;
    row66: [range = (["b", "a"], 0..=1), len = 0..=1] [range = (["b", "a"], 0..=1), len = 0..=1] HashMap<String, u8>, 5;
    row67: [range = 0..=1, len = 0..=2] [range = 0..=1, len = 0..=2] smallvec::SmallVec<[u8; 1]>, 7;
    row68: [range = 0..=1] [range = 0..=1] arrayvec::ArrayVec<u8, 2>, 7;
    row69: [values = ["a", "é"]] [values = ["a", "é"]] arrayvec::ArrayString<4>, 2;
    row70: [range = 0..=1, len = 0..=1] [range = 0..=1, len = 0..=1] bytes::Bytes, 3;
    row71: [range = 0..=1, len = 0..=1] [range = 0..=1, len = 0..=1] bytes::BytesMut, 3;
    row72: [range = 0..=1, len = 0..=1] [range = 0..=1, len = 0..=1] indexmap::IndexSet<u8>, 3;
    row73: [range = (0..=1, _), len = 0..=1] [range = (0..=1, _), len = 0..=1] indexmap::IndexMap<u8, bool>, 5;
    row74: [values = [0, u128::MAX >> 1]] [values = [0, u128::MAX >> 1]] uuid::Uuid, 2;
    row75: [values = ["https://a.test", "mailto:b@a.test"]] [values = ["https://a.test", "mailto:b@a.test"]] url::Url, 2;
    row76: [range = 0..=1] [range = 0..=1] chrono::NaiveDate, 2;
    row77: [values = [0, 86_399]] [values = [0, 86_399]] chrono::NaiveTime, 2;
    row78: [range = -1..=0] [range = -1..=0] chrono::NaiveDateTime, 2;
    row79: [range = -1..=0] [range = -1..=0] chrono::DateTime<chrono::Utc>, 2;
    row80: [range = -1..=0] [range = -1..=0] chrono::TimeDelta, 2;
    row81: [range = 0..=1] [range = 0..=1] time::Date, 2;
    row82: [values = [0, 86_399]] [values = [0, 86_399]] time::Time, 2;
    row83: [range = -1..=0] [range = -1..=0] time::OffsetDateTime, 2;
    row84: [range = -1..=0] [range = -1..=0] time::PrimitiveDateTime, 2;
    row85: [range = -1..=0] [range = -1..=0] time::Duration, 2;
    row86: [range = (0..=1, _), len = 0..=1] [range = (0..=1, _), len = 0..=1] petgraph::graph::DiGraph<u8, bool>, 7;
    row87: [len = 0..=2] [len = 0..=2] petgraph::stable_graph::StableUnGraph<(), ()>, 11;
    row88: [with = "Either"] [with = "[Either; 2]"] either::Either<u8, bool>, 4;
    row89: [with = "Json"] [with = "[Json; 2]"] serde_json::Value, 4;
}

#[test]
fn the_guide_has_each_row() {
    let page = include_str!("../../docs/guide/src/field-types.md");
    let cell = |cell: &str| cell.trim().trim_matches('`').replace(char::is_whitespace, "");
    // `tests/test_messages/arguments.rs` walks that one.
    let (before, rest) = page.split_once("\n## Arguments of tests\n").unwrap();
    let (_, after) = rest.split_once("\n## ").unwrap();
    let lines = before
        .lines()
        .chain(after.lines())
        .filter(|line| line.starts_with("| `"))
        .map(|line| line.trim_matches('|'));
    let (mut listed, mut never) = (Vec::new(), 0);
    for line in lines {
        match line.split(" | ").collect::<Vec<_>>()[..] {
            [ty, attributes, ref columns @ ..] if columns.len() == 5 => {
                assert!(columns.iter().all(|column| column.trim() == "yes"), "{line}");
                listed.push((cell(ty), cell(attributes)));
            }
            [_, reason] => {
                assert!(reason.trim().len() > 10, "{line}");
                never += 1;
            }
            _ => panic!("a row with other columns: {line}"),
        }
    }
    assert_eq!(listed, rows());
    assert!(listed.len() >= 60 && never > 0);
}
