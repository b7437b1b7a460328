//! An output job: which structures of a build are written, and how.

use dpgen_forest::{Catalog, Fields};

use crate::build_session::Session;
use crate::export::exporter::Exporter;
use crate::input::common_args::Solutions;
use crate::input::selection::Selection;
use crate::input::structure_key::Identity;

/// Which structures are written, and how.
#[derive(Debug, Clone, Copy)]
pub struct OutputJob<'a> {
    /// The limits of the run.
    pub session: &'a Session<'a>,
    /// The selected structures.
    pub selection: &'a Selection,
    /// The build that they belong to.
    pub catalog: &'a Catalog,
    /// The writer of their texts.
    pub exporter: &'a Exporter,
    /// The prefix of keys, if keys are written.
    pub keys: Option<&'a Identity>,
    /// Which solutions stand for a path condition, and the seed of random ones.
    pub solutions: (Solutions, u64),
}

impl OutputJob<'_> {
    /// Whether a rank stands for several structures.
    pub fn has_every_solution(&self) -> bool {
        self.solutions.0 == Solutions::All && self.catalog.fields() == Fields::Symbolic
    }
}
