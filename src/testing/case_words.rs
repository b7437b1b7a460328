//! [`CaseWords`]: lends the compact words of the cases of a set ([`CaseSet`](super::case_set::CaseSet)), one after the other.

use dpgen_forest::{Catalog, CompactIter, Count};

/// The words of the cases that are left.
pub(super) enum CaseWords<'a> {
    Consecutive(Box<CompactIter<'a>>),
    Ranks {
        catalog: &'a Catalog,
        size: u32,
        left: std::slice::Iter<'a, Count>,
        /// Those of the last case.
        words: Vec<u32>,
    },
    One(Option<&'a [u32]>),
}

impl CaseWords<'_> {
    /// The next words, and how many at their beginning are surely those of the words before.
    /// A path condition that can not be solved ends them: see [`assert_complete`](Self::assert_complete).
    ///
    /// # Panics
    /// When a rank is one of a path condition that can not be solved.
    #[inline]
    pub(super) fn next_changed(&mut self) -> Option<(usize, &[u32])> {
        match self {
            Self::Consecutive(cases) => cases.next_changed(),
            Self::Ranks { catalog, size, left, words } => {
                *words =
                    catalog.nth_compact(*size, left.next()?).unwrap_or_else(|error| panic!("{error}"))?;
                Some((0, words))
            }
            Self::One(left) => Some((0, left.take()?)),
        }
    }

    /// Panics if they ended at a path condition that can not be solved.
    pub(super) fn assert_complete(&self) {
        if let Self::Consecutive(cases) = self
            && let Some(error) = cases.failure()
        {
            panic!("{error}");
        }
    }
}
