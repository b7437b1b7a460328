//! [`CollectionView`]: one layer of a collection.

use crate::types::view::reference::Ref;
use crate::types::{DpGen, SlotView};
use dpgen_engine::predicate_run::{Layer, SlotHandle, with_schema};

/// One layer of a collection `L` of `T`: empty, or a first element and the rest.
///
/// ```
/// use dpgen::prelude::*;
///
/// #[derive(DpGen, Debug)]
/// #[dpgen(rep_ok = few)]
/// struct Tree {
///     children: Vec<Tree>,
/// }
///
/// /// At most two children.
/// fn few(tree: TreeView) -> bool {
///     let CollectionView::Cons(_, rest) = tree.children.view() else { return true };
///     let CollectionView::Cons(_, rest) = rest.view() else { return true };
///     matches!(rest.view(), CollectionView::Nil)
/// }
///
/// let trees = Generator::<Tree>::up_to(5).build()?;
/// assert_eq!(trees.count(4), 4);
/// assert_eq!(trees.count(5), 9); // Motzkin numbers
/// # Ok::<(), dpgen::BuildError>(())
/// ```
pub enum CollectionView<T: DpGen, L = Vec<T>> {
    /// The empty collection.
    Nil,
    /// The first element, and the collection after it.
    Cons(T::Slot, Ref<L>),
}

impl<T: DpGen, L> Clone for CollectionView<T, L> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: DpGen, L> Copy for CollectionView<T, L> {}

impl<T: DpGen, L> std::fmt::Debug for CollectionView<T, L> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Nil => "Nil",
            Self::Cons(..) => "Cons(..)",
        })
    }
}

impl<T: DpGen, L: DpGen<View = CollectionView<T, L>>> Ref<L> {
    /// The number of elements of a collection; an attribute, so that it leaves open which these are.
    ///
    /// ```
    /// use dpgen::prelude::*;
    ///
    /// #[derive(DpGen)]
    /// struct Pick {
    ///     among: Vec<bool>,
    ///     #[dpgen(range = |among| 0..among.len())]
    ///     index: usize,
    /// }
    ///
    /// let picks = Generator::<Pick>::up_to(4).build()?;
    /// assert_eq!(picks.count(1 + 3), 3 * (2 * 2 * 2));
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    ///
    /// # Panics
    /// Outside of the predicate, attribute or rule that the handle was passed to.
    #[must_use]
    pub fn len(self) -> usize {
        self.get(elements::<T, L>)
    }

    /// Whether a collection has no elements.
    ///
    /// # Panics
    /// Outside of the predicate, attribute or rule that the handle was passed to.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.get(has_no_elements::<T, L>)
    }
}

fn elements<T: DpGen, L: DpGen<View = CollectionView<T, L>>>(list: CollectionView<T, L>) -> usize {
    match list {
        CollectionView::Nil => 0,
        CollectionView::Cons(_, rest) => 1 + rest.len(),
    }
}

fn has_no_elements<T: DpGen, L: DpGen<View = CollectionView<T, L>>>(list: CollectionView<T, L>) -> bool {
    matches!(list, CollectionView::Nil)
}

impl<T: DpGen, L: DpGen> CollectionView<T, L> {
    /// The view of a layer of a chain.
    pub(crate) fn of(layer: &Layer) -> Self {
        match first_and_rest(layer) {
            None => Self::Nil,
            Some((first, rest)) => Self::Cons(SlotView::from_slot(first), SlotView::from_slot(rest)),
        }
    }
}

/// The first element of a chain and the rest, if it has not ended.
pub(crate) fn first_and_rest(layer: &Layer) -> Option<(SlotHandle, SlotHandle)> {
    let ends = with_schema(|schema| schema.constructor(layer.ctor).slots.is_empty());
    (!ends).then(|| {
        let [first, rest] = layer.first_slots();
        (first, rest)
    })
}
