//! A part of a test's cases: consecutive ranks of one size, or drawn ones.

use std::ops::Range;

use dpgen_forest::Count;

use crate::iter::{InPlace, Iter};
use crate::structures::Structures;
use crate::view::DpGen;

/// The ranks of a portion, all of one size.
#[derive(Debug, Clone)]
pub(super) enum Ranks {
    All(Range<Count>),
    Drawn(Vec<Count>),
}

impl Ranks {
    /// The rank of the `index`-th case.
    pub(super) fn at(&self, index: u64) -> Option<Count> {
        match self {
            Self::All(ranks) => Some(ranks.start.clone() + Count::from(index)),
            Self::Drawn(ranks) => ranks.get(usize::try_from(index).ok()?).cloned(),
        }
    }
}

/// Cases to run.
#[derive(Debug)]
pub(super) struct Portion<T> {
    pub(super) structures: Structures<T>,
    pub(super) size: u32,
    pub(super) ranks: Ranks,
}

impl<T> Clone for Portion<T> {
    fn clone(&self) -> Self {
        Self { structures: self.structures.clone(), size: self.size, ranks: self.ranks.clone() }
    }
}

impl<T: DpGen> Portion<T> {
    /// The cases, to be given away.
    pub(super) fn cases(&self) -> Cases<'_, T> {
        match &self.ranks {
            Ranks::All(ranks) => Cases::All(Box::new(self.consecutive(ranks))),
            Ranks::Drawn(ranks) => Cases::Drawn { portion: self, left: ranks.iter() },
        }
    }

    /// The cases, to be lent.
    pub(super) fn cases_in_place(&self) -> CasesInPlace<'_, T> {
        match &self.ranks {
            Ranks::All(ranks) => CasesInPlace::All(Box::new(self.consecutive(ranks).in_place())),
            Ranks::Drawn(_) => CasesInPlace::Drawn { cases: self.cases(), case: None },
        }
    }

    fn consecutive(&self, ranks: &Range<Count>) -> Iter<'_, T> {
        Iter::over(&self.structures.catalog, [(self.size, ranks.clone())])
    }
}

/// The cases of a portion, one after the other.
pub(super) enum Cases<'a, T> {
    All(Box<Iter<'a, T>>),
    Drawn { portion: &'a Portion<T>, left: std::slice::Iter<'a, Count> },
}

impl<T: DpGen> Cases<'_, T> {
    /// The next one.
    pub(super) fn take(&mut self) -> Option<T> {
        match self {
            Self::All(cases) => cases.next(),
            Self::Drawn { portion, left } => portion.structures.nth(portion.size, left.next()?.clone()),
        }
    }
}

/// The cases of a portion, each lent.
pub(super) enum CasesInPlace<'a, T> {
    All(Box<InPlace<'a, T>>),
    Drawn { cases: Cases<'a, T>, case: Option<T> },
}

impl<T: DpGen> CasesInPlace<'_, T> {
    /// The next one.
    #[inline]
    pub(super) fn lend(&mut self) -> Option<&T> {
        match self {
            Self::All(cases) => cases.next(),
            Self::Drawn { cases, case } => {
                *case = cases.take();
                case.as_ref()
            }
        }
    }
}
