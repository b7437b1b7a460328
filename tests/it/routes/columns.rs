//! The columns: types with one clause each, and what is valid by a plain function.

use dpgen::prelude::*;
use serde::Deserialize;

/// The maximum size of all builds; what domains call `n`.
pub const MAX_SIZE: u32 = 3;
/// The same, as a number of a domain.
pub const N: i64 = 3;

/// What is known of a value, by plain functions.
pub trait Judged: std::fmt::Debug {
    fn size(&self) -> u32;
    /// Whether it is one of the values where a domain's `n` is this.
    fn is_in_domains(&self, _n: i64) -> bool {
        true
    }
    /// Whether `rep_ok` holds of all parts.
    fn is_part(&self) -> bool {
        true
    }
    /// Whether `root_ok` holds, where it is asked.
    fn is_whole(&self) -> bool {
        true
    }
    /// Whether a user may receive it.
    fn is_valid(&self, n: i64) -> bool {
        self.is_in_domains(n) && self.is_part() && self.is_whole()
    }
    /// As a file of regressions has it.
    fn ron(&self) -> String {
        format!("{self:?}")
    }
}

/// A type whose values can be written down.
pub trait Column: Judged + DpGen + Clone + PartialEq + Send + Sync {
    /// Whether a predicate needs finished values.
    const IS_OPAQUE: bool = false;
    /// Whether each path condition has one solution, so that symbolic builds hold the same values.
    const IS_RIGID: bool = false;
    /// Whether a closure says what integers a field has: guides list all values of a domain, and those are too many.
    const IS_OPEN: bool = false;
    /// Whether a value that was written by serde is read as it was.
    const IS_DATA: bool = true;

    /// All values up to the maximum size, and some that a domain or a length refuses.
    fn every() -> Vec<Self>;
}

/// All lists of these letters up to the maximum size.
fn lists(letters: &[i64]) -> Vec<Vec<i64>> {
    let mut all = vec![vec![]];
    let mut longest = vec![vec![]];
    for _ in 0..MAX_SIZE {
        let longer = longest.iter().flat_map(|list: &Vec<i64>| {
            letters.iter().map(move |letter| list.iter().copied().chain([*letter]).collect::<Vec<i64>>())
        });
        longest = longer.collect();
        all.extend(longest.iter().cloned());
    }
    all
}

