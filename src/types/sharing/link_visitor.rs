//! [`LinkVisitor`]: goes through the strong pointers of a value that lead to nodes, to set those that lead back, or to empty them.
//!
//! A [`NodeWalk`] goes through what can not be changed, and gathers the nodes of a type, or links.
//! `DpGen::visit_links` goes through the fields of a value that can be changed, in the order in which they were built, and stops at each pointer.

use std::any::{Any, TypeId, type_name};
use std::collections::HashSet;
use std::fmt;

use crate::types::DpGen;
use crate::types::sharing::shared_nodes::{EmptyField, SharedNodes};
use crate::types::sharing::strong_pointer::StrongPointer;

/// What is done to the strong pointers of a value.
pub struct LinkVisitor<'a>(Action<'a>);

enum Action<'a> {
    /// Sets fields that are empty as their nodes were not complete.
    Set {
        nodes: &'a SharedNodes,
        empty: &'a [EmptyField],
        /// The number of the next field.
        next: usize,
    },
    /// Follows all pointers, depth first, and empties those that lead back, so that no cycle is left.
    Cut {
        visited: HashSet<*const ()>,
        /// The pointers that are being followed.
        path: HashSet<*const ()>,
    },
}

impl fmt::Debug for LinkVisitor<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Action::Set { .. } => "LinkVisitor(set)",
            Action::Cut { .. } => "LinkVisitor(cut)",
        })
    }
}

impl<'a> LinkVisitor<'a> {
    /// Sets these fields.
    pub(crate) fn setting(nodes: &'a SharedNodes, empty: &'a [EmptyField]) -> Self {
        Self(Action::Set { nodes, empty, next: 0 })
    }

    /// Empties the pointers that lead back.
    pub(crate) fn cutting() -> Self {
        Self(Action::Cut { visited: HashSet::new(), path: HashSet::new() })
    }

    /// How many fields that may be empty were visited, to be set.
    pub(crate) fn visited_fields(&self) -> Option<usize> {
        match self.0 {
            Action::Set { next, .. } => Some(next),
            Action::Cut { .. } => None,
        }
    }

    /// Whether links are followed.
    pub(crate) fn follows(&self) -> bool {
        matches!(self.0, Action::Cut { .. })
    }

    /// Visits a pointer that may be empty.
    pub(crate) fn optional<P: StrongPointer>(&mut self, field: &mut Option<P>) {
        match &mut self.0 {
            Action::Set { nodes, empty, next } => {
                if let Some((EmptyField { node, .. }, rest)) =
                    empty.split_first().filter(|(first, _)| first.field == *next)
                {
                    *field = nodes.strong(*node);
                    *empty = rest;
                }
                *next += 1;
            }
            Action::Cut { path, .. } => match field {
                Some(pointer) if path.contains(&pointer.address()) => *field = None,
                Some(pointer) => self.strong(pointer),
                None => {}
            },
        }
    }

    /// Visits a pointer that can not be empty.
    pub(crate) fn strong<P: StrongPointer>(&mut self, pointer: &P) {
        let address = pointer.address();
        let Action::Cut { visited, path } = &mut self.0 else { return };
        if !visited.insert(address) {
            return;
        }
        path.insert(address);
        if !pointer.visit_links_shared(self) {
            // What it holds can not be changed, but what that leads to.
            let mut walk = NodeWalk::following();
            pointer.walk(&mut walk);
            walk.followed().into_iter().for_each(|follow| follow(self));
        }
        if let Action::Cut { path, .. } = &mut self.0 {
            path.remove(&address);
        }
    }
}

/// Follows the links of a field.
pub(crate) type Follow<'a> = Box<dyn FnOnce(&mut LinkVisitor<'_>) + 'a>;

/// A walk through a value, which gathers the nodes of a type, or the links to nodes.
pub struct NodeWalk<'a> {
    of: TypeId,
    found: Vec<&'a dyn Any>,
    /// The fields that lead to nodes, if these are gathered.
    links: Option<Vec<Follow<'a>>>,
}

impl fmt::Debug for NodeWalk<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "NodeWalk({} found)", self.found.len())
    }
}

impl<'a> NodeWalk<'a> {
    /// Gathers the nodes of a type.
    pub(crate) fn of<N: 'static>() -> Self {
        Self { of: TypeId::of::<N>(), found: Vec::new(), links: None }
    }

    /// The nodes that were gathered.
    pub(crate) fn found(self) -> Vec<&'a dyn Any> {
        self.found
    }

    /// Gathers links.
    pub(crate) fn following() -> Self {
        // No value is of this type.
        Self { of: TypeId::of::<fn(LinkVisitor<'static>)>(), found: Vec::new(), links: Some(Vec::new()) }
    }

    /// The links that were gathered.
    pub(crate) fn followed(self) -> Vec<Follow<'a>> {
        self.links.unwrap_or_default()
    }

    /// Whether links are gathered.
    pub(crate) fn follows(&self) -> bool {
        self.links.is_some()
    }

    /// Meets a field that leads to nodes.
    pub(crate) fn follow(&mut self, follow: impl FnOnce(&mut LinkVisitor<'_>) + 'a) {
        if let Some(links) = &mut self.links {
            links.push(Box::new(follow));
        }
    }

    /// Meets a value that weighs something by itself.
    pub fn node<N: 'static>(&mut self, node: &'a N) {
        if TypeId::of::<N>() == self.of {
            self.found.push(node);
        }
    }

    /// Goes through a collection whose elements come in another order than in the structure.
    pub(crate) fn without_order<C, T: DpGen>(&mut self, elements: impl Iterator<Item = &'a T>) {
        let before = self.found.len();
        elements.for_each(|element| element.walk(self));
        let name = type_name::<C>();
        assert!(
            before == self.found.len(),
            "nodes in a `{name}` have no order: use a `Vec`, `BTreeSet` or `BTreeMap`"
        );
    }

    /// Goes through what a cell lends.
    pub(crate) fn lent<C, T: DpGen>(&self, lent: &T) {
        let mut within = NodeWalk { of: self.of, found: Vec::new(), links: None };
        lent.walk(&mut within);
        let name = type_name::<C>();
        assert!(
            within.found.is_empty(),
            "a `{name}` lends the nodes in it for a while only: generate them without"
        );
    }
}
