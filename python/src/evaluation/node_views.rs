//! A thread's views of the nodes that references lead to: one for each node, so that `is` tells whether two references lead to one.
//!
//! Calls of the engine into Python nest: an attribute is evaluated while a predicate runs. Each call judges one structure, and may read
//! what is within it only, as the engine keeps answers by structure. But a view of a node can come from the outer call, or be a
//! reference that leads out of the structure. Invariant: the node that a [`NodeKey`] names was reached in the call at hand if
//! [`NodeKey::is_reached`], so that it is within the structure that the call judges.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::mem::take;

use dpgen_engine::predicate_run::Handle;
use dpgen_forest::index::TypeIx;
use pyo3::prelude::*;

/// A node that references lead to: its run, its type, and its number in the whole structure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct NodeKey {
    pub(crate) run: u32,
    pub(crate) of: TypeIx,
    pub(crate) number: i64,
}

/// A call of the engine into Python.
#[derive(Default)]
struct Call {
    /// The structure that it judges, and its type.
    judged: Option<(Handle, TypeIx)>,
    /// The nodes that it has reached from there.
    reached: HashSet<NodeKey>,
}

/// The calls that are nested in each other, and the views of nodes.
#[derive(Default)]
struct NodeViews {
    calls: Vec<Call>,
    views: HashMap<NodeKey, Py<PyAny>>,
}

thread_local! {
    static VIEWS: RefCell<NodeViews> = RefCell::default();
}

/// A call begins.
pub(super) fn begin() {
    VIEWS.with_borrow_mut(|views| views.calls.push(Call::default()));
}

/// The innermost call ends; after the outermost one, no views are left.
pub(super) fn end() {
    // Views are dropped when nothing is borrowed, as that can run Python.
    drop(VIEWS.with_borrow_mut(|views| {
        views.calls.pop();
        if views.calls.is_empty() { take(&mut views.views) } else { HashMap::new() }
    }));
}

/// The innermost call judges a structure of a type.
pub(crate) fn judge(structure: Handle, ty: TypeIx) {
    VIEWS.with_borrow_mut(|views| {
        if let Some(call) = views.calls.last_mut() {
            call.judged = Some((structure, ty));
        }
    });
}

/// The structure that the innermost call judges, and its type.
pub(crate) fn judged() -> Option<(Handle, TypeIx)> {
    VIEWS.with_borrow(|views| views.calls.last()?.judged)
}

impl NodeKey {
    /// The view of the node, if there is one.
    pub(crate) fn view(self, py: Python<'_>) -> Option<Py<PyAny>> {
        VIEWS.with_borrow(|views| views.views.get(&self).map(|view| view.clone_ref(py)))
    }

    /// Keeps the view of the node until the outermost call ends.
    pub(crate) fn keep(self, view: Py<PyAny>) {
        VIEWS.with_borrow_mut(|views| views.views.insert(self, view));
    }

    /// The innermost call reaches the node.
    pub(crate) fn reach(self) {
        VIEWS.with_borrow_mut(|views| {
            if let Some(call) = views.calls.last_mut() {
                call.reached.insert(self);
            }
        });
    }

    /// Whether the innermost call has reached the node.
    pub(crate) fn is_reached(self) -> bool {
        VIEWS.with_borrow(|views| views.calls.last().is_some_and(|call| call.reached.contains(&self)))
    }
}
