//! Programs to explore, which tests and the bench share: written for this.
#![allow(dead_code, reason = "each test uses some of them")]

pub mod avl;
pub mod bst;
pub mod caching;
pub mod fibonacci;
pub mod graphs;
pub mod heap;
pub mod list;
pub mod red_black;
pub mod sample;
pub mod searching;
pub mod sorting;
pub mod structures;
pub mod synergy;

thread_local! {
    static STEPS: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}

/// A step that costs 1, in an exploration and outside of one.
fn step() {
    STEPS.set(STEPS.get() + 1);
    dpgen::explore::cost(1);
}

/// How many steps a program makes, outside of an exploration.
pub fn steps(program: impl FnOnce()) -> u64 {
    STEPS.set(0);
    program();
    STEPS.get()
}
