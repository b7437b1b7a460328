//! [`SharedNodes`]: the nodes of a value that is being built, by the places where their words begin, for the pointers that lead to them.
//!
//! A node behind an `Rc` or `Arc` is made by `new_cyclic`, so that its `Weak` is known while its parts are built: weak pointers to it are made at
//! once. A strong pointer to it can not be: its field stays empty, is noted in the *region* it stands in, and is set when the outermost pointer
//! is complete. A region is what one pointer holds without further pointers; fields that can be set afterwards are counted within it.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;

use crate::types::sharing::node_places::NodePlaces;

/// The nodes of a value that is being built.
pub(crate) struct SharedNodes {
    pub(super) places: NodePlaces,
    /// By place and type: a weak pointer to what begins there.
    pub(super) weak: HashMap<(usize, TypeId), Box<dyn Any>>,
    /// The regions that are being built, the innermost last.
    pub(super) regions: Vec<Region>,
    /// What sets fields that are still empty, when all pointers are complete.
    pub(super) setters: Vec<Setter>,
    /// By the type of nodes: a vector of them that is being filled.
    pub(super) arenas: HashMap<TypeId, Box<dyn Any>>,
}

/// Sets the fields of a region that were empty.
pub(super) type Setter = Box<dyn FnOnce(&SharedNodes)>;

/// What one pointer holds, without further pointers.
#[derive(Debug, Default)]
pub(super) struct Region {
    /// How many fields that may be empty there were.
    pub(super) fields: usize,
    pub(super) empty: Vec<EmptyField>,
}

/// A field that is empty, as the node that it leads to is not complete.
#[derive(Debug, Clone, Copy)]
pub(crate) struct EmptyField {
    /// Its number within the region.
    pub(crate) field: usize,
    /// Where the node begins.
    pub(crate) node: usize,
}

impl fmt::Debug for SharedNodes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SharedNodes").field("regions", &self.regions).finish_non_exhaustive()
    }
}
