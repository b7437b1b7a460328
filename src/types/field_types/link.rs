//! [`Link`]: a field that leads to a node, which is new or was met before.

use crate::types::DpGen;
use crate::types::view::reference::Ref;
use dpgen_engine::Int;

/// A pointer to a node: to a new one, which it owns, or to one that a walk from the whole has met, by its number.
///
/// In a structure of links each graph comes once, up to isomorphism: its nodes are numbered as a walk meets them, wholes before parts, parts
/// from left to right. An `Option<Link<T>>` is a pointer that may be null. [`Nodes`](crate::Nodes) converts values to graphs; a field with
/// `#[dpgen(links_to = T)]` is such a pointer in the schema, and an `Rc`, `Arc` or index in the value.
///
/// ```
/// use dpgen::prelude::*;
/// use dpgen::Link;
///
/// /// Deterministic automata with two letters: a state, and the states behind it.
/// #[derive(DpGen)]
/// struct State {
///     a: Link<State>,
///     b: Link<State>,
/// }
///
/// let automata = Generator::<State>::up_to(4).build()?;
/// assert_eq!(automata.count(2), 12);
/// assert_eq!(automata.count(4), 5248); // each state is reached: Liskovets, 2006
/// # Ok::<(), dpgen::BuildError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, dpgen_derive::DpGen)]
#[dpgen(weight = 0)]
pub enum Link<T> {
    /// To a new node.
    New(Box<T>),
    /// To the node with this number.
    Met(#[dpgen(refers_to = T)] usize),
}

impl<T> From<T> for Link<T> {
    fn from(node: T) -> Self {
        Self::New(Box::new(node))
    }
}

impl<T> Link<T> {
    /// The node that it leads to, if it is new.
    #[must_use]
    pub fn as_new(&self) -> Option<&T> {
        match self {
            Self::New(node) => Some(node),
            Self::Met(_) => None,
        }
    }
}

impl<T: DpGen<Slot = Ref<T>>> LinkView<T> {
    /// The number of the node that it leads to.
    ///
    /// # Panics
    /// Outside of the predicate or attribute that it was passed to.
    #[must_use]
    pub fn target(self) -> Int {
        match self {
            Self::New(node) => node.number(),
            Self::Met(number) => number,
        }
    }

    /// The node that it leads to, if it is new.
    #[must_use]
    pub fn as_new(self) -> Option<Ref<T>> {
        match self {
            Self::New(node) => Some(node),
            Self::Met(_) => None,
        }
    }
}

impl<T: DpGen<Slot = Ref<T>>> Ref<Link<T>> {
    /// The number of the node that the link leads to.
    ///
    /// # Panics
    /// Outside of the predicate or attribute that the handle was passed to.
    #[must_use]
    pub fn target(self) -> Int {
        self.view().target()
    }
}

impl<T: DpGen<Slot = Ref<T>>> Ref<Option<Link<T>>> {
    /// The number of the node that the link leads to, if there is one.
    ///
    /// # Panics
    /// Outside of the predicate or attribute that the handle was passed to.
    #[must_use]
    pub fn target(self) -> Option<Int> {
        self.view().map(Ref::<Link<T>>::target)
    }
}
