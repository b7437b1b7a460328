//! [`InPlace`]: lends values one after the other, each rebuilt from the one before.
//!
//! It goes where an [`Iter`] or a [`SolutionIter`] would go; how a value becomes the next one is in `types/value/rebuild.rs`.
//! [`Structures::for_each`](crate::Structures::for_each) and its siblings are loops over it.

use std::ops::ControlFlow;

use super::owned_iter::{Iter, Rest, SolutionIter};
use crate::types::DpGen;
use crate::types::value::rebuild::Rebuilt;

/// Lends values in rank order: each is the one before, of which only the parts that differ were built again.
///
/// That takes a fraction of the time that making each value takes, and hardly any allocations. It is no [`Iterator`],
/// as each value takes the place of the one lent before; clone what is to be kept.
///
/// Where they differ, values of a type with a `finish` hook are built from nothing, and then finished. What is lent may be
/// changed through the reference, where a skipped field has a `Cell`: values with a field of a type that dpgen does not know
/// (skipped, a payload, or listed by `values` of another type), and values whose pointers share nodes, are built from nothing, each of them, so that later ones are as
/// they would be if nothing had been changed.
///
/// ```
/// use dpgen::prelude::*;
///
/// #[derive(DpGen, Debug, PartialEq)]
/// enum Tree {
///     Leaf,
///     Node(Box<Tree>, Box<Tree>),
/// }
///
/// let trees = Generator::<Tree>::up_to(8).build()?;
/// let mut values = trees.iter_size(8).in_place();
/// let mut without_left = 0;
/// while let Some(tree) = values.next() {
///     without_left += u32::from(matches!(tree, Tree::Node(left, _) if **left == Tree::Leaf));
/// }
/// assert_eq!(without_left, 429); // of 1430: all trees of size 7
/// # Ok::<(), dpgen::BuildError>(())
/// ```
///
/// # Panics
/// As [`Iter`].
#[derive(Debug)]
pub struct InPlace<'a, T> {
    rest: Rest<'a>,
    rebuilt: Rebuilt<T>,
}

impl<'a, T: DpGen> Iter<'a, T> {
    /// The values that are left, each in the place of the one before: for tests that read values and keep none.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::up_to(5).build()?;
    /// let mut values = trees.shard(2, 3).in_place(); // also of a part, or after a jump
    /// assert_eq!(values.next(), trees.shard(2, 3).next().as_ref());
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn in_place(self) -> InPlace<'a, T> {
        let rebuilt = Rebuilt::new(self.rest.catalog.schema());
        InPlace { rest: self.rest, rebuilt }
    }
}

impl<'a, T: DpGen> SolutionIter<'a, T> {
    /// As [`Iter::in_place`].
    #[must_use]
    pub fn in_place(self) -> InPlace<'a, T> {
        Iter::over(self.into_rest()).in_place()
    }
}

impl<T: DpGen> InPlace<'_, T> {
    /// The next value, in the place of the one lent before; `None` after the last one.
    #[inline]
    #[expect(clippy::should_implement_trait, reason = "the value is lent, which Iterator can not say")]
    pub fn next(&mut self) -> Option<&T> {
        loop {
            if let Some(front) = &mut self.rest.front {
                if let Some(step) = front.words.next_step() {
                    return Some(self.rebuilt.advance(self.rest.catalog.schema(), step));
                }
                front.assert_complete();
            }
            self.rest.begin()?;
        }
    }

    /// Passes over `n` values, and lends the one after them, as [`Iterator::nth`] would: the value is found by its rank.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// let trees = Generator::<Tree>::up_to(30).build()?;
    /// let mut values = trees.iter_size(30).in_place();
    /// assert_eq!(values.nth(1_000_000_000), trees.nth(30, 1_000_000_000).as_ref());
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    pub fn nth(&mut self, n: usize) -> Option<&T> {
        self.rest.pass_over(n)?;
        self.next()
    }

    /// The value that was lent last, if one was.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::up_to(5).build()?;
    /// let mut values = trees.iter().in_place();
    /// assert_eq!(values.get(), None);
    /// values.next();
    /// assert_eq!(values.get(), Some(&Tree::Leaf));
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn get(&self) -> Option<&T> {
        self.rebuilt.get()
    }

    /// Calls a function with each value that is left.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::up_to(5).build()?;
    /// let mut seen = 0;
    /// trees.shard(1, 5).in_place().for_each(|_: &Tree| seen += 1);
    /// assert_eq!(seen, trees.shard(1, 5).count());
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    pub fn for_each(mut self, mut f: impl FnMut(&T)) {
        while let Some(value) = self.next() {
            f(value);
        }
    }

    /// Calls a function with each value that is left, until it says [`ControlFlow::Break`]. Called again, it goes on
    /// after that value.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::up_to(5).build()?;
    /// use std::ops::ControlFlow;
    ///
    /// let mut values = trees.iter().in_place();
    /// let stopped = values.try_for_each(|tree| match tree {
    ///     Tree::Leaf => ControlFlow::Continue(()),
    ///     Tree::Node(..) => ControlFlow::Break("a node"),
    /// });
    /// assert_eq!(stopped, ControlFlow::Break("a node"));
    /// assert_eq!(values.next(), trees.nth(2, 0).as_ref());
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    pub fn try_for_each<B>(&mut self, mut f: impl FnMut(&T) -> ControlFlow<B>) -> ControlFlow<B> {
        while let Some(value) = self.next() {
            f(value)?;
        }
        ControlFlow::Continue(())
    }
}
