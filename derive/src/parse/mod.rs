//! Reads a type and its attributes: [`ast`] the type, [`keys`] the table of keys, [`entries`] what is written by it, [`attributes`] their values,
//! [`domain`] and [`checked_arithmetic`] the values of a field, [`closures`] those that depend on where it stands, [`leaf_types`] the types
//! of plain values that a field holds, [`link_kinds`] how it leads to nodes, [`type_names`] what its type certainly is.

pub(crate) mod ast;
pub(crate) mod attributes;
pub(crate) mod case_struct;
pub(crate) mod checked_arithmetic;
pub(crate) mod closures;
pub(crate) mod domain;
pub(crate) mod entries;
#[cfg(test)]
mod key_table_tests;
pub(crate) mod keys;
pub(crate) mod leaf_types;
pub(crate) mod link_kinds;
pub(crate) mod type_names;
