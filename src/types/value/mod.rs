//! Values and compact words, both ways: [`builder`] makes a value of words, [`rebuild`] turns a value into the next one in
//! place, [`reader`] takes a value apart.

pub(crate) mod builder;
pub(crate) mod previous_value;
pub(crate) mod reader;
pub(crate) mod rebuild;
