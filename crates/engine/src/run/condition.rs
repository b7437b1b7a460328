//! What is known of symbolic data: conditions of classes, and path conditions of productions.
//!
//! A [`Condition`] is what a class shows of its data: variables, a closed difference-bound matrix over them, and
//! the terms by which its attributes' integers are written. A [`PathCondition`] belongs to a production: the
//! constraints collected along the run that accepted it, over variables that are data slots of its layer or
//! variables of its parts' conditions ([`Place`]). A structure's data is solved from the path conditions of
//! all its layers together.

use rustc_hash::FxHashMap;

use dpgen_forest::index::{IdsExhausted, at, id};
use dpgen_forest::path::PathCondition;
use dpgen_solver::{Constraint, Dbm, Linear};

/// What a class shows of its data.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
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
    list: Vec<Condition>,
    known: FxHashMap<Condition, u32>,
    paths: Vec<PathCondition>,
    known_paths: FxHashMap<PathCondition, u32>,
}

impl Conditions {
    /// The number of a condition.
    pub(crate) fn intern(&mut self, condition: &Condition) -> Result<u32, IdsExhausted> {
        if let Some(known) = self.known.get(condition) {
            return Ok(*known);
        }
        let number = id(self.list.len(), "conditions")?;
        self.list.push(condition.clone());
        self.known.insert(condition.clone(), number);
        Ok(number)
    }

    /// A condition.
    pub(crate) fn get(&self, number: u32) -> &Condition {
        &self.list[at(number)]
    }

    /// The number of a path condition.
    pub(crate) fn intern_path(&mut self, path: &PathCondition) -> Result<u32, IdsExhausted> {
        if let Some(known) = self.known_paths.get(path) {
            return Ok(*known);
        }
        let number = id(self.paths.len(), "path conditions")?;
        self.paths.push(path.clone());
        self.known_paths.insert(path.clone(), number);
        Ok(number)
    }

    /// A path condition.
    pub(crate) fn path(&self, number: u32) -> &PathCondition {
        &self.paths[at(number)]
    }

    /// All path conditions, by number.
    pub(crate) fn into_paths(self) -> Vec<PathCondition> {
        self.paths
    }
}
