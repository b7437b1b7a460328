//! [`CaseSet`]: some of a test's cases, all of one size, and why they are run ([`Origin`]).

use std::ops::Range;
use std::sync::Arc;

use dpgen_forest::index::wide;
use dpgen_forest::schema::Schema;
use dpgen_forest::{Catalog, Count};

use super::case_type::CaseType;
use super::case_words::CaseWords;
use super::options::Argument;
use super::regressions::RegressionCase;
use crate::types::DpGen;
use crate::types::value::builder::ValueBuilder;

/// Cases to run, all of one size.
#[derive(Debug, Clone)]
pub(super) struct CaseSet {
    pub(super) size: u32,
    pub(super) origin: Origin,
    pub(super) source: CaseSource,
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
#[derive(Debug, Clone)]
pub(super) enum CaseSource {
    /// Consecutive ranks.
    Consecutive(Arc<Catalog>, Range<Count>),
    /// Some ranks.
    Ranks(Arc<Catalog>, Vec<Count>),
    /// A case that was read from a file.
    Regression(RegressionCase),
}

impl CaseSet {
    /// Their schema.
    pub(super) fn schema(&self) -> &Schema {
        match &self.source {
            CaseSource::Consecutive(catalog, _) | CaseSource::Ranks(catalog, _) => catalog.schema(),
            CaseSource::Regression(case) => &case.schema,
        }
    }

    /// The words of the cases, one after the other.
    pub(super) fn words(&self) -> CaseWords<'_> {
        match &self.source {
            CaseSource::Consecutive(catalog, ranks) => {
                CaseWords::Consecutive(Box::new(catalog.compact(self.size, ranks.clone())))
            }
            CaseSource::Ranks(catalog, ranks) => {
                CaseWords::Ranks { catalog, size: self.size, left: ranks.iter(), words: Vec::new() }
            }
            CaseSource::Regression(case) => CaseWords::One(Some(&case.words)),
        }
    }

    /// The rank of the `index`-th case, and the catalog that it is a rank of.
    pub(super) fn rank(&self, index: u64) -> Option<(&Arc<Catalog>, Count)> {
        match &self.source {
            CaseSource::Consecutive(catalog, ranks) => {
                Some((catalog, ranks.start.clone() + Count::from(index)))
            }
            CaseSource::Ranks(catalog, ranks) => {
                Some((catalog, ranks.get(usize::try_from(index).ok()?)?.clone()))
            }
            CaseSource::Regression(_) => None,
        }
    }

    /// The `index`-th case.
    ///
    /// # Panics
    /// When it is of a path condition that can not be solved.
    pub(super) fn case<T: DpGen>(&self, index: u64) -> Option<T> {
        Some(T::build(&mut ValueBuilder::new(self.schema(), &self.words_of(index)?)))
    }

    /// The arguments of the `index`-th case; `None` if cases are shown as RON.
    ///
    /// # Panics
    /// As [`case`](Self::case).
    pub(super) fn arguments(&self, index: u64, case_type: &CaseType) -> Option<Vec<Argument>> {
        case_type.arguments(self.schema(), &self.words_of(index)?)
    }

    fn words_of(&self, index: u64) -> Option<Vec<u32>> {
        let case = self.part(index..index.checked_add(1)?);
        let mut words = case.words();
        words.next_step().map(|step| step.words.to_vec())
    }

    /// The case that was read from a file, if that is the set of cases.
    pub(super) fn regression(&self) -> Option<&RegressionCase> {
        match &self.source {
            CaseSource::Regression(remembered) => Some(remembered),
            _ => None,
        }
    }

    /// The cases with these indices.
    pub(super) fn part(&self, indices: Range<u64>) -> Self {
        let source = match &self.source {
            CaseSource::Consecutive(catalog, ranks) => {
                let rank = |index| ranks.start.clone() + Count::from(index);
                CaseSource::Consecutive(catalog.clone(), rank(indices.start)..rank(indices.end))
            }
            CaseSource::Ranks(catalog, ranks) => {
                let index = |index| usize::try_from(index).unwrap_or(ranks.len());
                let ranks = ranks.get(index(indices.start)..index(indices.end)).unwrap_or_default();
                CaseSource::Ranks(catalog.clone(), ranks.to_vec())
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
}
