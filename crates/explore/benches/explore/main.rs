//! The bars of explorations and worst cases, beside the papers' figures: `cargo bench -p dpgen-explore`.
//!
//! Without `--bench`, as `cargo test` runs it, sizes are small, and figures that do not depend on the machine are asserted.
#![allow(clippy::unwrap_used, reason = "a bench may panic")]

#[path = "../../tests/programs/mod.rs"]
mod programs;

mod paths;
mod real;
mod strategies;
mod worst;

fn main() {
    let is_whole = std::env::args().any(|argument| argument == "--bench");
    paths::run(is_whole);
    strategies::run(is_whole);
    worst::run(is_whole);
}
