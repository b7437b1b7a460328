//! Programs to explore, which tests and the bench share: written for this.
#![allow(dead_code, reason = "each test uses some of them")]

pub mod avl;
pub mod heap;
pub mod list;
pub mod sample;
pub mod searching;
pub mod sorting;
