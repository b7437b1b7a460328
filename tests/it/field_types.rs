//! Every type that a field may have: as a field, as an element, and as an argument of a test.
//!
//! The types are those of `FieldType::ALL`: one without a row here, without a line in the guide, or that the derive does not
//! know, fails a test that names the file where it is missing.
//!
//! Counts are worked out by hand: products over fields, sums over variants, and sequences by how elements weigh.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::fmt::Debug;
use std::marker::PhantomData;
use std::num::{NonZero, NonZeroU8, Saturating, Wrapping};
use std::ops::{Range, RangeInclusive};
use std::rc::Rc;
use std::sync::{Arc, Mutex, RwLock};
use std::time::Duration;

use dpgen::__private::FieldType;
use dpgen::prelude::*;

/// How many values there are of each size, after checking ranks, values in place, other engines, and that none comes
/// twice.
fn counts<T: DpGen + Debug>(max_size: u32) -> Vec<u64> {
    let built = Generator::<T>::up_to(max_size).build().expect("it builds");
    let slow = Generator::<T>::up_to(max_size).algorithm(Algorithm::TopDown).build().expect("it builds");
    let mut counts = Vec::new();
    for size in 0..=max_size {
        let mut shown = HashSet::new();
        let mut in_place = Vec::new();
        built.for_each_size(size, |value| in_place.push(format!("{value:?}")));
        for (rank, value) in (0_u32..).zip(built.iter_size(size)) {
            assert_eq!(built.rank_of(&value), Some((size, rank.into())), "{value:?}");
            assert_eq!(in_place[usize::try_from(rank).expect("few")], format!("{value:?}"));
            assert!(slow.rank_of(&value).is_some_and(|(of, _)| of == size), "{value:?}");
            assert!(dpgen::is_valid(&value), "{value:?}");
            assert!(shown.insert(format!("{value:?}")), "{value:?} comes twice");
        }
        assert_eq!(slow.count(size), built.count(size));
        counts.push(u64::try_from(shown.len()).expect("few"));
    }
    counts
}

/// A type of its own for each row: the field, and how many values it has.
macro_rules! fields {
    ($($name:ident: [$($attributes:tt)*] $ty:ty, $count:expr;)*) => {
        $(
            #[derive(DpGen, Debug)]
            struct $name {
                $($attributes)*
                field: $ty,
            }
        )*

        /// The types that have a row.
        const ROWS: &[FieldType] = &[$(<$ty as DpGen>::FIELD_TYPE),*];

        #[test]
        fn each_type_is_a_field() {
            $(assert_eq!(counts::<$name>(1), [0, $count], stringify!($name));)*
        }
    };
}

