//! `#[dpgen::test]`: what it runs.

use std::sync::atomic::{AtomicUsize, Ordering};

use dpgen::DpGen;

const KEYS: i64 = 2;

#[derive(DpGen, Debug, Clone, PartialEq)]
enum List {
    Nil,
    Cons(#[dpgen(range = 1..=keys)] u8, Box<List>),
}

impl List {
    fn len(&self) -> usize {
        match self {
            List::Nil => 0,
            List::Cons(_, rest) => 1 + rest.len(),
        }
    }
}

#[dpgen::test(max_size = 3, param(keys = KEYS))]
fn by_value(mut list: List) {
    if let List::Cons(first, _) = &mut list {
        *first += 1;
    }
    assert!(list.len() <= 3);
}

#[dpgen::test(min_size = 2, max_size = 3, param(keys = 2), algorithm = "lazy-dp")]
fn by_reference(list: &List) {
    static SEEN: AtomicUsize = AtomicUsize::new(0);
    let seen = SEEN.fetch_add(1, Ordering::Relaxed);
    assert!(list.len() == if seen < 4 { 2 } else { 3 }, "the smaller ones come first");
    assert!(seen < 4 + 8);
}

#[dpgen::test(max_size = 2, param(keys = 1))]
#[should_panic(expected = "two elements")]
fn other_attributes_stay((List::Nil | List::Cons(..)): &List) {
    panic!("two elements");
}

#[dpgen::test(max_size = 2, param(keys = 1), regressions = false)]
#[should_panic(expected = "two elements")]
fn an_option_may_say_what_an_attribute_implies(_: &List) {
    panic!("two elements");
}

#[dpgen::test(min_size = 1, max_size = 2, param(keys = 0))]
#[should_panic(expected = "no value of size 1 to 2")]
fn sizes_without_values_are_no_success(_: List) {}

#[dpgen::test(max_size = 2, param(keys = 0))]
#[should_panic(expected = "`Cons.0` has no value in this scope")]
fn an_empty_domain_is_no_success(_: List) {}

#[dpgen::test(max_size = 3, param(keys = 0, kyes = 3))]
#[should_panic(expected = "no domain mentions the parameter `kyes`: did you mean `keys`?")]
fn an_unused_parameter_is_no_success(_: List) {}

#[dpgen::test(max_size = 3)]
#[should_panic(
    expected = "`Cons.0` mentions the parameter `keys`, which is not set: give it a value with `param(keys = ...)`"
)]
fn a_missing_parameter_is_named_as_the_attribute_has_it(_: List) {}

#[dpgen::test(max_size = 1, param(keys = 1))]
#[ignore = "to see that it is"]
fn ignored(_: List) {
    panic!("this ran");
}

