//! Structures as Python objects: `object_builder.rs` builds objects from words, `object_reader.rs` reads objects as nodes.

pub(crate) mod object_builder;
pub(crate) mod object_reader;
