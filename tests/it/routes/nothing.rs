//! Tests of what no value satisfies: they fail, as a test on nothing proves nothing.

use dpgen::prelude::*;

use super::columns::RepOk;

#[derive(DpGen, Debug, Clone)]
#[dpgen(root_ok = never)]
enum Never {
    Nil,
    Cons(bool, Box<Never>),
}

fn never(_: NeverView) -> bool {
    false
}

#[derive(DpGen, Debug, Clone)]
#[dpgen(root_ok = Self::never)]
enum NeverOpaque {
    Nil,
    Cons(bool, Box<NeverOpaque>),
}

impl NeverOpaque {
    fn never(&self) -> bool {
        false
    }
}

macro_rules! nothing {
    ($($name:ident($($options:tt)*)($($arguments:tt)*);)*) => {$(
        #[dpgen::test($($options)*)]
        #[should_panic(expected = "satisfies the predicate")]
        fn $name($($arguments)*) {
            panic!("a value is received");
        }
    )*};
}

nothing! {
    by_reference(max_size = 3)(_: &Never);
    by_value(max_size = 3)(_: Never);
    without_a_size()(_: &Never);
    by_its_own_size(max_size = 3, n = size)(_: &Never);
    of_samples(max_size = 2, sample = 10)(_: &Never);
    beside_another(max_size = 3)(_: &RepOk, _: Never);
    in_a_tuple(max_size = 3)(_: (bool, (Box<Never>, RepOk)));
    in_an_array(max_size = 3)(_: [Never; 2]);
    with_symbolic_fields(max_size = 3, fields = symbolic)(_: &Never);
    of_finished_values(max_size = 3)(_: &NeverOpaque);
    of_finished_values_in_a_tuple(max_size = 3)(_: (NeverOpaque, bool));
}

#[dpgen::test(max_size = 3, time = "0s")]
#[should_panic(expected = "stopped by its limit on time before its first case")]
fn within_no_time(_: &RepOk) {}

#[dpgen::test(max_size = 3)]
#[should_panic(expected = "`assume` left out all")]
fn assumed_away(_: &RepOk) {
    dpgen::assume(false);
}

#[dpgen::test(max_size = 3)]
#[tokio::test]
#[should_panic(expected = "satisfies the predicate")]
async fn awaited(_: Never) {}

#[test]
#[should_panic(expected = "no structure of these sizes satisfies the predicate")]
fn a_check() {
    dpgen::check(3, |_: &(Never,)| {}).unwrap().assert();
}

#[test]
#[should_panic(expected = "there is no call to try")]
fn a_sequence() {
    dpgen::sequences::<Never>(3).call_size(3).check(|| (), |(), _| {}).unwrap().assert();
}

#[test]
#[should_panic(expected = "there is no call to try")]
fn an_argument_of_a_call() {
    #[derive(DpGen, Debug)]
    enum Call {
        With(#[allow(dead_code, reason = "no value is made")] Never),
    }

    dpgen::sequences::<Call>(3).call_size(3).check(|| (), |(), _| {}).unwrap().assert();
}

#[test]
fn a_hunt_says_that_it_tried_nothing() {
    assert_eq!(dpgen::hunt(0, |_: &(Never,)| {}).cases(), 0);
}