/// A list of integers, with attributes; and its oracle, by plain functions of a list.
macro_rules! list {
    (
        $ty:ident, $view:ident, ($length:ident, $head:ident), $kind:ident, [$($domain:tt)*], [$($clause:tt)*],
        $(rest: [$($rest:tt)*],)? letters: $letters:expr, key: $key:expr, part: $part:expr, whole: $whole:expr
    ) => {
        #[derive(DpGen, Debug, Clone, PartialEq, Deserialize)]
        #[dpgen(view = $view $($clause)*)]
        pub enum $ty {
            Nil,
            Cons(#[dpgen($($domain)*)] i64, $(#[dpgen($($rest)*)])? Box<$ty>),
        }

        impl $ty {
            fn new(list: &[i64]) -> Self {
                match list {
                    [] => Self::Nil,
                    [first, rest @ ..] => Self::Cons(*first, Box::new(Self::new(rest))),
                }
            }
            pub fn list(&self) -> Vec<i64> {
                match self {
                    Self::Nil => vec![],
                    Self::Cons(first, rest) => [&[*first][..], &rest.list()].concat(),
                }
            }
        }

        impl Column for $ty {
            const IS_OPAQUE: bool = matches!(Kind::$kind, Kind::Opaque);
            const IS_RIGID: bool = matches!(Kind::$kind, Kind::Rigid);
            $(const IS_OPEN: bool = !stringify!($($rest)*).is_empty();)?

            fn every() -> Vec<Self> {
                lists(&$letters).iter().map(|list| Self::new(list)).collect()
            }
        }

        impl Judged for $ty {
            fn size(&self) -> u32 {
                u32::try_from(self.list().len()).unwrap()
            }
            fn is_in_domains(&self, n: i64) -> bool {
                let key: fn(i64, i64) -> bool = $key;
                self.list().iter().all(|value| key(*value, n))
            }
            fn is_part(&self) -> bool {
                let part: fn(&[i64]) -> bool = $part;
                part(&self.list())
            }
            fn is_whole(&self) -> bool {
                let whole: fn(&[i64]) -> bool = $whole;
                whole(&self.list())
            }
        }

        #[allow(dead_code, reason = "not all clauses ask for it")]
        fn $length(list: $view) -> u32 {
            let $view::Cons(_, rest) = list else { return 0 };
            1 + rest.get($length)
        }

        #[allow(dead_code, reason = "not all clauses ask for it")]
        fn $head(list: $view) -> Option<Int> {
            if let $view::Cons(first, _) = list { Some(first) } else { None }
        }
    };
}

/// What a column's predicate is.
enum Kind {
    Observed,
    /// It needs finished values.
    Opaque,
    /// Each length has one list.
    Rigid,
}

list! {
    RepOk, RepOkView, (rep_ok_len, rep_ok_head), Observed, [range = 1..=3], [, rep_ok = ascends],
    letters: [1, 2, 3], key: |key, _| (1..=3).contains(&key), part: |list| list.is_sorted_by(|a, b| a < b), whole: |_| true
}

fn ascends(list: RepOkView) -> bool {
    let RepOkView::Cons(first, rest) = list else { return true };
    rest.get(rep_ok_head).is_none_or(|second| first < second)
}

list! {
    RepOkOpaque, RepOkOpaqueView, (rep_ok_opaque_len, rep_ok_opaque_head), Opaque, [range = 1..=2],
    [, rep_ok = RepOkOpaque::descends],
    letters: [1, 2, 3], key: |key, _| (1..=2).contains(&key), part: |list| list.is_sorted_by(|a, b| a >= b), whole: |_| true
}

impl RepOkOpaque {
    fn descends(&self) -> bool {
        self.list().windows(2).all(|pair| pair[0] >= pair[1])
    }
}

list! {
    RootOk, RootOkView, (root_ok_len, root_ok_head), Observed, [range = 1..=2], [, root_ok = is_odd],
    letters: [1, 2], key: |key, _| (1..=2).contains(&key), part: |_| true, whole: |list| list.len() % 2 == 1
}

/// Of the whole alone: each list of odd length has a part of even length.
fn is_odd(list: RootOkView) -> bool {
    let RootOkView::Cons(_, rest) = list else { return false };
    rest.get(root_ok_len) % 2 == 0
}

list! {
    RootOkOpaque, RootOkOpaqueView, (root_ok_opaque_len, root_ok_opaque_head), Opaque, [range = 1..=2],
    [, root_ok = RootOkOpaque::ends_in_two],
    letters: [1, 2], key: |key, _| (1..=2).contains(&key), part: |_| true, whole: |list| list.last() == Some(&2)
}

impl RootOkOpaque {
    fn ends_in_two(&self) -> bool {
        match self {
            Self::Nil => false,
            Self::Cons(last, rest) if **rest == Self::Nil => *last == 2,
            Self::Cons(_, rest) => rest.ends_in_two(),
        }
    }
}

list! {
    Both, BothView, (both_len, both_head), Rigid, [range = 1..=9],
    [, rep_ok = Self::is_a_run, root_ok = starts_at_two],
    letters: [1, 2, 3, 4, 5], key: |_, _| true, part: |list| list.windows(2).all(|pair| pair[1] == pair[0] + 1),
    whole: |list| list.first().is_none_or(|first| *first == 2)
}

impl Both {
    fn is_a_run(list: BothView) -> bool {
        let BothView::Cons(first, rest) = list else { return true };
        rest.get(both_head).is_none_or(|second| second == first + 1)
    }
}

fn starts_at_two(list: BothView) -> bool {
    both_head(list).is_none_or(|first| first == 2)
}

list! {
    Domain, DomainView, (domain_len, domain_head), Observed, [range = 2..=n], [],
    letters: [1, 2, 3, 4], key: |key, n| (2..=n).contains(&key), part: |_| true, whole: |_| true
}

list! {
    InContext, InContextView, (in_context_len, in_context_head), Observed, [range = |least| least..=3],
    [, context = i64, root = 1, rep_ok = has_room], rest: [give = |_, _0| _0.value() + 1],
    letters: [0, 1, 2, 3], key: |_, _| true, part: |list| {
        list.is_sorted_by(|a, b| a < b) && list.iter().all(|key| (1..=3).contains(key)) && list.last() != Some(&3)
    }, whole: |_| true
}

/// A list that begins above its context's least key, and could go on.
fn has_room(list: InContextView, least: i64) -> bool {
    match list {
        InContextView::Nil => least <= 3,
        InContextView::Cons(first, _) => first >= least,
    }
}

list! {
    InContextOpaque, InContextOpaqueView, (in_context_opaque_len, in_context_opaque_head), Opaque,
    [range = |least| least..=3], [, context = i64, root = 1, rep_ok = InContextOpaque::is_short],
    rest: [give = |_, _0| _0.value() + 1],
    letters: [0, 1, 2, 3], key: |_, _| true,
    part: |list| list.is_sorted_by(|a, b| a < b) && list.iter().all(|key| (1..=3).contains(key)) && list.len() < 3,
    whole: |_| true
}

impl InContextOpaque {
    fn is_short(&self) -> bool {
        self.list().len() < 3
    }
}

/// Values, letters and lengths.
#[derive(DpGen, Debug, Clone, PartialEq, Deserialize)]
pub struct Lengths(
    #[dpgen(values = [-1, 7])] pub i64,
    #[dpgen(alphabet = "ab", len = 1..=2)] pub String,
    #[dpgen(len = 0..=1)] pub Vec<bool>,
);

impl Column for Lengths {
    fn every() -> Vec<Self> {
        let mut all = Vec::new();
        for number in [-1, 0, 7] {
            for text in ["", "a", "b", "c", "aa", "ab", "ba", "bb", "aaa"] {
                for flags in [&[][..], &[false], &[true], &[true, false]] {
                    all.push(Self(number, text.to_owned(), flags.to_vec()));
                }
            }
        }
        all
    }
}

impl Judged for Lengths {
    fn size(&self) -> u32 {
        1
    }
    fn is_in_domains(&self, _: i64) -> bool {
        [-1, 7].contains(&self.0)
            && (1..=2).contains(&self.1.len())
            && self.1.chars().all(|letter| "ab".contains(letter))
            && self.2.len() <= 1
    }
}

/// A field that no value is generated for: a hook sets it.
#[derive(DpGen, Debug, Clone, PartialEq, Deserialize)]
#[dpgen(finish = Finish::measure)]
pub struct Finish(
    pub RepOk,
    #[dpgen(skip)]
    #[serde(skip)]
    pub u32,
);

impl Finish {
    fn measure(&mut self) {
        self.1 = 10 + self.0.size();
    }
}

impl Column for Finish {
    const IS_DATA: bool = false;

    fn every() -> Vec<Self> {
        let parts = RepOk::every().into_iter().filter(|part| part.size() < MAX_SIZE);
        parts.map(|part| Self(part.clone(), 10 + part.size())).collect()
    }
}

impl Judged for Finish {
    fn size(&self) -> u32 {
        1 + self.0.size()
    }
    fn is_in_domains(&self, n: i64) -> bool {
        self.0.is_in_domains(n) && self.1 == 10 + self.0.size()
    }
    fn is_part(&self) -> bool {
        self.0.is_part()
    }
    fn ron(&self) -> String {
        format!("Finish({})", self.0.ron())
    }
}

/// A part's own `root_ok`, which is not asked; and its own `rep_ok`, which is.
#[derive(DpGen, Debug, Clone, PartialEq, Deserialize)]
pub struct Nested(pub RootOk, pub RepOk);

impl Column for Nested {
    fn every() -> Vec<Self> {
        let parts = |first: RootOk| RepOk::every().into_iter().map(move |second| Self(first.clone(), second));
        let all = RootOk::every().into_iter().flat_map(parts);
        all.filter(|nested| nested.size() <= MAX_SIZE).collect()
    }
}

impl Judged for Nested {
    fn size(&self) -> u32 {
        1 + self.0.size() + self.1.size()
    }
    fn is_in_domains(&self, n: i64) -> bool {
        self.0.is_in_domains(n) && self.1.is_in_domains(n)
    }
    fn is_part(&self) -> bool {
        self.1.is_part()
    }
}
