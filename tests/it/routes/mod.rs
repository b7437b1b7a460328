//! Every way in which a user of the library receives a value, times every clause that can reject one.
//!
//! A *column* (`columns.rs`) is a type with one clause (`rep_ok`, `root_ok`, a domain, …) and an oracle: all values that could
//! be written down, and a plain function that says which are valid; it shares no code with the engines. A column may stand in a
//! *position* (`positions.rs`): in a tuple, where it is a whole, or in a `Vec`, where it is a part. A *route* is a row: it
//! receives values, and the table compares them with the oracle's. Routes through the library are in `library.rs`, those
//! through other tools in `tools.rs`, those of `#[dpgen::test]` in `tests.rs`, and in `processes.rs` where they need an
//! environment of their own. Tests that must fail, as nothing is valid, are in `nothing.rs`.

mod columns;
mod library;
mod nothing;
mod positions;
mod processes;
mod table;
mod tests;
mod tools;
