//! [`CaseWords`]: lends the compact words of the cases of a set ([`CaseSet`](super::case_set::CaseSet)), one after the other.

use dpgen_forest::{Catalog, CompactIter, CompactStep, Count};

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
    /// The next words, with what they have in common with those before.
    /// A path condition that can not be solved ends them: see [`assert_complete`](Self::assert_complete).
    ///
    /// # Panics
    /// When a rank is one of a path condition that can not be solved.
    #[inline]
    pub(super) fn next_step(&mut self) -> Option<CompactStep<'_>> {
        match self {
            Self::Consecutive(cases) => cases.next_step(),
            Self::Ranks { catalog, size, left, words } => {
                *words =
                    catalog.nth_compact(*size, left.next()?).unwrap_or_else(|error| panic!("{error}"))?;
                Some(CompactStep::unrelated(words))
            }
            Self::One(left) => Some(CompactStep::unrelated(left.take()?)),
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
