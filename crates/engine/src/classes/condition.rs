//! Conditions: what classes with symbolic data show of it.
//!
//! A [`Condition`] has variables, a closed difference-bound matrix over them, and the terms by which the integers of the
//! class's attributes are written. Conditions and path conditions are interned: equal ones have one number.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use dpgen_forest::index::{IdsExhausted, at, id};
use dpgen_forest::path::PathCondition;
use dpgen_solver::{Constraint, Dbm, Linear};

use crate::watch::Watch;

/// What a class shows of its data.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub(crate) struct Condition {
    /// Bounds on the variables and on their differences. If there are no general constraints, these are
    /// exactly the values that some member's data can give the variables.
    pub(crate) dbm: Dbm,
    /// Constraints outside of difference logic, over the same variables.
    pub(crate) general: Vec<Constraint>,
    /// The terms of the attributes' integers.
    pub(crate) terms: Vec<Linear>,
}

/// Interned conditions.
#[derive(Debug, Clone, Default)]
pub(crate) struct Conditions {
    conditions: IndexSet<Condition, FxBuildHasher>,
    paths: IndexSet<PathCondition, FxBuildHasher>,
}

impl Conditions {
    /// Makes room for so many conditions and path conditions more; `false` if the build is to stop.
    pub(crate) fn reserve(&mut self, conditions: usize, paths: usize, watch: &Watch) -> bool {
        watch.reserve(&mut self.conditions, conditions) && watch.reserve(&mut self.paths, paths)
    }

    /// The number of a condition.
    pub(crate) fn intern(&mut self, condition: &Condition) -> Result<u32, IdsExhausted> {
        let place = match self.conditions.get_index_of(condition) {
            Some(known) => known,
            None => self.conditions.insert_full(condition.clone()).0,
        };
        id(place, "conditions")
    }

    /// A condition.
    pub(crate) fn get(&self, number: u32) -> &Condition {
        &self.conditions[at(number)]
    }

    /// The number of a path condition.
    pub(crate) fn intern_path(&mut self, path: &PathCondition) -> Result<u32, IdsExhausted> {
        let place = match self.paths.get_index_of(path) {
            Some(known) => known,
            None => self.paths.insert_full(path.clone()).0,
        };
        id(place, "path conditions")
    }

    /// A path condition.
    pub(crate) fn path(&self, number: u32) -> &PathCondition {
        &self.paths[at(number)]
    }

    /// All path conditions, by number.
    pub(crate) fn into_paths(self) -> Vec<PathCondition> {
        self.paths.into_iter().collect()
    }
}
