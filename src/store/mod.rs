//! Where accepted structures and their attributes are kept: flat words behind `u32` ids.
//!
//! [`Records`] holds one record a structure or production; [`Pool`] adds buckets by size and remembered
//! attributes, for the engines that work with single structures; [`Family`] and [`Span`] say what the
//! words of a record mean.

mod classes;
mod count;
mod dag;
mod pool;
mod records;
mod values;

pub(crate) use classes::Classes;
pub use count::Count;
pub(crate) use dag::Dag;
pub(crate) use pool::{NOT_YET, Pool};
pub(crate) use records::{Family, Records, Span};
pub(crate) use values::ValueTable;
