//! `#[dpgen::test]`: what it runs.

#![allow(missing_docs, reason = "a test")]

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
