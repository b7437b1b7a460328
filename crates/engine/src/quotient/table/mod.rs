//! What is known of finished sizes: classes ([`class_table`]) and the conditions of their symbolic data ([`conditions`]).

pub(crate) mod class_table;
pub(crate) mod conditions;
