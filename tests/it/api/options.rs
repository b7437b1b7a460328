//! What a generator is told: engines, fields, sizes and the search for violations.

use std::time::Duration;

use dpgen::engine::CoinToss;
use dpgen::{Algorithm, BuildError, DpGen, Fields, Generator, StopReason};

#[test]
fn every_engine_has_a_name_that_leads_back_to_it() {
    for algorithm in Algorithm::ALL {
        assert_eq!(algorithm.name().parse(), Ok(*algorithm));
    }
    for fields in Fields::ALL {
        assert_eq!(fields.name().parse(), Ok(*fields));
    }
    let message = "korat".parse::<Algorithm>().unwrap_err().to_string();
    assert!(message.starts_with("there is no engine `korat`; there are top-down, dp, "), "{message}");
}

#[derive(DpGen, Debug)]
enum Snoc {
    Empty,
    #[dpgen(weight = 0)]
    Push {
        before: Box<Snoc>,
        item: Item,
    },
}

#[derive(DpGen, Debug)]
struct Item(bool);

#[test]
fn unread_parts_before_heavier_ones_are_completed() {
    let lists = Generator::<Snoc>::up_to(5).algorithm(Algorithm::TopDown).build().unwrap();
    assert_eq!(
        (0..=5).map(|size| lists.count(size).to_usize().unwrap()).collect::<Vec<_>>(),
        [1, 2, 4, 8, 16, 32]
    );
    assert_eq!(Generator::<Snoc>::new().check_hereditary(4).unwrap().violation, None);
}

#[test]
fn a_search_for_violations_hears_its_limits() {
    let late = Generator::<Snoc>::new().time_limit(Duration::ZERO).check_hereditary(4).unwrap();
    assert_eq!((late.stop, late.violation), (Some(StopReason::Deadline), None));
}

#[test]
fn symbolic_data_has_a_range_that_the_solver_can_hold() {
    #[derive(DpGen, Debug)]
    struct Large(#[dpgen(range = i64::MAX - 3..=i64::MAX)] i64, Item);

    assert_eq!(Generator::<Large>::up_to(2).build().unwrap().count(2), 8);
    let error = Generator::<Large>::up_to(2).fields(Fields::Symbolic).build().unwrap_err();
    assert!(matches!(error, BuildError::SymbolicRange { .. }), "{error}");
    let error = Generator::<Item>::up_to(u32::MAX).build().unwrap_err();
    assert!(matches!(error, BuildError::TooLarge { .. }), "{error}");
}

#[test]
fn a_coin_toss_has_a_probability() {
    let toss = |probability| CoinToss::new(1, probability, 1);
    let build = |probability| {
        let generator = Generator::<Snoc>::up_to(2).algorithm(Algorithm::LazyDp);
        generator.coin_toss(toss(probability)).build().map(drop)
    };
    for wrong in [f64::NAN, f64::INFINITY, 2.0, -0.5] {
        let error = build(wrong).unwrap_err();
        assert_eq!(error, BuildError::Probability { probability: wrong.to_string() });
        let start = "a coin toss keeps a structure with a probability from 0 to 1, not with ";
        assert_eq!(error.to_string(), format!("{start}{wrong}"));
    }
    for right in [0.0, 0.5, 1.0] {
        assert_eq!(build(right), Ok(()));
    }
}
