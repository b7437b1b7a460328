//! Saving a catalog to a file, and loading it.
//!
//! Read [`saved_build`] (the format), [`load_error`], [`catalog_validation`] (the invariants that a loaded catalog is checked for)
//! and [`condition_validation`] (those of its path conditions).

pub(crate) mod catalog_validation;
pub(crate) mod condition_validation;
#[cfg(test)]
mod corrupt_catalogs;
pub(crate) mod load_error;
pub(crate) mod saved_build;
