//! Predicates that are not pure: what is asked when a run is replayed with the same answers.
#![allow(missing_docs, reason = "a test")]

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
