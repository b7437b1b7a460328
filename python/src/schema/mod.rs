//! The schema of a user's types: their description, and the Python objects of each constructor.
//!
//! Read `description.rs`, `slot_values.rs`, `object_schema.rs`, in this order.

pub(crate) mod description;
pub(crate) mod object_schema;
pub(crate) mod slot_values;
