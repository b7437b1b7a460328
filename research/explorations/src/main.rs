//! Tables of explorations and worst cases, beside the figures of the papers: `cargo run --release -p dpgen-explorations`.
//!
//! With names after `--` (`paths`, `calls`, `looks`, `strategies`, `worst`, `known`, `means`, `real`, `shapes`), only these.
//! With `--smoke`, sizes are small, and figures that do not depend on the machine are asserted.
#![allow(clippy::unwrap_used, reason = "a study may panic")]

#[path = "../../../crates/explore/tests/it/programs/mod.rs"]
mod programs;

mod calls;
mod looks;
mod means;
mod paths;
mod real;
mod shapes;
mod strategies;
mod worst;

/// Prints rows: all, or a few small ones.
type Table = fn(bool);

fn main() {
    let is_whole = std::env::args().all(|argument| argument != "--smoke");
    let names: Vec<String> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    let tables: [(&str, Table); 9] = [
        ("paths", paths::run),
        ("calls", calls::run),
        ("looks", looks::run),
        ("strategies", strategies::run),
        ("worst", worst::run),
        ("known", worst::known),
        ("means", means::run),
        ("real", worst::real_code),
        ("shapes", shapes::run),
    ];
    for (name, run) in tables {
        if names.is_empty() || names.iter().any(|wanted| wanted == name) {
            run(is_whole);
        }
    }
}
