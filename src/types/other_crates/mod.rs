//! Fields of types of other crates: each crate has a feature of its name, off by default, and a file here.
//!
//! What shows as an integer is a row of `as_integers!`; collections are chains, as those of the standard library are.

#[cfg(feature = "arrayvec")]
mod arrayvec;
#[cfg(any(feature = "chrono", feature = "time", feature = "uuid"))]
mod as_integers;
#[cfg(feature = "bytes")]
mod bytes;
#[cfg(feature = "chrono")]
mod chrono;
#[cfg(feature = "indexmap")]
mod indexmap;
#[cfg(feature = "petgraph")]
mod petgraph;
#[cfg(feature = "smallvec")]
mod smallvec;
#[cfg(feature = "time")]
mod time;
#[cfg(feature = "url")]
mod url;
#[cfg(feature = "uuid")]
mod uuid;
