//! Whether the parts of a catalog that was read from a file fit together.
//!
//! A file can have the right checksum and wrong content. Indexes, counts and sizes that later code relies on are
//! checked here, once; the graph in [`graph`](crate::graph). Path conditions are checked as far as they can be without
//! going through all structures: one that names a slot that does not exist gives an error when it is solved. Read
//! [`saved`](super::saved) next.

use super::Roots;
use crate::algorithm::Fields;
use crate::count::Count;
use crate::graph::{self, Dag, Flaw, Measures};
use crate::index::at;
use crate::path::{PathCondition, PathVar, Term};
use crate::schema::Schema;
use crate::scope::Scope;

/// The parts that refer to one another.
pub(super) struct Parts<'a> {
    pub(super) schema: &'a Schema,
    pub(super) scope: &'a Scope,
    pub(super) fields: Fields,
    pub(super) dag: &'a Dag,
    pub(super) paths: &'a [PathCondition],
    pub(super) roots: &'a [Roots],
    pub(super) complete: u32,
}

impl Parts<'_> {
    /// What is wrong, if something is.
    pub(super) fn check(&self) -> Result<(), Flaw> {
        if at(self.complete) > self.roots.len() || self.complete > self.scope.max_size().saturating_add(1) {
            return Err("it has not the sizes that it says");
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
        if self.paths.iter().all(is_sound) {
            Ok(())
        } else {
            Err("a path condition names no variable of its own")
        }
    }

    /// The whole structures of a size.
    fn roots(&self, size: u32, roots: &Roots, measures: &Measures) -> Result<(), Flaw> {
        let mut count = Count::ZERO;
        for record in &roots.records {
            if measures.of_record(*record) != Some((self.schema.root(), size)) {
                return Err("a whole structure has another type or size than it should");
            }
            count += &self.dag.record_count(self.schema, self.dag.records.get(*record));
        }
        if count == roots.count { Ok(()) } else { Err("a size has another count than its structures") }
    }
}

/// Whether a path condition mentions its own variables only.
fn is_sound(path: &PathCondition) -> bool {
    let is_own = |var: u32| 1 <= var && at(var) <= path.vars.len();
    let own = |terms: &[(u32, i64)]| terms.iter().all(|(var, _)| is_own(*var));
    let own_term = |term: &Term| own(&term.0);
    let bounds = path.vars.iter().all(|var| match var {
        PathVar::Data { lo, hi, .. } | PathVar::Extremum { lo, hi } => lo <= hi,
        PathVar::Part { .. } => true,
    });
    bounds
        && path.constraints.iter().all(|(terms, _, _)| own(terms))
        && path.extrema.iter().all(|row| is_own(row.var) && row.of.iter().all(own_term))
        && path.shown.iter().all(|var| is_own(*var))
}
