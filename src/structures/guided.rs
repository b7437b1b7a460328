//! [`Structures::guided`]: a hunt over these structures, as values.

use super::Structures;
use crate::guided::Guided;
use crate::types::DpGen;

impl<T: DpGen> Structures<T> {
    /// A hunt for structures that a judge accepts, or that make it do something new: see [`Guided`].
    ///
    /// ```
    /// use dpgen::guided::Guide;
    /// use dpgen::prelude::*;
    ///
    /// #[derive(DpGen, Debug)]
    /// enum List {
    ///     Nil,
    ///     Cons(#[dpgen(range = 1..=9)] u8, Box<List>),
    /// }
    ///
    /// /// Knows what is valid, and does not say why.
    /// fn judge(mut list: &List) -> bool {
    ///     let mut least = 0;
    ///     while let List::Cons(first, rest) = list {
    ///         if *first <= least {
    ///             return false;
    ///         }
    ///         (least, list) = (*first, rest);
    ///     }
    ///     true
    /// }
    ///
    /// let lists = Generator::<List>::up_to(9).build()?;
    /// let mut hunt = lists.guided().guide(Guide::Pairs).seed(7);
    /// assert_eq!(hunt.run(judge).count(), 1 << 9); // each set of digits once
    /// assert!(hunt.report().executions < 5000); // of 435,848,050 lists
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    ///
    /// # Panics
    /// When data is symbolic: a judge needs values.
    #[must_use]
    pub fn guided(&self) -> Guided<T> {
        Guided::new(self.catalog.clone())
    }
}
