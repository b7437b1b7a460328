//! The schema of a user's types: their description, and the Python objects of each constructor.
//!
//! Read `description.rs`, `field_rule.rs`, `slot_values.rs`, `object_schema.rs`, in this order.

pub(crate) mod collection_form;
pub(crate) mod description;
pub(crate) mod field_rule;
pub(crate) mod object_schema;
pub(crate) mod slot_values;
