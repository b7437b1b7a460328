//! Nodes of a structure that shares: the number of one, and the one with a number, as predicates and attributes ask a [`Ref`] for them.

use std::any::type_name;

use crate::types::DpGen;
use crate::types::view::observable::Observable;
use crate::types::view::reference::{Ref, ask};
use dpgen_engine::Int;
use dpgen_engine::predicate_run::{fail, find_node, number_of_node};

impl<T: DpGen> Ref<T> {
    /// The number of the substructure among the nodes of its type, to which fields with `refers_to` refer. Nodes are numbered from 0
    /// in the order of a walk from the whole: wholes before parts, parts from left to right. What weighs nothing is no node, and has the number
    /// that the next one gets.
    ///
    /// ```
    /// use dpgen::prelude::*;
    ///
    /// /// Binary trees, whose nodes know the node above them.
    /// #[derive(DpGen)]
    /// #[dpgen(rep_ok = is_above_its_parts, root_ok = is_topmost)]
    /// struct Node {
    ///     #[dpgen(refers_to = Node)]
    ///     parent: Option<usize>,
    ///     left: Option<Box<Node>>,
    ///     right: Option<Box<Node>>,
    /// }
    ///
    /// fn is_above_its_parts(node: Ref<Node>) -> bool {
    ///     let NodeView { left, right, .. } = node.view();
    ///     let is_right = |part: Ref<Node>| part.get(parent) == Some(node.number());
    ///     left.view().is_none_or(is_right) && right.view().is_none_or(is_right)
    /// }
    ///
    /// fn parent(node: NodeView) -> Option<Int> {
    ///     node.parent.view()
    /// }
    ///
    /// fn is_topmost(node: NodeView) -> bool {
    ///     node.parent.view().is_none()
    /// }
    ///
    /// let trees = Generator::<Node>::up_to(5).build()?;
    /// assert_eq!(trees.count(5), 42); // Catalan
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    ///
    /// # Panics
    /// Outside of the predicate or attribute that the handle was passed to. A build ends with an error if no field refers to the type.
    #[must_use]
    pub fn number(self) -> Int {
        let number = number_of_node(self.handle()).unwrap_or_else(|| {
            let name = type_name::<T>();
            fail(format!(
                "no field refers to `{name}`, so that its values have no numbers: write `refers_to` above one"
            ))
        });
        Int::constant(number)
    }

    /// The node of its type with a number, if it is this substructure or within it: where a reference leads. A part does not know the
    /// whole, so that only `root_ok` finds every node, as a predicate of the whole.
    ///
    /// ```
    /// use dpgen::prelude::*;
    /// use dpgen::Link;
    ///
    /// /// Two ways on from each place.
    /// #[derive(DpGen)]
    /// #[dpgen(root_ok = leads_back)]
    /// struct Place {
    ///     left: Link<Place>,
    ///     right: Link<Place>,
    /// }
    ///
    /// /// Who goes left and left again comes back to the first place.
    /// fn leads_back(first: Ref<Place>) -> bool {
    ///     let go_left = |place: Ref<Place>| first.node(place.view().left.target());
    ///     let second = go_left(first).expect("every place is within the whole");
    ///     let third = go_left(second).expect("every place is within the whole");
    ///     third.number() == first.number()
    /// }
    ///
    /// let mazes = Generator::<Place>::up_to(2).build()?;
    /// // Of the 12 with two places: four lead left to the first place itself, and four to the other one and back.
    /// assert_eq!(mazes.count(2), 8);
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    ///
    /// The number is decided by that, and what stands before the node by engines that search. So a predicate that walks a graph is tried as
    /// Korat tries it by [`Algorithm::TopDown`](crate::Algorithm::TopDown), while Quotient DP tells apart all structures that it reads in full.
    ///
    /// # Panics
    /// Outside of the predicate or attribute that the handle was passed to.
    #[must_use]
    pub fn node(self, number: impl Into<Int>) -> Option<Self> {
        find_node(self.handle(), number.into().value()).map(Self::new)
    }

    /// Asks for an attribute that takes the substructure's handle, and so can read its number and its context; otherwise as
    /// [`get`](Self::get).
    ///
    /// ```
    /// use dpgen::prelude::*;
    ///
    /// /// Lists, whose elements refer to themselves or to elements before them.
    /// #[derive(DpGen)]
    /// #[dpgen(root_ok = most_refer_to_themselves)]
    /// struct Item {
    ///     #[dpgen(refers_to = Item)]
    ///     to: usize,
    ///     rest: Option<Box<Item>>,
    /// }
    ///
    /// fn most_refer_to_themselves(item: Ref<Item>) -> bool {
    ///     item.ask(balance) > 0
    /// }
    ///
    /// /// The items that refer to themselves, without the others.
    /// fn balance(item: Ref<Item>) -> i64 {
    ///     let ItemView { to, rest } = item.view();
    ///     let own = if to == item.number() { 1 } else { -1 };
    ///     own + rest.view().map_or(0, |rest| rest.ask(balance))
    /// }
    ///
    /// let lists = Generator::<Item>::up_to(3).build()?;
    /// assert_eq!(lists.count(3), 4); // of 3!: (1 1 1), (1 1 -1) twice, (1 -1 1)
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    ///
    /// # Panics
    /// Outside of the predicate or attribute that the handle was passed to.
    #[must_use]
    pub fn ask<R, F>(self, attribute: F) -> R
    where
        R: Observable,
        F: Fn(Self) -> R + Copy + Send + Sync + 'static,
    {
        const {
            assert!(size_of::<F>() == 0, "an attribute must be a function or a closure that captures nothing")
        };
        ask::<F, R, _>(self.handle(), move |handle| attribute(Self::new(handle)))
    }
}
