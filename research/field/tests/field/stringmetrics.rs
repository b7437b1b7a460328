//! stringmetrics: `try_levenshtein` has "an `Option` to indicate if the limit is exceeded".

use dpgen::DpGen;
use dpgen_field::{assert_failing, texts};
use stringmetrics::{levenshtein, try_levenshtein};

texts!(Text, Token: "a", "b");

#[derive(DpGen, Clone, Copy, Debug)]
#[dpgen(weight = 0)]
struct Limit(#[dpgen(range = 0..=4)] u32);

#[test]
fn there_is_none_where_the_limit_is_exceeded() {
    assert_failing(7, "(\"\", \"\", Limit(0))", (89, 8965), |(one, other, limit): &(Text, Text, Limit)| {
        let distance = u32::try_from(strsim::levenshtein(&one.text(), &other.text())).unwrap();
        let expected = if distance <= limit.0 { Some(distance) } else { None };
        assert_eq!(try_levenshtein(&one.text(), &other.text(), limit.0), expected);
    });
}

#[test]
fn a_limit_that_is_met_is_none_without_dpgen() {
    assert_eq!(levenshtein("", ""), 0);
    assert_eq!(try_levenshtein("", "", 0), None); // 0 does not exceed 0
}

#[dpgen::test(max_size = 9)]
fn the_distance_is_that_of_strsim(one: &Text, other: &Text) {
    let distance = strsim::levenshtein(&one.text(), &other.text());
    assert_eq!(usize::try_from(levenshtein(&one.text(), &other.text())).unwrap(), distance);
}
