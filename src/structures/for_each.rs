//! Visits every structure by reference, in order or in parallel; each is rebuilt from the one before.
//!
//! The order is that of [`Structures::iter`]. Read [`in_place`](crate::iter) next.

use std::ops::ControlFlow;

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::Structures;
use super::iteration::parts;
use crate::types::DpGen;
use dpgen_forest::Catalog;

impl<T: DpGen> Structures<T> {
    /// Calls a function with every structure, smallest first: the fastest way to look at all values.
    ///
    /// Only what differs between a value and the next is built again; [`Iter::in_place`](crate::Iter::in_place) says
    /// more, and does the same for a part of the structures.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// fn nodes(tree: &Tree) -> usize {
    ///     let Tree::Node(left, right) = tree else { return 0 };
    ///     nodes(left) + 1 + nodes(right)
    /// }
    ///
    /// let trees = Generator::<Tree>::up_to(5).build()?;
    /// let mut all = 0;
    /// trees.for_each(|tree| all += nodes(tree));
    /// assert_eq!(all, 1 + 2 * 2 + 3 * 5 + 4 * 14 + 5 * 42);
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    ///
    /// # Panics
    /// When symbolic data can not be solved, which would be a defect of dpgen.
    pub fn for_each(&self, f: impl FnMut(&T)) {
        self.iter().in_place().for_each(f);
    }

    /// Calls a function with every structure of one size.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::up_to(5).build()?;
    /// let mut seen = 0;
    /// trees.for_each_size(4, |_| seen += 1);
    /// assert_eq!(seen, 14);
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    ///
    /// # Panics
    /// When the size is not complete, as [`count`](Self::count); otherwise as [`for_each`](Self::for_each).
    pub fn for_each_size(&self, size: u32, f: impl FnMut(&T)) {
        self.iter_size(size).in_place().for_each(f);
    }

    /// Calls a function with every structure, smallest first, until it says [`ControlFlow::Break`].
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, Clone, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::up_to(5).build()?;
    /// use std::ops::ControlFlow;
    ///
    /// let two_parts = |tree: &Tree| match tree {
    ///     Tree::Node(left, right) if **left != Tree::Leaf && **right != Tree::Leaf => {
    ///         ControlFlow::Break(tree.clone())
    ///     }
    ///     _ => ControlFlow::Continue(()),
    /// };
    /// let found = trees.try_for_each(two_parts).break_value().expect("there is one of size 3");
    /// assert_eq!(trees.rank_of(&found).map(|(size, _)| size), Some(3));
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    ///
    /// # Panics
    /// As [`for_each`](Self::for_each).
    pub fn try_for_each<B>(&self, f: impl FnMut(&T) -> ControlFlow<B>) -> ControlFlow<B> {
        self.iter().in_place().try_for_each(f)
    }

    /// Calls a function with every structure, in parallel on rayon's threads: in no particular order, and values need not
    /// be `Send`.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::up_to(5).build()?;
    /// use std::sync::atomic::{AtomicU32, Ordering};
    ///
    /// let seen = AtomicU32::new(0);
    /// trees.par_for_each(|_| {
    ///     seen.fetch_add(1, Ordering::Relaxed);
    /// });
    /// assert_eq!(seen.into_inner(), 65);
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    ///
    /// # Panics
    /// As [`for_each`](Self::for_each).
    pub fn par_for_each(&self, f: impl Fn(&T) + Send + Sync) {
        for_each_part(&self.catalog, &|part| self.part(part).in_place().for_each(&f));
    }
}

/// Calls a function with each part, on rayon's threads.
fn for_each_part(catalog: &Catalog, f: &(dyn Fn((u32, u32)) + Sync)) {
    parts(catalog).into_par_iter().for_each(f);
}
