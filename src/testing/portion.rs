//! A part of a test's cases: consecutive ranks of one size, drawn ones, or one that failed in an earlier run.

use std::ops::Range;

use dpgen_forest::Count;

use super::remembered::Remembered;
use crate::iter::{InPlace, Iter};
use crate::structures::Structures;
use crate::view::DpGen;

/// Cases to run, all of one size.
#[derive(Debug)]
pub(super) struct Portion<T> {
    pub(super) size: u32,
    pub(super) part: Part<T>,
}

/// Where cases are taken from.
#[derive(Debug)]
pub(super) enum Part<T> {
    /// Consecutive ranks.
    All(Structures<T>, Range<Count>),
    /// Ranks that were drawn, or asked for.
    Drawn(Structures<T>, Vec<Count>),
    Remembered(Remembered<T>),
}

impl<T> Clone for Portion<T> {
    fn clone(&self) -> Self {
        let part = match &self.part {
            Part::All(structures, ranks) => Part::All(structures.clone(), ranks.clone()),
            Part::Drawn(structures, ranks) => Part::Drawn(structures.clone(), ranks.clone()),
            Part::Remembered(remembered) => Part::Remembered(remembered.clone()),
        };
        Self { size: self.size, part }
    }
}

impl<T: DpGen> Portion<T> {
    /// The cases, to be given away.
    pub(super) fn cases(&self) -> Cases<'_, T> {
        match &self.part {
            Part::All(structures, ranks) => Cases::All(Box::new(self.consecutive(structures, ranks))),
            Part::Drawn(structures, ranks) => Cases::Drawn(structures, self.size, ranks.iter()),
            Part::Remembered(remembered) => Cases::Remembered(Some(remembered)),
        }
    }

    /// The cases, to be lent.
    pub(super) fn cases_in_place(&self) -> CasesInPlace<'_, T> {
        match &self.part {
            Part::All(structures, ranks) => {
                CasesInPlace::All(Box::new(self.consecutive(structures, ranks).in_place()))
            }
            Part::Drawn(..) | Part::Remembered(_) => CasesInPlace::Each { cases: self.cases(), case: None },
        }
    }

    /// The rank of the `index`-th case, and the structures that it is a rank of.
    pub(super) fn rank(&self, index: u64) -> Option<(&Structures<T>, Count)> {
        match &self.part {
            Part::All(structures, ranks) => Some((structures, ranks.start.clone() + Count::from(index))),
            Part::Drawn(structures, ranks) => {
                Some((structures, ranks.get(usize::try_from(index).ok()?)?.clone()))
            }
            Part::Remembered(_) => None,
        }
    }

    /// The `index`-th case.
    pub(super) fn case(&self, index: u64) -> Option<T> {
        match &self.part {
            Part::Remembered(remembered) => Some(remembered.case()),
            _ => {
                let (structures, rank) = self.rank(index)?;
                structures.nth(self.size, rank)
            }
        }
    }

    fn consecutive<'a>(&self, structures: &'a Structures<T>, ranks: &Range<Count>) -> Iter<'a, T> {
        Iter::over(&structures.catalog, [(self.size, ranks.clone())])
    }
}

/// The cases of a portion, one after the other.
pub(super) enum Cases<'a, T> {
    All(Box<Iter<'a, T>>),
    Drawn(&'a Structures<T>, u32, std::slice::Iter<'a, Count>),
    Remembered(Option<&'a Remembered<T>>),
}

impl<T: DpGen> Cases<'_, T> {
    /// The next one.
    pub(super) fn take(&mut self) -> Option<T> {
        match self {
            Self::All(cases) => cases.next(),
            Self::Drawn(structures, size, left) => structures.nth(*size, left.next()?.clone()),
            Self::Remembered(left) => left.take().map(Remembered::case),
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
