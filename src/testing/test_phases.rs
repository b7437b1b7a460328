//! The phases of a test: which cases each phase runs, of which sizes, and the builds that they are taken from.
//!
//! `campaign.rs` says in which order phases follow each other.

use chacha20::ChaCha8Rng;
use chacha20::rand_core::SeedableRng;
use dpgen_forest::{Catalog, Count, grouped};

use super::campaign::{Campaign, Phase};
use super::case_set::{CaseSet, CaseSource, Origin};
use super::empty_domains::{check_domains, field_without_values};
use super::nearest_passing::NearestPassing;
use super::options::MAX_DEFAULT_SIZE;
use super::regressions::Entry;
use super::shrink::Shrinking;
use super::watch::{Ranks, Recorded};

/// The most cases that are all tried where the test has no `max_size`. What is left of them after the last complete size is drawn of the
/// next one.
const MAX_DEFAULT_CASES: u64 = 10_000;
/// The samples of a size where the test gives no number.
const DEFAULT_SAMPLES_PER_SIZE: u32 = 1_000;
/// The samples of each smaller size after a failure.
const SEARCH_SAMPLES_PER_SIZE: u32 = 1_000;

impl Campaign {
    /// The one case that was asked for.
    pub(super) fn replay(&mut self) -> CaseSet {
        let (size, rank) = self.overrides.replay.clone().unwrap_or_default();
        let catalog = self.builds.named(size, size);
        let count = catalog.try_count(size).unwrap_or_default();
        let name = self.options.name;
        assert!(
            rank < count,
            "{name}: DPGEN_REPLAY asks for rank {rank} of size {size}, which has {count} cases"
        );
        CaseSet { size, origin: Origin::Replayed, source: CaseSource::Ranks(catalog, vec![rank]) }
    }

    /// The next cases that the last run died in, if they still are there.
    pub(super) fn interrupted(&mut self, mut left: std::vec::IntoIter<Recorded>) -> Option<CaseSet> {
        let Some(recorded) = left.next() else {
            self.forget_left_records();
            self.phase = Self::entries(&self.options, &self.overrides);
            return None;
        };
        self.phase = Phase::Interrupted(left);
        let origin = Origin::Interrupted;
        match recorded {
            Recorded::Calls(_) => None,
            Recorded::Case(entry) => {
                let case = entry.read(&self.case_type, &self.options)?;
                Some(CaseSet { size: case.size, origin, source: CaseSource::Regression(case) })
            }
            Recorded::Ranks(size, ranks) => {
                let catalog = match self.options.max_size {
                    Some(_) => self.builds.named(size, size),
                    None => self.builds.within_budget(size, MAX_DEFAULT_SIZE)?,
                };
                let count = catalog.try_count(size)?;
                let source = match ranks {
                    Ranks::Consecutive(ranks) => {
                        let end = ranks.end.min(count);
                        (ranks.start < end).then(|| CaseSource::Consecutive(catalog, ranks.start..end))?
                    }
                    Ranks::Some(mut ranks) => {
                        ranks.retain(|rank| *rank < count);
                        (!ranks.is_empty()).then_some(CaseSource::Ranks(catalog, ranks))?
                    }
                };
                Some(CaseSet { size, origin, source })
            }
        }
    }

    /// The next case of earlier runs that still is one.
    pub(super) fn regressions(&mut self, mut entries: std::vec::IntoIter<Entry>) -> Option<CaseSet> {
        match entries.next() {
            Some(entry) => {
                self.phase = Phase::Regressions(entries);
                let case = entry.read(&self.case_type, &self.options)?;
                Some(CaseSet {
                    size: case.size,
                    origin: Origin::Regression,
                    source: CaseSource::Regression(case),
                })
            }
            None => {
                self.phase = Phase::All(self.options.min_size);
                None
            }
        }
    }

    /// All cases of a size.
    pub(super) fn all(&mut self, size: u32) -> Option<CaseSet> {
        let max = self.options.max_size;
        if max.is_some_and(|max| size > max) {
            return self.all_done(size);
        }
        let catalog = match max {
            Some(max) => self.builds.named(size, max),
            None => match self.builds.within_budget(size, MAX_DEFAULT_SIZE) {
                Some(catalog) => catalog,
                None => return self.all_done(size),
            },
        };
        if size == self.options.min_size
            && let Some(max) = max.filter(|_| !self.options.own_n)
        {
            self.check(&catalog, max);
        }
        let Some(count) = catalog.try_count(size) else {
            self.counts.stopped = Some("its limit on time");
            return None;
        };
        let sum = count.clone() + Count::from(self.counts.of_complete_sizes);
        let too_many = max.is_none() && (size > MAX_DEFAULT_SIZE || sum > Count::from(MAX_DEFAULT_CASES));
        // Where `n` is the size, a domain up to `n` may be empty at first, and not in the end.
        if (too_many && size > 0) || (max == Some(size) && self.options.own_n) {
            check_domains(self.options.name, catalog.schema());
        }
        if too_many {
            return self.all_done(size);
        }
        self.counts.add_empty_field(size, field_without_values(catalog.schema(), size));
        let ranks = match self.overrides.shard {
            Some((index, of)) => catalog.shard(size, index, of),
            None => Count::ZERO..count,
        };
        self.phase = Phase::All(size + 1);
        self.counts.of_complete_sizes =
            sum.to_u128().and_then(|sum| u64::try_from(sum).ok()).unwrap_or(u64::MAX);
        Some(CaseSet { size, origin: Origin::InOrder, source: CaseSource::Consecutive(catalog, ranks) })
    }

