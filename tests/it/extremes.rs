//! Integers at the ends of `i64`: comparisons and sums whose differences leave `i64`, though no result does.
//!
//! What each predicate accepts is counted over plain values, with arithmetic of 128 bits that makes sure that every
//! result is an `i64`.

#![allow(
    clippy::unwrap_used,
    clippy::int_plus_one,
    missing_docs,
    reason = "a test, of such comparisons among others"
)]

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex, PoisonError};

use dpgen::prelude::*;

/// An integer of 64 bits that is computed with in 128.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Exact(i128);

impl From<i128> for Exact {
    fn from(value: i128) -> Self {
        assert!(i64::try_from(value).is_ok(), "a case leaves i64: {value}");
        Self(value)
    }
}

macro_rules! operators {
    ($($trait:ident $method:ident)*) => {$(
        impl std::ops::$trait for Exact {
            type Output = Self;
            fn $method(self, other: Self) -> Self {
                Self::from(self.0.$method(other.0))
            }
        }
        impl std::ops::$trait<i64> for Exact {
            type Output = Self;
            fn $method(self, other: i64) -> Self {
                Self::from(self.0.$method(i128::from(other)))
            }
        }
        impl std::ops::$trait<Exact> for i64 {
            type Output = Exact;
            fn $method(self, other: Exact) -> Exact {
                Exact::from(i128::from(self).$method(other.0))
            }
        }
    )*};
}

operators!(Add add Sub sub Mul mul);

impl std::ops::Neg for Exact {
    type Output = Self;
    fn neg(self) -> Self {
        Self::from(-self.0)
    }
}

impl PartialEq<i64> for Exact {
    fn eq(&self, other: &i64) -> bool {
        self.0 == i128::from(*other)
    }
}

impl PartialEq<Exact> for i64 {
    fn eq(&self, other: &Exact) -> bool {
        i128::from(*self) == other.0
    }
}

impl PartialOrd<i64> for Exact {
    fn partial_cmp(&self, other: &i64) -> Option<std::cmp::Ordering> {
        self.0.partial_cmp(&i128::from(*other))
    }
}

impl PartialOrd<Exact> for i64 {
    fn partial_cmp(&self, other: &Exact) -> Option<std::cmp::Ordering> {
        i128::from(*self).partial_cmp(&other.0)
    }
}

/// One predicate of a layer's `a` and `b`, the `a` of the next layer and the `b` of the last: over views, and over
/// plain values.
struct Case {
    text: &'static str,
    view: fn(Int, Int, Int, Int) -> bool,
    plain: fn(Exact, Exact, Exact, Exact) -> bool,
}

macro_rules! cases {
    (|$a:ident, $b:ident, $f:ident, $l:ident| $($case:expr;)*) => {
        vec![$(Case {
            text: stringify!($case),
            view: |$a, $b, $f, $l| {
                let _ = ($a, $b, $f, $l);
                $case
            },
            plain: |$a, $b, $f, $l| {
                let _ = ($a, $b, $f, $l);
                $case
            },
        }),*]
    };
}

const MIN: i64 = i64::MIN;
const MAX: i64 = i64::MAX;

static CASES: LazyLock<Vec<Case>> = LazyLock::new(|| {
    cases! { |a, b, f, l|
        a < b; a <= b; a > b; a >= b; a == b; a != b;
        a < f; a <= f; a > f; a >= f; a == f; a != f;
        l < b; l <= b; l > b; l >= b; l == b; l != b;
        f < l; f <= l; f > l; f >= l; f == l; f != l;
        f < 0; f <= MIN; f > MAX; f >= MAX; f == MAX; f != MIN;
        0 < l; MIN <= l; MAX > l; MIN >= l; MIN == l; MAX != l;
        a < MAX; a > MIN; a <= MIN + 1; a >= MAX - 1; MIN < a; MAX >= b;
        a.min(b) < f; a.max(b) > l; f.min(a) == a; f.max(l) != b; a.max(f) <= l.min(b); b.min(l) >= a;
    }
});

/// Sums that no value of the low range takes out of `i64`.
static LOW: LazyLock<Vec<Case>> = LazyLock::new(|| {
    cases! { |a, b, f, l|
        a < f + 1_000_000_000_000_000_000; a + 1_000_000_000_000_000_000 < f; a < f + MAX; f + MAX < a; l + MAX > b;
        a + MAX >= 0; f + MAX == b + MAX; a - b < 1; a - f >= 1; f - l != a - b; a + 1 <= f; a == f + 2;
        f - a + (b + 2) > l; a.min(f) + MAX < b; (a + MAX).max(f + MAX) > l; a - f + (MAX - 2) > b; 2 * (a - f) < l - b;
    }
});

/// The same for the high range.
static HIGH: LazyLock<Vec<Case>> = LazyLock::new(|| {
    cases! { |a, b, f, l|
        a > f - 1_000_000_000_000_000_000; a - 1_000_000_000_000_000_000 > f; a > f - MAX; f - MAX > a; l - MAX < b;
        a - MAX >= 0; f - MAX == b - MAX; a - b < 1; a - f >= 1; f - l != a - b; a - 1 >= f; a == f - 2;
        f - 2 - a + b < l; a.max(f) - MAX < b; -a < f; -a - 1 <= -l; a - f - (MAX - 2) < b; 2 * (a - f) < l - b;
    }
});

/// Low `a` and high `b`: their sum is near 0, their difference leaves `i64`.
static MIXED: LazyLock<Vec<Case>> = LazyLock::new(|| {
    cases! { |a, b, f, l|
        a + b < 0; a + b >= 1; a + l == f + b; a + b < f + l; a + l > b + f; b + f != 0; a + b <= a; l + a < b; f + b > a;
        (a + l).min(f + b) < 0; a + b - 1 + l > l - 2; a - f < b - l; a - f < b; f - a > l; 0 < a + b; -1 == f + l;
    }
});

