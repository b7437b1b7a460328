//! Whether the parts of a catalog that was read from a file fit together.
//!
//! A file can have the right checksum and wrong content. Indexes, counts and sizes that later code relies on are
//! checked here, once; the graph in [`graph`](crate::graph), and where path conditions lead in
//! [`check_conditions`](super::check_conditions). Whether they have solutions, and whether the structures are those of a
//! predicate, is not seen here. Read [`saved`](super::saved) next.

use rustc_hash::FxHashSet;

use super::Roots;
use super::check_conditions;
use crate::algorithm::Fields;
use crate::count::Count;
use crate::graph::{self, Dag, Flaw, Measures};
use crate::index::at;
use crate::path::PathCondition;
use crate::schema::Schema;
use crate::scope::{Scope, StopReason};

/// The parts that refer to one another.
pub(super) struct Parts<'a> {
    pub(super) schema: &'a Schema,
    pub(super) scope: &'a Scope,
    pub(super) fields: Fields,
    pub(super) dag: &'a Dag,
    pub(super) paths: &'a [PathCondition],
    pub(super) roots: &'a [Roots],
    pub(super) complete: u32,
    pub(super) stop: Option<StopReason>,
}

impl Parts<'_> {
    /// What is wrong, if something is.
    pub(super) fn check(&self) -> Result<(), Flaw> {
        if at(self.complete) > self.roots.len() || self.complete > self.scope.max_size().saturating_add(1) {
            return Err("it has not the sizes that it says");
        }
        if self.stop.is_none() && self.complete <= self.scope.max_size() {
            return Err("it lacks sizes, and nothing stopped it");
        }
        let measures = graph::check(self.dag, self.schema)?;
        for (size, roots) in (0..).zip(self.roots) {
            self.roots(size, roots, &measures)?;
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
        check_conditions::conditions(self.schema, self.dag, self.paths)
    }

    /// The whole structures of a size.
    fn roots(&self, size: u32, roots: &Roots, measures: &Measures) -> Result<(), Flaw> {
        let mut count = Count::ZERO;
        let mut seen = FxHashSet::default();
        if !roots.records.iter().all(|record| seen.insert(*record)) {
            return Err("a whole structure comes twice");
        }
        for record in &roots.records {
            if measures.of_record(*record) != Some((self.schema.root(), size)) {
                return Err("a whole structure has another type or size than it should");
            }
            count += &self.dag.record_count(self.schema, self.dag.records.get(*record));
        }
        if count == roots.count { Ok(()) } else { Err("a size has another count than its structures") }
    }
}
