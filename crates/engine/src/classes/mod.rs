//! The engines that work on classes of structures: Quotient DP and SymboLazyDP.
//!
//! A class is a state of a bottom-up tree automaton that is made while sizes grow: structures of one type and size that
//! no attribute in use tells apart. `table.rs` has the classes, `partition.rs` and `splitter.rs` sets of them,
//! `lists.rs` what these are once they were looked into;
//! `source.rs`, `open.rs`, `compare.rs` are the nodes of their runs, `symbols.rs`, `symbolic.rs`,
//! `extremum.rs`, `path.rs`, `condition.rs` symbolic data, `size_bounds.rs` and `convolution.rs` constructors with many
//! recursive slots; `portions.rs` cuts heavy tasks, `judge.rs` runs the predicate, `memo/` spares it for tasks that are
//! alike, `leaf/` turns accepting runs into productions; `merge.rs` puts these into the graph, by way of `lot.rs`,
//! `gathered.rs` and `append.rs`, and `spell_out.rs` where each structure is a class; `builder.rs` is what the engines
//! `quotient.rs` and `symbolazy_dp.rs` share; `answered.rs` reads off classes what whole structures answer.

mod answered;
mod append;
mod builder;
mod compare;
mod condition;
mod convolution;
mod extremum;
mod gathered;
mod holes;
mod judge;
mod leaf;
mod lists;
mod lot;
mod memo;
mod merge;
mod narrow;
mod open;
mod partition;
mod path;
mod portions;
pub(crate) mod quotient;
mod size_bounds;
mod source;
mod spell_out;
mod splitter;
mod symbolazy_dp;
mod symbolic;
mod symbols;
mod table;
mod verdicts;

pub(crate) use symbolazy_dp::build as build_symbolazy_dp;
