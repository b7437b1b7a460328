//! Checks that the parts of a catalog that was read from a file fit together.
//!
//! A file can have the right checksum and wrong content. Indexes, counts and sizes that later code relies on are checked
//! here, once; the graph in `graph/graph_validation.rs`, and the targets of path conditions in
//! [`condition_validation`]. Whether conditions have solutions, and whether the structures are
//! those of a predicate, is not checked. Read [`saved_build`](super::saved_build) next.

use rustc_hash::FxHashSet;

use crate::algorithm::Fields;
use crate::catalog::roots::Roots;
use crate::catalog::storage::condition_validation;
use crate::count::Count;
use crate::graph::graph_validation::{self, Flaw, RecordSizes};
use crate::graph::production_dag::Dag;
use crate::index::at;
use crate::limits::StopReason;
use crate::path_condition::PathCondition;
use crate::schema::Schema;
use crate::scope::Scope;

/// The parts of a catalog that refer to one another.
pub(crate) struct CatalogParts<'a> {
    pub(crate) schema: &'a Schema,
    pub(crate) scope: &'a Scope,
    pub(crate) fields: Fields,
    pub(crate) dag: &'a Dag,
    pub(crate) paths: &'a [PathCondition],
    pub(crate) roots: &'a [Roots],
    pub(crate) complete: u32,
    pub(crate) stop: Option<StopReason>,
}

impl CatalogParts<'_> {
    /// The first broken invariant, if there is one.
    pub(crate) fn check(&self) -> Result<(), Flaw> {
        if at(self.complete) > self.roots.len() || self.complete > self.scope.max_size().saturating_add(1) {
            return Err("it has not the sizes that it says");
        }
        if self.stop.is_none() && self.complete <= self.scope.max_size() {
            return Err("it lacks sizes, and nothing stopped it");
        }
        let sizes = graph_validation::check(self.dag, self.schema)?;
        for (size, roots) in (0..).zip(self.roots) {
            self.roots(size, roots, &sizes)?;
        }
        let conditions = match self.fields {
            Fields::Concrete => 0,
            Fields::Symbolic => self.dag.records.len(),
        };
        if self.dag.paths.len() != conditions {
            return Err("its records have not a path condition each");
        }
        if self.dag.paths.iter().any(|path| at(*path) >= self.paths.len()) {
            return Err("a path condition is missing");
        }
        condition_validation::check(self.schema, self.dag, self.paths)
    }

    /// The whole structures of a size.
    fn roots(&self, size: u32, roots: &Roots, sizes: &RecordSizes) -> Result<(), Flaw> {
        let mut count = Count::ZERO;
        let mut seen = FxHashSet::default();
        if !roots.records.iter().all(|record| seen.insert(*record)) {
            return Err("a whole structure comes twice");
        }
        for record in &roots.records {
            if sizes.of_record(*record) != Some((self.schema.root(), size)) {
                return Err("a whole structure has another type or size than it should");
            }
            count += &self.dag.record_count(self.schema, &self.dag.records.get(*record));
        }
        if count == roots.count { Ok(()) } else { Err("a size has another count than its structures") }
    }
}
