//! Adapters for other testing tools: the generator type of each tool, over a build of dpgen.
//!
//! Each tool has a feature of its name, and a file here. [`Structures`](crate::Structures) gets a method for each:
//!
//! | feature | tool | what there is |
//! |---|---|---|
//! | `proptest` | proptest 1 | [`Structures::strategy`](crate::Structures::strategy) |
//! | `quickcheck` | quickcheck 1 | `Arbitrary` for [`Structure`] |
//! | `bolero` | bolero 0.13 | [`Structures::generator`](crate::Structures::generator), `TypeGenerator` for [`Structure`] |
//! | `arbitrary` | arbitrary 1, cargo-fuzz | [`Structures::from_unstructured`](crate::Structures::from_unstructured), `Arbitrary` for [`Structure`] |
//! | `serde` | serde 1, insta | [`Structures::snapshot`](crate::Structures::snapshot), [`Structures::summary`](crate::Structures::summary) |
//!
//! All of them draw and shrink a structure's [`Place`], its size and rank, and not its value. So each value that a test gets is
//! valid, also while a tool shrinks. Invariant: a place that is drawn names a structure of the build that it was drawn from.

#[cfg(feature = "arbitrary")]
mod arbitrary;
#[cfg(feature = "bolero")]
mod bolero;
#[cfg(any(feature = "arbitrary", feature = "bolero"))]
mod byte_choices;
#[cfg(any(feature = "arbitrary", feature = "bolero", feature = "quickcheck"))]
mod generated_structure;
#[cfg(feature = "proptest")]
mod proptest;
#[cfg(feature = "quickcheck")]
mod quickcheck;
#[cfg(feature = "serde")]
mod serde;
#[cfg(any(feature = "proptest", feature = "quickcheck"))]
mod shrink_order;
mod size_and_rank;
#[cfg(any(feature = "arbitrary", feature = "bolero", feature = "proptest", feature = "quickcheck"))]
mod size_range;

#[cfg(feature = "bolero")]
pub use bolero::StructureGenerator;
#[cfg(any(feature = "arbitrary", feature = "bolero", feature = "quickcheck"))]
pub use generated_structure::Structure;
#[cfg(feature = "proptest")]
pub use proptest::{StructureStrategy, StructureTree};
#[cfg(feature = "serde")]
pub use serde::{Snapshot, Summary};
pub use size_and_rank::{ParsePlaceError, Place};
