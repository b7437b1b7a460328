//! Iterators over the structures of a build: owned values ([`Iter`], [`SolutionIter`]), and values that are lent, each made
//! of the one before ([`InPlace`]).

mod in_place_iter;
mod owned_iter;

pub use in_place_iter::InPlace;
pub(crate) use owned_iter::Rest;
pub use owned_iter::{Iter, SolutionIter};
