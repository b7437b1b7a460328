//! The tests of `dpgen-worlds`: mazes, graphs and state spaces, against counts from outside and brute force.
#![allow(missing_docs, clippy::unwrap_used, reason = "a test")]

#[path = "../../examples/worlds/avl.rs"]
mod avl;
#[path = "../../examples/worlds/heap.rs"]
mod heap;
mod imagined;
#[path = "../../examples/worlds/red_black.rs"]
mod red_black;
mod spanning;
mod states;
mod worlds;
