#![doc = include_str!("../README.md")]

mod division;
mod integer;
mod natural;
#[cfg(feature = "serde")]
mod serialize;
mod text;

pub use integer::Integer;
pub use natural::Natural;
pub use text::ParseNaturalError;
