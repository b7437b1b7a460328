//! `#[dpgen::test]` on an implementation.

use dpgen::prelude::*;
use dpgen::{ReferenceStateMachine, StateMachineTest};

#[derive(DpGen, Debug, Clone, Copy)]
enum Op {
    Up,
}

struct Level;

impl ReferenceStateMachine for Level {
    type State = u8;
    type Transition = Op;
    fn init_state() -> u8 {
        0
    }
    fn apply(level: u8, _: &Op) -> u8 {
        level
    }
}

struct Machine<const N: usize>;

#[dpgen::test(max_len = 3, max_len = 4)]
impl StateMachineTest for Machine<0> {
    type SystemUnderTest = ();
    type Reference = Level;
    fn init_test(_: &u8) {}
    fn apply(_: (), _: &u8, _: &Op) {}
}

#[dpgen::test(max_size = 3, time = "2s", rep_ok = is_valid, max_lenn = 3, param(len = 0..=3, max_len = (1, 2)))]
impl StateMachineTest for Machine<1> {
    type SystemUnderTest = ();
    type Reference = Level;
    fn init_test(_: &u8) {}
    fn apply(_: (), _: &u8, _: &Op) {}
}

#[dpgen::test(samples = 100, time_limit = 3)]
impl StateMachineTest for Machine<2> {
    type SystemUnderTest = ();
    type Reference = Level;
    fn init_test(_: &u8) {}
    fn apply(_: (), _: &u8, _: &Op) {}
}

#[dpgen::test(merge_states = 1)]
impl StateMachineTest for Machine<3> {
    type SystemUnderTest = ();
    type Reference = Level;
    fn init_test(_: &u8) {}
    fn apply(_: (), _: &u8, _: &Op) {}
}

struct Any<T>(T);

#[dpgen::test]
impl<T> StateMachineTest for Any<T> {
    type SystemUnderTest = ();
    type Reference = Level;
    fn init_test(_: &u8) {}
    fn apply(_: (), _: &u8, _: &Op) {}
}

#[dpgen::test]
impl Level {}

fn main() {}
