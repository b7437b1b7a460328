//! Predicates that are not pure: what is asked when a run is replayed with the same answers.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use dpgen::prelude::*;

/// A list whose predicate says of each element what `$of` does: it gets how many runs there were before, and the element.
macro_rules! impure {
    ($name:ident, $view:ident: $of:expr) => {
        #[derive(DpGen, Debug)]
        #[dpgen(rep_ok = impure, view = $view)]
        pub enum $name {
            Nil,
            Cons(#[dpgen(range = 0..3)] i64, Box<$name>),
        }

        fn impure(list: $view) -> bool {
            static RUNS: AtomicU32 = AtomicU32::new(0);
            let $view::Cons(first, _) = list else { return true };
            let of: fn(u32, Int) -> bool = $of;
            of(RUNS.fetch_add(1, Relaxed), first)
        }
    };
}

mod less {
    use super::*;

    impure!(List, View: |run, first| if run % 2 == 0 { first == 1 } else { true });
}

mod more {
    use super::*;

    impure!(List, View: |run, first| if run % 2 == 0 { first == 1 } else { first == 1 && first == 2 });
}

mod other {
    use super::*;

    impure!(List, View: |run, first| if run % 2 == 0 { first == 0 } else { first.value() > 0 });
}

/// What an engine that leaves integers open says, on one thread.
fn refused<T: DpGen>() {
    for algorithm in [Algorithm::Quotient, Algorithm::TopDown] {
        let built = Generator::<T>::up_to(4).threads(1).algorithm(algorithm).build();
        assert!(built.is_err(), "{algorithm}");
    }
}

#[test]
fn a_replay_that_asks_less_is_an_error() {
    refused::<less::List>();
}

#[test]
fn a_replay_that_asks_something_else_is_an_error() {
    refused::<other::List>();
}

/// A question after those that were recorded is no contradiction: a run may go on for longer.
#[test]
fn a_replay_that_asks_more_builds() {
    assert!(Generator::<more::List>::up_to(4).threads(1).build().is_ok());
}

/// Reads one of two slots that are alike.
mod elsewhere {
    use super::*;

    #[derive(DpGen, Debug)]
    #[dpgen(rep_ok = impure)]
    pub enum Pair {
        Nil,
        Both(#[dpgen(range = 0..3)] i64, #[dpgen(range = 0..3)] i64),
    }

    fn impure(pair: PairView) -> bool {
        static RUNS: AtomicU32 = AtomicU32::new(0);
        let PairView::Both(first, second) = pair else { return true };
        if RUNS.fetch_add(1, Relaxed).is_multiple_of(2) { first == 1 } else { second == 1 }
    }
}

#[test]
fn a_choice_that_decides_something_else_is_an_error() {
    let built = Generator::<elsewhere::Pair>::up_to(1).threads(1).algorithm(Algorithm::TopDown).build();
    assert!(built.is_err());
}

mod sums {
    use super::*;

    #[derive(DpGen, Debug)]
    #[dpgen(rep_ok = less)]
    pub struct Four {
        #[dpgen(range = 0..3)]
        digits: [i64; 4],
    }

    fn less(four: FourView) -> bool {
        four.digits.get(front) < four.digits.get(back) && four.digits.get(back) != four.digits.get(front) + 3
    }

    fn front(digits: [Int; 4]) -> Int {
        digits[0] + digits[1]
    }

    fn back(digits: [Int; 4]) -> Int {
        digits[2] + digits[3]
    }
}

/// A comparison of sums makes several choices; a run that goes back to one in the middle begins the comparison again.
#[test]
fn a_comparison_of_sums_is_pure() {
    let sums = || (0..9).map(|pair| pair / 3 + pair % 3);
    let count =
        sums().flat_map(|a| sums().map(move |b| (a, b))).filter(|(a, b)| a < b && *b != a + 3).count();
    for algorithm in [Algorithm::Quotient, Algorithm::TopDown, Algorithm::Dp] {
        let built = Generator::<sums::Four>::up_to(1).algorithm(algorithm).build();
        assert_eq!(built.map(|built| built.total().to_usize()).ok(), Some(Some(count)), "{algorithm}");
    }
}
