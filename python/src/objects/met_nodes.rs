//! [`MetNodes`]: the nodes that a walk over an object has met, by identity.
//!
//! Invariant: the objects are kept, so that none of them gets the address of another one.

use std::collections::{BTreeMap, HashMap};

use dpgen_forest::index::{TypeIx, small};
use pyo3::prelude::*;

/// The nodes that a walk has met, each with its number among those of its type.
#[derive(Default)]
pub(super) struct MetNodes<'py> {
    /// By type and address.
    numbers: HashMap<(TypeIx, usize), i64>,
    met: BTreeMap<TypeIx, Vec<Bound<'py, PyAny>>>,
}

impl<'py> MetNodes<'py> {
    /// The walk meets a node of a type.
    pub(super) fn meet(&mut self, of: TypeIx, node: Bound<'py, PyAny>) {
        let nodes = self.met.entry(of).or_default();
        self.numbers.insert((of, node.as_ptr().addr()), small(nodes.len()).into());
        nodes.push(node);
    }

    /// The number of a node; `None` if it was not met.
    pub(super) fn number(&self, of: TypeIx, object: &Bound<'py, PyAny>) -> Option<i64> {
        self.numbers.get(&(of, object.as_ptr().addr())).copied()
    }
}
