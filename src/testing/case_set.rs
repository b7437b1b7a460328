//! [`CaseSet`]: some of a test's cases, all of one size, and why they are run ([`Origin`]).

use std::ops::Range;

use dpgen_forest::Count;
use dpgen_forest::index::wide;

use super::regressions::RegressionCase;
use crate::iter::{InPlace, Iter};
use crate::structures::Structures;
use crate::types::DpGen;

/// Cases to run, all of one size.
#[derive(Debug)]
pub(super) struct CaseSet<T> {
    pub(super) size: u32,
    pub(super) origin: Origin,
    pub(super) source: CaseSource<T>,
}

/// Why cases are run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    /// All cases of the smallest sizes, by size and rank.
    InOrder,
    /// Samples of larger sizes.
    Drawn,
    /// Cases smaller than a sample that failed.
    Shrunk,
    /// Cases that differ from a counterexample in one place.
    Neighbor,
    /// The process of an earlier run ended while it ran them.
    Interrupted,
    /// They failed in an earlier run.
    Regression,
    /// The environment names them.
    Replayed,
}

/// The source of cases.
#[derive(Debug)]
pub(super) enum CaseSource<T> {
    /// Consecutive ranks.
    Consecutive(Structures<T>, Range<Count>),
    /// Some ranks.
    Ranks(Structures<T>, Vec<Count>),
    /// A case that was read from a file.
    Regression(RegressionCase<T>),
}

impl<T> Clone for CaseSet<T> {
    fn clone(&self) -> Self {
        let source = match &self.source {
            CaseSource::Consecutive(structures, ranks) => {
                CaseSource::Consecutive(structures.clone(), ranks.clone())
            }
            CaseSource::Ranks(structures, ranks) => CaseSource::Ranks(structures.clone(), ranks.clone()),
            CaseSource::Regression(remembered) => CaseSource::Regression(remembered.clone()),
        };
        Self { size: self.size, origin: self.origin, source }
    }
}

impl<T: DpGen> CaseSet<T> {
    /// The cases, to be given away.
    pub(super) fn cases(&self) -> Cases<'_, T> {
        match &self.source {
            CaseSource::Consecutive(structures, ranks) => {
                Cases::All(Box::new(self.consecutive(structures, ranks)))
            }
            CaseSource::Ranks(structures, ranks) => Cases::Some(structures, self.size, ranks.iter()),
            CaseSource::Regression(remembered) => Cases::One(Some(remembered)),
        }
    }

    /// The cases, to be lent.
    pub(super) fn cases_in_place(&self) -> CasesInPlace<'_, T> {
        match &self.source {
            CaseSource::Consecutive(structures, ranks) => {
                CasesInPlace::All(Box::new(self.consecutive(structures, ranks).in_place()))
            }
            CaseSource::Ranks(..) | CaseSource::Regression(_) => {
                CasesInPlace::Each { cases: self.cases(), case: None }
            }
        }
    }

    /// The rank of the `index`-th case, and the structures that it is a rank of.
    pub(super) fn rank(&self, index: u64) -> Option<(&Structures<T>, Count)> {
        match &self.source {
            CaseSource::Consecutive(structures, ranks) => {
                Some((structures, ranks.start.clone() + Count::from(index)))
            }
            CaseSource::Ranks(structures, ranks) => {
                Some((structures, ranks.get(usize::try_from(index).ok()?)?.clone()))
            }
            CaseSource::Regression(_) => None,
        }
    }

    /// The `index`-th case.
    pub(super) fn case(&self, index: u64) -> Option<T> {
        match &self.source {
            CaseSource::Regression(remembered) => Some(remembered.case()),
            _ => {
                let (structures, rank) = self.rank(index)?;
                structures.nth(self.size, rank)
            }
        }
    }

    /// The case that was read from a file, if that is the set of cases.
    pub(super) fn regression(&self) -> Option<&RegressionCase<T>> {
        match &self.source {
            CaseSource::Regression(remembered) => Some(remembered),
            _ => None,
        }
    }

    /// The cases with these indices.
    pub(super) fn part(&self, indices: Range<u64>) -> Self {
        let source = match &self.source {
            CaseSource::Consecutive(structures, ranks) => {
                let rank = |index| ranks.start.clone() + Count::from(index);
                CaseSource::Consecutive(structures.clone(), rank(indices.start)..rank(indices.end))
            }
            CaseSource::Ranks(structures, ranks) => {
                let index = |index| usize::try_from(index).unwrap_or(ranks.len());
                let ranks = ranks.get(index(indices.start)..index(indices.end)).unwrap_or_default();
                CaseSource::Ranks(structures.clone(), ranks.to_vec())
            }
            CaseSource::Regression(case) => CaseSource::Regression(case.clone()),
        };
        Self { size: self.size, origin: self.origin, source }
    }

    /// The number of cases.
    pub(super) fn len(&self) -> u64 {
        match &self.source {
            CaseSource::Consecutive(_, ranks) => {
                let len = ranks.end.checked_sub(&ranks.start).and_then(|len| len.to_u128());
                len.and_then(|len| u64::try_from(len).ok()).unwrap_or(u64::MAX)
            }
            CaseSource::Ranks(_, ranks) => wide(ranks.len()),
            CaseSource::Regression(_) => 1,
        }
    }

    fn consecutive<'a>(&self, structures: &'a Structures<T>, ranks: &Range<Count>) -> Iter<'a, T> {
        Iter::over(&structures.catalog, [(self.size, ranks.clone())])
    }
}

/// The cases of a set of cases, one after the other.
pub(super) enum Cases<'a, T> {
    All(Box<Iter<'a, T>>),
    Some(&'a Structures<T>, u32, std::slice::Iter<'a, Count>),
    One(Option<&'a RegressionCase<T>>),
}

impl<T: DpGen> Cases<'_, T> {
    /// The next one.
    pub(super) fn next_case(&mut self) -> Option<T> {
        match self {
            Self::All(cases) => cases.next(),
            Self::Some(structures, size, left) => structures.nth(*size, left.next()?.clone()),
            Self::One(left) => left.take().map(RegressionCase::case),
        }
    }
}

/// The cases of a set of cases, each lent.
pub(super) enum CasesInPlace<'a, T> {
    All(Box<InPlace<'a, T>>),
    Each { cases: Cases<'a, T>, case: Option<T> },
}

impl<T: DpGen> CasesInPlace<'_, T> {
    /// The next one.
    #[inline]
    pub(super) fn next_case(&mut self) -> Option<&T> {
        match self {
            Self::All(cases) => cases.next(),
            Self::Each { cases, case } => {
                *case = cases.next_case();
                case.as_ref()
            }
        }
    }
}
