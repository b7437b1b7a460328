//! Helpers of the tests of published crates: texts over a few tokens, and all failures up to a size.

use std::fmt::Debug;
use std::hash::Hash;

use dpgen::prelude::*;

/// Two types: a token, which is one of the strings, and a text of tokens, whose size is their number.
///
/// ```
/// use dpgen::prelude::*;
///
/// dpgen_field::texts!(Text, Token: "a", "bc");
///
/// let texts: Vec<String> = Generator::<Text>::up_to(1).build()?.iter().map(|text| text.text()).collect();
/// assert_eq!(texts, ["", "a", "bc"]);
/// # Ok::<(), dpgen::BuildError>(())
/// ```
#[macro_export]
macro_rules! texts {
    ($text:ident, $token:ident: $($value:literal),+ $(,)?) => {
        #[derive(dpgen::DpGen, Clone)]
        struct $token(#[dpgen(values = [$($value),+])] String);

        #[derive(dpgen::DpGen, Clone)]
        #[dpgen(weight = 0)]
        struct $text(Vec<$token>);

        impl $text {
            fn text(&self) -> String {
                self.0.iter().map(|token| token.0.as_str()).collect()
            }
        }

        impl std::fmt::Debug for $text {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Debug::fmt(&self.text(), f)
            }
        }
    };
}

/// What fails of all structures up to a size.
#[derive(Debug, PartialEq, Eq)]
pub struct Failing {
    /// The first one, which is a smallest.
    pub smallest: String,
    /// How many fail.
    pub failed: u64,
    /// Of how many.
    pub run: u64,
}

/// Runs the body on every structure up to a size, also after the first that fails.
///
/// # Panics
/// When the type can not be built, or when nothing fails: then the crate that is tested was mended.
#[must_use]
pub fn failing<T: DpGen + Debug>(max_size: u32, body: impl Fn(&T)) -> Failing {
    let built = Generator::<T>::up_to(max_size).build();
    let checked = built.unwrap_or_else(|error| panic!("{error}")).check(u64::MAX, body);
    let Some(first) = checked.failures().first() else { panic!("no structure fails any more") };
    Failing {
        smallest: first.value().to_owned(),
        failed: checked.sizes().iter().map(|size| size.failed).sum(),
        run: checked.sizes().iter().map(|size| size.run).sum(),
    }
}

/// Asserts which structure is the smallest that fails, and how many fail of how many.
///
/// # Panics
/// When that is otherwise.
#[track_caller]
pub fn assert_failing<T: DpGen + Debug>(
    max_size: u32,
    smallest: &str,
    (failed, run): (u64, u64),
    body: impl Fn(&T),
) {
    let expected = Failing { smallest: smallest.to_owned(), failed, run };
    assert_eq!(failing(max_size, body), expected);
}

/// Asserts which sequence of calls is a shortest that fails, and how many calls fail of how many: each call in each state,
/// which is known by its key.
///
/// # Panics
/// When that is otherwise, and when no call fails: then the crate that is tested was mended.
#[track_caller]
pub fn assert_failing_calls<Op: DpGen + Debug, S, K: Hash + Eq>(
    max_len: u32,
    shortest: &str,
    (failed, run): (u64, u64),
    start: impl Fn() -> S,
    call: impl Fn(&mut S, &Op),
    key: impl Fn(&S) -> K,
) {
    let explored = dpgen::sequences::<Op>(max_len).failures(u64::MAX).check_states(start, call, key);
    let explored = explored.unwrap_or_else(|error| panic!("{error}"));
    let Some(first) = explored.failures().first() else { panic!("no call fails any more") };
    let found = Failing {
        smallest: format!("{:?}", first.calls()),
        failed: explored.failures().iter().map(|failure| failure.times()).sum(),
        run: explored.calls(),
    };
    assert_eq!(found, Failing { smallest: shortest.to_owned(), failed, run });
}

/// Asserts that all sequences of calls pass, and how many calls that are: each call in each state, which is known by its key.
///
/// # Panics
/// When that is otherwise.
#[track_caller]
pub fn assert_passing_calls<Op: DpGen + Debug, S, K: Hash + Eq>(
    max_len: u32,
    run: u64,
    start: impl Fn() -> S,
    call: impl Fn(&mut S, &Op),
    key: impl Fn(&S) -> K,
) {
    let explored = dpgen::sequences::<Op>(max_len).expect(run).check_states(start, call, key);
    explored.unwrap_or_else(|error| panic!("{error}")).assert();
}