    /// All cases below this size were tried.
    fn all_done(&mut self, size: u32) -> Option<CaseSet> {
        self.first_incomplete_size = size;
        self.phase = self.samples();
        None
    }

    /// The phase after all cases of the smallest sizes.
    pub(super) fn samples(&self) -> Phase {
        let unasked = self.options.max_size.is_none();
        if self.options.sample.is_none() && !unasked {
            return Phase::Over;
        }
        let (first, last) = self
            .options
            .sample_sizes
            .unwrap_or((self.first_incomplete_size, MAX_DEFAULT_SIZE.max(self.first_incomplete_size + 4)));
        Phase::Draw(first, last)
    }

    /// Samples of a size.
    pub(super) fn draw(&mut self, size: u32, last: u32) -> Option<CaseSet> {
        if size > last {
            return None;
        }
        self.phase = Phase::Draw(size + 1, last);
        let draws = self.options.sample.unwrap_or_else(|| {
            let left = MAX_DEFAULT_CASES.saturating_sub(self.counts.of_complete_sizes);
            let left = u32::try_from(left).unwrap_or(u32::MAX);
            let is_first = size == self.first_incomplete_size && self.options.max_size.is_none();
            if is_first { left.max(DEFAULT_SAMPLES_PER_SIZE) } else { DEFAULT_SAMPLES_PER_SIZE }
        });
        let case_set = self.drawn(size, last, draws, 0);
        if case_set.is_none() {
            self.phase = Phase::Over;
        }
        case_set
    }

    /// More samples of a size, after a failure in a larger one.
    pub(super) fn search(&mut self, size: u32, last: u32) -> Option<CaseSet> {
        if size >= last {
            self.phase = Phase::Shrink;
            return None;
        }
        self.phase = Phase::Search(size + 1, last);
        self.drawn(size, last, SEARCH_SAMPLES_PER_SIZE, 1)
    }

    /// The next case that is one step smaller than the failure.
    pub(super) fn shrink(&mut self) -> Option<CaseSet> {
        self.phase = Phase::NearestPassing;
        if self.shrinking.is_none() {
            let known = self.counterexample.as_ref()?;
            let (catalog, rank) = known.case_set.rank(known.index)?;
            self.shrinking =
                Some(Shrinking::from(catalog, known.case_set.size, &rank, self.first_incomplete_size)?);
        }
        let builds = &mut self.builds;
        let case_set = self.shrinking.as_mut()?.next(|size| builds.within_budget(size, size))?;
        self.phase = Phase::Shrink;
        Some(case_set)
    }

    /// The next case that differs from the failure in one place.
    pub(super) fn nearest_passing(&mut self) -> Option<CaseSet> {
        if self.nearest_passing.is_none() {
            let known = self.counterexample.as_ref()?;
            self.nearest_passing = Some(NearestPassing::from(&known.case_set, known.index, &self.case_type)?);
        }
        let search = self.nearest_passing.as_mut()?;
        search.discarded = self.statistics.discarded();
        let case_set = search.next()?;
        self.phase = Phase::NearestPassing;
        Some(case_set)
    }

    /// Cases of a size, drawn by the seed and a number of the drawing, and built with those up to `last`; `None` when they
    /// are not built.
    ///
    /// The ranks are cut into as many parts as there are draws, and one is drawn of each: every case is as likely as every
    /// other, and the draws differ from each other more than independent ones do (*stratified* sampling).
    pub(super) fn drawn(&mut self, size: u32, last: u32, draws: u32, drawing: u64) -> Option<CaseSet> {
        let catalog = match self.options.sample_sizes {
            Some(_) => self.builds.sampled(size, last)?,
            None => self.builds.within_budget(size, last)?,
        };
        let count = catalog.try_count(size)?;
        let mut rng = ChaCha8Rng::seed_from_u64(self.overrides.seed);
        rng.set_stream(u64::from(size) << 1 | drawing);
        let (index, of) = self.overrides.shard.unwrap_or((1, 1));
        let mine = |draw: &u32| draw % of == index - 1;
        let ranks = if count <= Count::from(draws) {
            (0..draws).filter(mine).map(Count::from).filter(|rank| *rank < count).collect()
        } else {
            let mut part = |draw: u32| {
                let ranks = catalog.shard(size, draw + 1, draws);
                let len = ranks.end.checked_sub(&ranks.start).unwrap_or_default();
                ranks.start + len.random_below(&mut rng)
            };
            let all = (0..draws).map(|draw| (draw, part(draw)));
            all.filter(|(draw, _)| mine(draw)).map(|(_, rank)| rank).collect()
        };
        Some(CaseSet { size, origin: Origin::Drawn, source: CaseSource::Ranks(catalog, ranks) })
    }

    /// Refuses a build whose cases are fewer than it seems: none, without some, or not as many as expected.
    pub(super) fn check(&self, catalog: &Catalog, max: u32) {
        let counts = (self.options.min_size..=max).map(|size| catalog.try_count(size));
        let Some(sum) = counts.sum::<Option<Count>>() else { return };
        let (name, min) = (self.options.name, self.options.min_size);
        assert!(!sum.is_zero(), "{name}: no value of size {min} to {max} satisfies the predicate");
        check_domains(name, catalog.schema());
        self.check_number(&sum, max);
    }

    /// Refuses a number of cases that is not the one expected.
    pub(super) fn check_number(&self, cases: &Count, max: u32) {
        let Some(expected) = self.options.expect else { return };
        let name = self.options.name;
        assert!(
            *cases == Count::from(expected),
            "{name}: {} cases were expected up to size {max}, and there are {}",
            grouped(expected),
            grouped(cases)
        );
    }
}
