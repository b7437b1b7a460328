//! roman-numerals: "parse arbitrarily large numbers"; roman and numerals beside it.

use dpgen::DpGen;
use dpgen_field::{assert_failing, texts};
use roman_numerals::{FromRoman, ToRoman};

#[derive(DpGen, Clone, Copy, Debug)]
#[dpgen(weight = 0)]
struct Number(#[dpgen(range = 1..=5000)] u16);

/// "Convert numbers in our Base 10 Arabic Numeral System to Roman Numeral System, and vice versa."
#[test]
fn what_is_written_is_read() {
    assert_failing(0, "Number(4000)", (1001, 5000), |number: &Number| {
        assert_eq!(u16::from_roman(&number.0.to_roman()), Some(number.0));
    });
}

#[test]
fn four_thousand_is_not_read_without_dpgen() {
    assert_eq!(4000_u16.to_roman(), "MV\u{304}"); // with a line above the V
    assert_eq!(u16::from_roman(&4000_u16.to_roman()), None);
}

texts!(Text, Letter: "I", "V", "X", "L", "C", "D", "M");

#[dpgen::test(max_size = 6)]
fn three_crates_agree(text: &Text) {
    let text = text.text();
    if let Some(number) = roman::from(&text) {
        assert_eq!(roman::to(number), Some(text.clone()));
        assert_eq!(u32::from_roman(&text), u32::try_from(number).ok());
        assert_eq!(numerals::roman::Roman::parse(&text).map(|roman| i32::from(roman.value())), Some(number));
    }
}
