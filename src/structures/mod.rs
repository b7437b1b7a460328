//! [`Structures`]: a catalog whose structures are the user's own values.
//!
//! Invariant: only sizes that are complete are counted, iterated or sampled; asking for another one is a panic or
//! `None`, as documented. Iteration is in [`iteration`], by reference in [`for_each`], single structures and their ranks in [`rank`],
//! how many structures give which answer to an attribute in [`worst_case`], what two builds have in common and not in [`compare`].

mod compare;
mod for_each;
mod iteration;
mod numeric_answer;
mod rank;
mod worst_case;

use std::marker::PhantomData;
use std::sync::Arc;

use dpgen_forest::{Catalog, Count, Report, StopReason};

use crate::types::DpGen;
pub use compare::Compared;
pub use numeric_answer::Measure;
pub use worst_case::Worst;

/// Every valid `T` up to a size: counted, iterated, addressed by rank.
///
/// ```
/// use dpgen::prelude::*;
///
/// #[derive(DpGen, Debug, Clone, PartialEq)]
/// enum Tree {
///     Leaf,
///     Node { left: Box<Tree>, right: Box<Tree> },
/// }
///
/// let trees = Generator::<Tree>::up_to(5).build()?;
/// assert_eq!(trees.count(5), 42);
/// assert_eq!(trees.total(), 1 + 1 + 2 + 5 + 14 + 42);
/// let tree = trees.nth(5, 17).unwrap();
/// assert_eq!(trees.rank_of(&tree), Some((5, 17_u32.into())));
/// assert_eq!(trees.iter().count(), 65);
/// # Ok::<(), dpgen::BuildError>(())
/// ```
#[derive(Debug)]
pub struct Structures<T> {
    pub(crate) catalog: Arc<Catalog>,
    /// The source tag of a saved build.
    pub(crate) source: Arc<str>,
    of: PhantomData<fn() -> T>,
}

impl<T> Clone for Structures<T> {
    fn clone(&self) -> Self {
        Self { catalog: self.catalog.clone(), source: self.source.clone(), of: PhantomData }
    }
}
impl<T: DpGen> Structures<T> {
    pub(crate) fn new(catalog: Catalog, source: String) -> Self {
        Self { catalog: Arc::new(catalog), source: source.into(), of: PhantomData }
    }

    /// The untyped structures.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::up_to(5).build()?;
    /// assert_eq!(trees.catalog().count(5), trees.count(5));
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn catalog(&self) -> &Catalog {
        &self.catalog
    }

    /// The report of the build: rounds, candidates, attributes, times.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::up_to(5).build()?;
    /// assert!(trees.report().totals().runs > 0);
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn report(&self) -> &Report {
        self.catalog.report()
    }

    /// Why the build ended before its scope was covered, if it did; what was complete by then is here.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// use std::time::Duration;
    ///
    /// let late = Generator::<Tree>::up_to(5).time_limit(Duration::ZERO).build()?;
    /// assert_eq!(late.stop_reason(), Some(dpgen::StopReason::Deadline));
    /// let whole = Generator::<Tree>::up_to(5).build()?;
    /// assert_eq!(whole.stop_reason(), None);
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn stop_reason(&self) -> Option<StopReason> {
        self.catalog.stop_reason()
    }

    /// The number of complete sizes: all below this one are.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::up_to(5).build()?;
    /// assert_eq!(trees.complete_sizes(), 6); // 0 to 5
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn complete_sizes(&self) -> u32 {
        self.catalog.complete_sizes()
    }

    /// The number of structures of exactly this size; [`try_count`](Self::try_count) if the size may be missing.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::up_to(5).build()?;
    /// assert_eq!(trees.count(3), 5);
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    ///
    /// # Panics
    /// When the size is not complete: it is beyond the maximum size, or a limit stopped the build before it.
    #[must_use]
    pub fn count(&self, size: u32) -> Count {
        assert_complete(&self.catalog, size);
        self.catalog.count(size)
    }

    /// The number of structures of exactly this size; `None` if the size is not complete: it is beyond the maximum
    /// size, or a limit stopped the build before it.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::up_to(5).build()?;
    /// assert_eq!(trees.try_count(3), Some(5_u32.into()));
    /// assert_eq!(trees.try_count(6), None); // was not built
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn try_count(&self, size: u32) -> Option<Count> {
        self.catalog.try_count(size)
    }

    /// The number of structures of all complete sizes.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::up_to(5).build()?;
    /// assert_eq!(trees.total(), 1 + 1 + 2 + 5 + 14 + 42);
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn total(&self) -> Count {
        self.catalog.total()
    }
}

/// Panics if a size is not complete: nothing is known of how many structures it has.
fn assert_complete(catalog: &Catalog, size: u32) {
    let complete = catalog.complete_sizes();
    assert!(
        size < complete,
        "size {size} is not complete: {}",
        match catalog.stop_reason() {
            Some(reason) => format!("{reason} stopped the build; sizes below {complete} are complete"),
            None => format!("the maximum size is {}", catalog.scope().max_size()),
        }
    );
}
