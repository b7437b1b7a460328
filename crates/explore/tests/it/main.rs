//! The tests of `dpgen-explore`: explorations of the `programs`, against numbers from outside and brute force.
#![allow(missing_docs, clippy::unwrap_used, reason = "a test")]

mod calls;
mod containers;
mod explore;
mod known;
mod learned;
mod means;
mod programs;
mod synergy;
mod views;
mod worst;
mod worst_structures;