fields! {
    Bytes: [#[dpgen(range = 0..=2, len = 0..=2)]] Vec<u8>, 1 + 3 + 9;
    ListedBytes: [#[dpgen(values = [0, 255], len = 2..=2)]] Vec<u8>, 4;
    Words: [#[dpgen(alphabet = "ab", len = 0..=2)]] String, 7;
    Static: [#[dpgen(values = ["GET", "PUT"])]] &'static str, 2;
    StaticLetters: [#[dpgen(alphabet = "ab", len = 1..=1)]] &'static str, 2;
    BoxText: [#[dpgen(values = ["GET", "PUT"])]] Box<str>, 2;
    RcText: [#[dpgen(values = ["GET", "PUT"])]] Rc<str>, 2;
    ArcText: [#[dpgen(values = ["GET", "PUT"])]] Arc<str>, 2;
    CowText: [#[dpgen(values = ["GET", "PUT"])]] Cow<'static, str>, 2;
    CowNumber: [#[dpgen(range = 1..=3)]] Cow<'static, u8>, 3;
    CowList: [#[dpgen(range = 1..=3, len = 0..=1)]] Cow<'static, [u8]>, 4;
    BoxList: [#[dpgen(range = 1..=3, len = 0..=1)]] Box<[u8]>, 4;
    RcList: [#[dpgen(range = 1..=3, len = 0..=1)]] Rc<[u8]>, 4;
    ArcList: [#[dpgen(range = 1..=3, len = 0..=1)]] Arc<[Option<u8>]>, 1 + 4;
    Deque: [#[dpgen(range = 1..=2, len = 0..=2)]] VecDeque<u8>, 7;
    Linked: [#[dpgen(range = 1..=2, len = 0..=2)]] LinkedList<u8>, 7;
    // Multisets of up to two of three numbers.
    Heap: [#[dpgen(range = 1..=3, len = 0..=2)]] BinaryHeap<u8>, 1 + 3 + 6;
    Set: [#[dpgen(values = ["a", "b", "c"], len = 0..=2)]] BTreeSet<String>, 1 + 3 + 3;
    Map: [#[dpgen(range = (1..=2, 0..=2), len = 0..=2)]] BTreeMap<u8, i64>, 1 + 2 * 3 + 9;
    Headers: [#[dpgen(values = (["accept", "host"], ["", "x"]), len = 0..=2)]] BTreeMap<String, Cow<'static, str>>, 1 + 4 + 4;
    Hashed: [#[dpgen(range = (1..=2, _), len = 0..=1)]] HashMap<u8, Ordering>, 1 + 2 * 3;
    HashedSet: [#[dpgen(values = ['a', 'b'], len = 0..=1)]] HashSet<char>, 3;
    NotZero: [#[dpgen(range = 1..=3)]] NonZeroU8, 3;
    NotZeroWide: [#[dpgen(values = [-1, 1])]] NonZero<i64>, 2;
    Wraps: [#[dpgen(range = 254..=255)]] Wrapping<u8>, 2;
    Reversed: [#[dpgen(range = 1..=3)]] Reverse<u8>, 3;
    Compared: [] Ordering, 3;
    Nothing: [] (), 1;
    Phantom: [] PhantomData<f64>, 1;
    Fallible: [#[dpgen(range = (1..=3, ["lost", "late"]))]] Result<u8, String>, 3 + 2;
    Interval: [#[dpgen(range = 1..=3)]] Range<u8>, 9;
    Closed: [#[dpgen(range = 1..=3)]] RangeInclusive<u8>, 9;
    Float: [#[dpgen(values = [0.0, -0.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MIN_POSITIVE / 2.0])]] f64, 6;
    Short: [#[dpgen(values = [f32::NAN, 1.5])]] f32, 2;
    Floats: [#[dpgen(values = [f64::NAN, -1.0], len = 0..=2)]] Vec<f64>, 7;
    Pair: [#[dpgen(range = (1..=3, 0..=1))]] (i64, i64), 6;
    Pairs: [#[dpgen(range = (1..=3, ["a", "b"], _), len = 0..=1)]] Vec<(i64, &'static str, bool)>, 1 + 12;
    MaybePair: [#[dpgen(range = (1..=3, (0..=1, ['x'])))]] Option<(i64, (u8, char))>, 1 + 6;
    SamePair: [#[dpgen(range = 1..=3)]] (i64, Option<u8>), 3 * 4;
    AllBytes: [#[dpgen(range = u8::MIN..=u8::MAX)]] u8, 256;
    Small: [#[dpgen(range = -(TOP as i8)..=TOP)]] i8, 7;
    Sized: [#[dpgen(range = 0..=COUNT.min(n))]] usize, 2;
    Suffixed: [#[dpgen(range = 0u8..=2usize)]] u16, 3;
    Boxes: [#[dpgen(range = 1..=3)]] Box<Rc<Arc<u8>>>, 3;
    Shared: [#[dpgen(range = 1..=3)]] Rc<u8>, 3;
    SharedByThreads: [#[dpgen(range = 1..=3)]] Arc<u8>, 3;
    Saturates: [#[dpgen(range = 254..=255)]] Saturating<u8>, 2;
    InCell: [#[dpgen(range = 1..=3)]] Cell<u8>, 3;
    InRefCell: [#[dpgen(range = 1..=3, len = 0..=1)]] RefCell<Vec<u8>>, 1 + 3;
    InMutex: [#[dpgen(range = 1..=3)]] Mutex<u8>, 3;
    InRwLock: [#[dpgen(range = 1..=3)]] RwLock<u8>, 3;
    Flag: [] bool, 2;
    Letter: [#[dpgen(values = ['a', 'b'])]] char, 2;
    Wide: [#[dpgen(range = 0..=2)]] i128, 3;
    WideUnsigned: [#[dpgen(range = 0..=2)]] u128, 3;
    Int16: [#[dpgen(range = -1..=1)]] i16, 3;
    Int32: [#[dpgen(range = -1..=1)]] i32, 3;
    Int64: [#[dpgen(range = -1..=1)]] i64, 3;
    IntSize: [#[dpgen(range = -1..=1)]] isize, 3;
    Unsigned32: [#[dpgen(range = 0..=2)]] u32, 3;
    Unsigned64: [#[dpgen(range = 0..=2)]] u64, 3;
    Open: [#[dpgen(range = 1..=3)]] Int, 3;
    Perhaps: [#[dpgen(range = 1..=3)]] Option<u8>, 4;
    Three: [] [bool; 3], 8;
}

#[test]
fn each_type_has_a_row() {
    for ty in FieldType::ALL {
        let (name, file) = (ty.name(), ty.file());
        assert!(
            ROWS.contains(ty),
            "`{name}` of src/types/field_types/{file} has no row in tests/it/field_types.rs"
        );
    }
}

#[test]
fn the_guide_lists_each_type() {
    let guide = include_str!("../../docs/guide/src/types.md");
    for name in FieldType::ALL.iter().map(|ty| ty.name()) {
        assert!(guide.contains(&format!("`{name}`")), "docs/guide/src/types.md does not list `{name}`");
    }
}

#[test]
fn the_derive_knows_each_type_by_name() {
    let leaf = include_str!("../../derive/src/parse/leaf_types.rs");
    for ty in FieldType::ALL {
        // The compiler checks a field of these: a user's type may well have such a name. (It knows cells by another list.)
        if matches!(ty, FieldType::Int) {
            continue;
        }
        let words = ty.name().split(|letter: char| !letter.is_alphanumeric());
        let Some(name) = words.into_iter().find(|word| word.len() > 1 && *word != "static") else { continue };
        assert!(
            leaf.contains(&format!("\"{name}\"")),
            "derive/src/parse/leaf_types.rs does not know `{}`",
            ty.name()
        );
    }
}

mod listed {
    use super::*;

    #[derive(DpGen, Debug)]
    struct Wait(#[dpgen(values = [Duration::ZERO, Duration::from_millis(5), Duration::MAX])] Duration);

    #[derive(DpGen, Debug)]
    struct Waits(#[dpgen(values = [Duration::ZERO, Duration::MAX], len = 0..=2)] Vec<Option<Duration>>);

    #[derive(DpGen, Debug)]
    struct WaitTwice(#[dpgen(values = [Duration::ZERO, Duration::MAX])] [Duration; 2]);

    #[derive(DpGen, Debug)]
    struct WaitReversed(#[dpgen(values = [Duration::ZERO, Duration::MAX])] Reverse<Box<Duration>>);

    #[test]
    fn constants_of_another_type_are_a_field() {
        assert_eq!(counts::<Wait>(1), [0, 3]);
        assert_eq!(counts::<Waits>(1), [0, 1 + 3 + 9]);
        assert_eq!(counts::<WaitTwice>(1), [0, 4]);
        assert_eq!(counts::<WaitReversed>(1), [0, 2]);
    }
}

const TOP: u8 = 3;
const COUNT: usize = 7;

mod elements {
    use super::*;

    #[derive(DpGen, Debug, Clone, PartialEq)]
    enum Op {
        Push(#[dpgen(range = 0..=2)] u8),
        Pop,
    }

    #[derive(DpGen, Debug, Clone, PartialEq)]
    #[dpgen(weight = 0)]
    struct Ops(Vec<Op>);

    #[derive(DpGen, Debug, Clone, PartialEq)]
    #[dpgen(weight = 0)]
    struct Bits(Vec<bool>);

    #[derive(DpGen, Debug, Clone, PartialEq)]
    #[dpgen(weight = 0)]
    struct Rows(Vec<Vec<bool>>);

    #[derive(DpGen, Debug, Clone, PartialEq)]
    #[dpgen(weight = 0)]
    struct Options(#[dpgen(range = 1..=2)] Vec<Option<u8>>);

    #[derive(DpGen, Debug, Clone, PartialEq)]
    enum Rose {
        Leaf,
        Node(Vec<Rose>),
    }

    #[derive(DpGen, Debug, Clone, PartialEq)]
    enum List {
        Nil,
        Cons(Box<List>),
    }

    #[derive(DpGen, Debug, Clone, PartialEq)]
    #[dpgen(weight = 0)]
    struct Tagged(#[dpgen(range = 1..=2)] Vec<(List, i32)>);

    #[derive(DpGen, Debug, Clone, PartialEq)]
    #[dpgen(weight = 0)]
    struct Table(#[dpgen(values = (["a", "b"], _))] BTreeMap<&'static str, bool>);

    #[derive(DpGen, Debug)]
    #[dpgen(weight = 0)]
    struct Heap(#[dpgen(range = 1..=2)] BinaryHeap<u8>);

    #[test]
    fn an_element_that_weighs_nothing_weighs_one() {
        assert_eq!(counts::<Ops>(3), [1, 4, 16, 64]);
        assert_eq!(counts::<Bits>(3), [1, 2, 4, 8]);
        // Rows: an empty one weighs 1, one of k bits weighs k. So an element of weight 1 is one of 3, else of 2^k:
        // a(n) = 3 a(n - 1) + 4 a(n - 2) + 8 a(n - 3).
        assert_eq!(counts::<Rows>(3), [1, 3, 9 + 4, 3 * 13 + 4 * 3 + 8]);
        assert_eq!(counts::<Options>(2), [1, 3, 9]);
        // As an element, a leaf and a node without children weigh 1: r(n), n > 0, has a node over a forest of n - 1,
        // and f(n) = sum of e(k) f(n - k), where e(1) = 2 and e(k) = r(k).
        assert_eq!(counts::<Rose>(3), [1, 1, 2, 2 * 2 + 2]);
        // A pair with an empty list would weigh nothing, so a pair weighs 1 more than its list, of which each size has one.
        assert_eq!(counts::<Tagged>(2), [1, 2, 4 + 2]);
        // Each key is there with one of two values, or not.
        assert_eq!(counts::<Table>(3), [1, 4, 4, 0]);
        assert_eq!(counts::<Heap>(3), [1, 2, 3, 4]);
    }

    #[derive(DpGen, Debug)]
    struct Known(#[dpgen(len = 0..=2)] Vec<Op>);

    #[test]
    fn with_a_length_they_weigh_what_they_do() {
        // 1 + 1 + 1 lists of `Pop` alone; then one or two of three pushes among up to two elements.
        assert_eq!(counts::<Known>(3), [0, 3, 3 + 2 * 3, 9]);
    }
}

mod production {
    use super::*;

    /// A configuration.
    #[derive(DpGen, Debug)]
    #[dpgen(rep_ok = is_consistent)]
    struct Config {
        #[dpgen(values = ["localhost", "example.org"])]
        host: Cow<'static, str>,
        #[dpgen(values = [80, 443])]
        port: NonZero<u16>,
        #[dpgen(values = [Duration::ZERO, Duration::from_secs(30)])]
        timeout: Duration,
        #[dpgen(values = [0.5, 1.0])]
        backoff: f64,
        verbosity: Option<Level>,
        #[dpgen(payload)]
        #[expect(dead_code, reason = "nothing reads a payload")]
        id: u64,
    }

    #[derive(DpGen, Debug, Clone, Copy, PartialEq)]
    enum Level {
        Info,
        Debug,
    }

    /// Who does not wait does not back off.
    fn is_consistent(config: ConfigView) -> bool {
        config.timeout.value() > Duration::ZERO || config.backoff == 1.0
    }

    /// An expression.
    #[derive(DpGen, Debug, Clone, PartialEq)]
    enum Expr {
        #[dpgen(weight = 1)]
        Unit(()),
        Number(#[dpgen(values = [0.0, f64::NAN])] f64),
        Call {
            #[dpgen(values = ["f"])]
            name: Arc<str>,
            arguments: Box<[Expr]>,
        },
        Try(Rc<Result<Expr, Expr>>),
    }

    #[test]
    fn real_types_build() {
        assert_eq!(counts::<Config>(1), [0, 2 * 2 * (1 + 2) * 3]);
        // e(n) = [n = 1] 3 + f(n - 1) + 2 e(n - 1), f(0) = 1, f(n) = sum of e(k) f(n - k).
        let (e1, f1) = (3 + 1, 3 + 1);
        let e2 = f1 + 2 * e1;
        let f2 = e1 * f1 + e2;
        assert_eq!(counts::<Expr>(3), [0, e1, e2, f2 + 2 * e2]);
    }

    #[dpgen::test(size = 3, expect = 64)]
    fn ops_are_an_argument(ops: Vec<Command>) {
        assert!(ops.len() == 3);
    }

    #[derive(DpGen, Debug)]
    enum Command {
        Push(#[dpgen(range = 0..=2)] u8),
        Pop,
    }

    #[dpgen::test(max_size = 1, expect = 4)]
    fn pairs_are_arguments(#[dpgen(range = (1..=2, ["a", "b"]))] pair: (u8, &'static str)) {
        assert!(pair.0 > 0 && pair.1.len() == 1);
    }

    #[dpgen::test(max_size = 1, expect = 24)]
    fn plain_values_are_arguments(
        #[dpgen(values = [f64::NAN, 1.0])] float: f64,
        #[dpgen(values = [Duration::ZERO, Duration::MAX])] wait: &Duration,
        level: Level,
        ordering: Ordering,
    ) {
        assert!(float.is_nan() || float > 0.0);
        assert!(wait.is_zero() || *wait == Duration::MAX);
        assert!(level == Level::Info || level == Level::Debug || ordering.is_eq());
    }

    #[dpgen::test(max_size = 0, expect = 2)]
    fn a_choice_is_an_argument(level: Level) {
        assert!(level == Level::Info || level == Level::Debug);
    }

    #[dpgen::test(max_size = 0, expect = 2)]
    fn a_bool_is_an_argument(flag: bool) {
        assert!([false, true].contains(&flag));
    }
}

mod mirrors {
    use super::*;

    /// Types without derives of ours.
    mod other {
        #[derive(Debug, PartialEq)]
        pub(super) struct Pair<T>(pub(super) T, pub(super) i64);

        #[derive(Debug, PartialEq)]
        pub(super) enum Side {
            Left,
            Right,
        }
    }

    #[derive(DpGen)]
    #[dpgen(remote = "other::Pair<T>", weight = 0)]
    struct Pair<T>(T, #[dpgen(range = 1..=3)] i64);

    #[derive(DpGen, Clone, Copy)]
    #[dpgen(remote = other::Side)]
    enum Side {
        Left,
        Right,
    }

    #[derive(DpGen, Debug)]
    struct Held<T: Debug> {
        #[dpgen(with = "Vec<Option<Pair<T>>>", len = 1..=1)]
        pairs: Vec<Option<other::Pair<T>>>,
        #[dpgen(with = "[Side; 2]")]
        sides: [other::Side; 2],
        #[dpgen(with = "VecDeque<Box<Side>>", len = 0..=1)]
        queue: VecDeque<Box<other::Side>>,
    }

    #[derive(DpGen, Debug)]
    #[dpgen(weight = 0)]
    struct Sides(#[dpgen(with = "LinkedList<Side>")] LinkedList<other::Side>);

    #[test]
    fn they_stand_in_containers() {
        assert_eq!(counts::<Held<bool>>(1), [0, (1 + 2 * 3) * 4 * (1 + 2)]);
        assert_eq!(counts::<Sides>(3), [1, 2, 4, 8]);
    }
}
