//! The packed forest: productions, and unions of productions, behind `u32` ids.
//!
//! [`Records`] holds the productions as flat words; [`Family`] and [`Span`] say what the words of a record mean, and
//! [`Item`] which slots they are of; [`Dag`] adds unions and their counts.

#[cfg(feature = "save")]
mod check;
#[cfg(all(test, feature = "save"))]
pub(crate) mod crafted;
mod dag;
mod item;
mod records;

#[cfg(feature = "save")]
pub(crate) use check::{Flaw, Measures, check};
pub use dag::Dag;
pub use item::{Filled, Item, Section};
use records::SET;
pub use records::{Family, Records, Span};
