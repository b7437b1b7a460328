//! triple_accel: `rdamerau` "returns the restricted Damerau-Levenshtein distance between two strings".

use dpgen_field::{assert_failing, texts};
use triple_accel::levenshtein::{levenshtein, levenshtein_exp, levenshtein_naive, rdamerau, rdamerau_exp};

texts!(Text, Token: "a", "b", "c");

/// strsim calls the same distance `osa_distance`.
#[cfg(target_arch = "x86_64")] // elsewhere there is no SIMD, and the crate is right
#[test]
fn the_restricted_distance_is_that_of_strsim() {
    assert_failing(7, "(\"ab\", \"aba\")", (408, 24_604), |(one, other): &(Text, Text)| {
        let (one, other) = (one.text(), other.text());
        let expected = u32::try_from(strsim::osa_distance(&one, &other)).unwrap();
        assert_eq!(rdamerau(one.as_bytes(), other.as_bytes()), expected);
        assert_eq!(rdamerau_exp(one.as_bytes(), other.as_bytes()), expected);
    });
}

#[cfg(target_arch = "x86_64")]
#[test]
fn one_insertion_counts_twice_without_dpgen() {
    assert_eq!(rdamerau(b"ab", b"aba"), 2); // 1 is right
    assert_eq!(levenshtein(b"ab", b"aba"), 1); // an upper bound, as transpositions come on top
}

#[dpgen::test(max_size = 8)]
fn the_plain_distance_is_that_of_strsim(one: &Text, other: &Text) {
    let (one, other) = (one.text(), other.text());
    let expected = u32::try_from(strsim::levenshtein(&one, &other)).unwrap();
    assert_eq!(levenshtein(one.as_bytes(), other.as_bytes()), expected);
    assert_eq!(levenshtein_exp(one.as_bytes(), other.as_bytes()), expected);
    assert_eq!(levenshtein_naive(one.as_bytes(), other.as_bytes()), expected);
}
