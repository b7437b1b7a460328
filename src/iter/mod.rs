//! Iterators over the structures of a build: owned values ([`Iter`], [`SolutionIter`]), and values that are lent, each made
//! of the one before ([`InPlace`]).

mod in_place;
mod owned;

pub use in_place::InPlace;
pub use owned::{Iter, SolutionIter};
