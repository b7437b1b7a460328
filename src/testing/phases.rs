//! What a test runs in each phase: how many cases of which sizes, and what they are taken from.

use std::time::Duration;

use chacha20::ChaCha8Rng;
use chacha20::rand_core::SeedableRng;
use dpgen_forest::{Count, grouped};

use super::campaign::{Campaign, Phase};
use super::left_out::left_out;
use super::options::{LARGEST, TestOptions};
use super::portion::{Origin, Part, Portion};
use super::remembered::Entry;
use super::shrink::Shrinking;
use super::space::{build, check_domains};
use super::watch::{Ranks, Recorded};
use crate::structures::Structures;
use crate::types::DpGen;

/// Without a largest size, all cases of so many sizes are tried that there are no more than this.
const FEW: u64 = 10_000;
/// How many cases of a size are drawn without being told.
const DRAWS: u32 = 200;
/// How many cases of each smaller size are drawn after a failure.
const SEARCHED: u32 = 1_000;
/// How long a build may take that was not asked for.
const BUILD_TIME: Duration = Duration::from_secs(1);

/// What `n` is in cases of a size, if not the size.
fn n(options: &TestOptions, size: u32) -> Option<u32> {
    options.max_size.filter(|max| size <= *max && !options.own_n)
}

impl<T: DpGen> Campaign<T> {
    /// The one case that was asked for.
    pub(super) fn replay(&mut self) -> Portion<T> {
        let (size, rank) = self.overrides.replay.clone().unwrap_or_default();
        let structures = build(&self.options, size, n(&self.options, size), None);
        let count = structures.try_count(size).unwrap_or_default();
        let name = self.options.name;
        assert!(
            rank < count,
            "{name}: DPGEN_REPLAY asks for rank {rank} of size {size}, which has {count} cases"
        );
        Portion { size, origin: Origin::Replayed, part: Part::Some(structures, vec![rank]) }
    }

    /// The cases that the last run died in, if they still are there.
    pub(super) fn interrupted(&mut self, recorded: Recorded) -> Option<Portion<T>> {
        self.phase = Self::entries(&self.options, &self.overrides);
        let origin = Origin::Interrupted;
        match recorded {
            Recorded::Case(entry) => {
                let case = entry.read(&self.options)?;
                Some(Portion { size: case.size, origin, part: Part::One(case) })
            }
            Recorded::Ranks(size, ranks) => {
                let time = self.options.time.or(self.options.max_size.is_none().then_some(BUILD_TIME));
                let structures = build(&self.options, size, n(&self.options, size), time);
                let count = structures.try_count(size)?;
                let part = match ranks {
                    Ranks::Consecutive(ranks) => {
                        let end = ranks.end.min(count);
                        (ranks.start < end).then(|| Part::All(structures, ranks.start..end))?
                    }
                    Ranks::Some(mut ranks) => {
                        ranks.retain(|rank| *rank < count);
                        (!ranks.is_empty()).then_some(Part::Some(structures, ranks))?
                    }
                };
                Some(Portion { size, origin, part })
            }
        }
    }

    /// The next case of earlier runs that still is one.
    pub(super) fn remembered(&mut self, mut entries: std::vec::IntoIter<Entry>) -> Option<Portion<T>> {
        match entries.next() {
            Some(entry) => {
                self.phase = Phase::Remembered(entries);
                let remembered = entry.read(&self.options)?;
                Some(Portion {
                    size: remembered.size,
                    origin: Origin::Remembered,
                    part: Part::One(remembered),
                })
            }
            None => {
                self.phase = Phase::All(self.options.min_size, None);
                None
            }
        }
    }

