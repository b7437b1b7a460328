//! Views: the handles through which predicates and attributes read a structure.
//!
//! A slot shows as a [`Ref`](reference) (a substructure), an [`Int`](crate::Int), or a [`Choice`](choice) (other data); a
//! layer of a collection as a [`CollectionView`](collection_view). [`observable`] has what an attribute may return, [`key`] the
//! order of the keys of sets and maps, [`node_number`] what tells nodes apart that fields refer to.

pub(crate) mod choice;
pub(crate) mod collection_view;
pub(crate) mod equality;
pub(crate) mod key;
pub(crate) mod node_number;
pub(crate) mod observable;
pub(crate) mod observable_types;
pub(crate) mod reference;
pub(crate) mod wide_integers;
