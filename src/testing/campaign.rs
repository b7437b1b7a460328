//! [`Campaign`]: which cases a test runs next, and what a failure means.
//!
//! First come all cases of the smallest sizes, by size and rank; then samples of larger ones, size by size. A failure
//! among all cases is a smallest one, and ends the campaign. After a failure among samples, more is drawn from the sizes
//! between, and the first failure of its kind takes its place. `n` in domains is the largest size that was asked for; in
//! samples, and where no size was asked for, it is the size of the case itself.

use std::io::Write as _;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use chacha20::ChaCha8Rng;
use chacha20::rand_core::SeedableRng;
use dpgen_forest::{Count, grouped};

use super::Show;
use super::counterexample::Counterexample;
use super::coverage::Coverage;
use super::failure::{Failure, install_hook, set_quiet};
use super::options::{Overrides, TestOptions};
use super::portion::{Portion, Ranks};
use super::space::{build, check_domains};
use crate::structures::Structures;
use crate::view::DpGen;

/// Without a largest size, all cases of so many sizes are tried that there are no more than this.
const FEW: u64 = 10_000;
/// The largest size that is drawn from without being told.
const LARGEST: u32 = 16;
/// How many cases of a size are drawn without being told.
const DRAWS: u32 = 200;
/// How many cases of each smaller size are drawn after a failure.
const SEARCHED: u32 = 1_000;
/// How long a build may take that was not asked for.
const BUILD_TIME: Duration = Duration::from_secs(1);

/// What comes next.
#[derive(Debug)]
enum Phase<T> {
    Replay,
    /// All cases of this size, from the build of all sizes that were asked for.
    All(u32, Option<Structures<T>>),
    /// Samples of this size and those up to the last.
    Draw(u32, u32),
    /// More samples of this size, up to the one before the last.
    Search(u32, u32),
    Over,
}

/// A test that is going on.
#[derive(Debug)]
pub(super) struct Campaign<T> {
    options: TestOptions,
    overrides: Overrides,
    phase: Phase<T>,
    /// The portion that is being run, and how many of its cases were.
    current: Option<(Portion<T>, u64)>,
    /// The smallest size of which not all cases were tried.
    first_open: u32,
    coverage: Coverage,
    counterexample: Option<Counterexample<T>>,
    started: Instant,
}

impl<T: DpGen> Campaign<T> {
    /// Begins a test, by what the environment says.
    pub(super) fn new(options: TestOptions) -> Self {
        Self::with(options, Overrides::from_env())
    }

    /// Begins a test.
    pub(super) fn with(mut options: TestOptions, overrides: Overrides) -> Self {
        install_hook();
        if let Some(size) = overrides.max_size {
            options.max_size = Some(size);
            options.expect = None;
        }
        let phase = match overrides.replay {
            Some(_) => Phase::Replay,
            None => Phase::All(options.min_size, None),
        };
        let coverage = Coverage::new(overrides.shard, overrides.seed);
        let first_open = options.min_size;
        Self {
            options,
            overrides,
            phase,
            current: None,
            first_open,
            coverage,
            counterexample: None,
            started: Instant::now(),
        }
    }

    /// The cases to run next.
    pub(super) fn next(&mut self) -> Option<Portion<T>> {
        self.close();
        let portion = loop {
            set_quiet(matches!(self.phase, Phase::Draw(..) | Phase::Search(..)));
            let portion = match std::mem::replace(&mut self.phase, Phase::Over) {
                Phase::Replay => Some(self.replay()),
                Phase::All(size, built) => self.all(size, built),
                Phase::Draw(size, last) => self.draw(size, last),
                Phase::Search(size, last) => self.search(size, last),
                Phase::Over => return None,
            };
            if let Some(portion) = portion {
                break portion;
            }
        };
        self.current = Some((portion.clone(), 0));
        Some(portion)
    }

    /// Takes what came of the next case, and says whether the portion goes on.
    #[inline]
    pub(super) fn judge(&mut self, failure: Option<Failure>) -> ControlFlow<()> {
        let Some((_, ran)) = &mut self.current else { return ControlFlow::Break(()) };
        *ran += 1;
        self.coverage.ran += 1;
        if let Some(failure) = failure {
            return self.failed(failure);
        }
        if self.options.limit.is_some_and(|limit| self.coverage.ran >= limit) {
            return self.stop("its limit on cases");
        }
        match self.options.time {
            Some(time) if self.started.elapsed() >= time => self.stop("its limit on time"),
            _ => ControlFlow::Continue(()),
        }
    }

    /// Ends the test.
    ///
    /// # Panics
    /// When a case failed, or too little was tried.
    pub(super) fn finish(mut self, show: Show<T>) {
        self.close();
        set_quiet(false);
        let name = self.options.name;
        if let Some(counterexample) = self.counterexample.take() {
            let drawn = (self.overrides.seed, self.coverage.complete());
            let replayed = self.overrides.replay.is_some();
            eprintln!("{}", counterexample.text(self.options.function, replayed, drawn, show));
            counterexample.failure.resume();
        }
        let line = self.coverage.line(self.started.elapsed());
        let partly = self.overrides.shard.is_some() || self.coverage.stopped.is_some();
        if self.coverage.ran == 0 && !partly {
            let (min, max) = (self.options.min_size, self.options.max_size.unwrap_or(LARGEST));
            panic!("{name}: no value of size {min} to {max} satisfies the predicate");
        }
        if self.overrides.verbose {
            // Past the capture of a test's output. Whether anyone reads it does not matter to the test.
            let _ = writeln!(std::io::stderr(), "{name}: {line}");
        } else {
            println!("{line}");
        }
    }