#[derive(DpGen, Debug, Clone)]
enum Own {
    Nil,
    Cons(#[dpgen(range = 1..=n)] u8, Box<Own>),
}

/// Lists of k numbers from 1..=k, and not from 1..=3: 1 + 1 + 2 * 2 + 3 * 3 * 3.
#[dpgen::test(max_size = 3, n = size, expect = 1 + 1 + 4 + 27)]
fn a_range_up_to_the_own_size(list: &Own) {
    let (mut len, mut greatest, mut rest) = (0, 0, list);
    while let Own::Cons(first, next) = rest {
        (len, greatest, rest) = (len + 1, greatest.max(*first), next);
    }
    assert!(greatest <= len);
}

#[dpgen::test(max_size = 3, n = size, expect = 34)]
#[should_panic(expected = "34 cases were expected up to size 3, and there are 33")]
fn another_number_of_cases_by_their_own_size(_: &Own) {}

#[dpgen::test(max_size = 3, param(keys = 2))]
#[should_panic(expected = "6.7 % of the cases (1 of 15) are `empty`, and 50 % were to be")]
fn too_few_cases_of_a_kind(list: &List) {
    dpgen::cover(0.5, "empty", list.len() == 0);
}

/// Of the four lists of two, two begin with 1, and one is of ones: just as many as are to be.
#[dpgen::test(size = 2, param(keys = 2))]
fn shares_may_be_met_exactly(list: &List) {
    dpgen::cover(0.5, "begins with 1", matches!(list, List::Cons(1, _)));
    dpgen::cover(0.25, "ones", is_of_ones(list));
    dpgen::cover(1.0, "of two", list.len() == 2);
    dpgen::cover(0.0, "empty", list.len() == 0);
}

#[dpgen::test(size = 2, param(keys = 2))]
#[should_panic(expected = "25.0 % of the cases (1 of 4) are `ones`, and 26 % were to be")]
fn the_last_label_counts_as_the_first(list: &List) {
    dpgen::cover(0.5, "begins with 1", matches!(list, List::Cons(1, _)));
    dpgen::cover(0.26, "ones", is_of_ones(list));
}

#[dpgen::test(size = 2, param(keys = 2))]
#[should_panic(expected = "50.0 % of the cases (2 of 4) are `begins with 1`, and 51 % were to be")]
fn the_first_label_counts_as_the_last(list: &List) {
    dpgen::cover(0.51, "begins with 1", matches!(list, List::Cons(1, _)));
    dpgen::cover(0.25, "ones", is_of_ones(list));
}

fn is_of_ones(list: &List) -> bool {
    matches!(list, List::Cons(1, rest) if matches!(&**rest, List::Cons(1, _)))
}

#[dpgen::test(param(keys = 0))]
#[should_panic(expected = "`Cons.0` has no value in this scope")]
fn an_empty_domain_is_no_success_without_a_size(_: List) {}

#[derive(DpGen, Debug, Clone, Copy, PartialEq)]
enum Way {
    Up,
    Down,
}

/// Every list up to three elements, with every key and both ways: (1 + 2 + 4 + 8) * 3 * 2.
#[dpgen::test(max_size = 3, param(keys = 2), expect = 15 * 3 * 2)]
fn several_arguments(list: &List, #[dpgen(range = 1..=keys + 1)] key: u8, way: Way) -> Result<(), String> {
    static LARGEST: AtomicUsize = AtomicUsize::new(0);
    let before = LARGEST.fetch_max(list.len(), Ordering::Relaxed);
    assert!(before <= list.len(), "the smaller ones come first");
    assert!((1..=3).contains(&key) && [Way::Up, Way::Down].contains(&way));
    Ok(())
}

#[dpgen::test(size = 2, param(keys = 2), expect = 4)]
fn one_size(list: List) {
    assert_eq!(list.len(), 2);
}

/// Two lists share a size: the sum over i of 2^i * 2^(3 - i) is 4 * 8 for size 3.
#[dpgen::test(size = 3, param(keys = 2), expect = 32)]
fn sizes_add_up(one: List, other: &List) {
    assert_eq!(one.len() + other.len(), 3);
}

const LENGTH: u32 = 1 + 2;

#[dpgen::test(max_size = LENGTH, param(keys = 1), fields = symbolic, threads = 1, time = "1min", case_time = "50s", limit = 3)]
fn constants_and_limits(list: &List) {
    assert!(list.len() < 3, "the limit comes first");
}

#[dpgen::test(max_size = 3, param(keys = 2), expect = 16)]
#[should_panic(expected = "16 cases were expected up to size 3, and there are 15")]
fn the_number_of_cases_is_checked(_: &List) {}

#[dpgen::test(max_size = 1, param(keys = 1), sample = 10, sample_sizes = 5..=6)]
#[should_panic(expected = "five elements")]
fn samples_come_after_all_of_the_smallest(list: &List) {
    assert!(list.len() < 5, "five elements");
    assert!(list.len() < 2);
}

/// What the largest list tells from the others has sixteen elements.
#[dpgen::test(param(keys = 2))]
#[should_panic(expected = "sixteen elements")]
fn without_a_size_large_cases_are_drawn(list: &List) {
    assert!(list.len() < 16, "sixteen elements");
}

#[dpgen::test(max_size = 2, param(keys = 1))]
#[should_panic(expected = "Error: \"a list of two\"")]
fn an_error_is_a_failure(list: List) -> Result<(), &'static str> {
    if list.len() == 2 { Err("a list of two") } else { Ok(()) }
}

/// The expansion names nothing of its surroundings.
mod hygiene {
    #![no_implicit_prelude]
    #![allow(clippy::upper_case_acronyms, reason = "a name of the expansion's")]

    use ::dpgen::DpGen;

    struct Option;
    struct TestOptions;

    #[derive(DpGen, ::std::fmt::Debug)]
    enum PARAMS {
        Nil,
        Cons(::std::boxed::Box<PARAMS>),
    }

    #[::dpgen::test(max_size = 2)]
    fn r#fn(value: &PARAMS) {
        let _ = (Option, TestOptions, value);
    }
}
