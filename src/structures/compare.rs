//! [`Compared`]: the structures that only one of two builds has, as values: what an edit of a predicate gained and lost.
//!
//! The builds are compared by their classes ([`Catalog::compare`]), and only the structures that are asked for are made.

use dpgen_forest::{Budget, Catalog, CompareError, Comparison, SizeComparison};

use super::Structures;
use crate::types::DpGen;
use crate::types::value::builder::ValueBuilder;

/// The structures that only one of two builds has: `T` are those of the old build, `U` of the new one.
///
/// [`Structures::compare`] makes it.
#[derive(Debug, Clone)]
pub struct Compared<'a, T, U> {
    comparison: Comparison<'a>,
    old: &'a Structures<T>,
    new: &'a Structures<U>,
}

impl<T: DpGen> Structures<T> {
    /// What a new build gained and lost against this one: how many structures of each size. The first of each size is looked for when
    /// asked.
    ///
    /// The counts are exact, also where sizes have too many structures to enumerate. Two structures are the same if their `Debug`
    /// texts are, so that the types of old and new can be one with another parameter, or copies with constructors and fields of
    /// the same names. All sizes that are complete in both builds are compared. [`Catalog::compare`] does the same within limits.
    ///
    /// ```
    /// use dpgen::prelude::*;
    ///
    /// #[derive(DpGen, Debug, PartialEq)]
    /// #[dpgen(rep_ok = ascending, params = [loose])]
    /// enum List {
    ///     Nil,
    ///     Cons(#[dpgen(range = 1..=9)] i64, Box<List>),
    /// }
    ///
    /// fn head(list: ListView) -> Option<Int> {
    ///     if let ListView::Cons(first, _) = list { Some(first) } else { None }
    /// }
    ///
    /// // With the parameter `loose`, neighbours may be equal.
    /// fn ascending(list: ListView) -> bool {
    ///     let ListView::Cons(first, rest) = list else { return true };
    ///     let Some(next) = rest.get(head) else { return true };
    ///     first < next || (dpgen::scope().param("loose") == Some(1) && first == next)
    /// }
    ///
    /// let strict = Generator::<List>::up_to(5).param("loose", 0).build()?;
    /// let loose = Generator::<List>::up_to(5).param("loose", 1).build()?;
    /// let compared = strict.compare(&loose).expect("they have the same constructors");
    /// assert!(compared.differs());
    /// // Multisets of 5 from 9, without the sets.
    /// let fifth = &compared.sizes()[5];
    /// assert_eq!((fifth.gained(), fifth.lost()), (Count::new(1287 - 126), Count::ZERO));
    /// let smallest = compared.first_gained().unwrap();
    /// assert_eq!(format!("{smallest:?}"), "Cons(1, Cons(1, Nil))");
    /// assert_eq!(compared.first_lost(), None);
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    ///
    /// # Errors
    /// When the structures can not be matched: data is symbolic, or a constructor of both has other fields or another weight.
    pub fn compare<'a, U: DpGen>(
        &'a self,
        new: &'a Structures<U>,
    ) -> Result<Compared<'a, T, U>, CompareError> {
        let comparison = self.catalog.compare(&new.catalog, &Budget::default())?;
        Ok(Compared { comparison, old: self, new })
    }
}

impl<T: DpGen, U: DpGen> Compared<'_, T, U> {
    /// Whether the builds differ.
    #[must_use]
    pub fn differs(&self) -> bool {
        self.comparison.differs()
    }

    /// The sizes from 0 on, each with its counts.
    #[must_use]
    pub fn sizes(&self) -> &[SizeComparison] {
        &self.comparison.sizes
    }

    /// The smallest structure that only the new build has: the first of the smallest size that has one.
    #[must_use]
    pub fn first_gained(&self) -> Option<U> {
        self.sizes().iter().find_map(|size| self.first_gained_of(size.size))
    }

    /// The smallest structure that only the old build has: the first of the smallest size that has one.
    #[must_use]
    pub fn first_lost(&self) -> Option<T> {
        self.sizes().iter().find_map(|size| self.first_lost_of(size.size))
    }

    /// The first structure of a size that only the new build has.
    #[must_use]
    pub fn first_gained_of(&self, size: u32) -> Option<U> {
        let words = self.comparison.first_gained(size, &Budget::default()).ok()??;
        Some(value(self.new.catalog(), &words))
    }

    /// The first structure of a size that only the old build has.
    #[must_use]
    pub fn first_lost_of(&self, size: u32) -> Option<T> {
        let words = self.comparison.first_lost(size, &Budget::default()).ok()??;
        Some(value(self.old.catalog(), &words))
    }
}

fn value<T: DpGen>(catalog: &Catalog, words: &[u32]) -> T {
    T::build(&mut ValueBuilder::new(catalog.schema(), words))
}
