//! [`Portion`]: a part of a test's cases, all of one size, and why they are run ([`Origin`]).

use std::ops::Range;

use dpgen_forest::Count;
use dpgen_forest::index::wide;

use super::remembered::Remembered;
use crate::iter::{InPlace, Iter};
use crate::structures::Structures;
use crate::types::DpGen;

/// Cases to run, all of one size.
#[derive(Debug)]
pub(super) struct Portion<T> {
    pub(super) size: u32,
    pub(super) origin: Origin,
    pub(super) part: Part<T>,
}

/// Why cases are run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    /// All cases of the smallest sizes, by size and rank.
    InOrder,
    /// Samples of larger sizes.
    Drawn,
    /// What is smaller than a sample that failed.
    Shrunk,
    /// The process of an earlier run ended while it ran them.
    Interrupted,
    /// They failed in an earlier run.
    Remembered,
    /// The environment names them.
    Replayed,
}

/// Where cases are taken from.
#[derive(Debug)]
pub(super) enum Part<T> {
    /// Consecutive ranks.
    All(Structures<T>, Range<Count>),
    /// Some ranks.
    Some(Structures<T>, Vec<Count>),
    /// A case that was read from a file.
    One(Remembered<T>),
}

impl<T> Clone for Portion<T> {
    fn clone(&self) -> Self {
        let part = match &self.part {
            Part::All(structures, ranks) => Part::All(structures.clone(), ranks.clone()),
            Part::Some(structures, ranks) => Part::Some(structures.clone(), ranks.clone()),
            Part::One(remembered) => Part::One(remembered.clone()),
        };
        Self { size: self.size, origin: self.origin, part }
    }
}

impl<T: DpGen> Portion<T> {
    /// The cases, to be given away.
    pub(super) fn cases(&self) -> Cases<'_, T> {
        match &self.part {
            Part::All(structures, ranks) => Cases::All(Box::new(self.consecutive(structures, ranks))),
            Part::Some(structures, ranks) => Cases::Some(structures, self.size, ranks.iter()),
            Part::One(remembered) => Cases::One(Some(remembered)),
        }
    }

    /// The cases, to be lent.
    pub(super) fn cases_in_place(&self) -> CasesInPlace<'_, T> {
        match &self.part {
            Part::All(structures, ranks) => {
                CasesInPlace::All(Box::new(self.consecutive(structures, ranks).in_place()))
            }
            Part::Some(..) | Part::One(_) => CasesInPlace::Each { cases: self.cases(), case: None },
        }
    }

    /// The rank of the `index`-th case, and the structures that it is a rank of.
    pub(super) fn rank(&self, index: u64) -> Option<(&Structures<T>, Count)> {
        match &self.part {
            Part::All(structures, ranks) => Some((structures, ranks.start.clone() + Count::from(index))),
            Part::Some(structures, ranks) => {
                Some((structures, ranks.get(usize::try_from(index).ok()?)?.clone()))
            }
            Part::One(_) => None,
        }
    }

    /// The `index`-th case.
    pub(super) fn case(&self, index: u64) -> Option<T> {
        match &self.part {
            Part::One(remembered) => Some(remembered.case()),
            _ => {
                let (structures, rank) = self.rank(index)?;
                structures.nth(self.size, rank)
            }
        }
    }

    /// The case that was read from a file, if that is the portion.
    pub(super) fn remembered(&self) -> Option<&Remembered<T>> {
        match &self.part {
            Part::One(remembered) => Some(remembered),
            _ => None,
        }
    }

    /// How many cases there are.
    pub(super) fn len(&self) -> u64 {
        match &self.part {
            Part::All(_, ranks) => {
                let len = ranks.end.checked_sub(&ranks.start).and_then(|len| len.to_u128());
                len.and_then(|len| u64::try_from(len).ok()).unwrap_or(u64::MAX)
            }
            Part::Some(_, ranks) => wide(ranks.len()),
            Part::One(_) => 1,
        }
    }

    fn consecutive<'a>(&self, structures: &'a Structures<T>, ranks: &Range<Count>) -> Iter<'a, T> {
        Iter::over(&structures.catalog, [(self.size, ranks.clone())])
    }
}

/// The cases of a portion, one after the other.
pub(super) enum Cases<'a, T> {
    All(Box<Iter<'a, T>>),
    Some(&'a Structures<T>, u32, std::slice::Iter<'a, Count>),
    One(Option<&'a Remembered<T>>),
}

impl<T: DpGen> Cases<'_, T> {
    /// The next one.
    pub(super) fn take(&mut self) -> Option<T> {
        match self {
            Self::All(cases) => cases.next(),
            Self::Some(structures, size, left) => structures.nth(*size, left.next()?.clone()),
            Self::One(left) => left.take().map(Remembered::case),
        }
    }
}

/// The cases of a portion, each lent.
pub(super) enum CasesInPlace<'a, T> {
    All(Box<InPlace<'a, T>>),
    Each { cases: Cases<'a, T>, case: Option<T> },
}

impl<T: DpGen> CasesInPlace<'_, T> {
    /// The next one.
    #[inline]
    pub(super) fn lend(&mut self) -> Option<&T> {
        match self {
            Self::All(cases) => cases.next(),
            Self::Each { cases, case } => {
                *case = cases.take();
                case.as_ref()
            }
        }
    }
}
