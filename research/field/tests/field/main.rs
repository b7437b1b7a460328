//! Published crates, on what they promise.

#![allow(clippy::unwrap_used, reason = "a test")]
#![allow(clippy::needless_range_loop, reason = "nodes of a graph are numbers")]

mod ascii85;
mod base32;
mod bitmaps;
mod braces;
mod comparing;
mod dates;
mod diffy;
mod duration_string;
mod evaluators;
mod grids;
mod heaps;
mod incremental_topo;
mod intervals;
mod json;
mod json_pointers;
mod names_of_numbers;
mod nodejs_semver;
mod numerals;
mod patch;
mod pathfinding;
mod paths;
mod peekmore;
mod petgraph;
mod pools;
mod quoting;
mod range_sets;
mod rle_vec;
mod rudac;
mod rust_lapper;
mod sequences;
mod sets;
mod sexp;
mod slab_tree;
mod small_sets;
mod stringmetrics;
mod toml;
mod tries;
mod triple_accel;
mod vectors;
mod version_compare;
mod versions;
mod vob;
mod wkt;
mod yaml_rust2;
