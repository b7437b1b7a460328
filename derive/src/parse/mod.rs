//! Reads a type and its attributes: [`ast`] the type, [`attributes`] the keys, [`domain`] and [`checked_arithmetic`] the values
//! of a field, [`leaf_types`] the types of plain values that a field holds.

pub(crate) mod ast;
pub(crate) mod attributes;
pub(crate) mod checked_arithmetic;
pub(crate) mod domain;
pub(crate) mod leaf_types;
