//! Tests with real browsers, if `DPGEN_BROWSERS` is set. Where one is missing, its tests say so in a line on the standard
//! error and pass.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod captures;
mod differences;
mod faults;
mod kinds;
mod leftover_processes;
mod pages;
mod processes;
mod rendering;
mod report;
mod support;
