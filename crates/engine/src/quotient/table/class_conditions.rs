//! The conditions of classes: constraints on the variables of their symbolic data that attributes answer.
//!
//! A [`Condition`] has variables, a closed difference-bound matrix over them, and the terms by which the integers of the
//! class's attributes are written. Conditions and path conditions are interned: equal ones have one number.

use std::hash::Hash;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use dpgen_forest::index::{IdsExhausted, at, id};
use dpgen_forest::path_condition::PathCondition;
use dpgen_solver::{Constraint, Dbm, Linear};

use crate::limit_monitor::LimitMonitor;

/// The variables of a class's symbolic data that its attributes answer, with the constraints on them.
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

/// All conditions and path conditions, interned.
#[derive(Debug, Clone, Default)]
pub(crate) struct ConditionTable {
    conditions: IndexSet<Condition, FxBuildHasher>,
    paths: IndexSet<PathCondition, FxBuildHasher>,
}

impl ConditionTable {
    /// Makes room for so many conditions and path conditions more; `false` if the build is to stop.
    pub(crate) fn reserve(&mut self, conditions: usize, paths: usize, watch: &LimitMonitor) -> bool {
        watch.reserve(&mut self.conditions, conditions) && watch.reserve(&mut self.paths, paths)
    }

    /// The number of a condition.
    pub(crate) fn intern(&mut self, condition: &Condition) -> Result<u32, IdsExhausted> {
        intern(&mut self.conditions, condition, "conditions")
    }

    /// A condition.
    pub(crate) fn get(&self, number: u32) -> &Condition {
        &self.conditions[at(number)]
    }

    /// The number of a path condition.
    pub(crate) fn intern_path(&mut self, path: &PathCondition) -> Result<u32, IdsExhausted> {
        intern(&mut self.paths, path, "path conditions")
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

/// The number of an entry, added if it is new. `what` says what ran out, if ids do.
fn intern<T: Clone + Eq + Hash>(
    entries: &mut IndexSet<T, FxBuildHasher>,
    entry: &T,
    what: &'static str,
) -> Result<u32, IdsExhausted> {
    let known = entries.get_index_of(entry);
    id(known.unwrap_or_else(|| entries.insert_full(entry.clone()).0), what)
}
