//! Published crates, on what they promise.

#![allow(clippy::unwrap_used, reason = "a test")]
#![allow(clippy::needless_range_loop, reason = "nodes of a graph are numbers")]

mod ascii85;
mod base32;
mod bitmaps;
mod comparing;
mod diffy;
mod duration_string;
mod evaluators;
mod heaps;
mod intervals;
mod json;
mod numerals;
mod patch;
mod pathfinding;
mod petgraph;
mod quoting;
mod rudac;
mod rust_lapper;
mod sequences;
mod sets;
mod sexp;
mod stringmetrics;
mod toml;
mod tries;
mod triple_accel;
mod version_compare;
mod versions;
mod vob;
mod yaml_rust2;