    /// Ends the search: the case that failed, and how many were run.
    pub(super) fn into_found(mut self) -> (Option<Counterexample<T>>, u64) {
        self.close();
        (self.counterexample, self.coverage.ran)
    }

    /// Notes how much of the current portion was run.
    fn close(&mut self) {
        if let Some((portion, ran)) = self.current.take() {
            self.coverage.add(&portion, ran);
        }
    }

    fn stop(&mut self, why: &'static str) -> ControlFlow<()> {
        self.coverage.stopped = Some(why);
        self.phase = Phase::Over;
        ControlFlow::Break(())
    }

    fn failed(&mut self, failure: Failure) -> ControlFlow<()> {
        let Some((portion, ran)) = &self.current else { return ControlFlow::Break(()) };
        let known = self.counterexample.as_ref();
        if known.is_some_and(|known| !known.failure.same_kind(&failure)) {
            return ControlFlow::Continue(());
        }
        let Some(rank) = portion.ranks.at(*ran - 1) else { return ControlFlow::Break(()) };
        let drawn = matches!(portion.ranks, Ranks::Drawn(_)) && self.overrides.replay.is_none();
        self.phase = match known {
            None if drawn => Phase::Search(self.first_open, portion.size),
            _ => Phase::Over,
        };
        let passed = self.coverage.ran - 1;
        self.counterexample = Some(Counterexample { portion: portion.clone(), rank, failure, passed });
        ControlFlow::Break(())
    }

    /// What `n` is in cases of a size, if not the size.
    fn n(&self, size: u32) -> Option<u32> {
        self.options.max_size.filter(|max| size <= *max)
    }

    /// The one case that was asked for.
    fn replay(&mut self) -> Portion<T> {
        let (size, rank) = self.overrides.replay.clone().unwrap_or_default();
        let structures = build(&self.options, size, self.n(size), None);
        let count = structures.try_count(size).unwrap_or_default();
        let name = self.options.name;
        assert!(
            rank < count,
            "{name}: DPGEN_REPLAY asks for rank {rank} of size {size}, which has {count} cases"
        );
        Portion { structures, size, ranks: Ranks::Drawn(vec![rank]) }
    }

    /// All cases of a size.
    fn all(&mut self, size: u32, built: Option<Structures<T>>) -> Option<Portion<T>> {
        let structures = match (built, self.options.max_size) {
            (Some(structures), _) => structures,
            (None, Some(max)) => {
                let structures = build(&self.options, max, None, self.options.time);
                self.check(&structures, max);
                structures
            }
            (None, None) => build(&self.options, size, None, Some(BUILD_TIME)),
        };
        let count = structures.try_count(size);
        let last = match (&count, self.options.max_size) {
            (None, _) => true,
            (Some(count), None) => {
                let sum = count.clone() + Count::from(self.coverage.ran);
                size > LARGEST || sum > Count::from(FEW)
            }
            (Some(_), Some(max)) => size > max,
        };
        if last {
            if count.is_none() && self.options.max_size.is_some_and(|max| size <= max) {
                self.coverage.stopped = Some("its limit on time");
            } else {
                self.first_open = size;
                self.phase = self.samples();
            }
            return None;
        }
        let ranks = match self.overrides.shard {
            Some((index, of)) => structures.catalog.shard(size, index, of),
            None => Count::ZERO..count.unwrap_or_default(),
        };
        let built = self.options.max_size.map(|_| structures.clone());
        self.phase = Phase::All(size + 1, built);
        Some(Portion { structures, size, ranks: Ranks::All(ranks) })
    }

    /// What comes after all cases of the smallest sizes.
    fn samples(&self) -> Phase<T> {
        let unasked = self.options.max_size.is_none();
        if self.options.sample.is_none() && !unasked {
            return Phase::Over;
        }
        let (first, last) =
            self.options.sample_sizes.unwrap_or((self.first_open, LARGEST.max(self.first_open + 4)));
        Phase::Draw(first, last)
    }

    /// Samples of a size.
    fn draw(&mut self, size: u32, last: u32) -> Option<Portion<T>> {
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
    fn search(&mut self, size: u32, last: u32) -> Option<Portion<T>> {
        if size >= last {
            return None;
        }
        self.phase = Phase::Search(size + 1, last);
        self.drawn(size, SEARCHED, 1)
    }

    /// Cases of a size, drawn by the seed and a number of the drawing; `None` when it takes too long to build them.
    fn drawn(&self, size: u32, draws: u32, drawing: u64) -> Option<Portion<T>> {
        let structures = build(&self.options, size, self.n(size), Some(BUILD_TIME));
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
        Some(Portion { structures, size, ranks: Ranks::Drawn(ranks) })
    }

    /// Refuses a build whose cases are fewer than it seems: none, without some, or not as many as expected.
    fn check(&self, structures: &Structures<T>, max: u32) {
        let counts = (self.options.min_size..=max).map(|size| structures.try_count(size));
        let Some(sum) = counts.sum::<Option<Count>>() else { return };
        let (name, min) = (self.options.name, self.options.min_size);
        assert!(!sum.is_zero(), "{name}: no value of size {min} to {max} satisfies the predicate");
        check_domains(name, structures);
        let Some(expected) = self.options.expect else { return };
        assert!(
            sum == Count::from(expected),
            "{name}: {} cases were expected up to size {max}, and there are {}",
            grouped(expected),
            grouped(&sum)
        );
    }
}
