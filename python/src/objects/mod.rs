//! Structures as Python objects: `object_builder.rs` builds objects from words, with references by `built_nodes.rs`;
//! `object_reader.rs` reads objects as nodes, with references by `met_nodes.rs`.

mod built_nodes;
mod met_nodes;
pub(crate) mod object_builder;
pub(crate) mod object_reader;
mod part_cache;
