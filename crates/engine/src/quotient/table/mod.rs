//! The results of finished sizes: classes ([`class_table`]) and the conditions of their symbolic data ([`class_conditions`]).

pub(crate) mod class_conditions;
pub(crate) mod class_table;
