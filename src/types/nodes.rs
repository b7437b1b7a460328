//! [`Nodes`]: the nodes of a value by their numbers, for conversions to graphs.
//!
//! A walk goes through the value as the engine numbers nodes: wholes before parts, parts from left to right. Invariant: the node at
//! place `k` is the one that references with the number `k` mean.

use std::any::Any;
use std::collections::HashMap;
use std::ops::Deref;
use std::ptr::from_ref;

use crate::types::DpGen;
use crate::types::field_types::link::Link;
use crate::types::sharing::link_visitor::NodeWalk;

/// The nodes of type `N` in a value, by their numbers: where fields with `refers_to = N` lead to.
///
/// It is a slice of references, from which a graph of any kind is made in a few lines.
///
/// ```
/// use dpgen::prelude::*;
/// use dpgen::{Link, Nodes};
///
/// /// Automata with two letters: a state, and the states behind it.
/// #[derive(DpGen)]
/// struct State {
///     a: Link<State>,
///     b: Link<State>,
/// }
///
/// let automata = Generator::<State>::up_to(2).build()?;
/// let table = |automaton: &State| -> Vec<[usize; 2]> {
///     let states = Nodes::of(automaton);
///     states.iter().map(|state| [&state.a, &state.b].map(|link| states.target(link))).collect()
/// };
/// let tables: Vec<_> = automata.iter_size(2).map(|automaton| table(&automaton)).collect();
/// assert_eq!(tables.len(), 12);
/// assert!(tables.contains(&vec![[1, 0], [1, 1]]) && tables.contains(&vec![[0, 1], [0, 0]]));
/// # Ok::<(), dpgen::BuildError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Nodes<'a, N> {
    all: Vec<&'a N>,
    numbers: HashMap<*const N, usize>,
}

impl<'a, N: DpGen> Nodes<'a, N> {
    /// The nodes in a value that is a node itself, or of its type.
    ///
    /// # Panics
    /// As [`within`](Self::within).
    #[must_use]
    pub fn of(root: &'a N) -> Self {
        Self::within(root)
    }

    /// The nodes in a value. It is to be a whole, such as an argument of a test: of a part it is not known which nodes come before.
    ///
    /// ```
    /// use dpgen::prelude::*;
    /// use dpgen::Nodes;
    ///
    /// #[derive(DpGen)]
    /// struct File {
    ///     #[dpgen(range = 1..=2)]
    ///     version: u8,
    ///     sections: Vec<Section>,
    /// }
    ///
    /// #[derive(DpGen)]
    /// struct Section {
    ///     #[dpgen(refers_to = Section)]
    ///     like: usize,
    /// }
    ///
    /// let files = Generator::<File>::up_to(4).build()?;
    /// assert_eq!(files.count(4), 2 * (1 * 2 * 3)); // the file weighs 1, and each section
    /// for file in files.iter_size(4) {
    ///     let sections = Nodes::<Section>::within(&file);
    ///     assert!(sections.iter().all(|section| sections[section.like].like <= section.like));
    /// }
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    ///
    /// # Panics
    /// When nodes are in a collection without an order (a `HashSet`, `HashMap` or `BinaryHeap`), or in a `RefCell`, `Mutex` or
    /// `RwLock`, which lends what it holds for a while only.
    #[must_use]
    pub fn within<T: DpGen>(whole: &'a T) -> Self {
        let mut walk = NodeWalk::of::<N>();
        whole.walk(&mut walk);
        let all: Vec<&N> = walk.found().into_iter().filter_map(<dyn Any>::downcast_ref).collect();
        let numbers = all.iter().enumerate().map(|(number, node)| (from_ref::<N>(node), number)).collect();
        Self { all, numbers }
    }

    /// The number of a node of the value.
    #[must_use]
    pub fn number(&self, node: &N) -> Option<usize> {
        self.numbers.get(&from_ref(node)).copied()
    }

    /// The number of the node that a link of the value leads to.
    ///
    /// # Panics
    /// When the link is new and in another value.
    #[must_use]
    pub fn target(&self, link: &Link<N>) -> usize {
        match link {
            Link::New(node) => self.number(node).unwrap_or_else(|| panic!("the link is in another value")),
            Link::Met(number) => *number,
        }
    }
}

impl<'a, N> Deref for Nodes<'a, N> {
    type Target = [&'a N];

    fn deref(&self) -> &Self::Target {
        &self.all
    }
}
