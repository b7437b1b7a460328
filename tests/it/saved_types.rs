//! Saved builds of Rust types: one of another type, revision or predicate is refused.
//!
//! A test can not edit a predicate; these ask a static what the predicate is to be.

use std::sync::atomic::{AtomicU8, Ordering};

use dpgen::engine::CoinToss;
use dpgen::prelude::*;
use dpgen::{LoadError, Structures};

/// Which order lists are to be in: a type, its predicate, and what that is read from.
macro_rules! lists {
    ($module:ident, $rep_ok:ident) => {
        mod $module {
            use super::*;

            pub static ORDER: AtomicU8 = AtomicU8::new(0);

            #[derive(DpGen, Debug, Clone, PartialEq)]
            #[dpgen(rep_ok = $rep_ok)]
            pub enum List {
                Nil,
                Cons(#[dpgen(range = 1..=3)] i64, Box<List>),
            }

            #[allow(dead_code, reason = "some of these types are judged as finished values")]
            fn observed(list: ListView) -> bool {
                let ListView::Cons(first, rest) = list else { return true };
                let Some(second) = rest.get(head) else { return true };
                match ORDER.load(Ordering::Relaxed) {
                    0 => first <= second,
                    1 => first < second,
                    2 => second < first,
                    3 => true,
                    // Stricter and weaker in larger structures only.
                    4 => first <= second && list_length(rest) < 6,
                    _ => first <= second || list_length(rest) > 5,
                }
            }

            fn list_length(list: Ref<List>) -> u32 {
                list.get(length)
            }

            fn length(list: ListView) -> u32 {
                if let ListView::Cons(_, rest) = list { 1 + rest.get(length) } else { 0 }
            }

            fn head(list: ListView) -> Option<Int> {
                if let ListView::Cons(first, _) = list { Some(first) } else { None }
            }

            #[allow(dead_code, reason = "some of these types are judged by views")]
            fn opaque(list: &List) -> bool {
                let List::Cons(first, rest) = list else { return true };
                let List::Cons(second, _) = &**rest else { return true };
                match ORDER.load(Ordering::Relaxed) {
                    0 => first <= second,
                    1 => first < second,
                    2 => second < first,
                    _ => true,
                }
            }
        }
    };
}

lists!(concrete, observed);
lists!(symbolic, observed);
lists!(finished, opaque);
lists!(tossed, observed);
lists!(revised, observed);
lists!(other, observed);

fn saved<T: DpGen>(generator: &Generator<T>) -> Vec<u8> {
    let mut file = Vec::new();
    generator.build().unwrap().save(&mut file).unwrap();
    file
}

fn refused<T: DpGen>(loaded: Result<Structures<T>, LoadError>) -> String {
    match loaded {
        Err(error @ LoadError::OtherPredicate(_)) => error.to_string(),
        Err(error) => panic!("{error}"),
        Ok(structures) => panic!("loaded {} structures", structures.total()),
    }
}

#[test]
fn another_predicate_is_noticed() {
    let generator = Generator::<concrete::List>::up_to(8);
    for algorithm in [Algorithm::Quotient, Algorithm::Dp, Algorithm::LazyDp, Algorithm::TopDown] {
        let generator = generator.clone().algorithm(algorithm);
        let file = saved(&generator);
        assert_eq!(generator.load(&file[..]).unwrap().total(), 165, "{algorithm}");
        for order in 1..=5 {
            concrete::ORDER.store(order, Ordering::Relaxed);
            let message = refused(generator.load(&file[..]));
            let what = match order {
                1 | 2 | 4 => "is among them, and is rejected now",
                _ => "is accepted now, and is not among them",
            };
            assert!(message.contains(what), "{algorithm}, {order}: {message}");
        }
        concrete::ORDER.store(0, Ordering::Relaxed);
    }
}

/// A predicate of whole structures only; a list of up to eight ones or twos.
mod wholes {
    use super::*;

    pub static REMAINDER: AtomicU8 = AtomicU8::new(0);

    #[derive(DpGen, Debug, Clone, PartialEq)]
    #[dpgen(root_ok = whole)]
    pub enum List {
        Nil,
        Cons(#[dpgen(range = 1..=2)] i64, Box<List>),
    }

    /// Even or odd sums, or all.
    fn whole(list: ListView) -> bool {
        let remainder = REMAINDER.load(Ordering::Relaxed);
        remainder == 2 || sum(list) % 2 == i64::from(remainder)
    }

    fn sum(list: ListView) -> i64 {
        if let ListView::Cons(first, rest) = list { first.value() + rest.get(sum) } else { 0 }
    }
}

#[test]
fn another_predicate_of_wholes_is_noticed() {
    for algorithm in [Algorithm::Quotient, Algorithm::Dp, Algorithm::LazyDp, Algorithm::TopDown] {
        let generator = Generator::<wholes::List>::up_to(6).algorithm(algorithm);
        wholes::REMAINDER.store(0, Ordering::Relaxed);
        let file = saved(&generator);
        // The empty list, and half of those of each length.
        assert_eq!(generator.load(&file[..]).unwrap().total(), 1 + 63, "{algorithm}");
        for (remainder, what) in
            [(1, "is among them, and is rejected now"), (2, "is accepted now, and is not among them")]
        {
            wholes::REMAINDER.store(remainder, Ordering::Relaxed);
            let message = refused(generator.load(&file[..]));
            assert!(message.contains(what), "{algorithm}, {remainder}: {message}");
        }
    }
}

#[test]
fn another_predicate_over_symbolic_data_is_noticed() {
    let generator = Generator::<symbolic::List>::up_to(8).fields(Fields::Symbolic);
    let file = saved(&generator);
    assert_eq!(generator.load(&file[..]).unwrap().total(), 9);
    for order in [1, 2, 4] {
        symbolic::ORDER.store(order, Ordering::Relaxed);
        let message = refused(generator.load(&file[..]));
        assert!(message.contains("is among them, and is rejected now"), "{order}: {message}");
    }
    symbolic::ORDER.store(0, Ordering::Relaxed);
}

#[test]
fn another_predicate_over_finished_values_is_noticed() {
    let generator = Generator::<finished::List>::up_to(6).algorithm(Algorithm::Dp);
    let file = saved(&generator);
    assert!(generator.load(&file[..]).is_ok());
    for order in 1..=3 {
        finished::ORDER.store(order, Ordering::Relaxed);
        refused(generator.load(&file[..]));
    }
}

#[test]
fn what_a_coin_toss_left_out_is_no_difference() {
    let toss = CoinToss::new(2, 0.5, 1);
    let generator = Generator::<tossed::List>::up_to(6).algorithm(Algorithm::LazyDp);
    let tossing = generator.clone().coin_toss(toss);
    let file = saved(&tossing);
    let some = generator.load(&file[..]).unwrap();
    assert!(some.total() < generator.build().unwrap().total());
    let mut again = Vec::new();
    some.save(&mut again).unwrap();
    assert_eq!(again, file);
    tossed::ORDER.store(2, Ordering::Relaxed);
    refused(generator.load(&file[..]));
}

#[test]
fn another_type_or_revision_is_refused() {
    let generator = Generator::<revised::List>::up_to(3);
    let file = saved(&generator);
    let error = Generator::<other::List>::up_to(3).load(&file[..]).unwrap_err();
    assert!(matches!(error, LoadError::OtherSource { .. }), "{error}");
    assert_eq!(
        error.to_string(),
        "it was built from the Rust type it::saved_types::revised::List, not from the Rust type \
         it::saved_types::other::List: build it again"
    );
    let second = generator.revision("2");
    let error = second.load(&file[..]).unwrap_err().to_string();
    assert!(error.contains("not from the Rust type it::saved_types::revised::List, revision 2"), "{error}");
    assert!(second.load(&saved(&second)[..]).is_ok());
}

/// Lists of ones, and, if `BOTH` is 1, of threes: from two elements on, no list is one change away from another.
mod far {
    use super::*;

    pub static BOTH: AtomicU8 = AtomicU8::new(0);

    #[derive(DpGen, Debug, Clone, PartialEq)]
    #[dpgen(rep_ok = alike)]
    pub enum List {
        Nil,
        Cons(#[dpgen(range = 1..=3)] i64, Box<List>),
    }

    fn alike(list: ListView) -> bool {
        let ListView::Cons(first, rest) = list else { return true };
        let Some(second) = rest.get(head) else { return first == 1 || first == 3 };
        let threes = BOTH.load(Ordering::Relaxed) == 1;
        (first == 1 && second == 1) || (threes && first == 3 && second == 3)
    }

    fn head(list: ListView) -> Option<Int> {
        if let ListView::Cons(first, _) = list { Some(first) } else { None }
    }
}

/// What samples can not see: the smallest sizes are built again.
#[test]
fn a_predicate_that_differs_far_from_every_structure_is_noticed_by_counts() {
    for fields in [Fields::Concrete, Fields::Symbolic] {
        let generator = Generator::<far::List>::up_to(6).fields(fields);
        let files = [0, 1].map(|both| {
            far::BOTH.store(both, Ordering::Relaxed);
            saved(&generator)
        });
        let counts = "there are 1 structures of size 2 now, and it has 2";
        far::BOTH.store(0, Ordering::Relaxed);
        assert!(generator.load(&files[0][..]).is_ok(), "{fields}");
        // Here samples see it: a list of threes is rejected now.
        let message = refused(generator.load(&files[1][..]));
        assert!(message.contains("rejected now") || message.contains(counts), "{fields}: {message}");
        far::BOTH.store(1, Ordering::Relaxed);
        assert!(generator.load(&files[1][..]).is_ok(), "{fields}");
        let message = refused(generator.load(&files[0][..]));
        assert!(
            message.contains("there are 2 structures of size 2 now, and it has 1"),
            "{fields}: {message}"
        );
    }
}