static CURRENT: AtomicUsize = AtomicUsize::new(0);

macro_rules! layers {
    ($($name:ident, $view:ident, $cases:ident: $key:ident = $a:expr, $b:expr;)*) => {$(
        mod $name {
            use super::*;

            #[derive(DpGen, Debug)]
            #[dpgen(rep_ok = holds, view = $view)]
            pub enum Layers {
                Nil,
                Cons {
                    #[dpgen($key = $a)]
                    a: i64,
                    #[dpgen($key = $b)]
                    b: i64,
                    rest: Box<Layers>,
                },
            }

            fn holds(layers: $view) -> bool {
                let $view::Cons { a, b, rest } = layers else { return true };
                let (Some(f), Some(l)) = (rest.get(first), rest.get(last)) else { return true };
                let number = CURRENT.load(Ordering::Relaxed);
                (CASES.iter().chain(&*$cases).nth(number).unwrap().view)(a, b, f, l)
            }

            fn first(layers: $view) -> Option<Int> {
                let $view::Cons { a, .. } = layers else { return None };
                Some(a)
            }

            fn last(layers: $view) -> Option<Int> {
                let $view::Cons { b, rest, .. } = layers else { return None };
                rest.get(last).or(Some(b))
            }
        }
    )*};
}

static NONE: LazyLock<Vec<Case>> = LazyLock::new(Vec::new);

layers! {
    listed, ListedView, NONE: values = [i64::MIN, 0, i64::MAX], [i64::MIN, 0, i64::MAX];
    low, LowView, LOW: range = i64::MIN..=i64::MIN + 2, i64::MIN..=i64::MIN + 2;
    lower, LowerView, LOW: range = -9_000_000_000_000_000_000..=-8_999_999_999_999_999_998,
        -9_000_000_000_000_000_000..=-8_999_999_999_999_999_998;
    high, HighView, HIGH: range = i64::MAX - 2..=i64::MAX, i64::MAX - 2..=i64::MAX;
    mixed, MixedView, MIXED: range = i64::MIN..=i64::MIN + 2, i64::MAX - 2..=i64::MAX;
}

const MAX_SIZE: u32 = 3;

/// How many lists of layers there are of each size from 0 to [`MAX_SIZE`], by trying them all.
fn expected(case: &Case, a: [i64; 3], b: [i64; 3]) -> Vec<u64> {
    let pairs: Vec<(Exact, Exact)> =
        a.iter().flat_map(|a| b.iter().map(|b| (Exact((*a).into()), Exact((*b).into())))).collect();
    let mut lists: Vec<Vec<(Exact, Exact)>> = vec![Vec::new()];
    let mut counts = vec![1];
    for _ in 0..MAX_SIZE {
        let longer = lists.iter().flat_map(|list| pairs.iter().map(move |pair| (*pair, list)));
        let holds =
            |((a, b), list): &((Exact, Exact), &Vec<(Exact, Exact)>)| match (list.first(), list.last()) {
                (Some((f, _)), Some((_, l))) => (case.plain)(*a, *b, *f, *l),
                _ => true,
            };
        lists = longer.filter(holds).map(|(pair, list)| [&[pair], &**list].concat()).collect();
        counts.push(u64::try_from(lists.len()).unwrap());
    }
    counts
}

/// Holds every engine that takes the domains against the expected counts, and names the differences.
fn check<T: DpGen>(cases: &[Case], a: [i64; 3], b: [i64; 3], symbolic: bool) {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _guard = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let mut differences = Vec::new();
    for (number, case) in CASES.iter().chain(cases).enumerate() {
        CURRENT.store(number, Ordering::Relaxed);
        let expected = expected(case, a, b);
        let engines = Algorithm::ALL.iter().filter(|engine| symbolic || **engine != Algorithm::SymbolazyDp);
        for engine in engines {
            let built = Generator::<T>::up_to(MAX_SIZE).threads(1).algorithm(*engine).build();
            let found = match &built {
                Ok(built) => Ok((0..=MAX_SIZE).map(|size| built.count(size).to_u128().unwrap()).collect()),
                Err(error) => Err(error.to_string()),
            };
            let expected: Vec<u128> = expected.iter().map(|count| u128::from(*count)).collect();
            if found != Ok(expected.clone()) {
                differences.push(format!("{}: {engine}: {found:?}, not {expected:?}", case.text));
            }
        }
    }
    assert!(differences.is_empty(), "{} differences:\n{}", differences.len(), differences.join("\n"));
}

#[test]
fn lists_with_both_ends() {
    let ends = [i64::MIN, 0, i64::MAX];
    check::<listed::Layers>(&[], ends, ends, true);
}

#[test]
fn ranges_at_the_low_end() {
    let low = [i64::MIN, i64::MIN + 1, i64::MIN + 2];
    check::<low::Layers>(&LOW, low, low, false);
}

#[test]
fn ranges_near_the_low_end() {
    let low = [0, 1, 2].map(|more| -9_000_000_000_000_000_000 + more);
    check::<lower::Layers>(&LOW, low, low, false);
}

#[test]
fn ranges_at_the_high_end() {
    let high = [i64::MAX - 2, i64::MAX - 1, i64::MAX];
    check::<high::Layers>(&HIGH, high, high, false);
}

#[test]
fn ranges_at_both_ends() {
    let (low, high) = ([i64::MIN, i64::MIN + 1, i64::MIN + 2], [i64::MAX - 2, i64::MAX - 1, i64::MAX]);
    check::<mixed::Layers>(&MIXED, low, high, false);
}