    /// All cases of a size.
    pub(super) fn all(&mut self, size: u32, built: Option<Structures<T>>) -> Option<Portion<T>> {
        let max = self.options.max_size;
        if max.is_some_and(|max| size > max) {
            return self.all_done(size);
        }
        let structures = match (built, max) {
            (Some(structures), _) => structures,
            (None, Some(max)) if !self.options.own_n => {
                let structures = build(&self.options, max, None, self.options.time);
                self.check(&structures, max);
                structures
            }
            (None, Some(_)) => build(&self.options, size, None, self.options.time),
            (None, None) => build(&self.options, size, None, Some(BUILD_TIME)),
        };
        let Some(count) = structures.try_count(size) else {
            if max.is_none() {
                return self.all_done(size);
            }
            self.coverage.stopped = Some("its limit on time");
            return None;
        };
        let sum = count.clone() + Count::from(self.coverage.in_order());
        let too_many = max.is_none() && (size > LARGEST || sum > Count::from(FEW));
        // Where `n` is the size, a domain up to `n` may be empty at first, and not in the end.
        if (too_many && size > 0) || (max == Some(size) && self.options.own_n) {
            check_domains(self.options.name, &structures);
        }
        if too_many {
            return self.all_done(size);
        }
        self.coverage.leave_out(size, left_out(structures.catalog.schema(), size));
        let ranks = match self.overrides.shard {
            Some((index, of)) => structures.catalog.shard(size, index, of),
            None => Count::ZERO..count,
        };
        let built = n(&self.options, size).map(|_| structures.clone());
        self.phase = Phase::All(size + 1, built);
        Some(Portion { size, origin: Origin::InOrder, part: Part::All(structures, ranks) })
    }

    /// All cases below this size were tried.
    fn all_done(&mut self, size: u32) -> Option<Portion<T>> {
        self.first_open = size;
        self.phase = self.samples();
        None
    }

    /// What comes after all cases of the smallest sizes.
    pub(super) fn samples(&self) -> Phase<T> {
        let unasked = self.options.max_size.is_none();
        if self.options.sample.is_none() && !unasked {
            return Phase::Over;
        }
        let (first, last) =
            self.options.sample_sizes.unwrap_or((self.first_open, LARGEST.max(self.first_open + 4)));
        Phase::Draw(first, last)
    }

    /// Samples of a size.
    pub(super) fn draw(&mut self, size: u32, last: u32) -> Option<Portion<T>> {
        if size > last {
            return None;
        }
        self.phase = Phase::Draw(size + 1, last);
        let draws = self.options.sample.unwrap_or(DRAWS);
        let portion = self.drawn(size, draws, 0);
        if portion.is_none() {
            self.phase = Phase::Over;
        }
        portion
    }

    /// More samples of a size, after a failure in a larger one.
    pub(super) fn search(&mut self, size: u32, last: u32) -> Option<Portion<T>> {
        if size >= last {
            self.phase = Phase::Shrink;
            return None;
        }
        self.phase = Phase::Search(size + 1, last);
        self.drawn(size, SEARCHED, 1)
    }

    /// The next case that is one step smaller than the failure.
    pub(super) fn shrink(&mut self) -> Option<Portion<T>> {
        if self.shrinking.is_none() {
            let known = self.counterexample.as_ref()?;
            let (structures, rank) = known.portion.rank(known.index)?;
            self.shrinking = Some(Shrinking::from(structures, known.portion.size, &rank, self.first_open)?);
        }
        let options = &self.options;
        let build = |size| build(options, size, n(options, size), Some(BUILD_TIME));
        let portion = self.shrinking.as_mut()?.next(build)?;
        self.phase = Phase::Shrink;
        Some(portion)
    }

    /// Cases of a size, drawn by the seed and a number of the drawing; `None` when it takes too long to build them.
    pub(super) fn drawn(&self, size: u32, draws: u32, drawing: u64) -> Option<Portion<T>> {
        let structures = build(&self.options, size, n(&self.options, size), Some(BUILD_TIME));
        let count = structures.try_count(size)?;
        let mut rng = ChaCha8Rng::seed_from_u64(self.overrides.seed);
        rng.set_stream(u64::from(size) << 1 | drawing);
        let (index, of) = self.overrides.shard.unwrap_or((1, 1));
        let mine = |draw: &u32| draw % of == index - 1;
        let ranks = if count <= Count::from(draws) {
            (0..draws).filter(mine).map(Count::from).filter(|rank| *rank < count).collect()
        } else {
            let all = (0..draws).map(|draw| (draw, count.random_below(&mut rng)));
            all.filter(|(draw, _)| mine(draw)).map(|(_, rank)| rank).collect()
        };
        Some(Portion { size, origin: Origin::Drawn, part: Part::Some(structures, ranks) })
    }

    /// Refuses a build whose cases are fewer than it seems: none, without some, or not as many as expected.
    pub(super) fn check(&self, structures: &Structures<T>, max: u32) {
        let counts = (self.options.min_size..=max).map(|size| structures.try_count(size));
        let Some(sum) = counts.sum::<Option<Count>>() else { return };
        let (name, min) = (self.options.name, self.options.min_size);
        assert!(!sum.is_zero(), "{name}: no value of size {min} to {max} satisfies the predicate");
        check_domains(name, structures);
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
