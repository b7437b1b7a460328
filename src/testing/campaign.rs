//! [`Campaign`]: which cases a test runs next, and what a failure means.
//!
//! First come the cases that failed in earlier runs, then all cases of the smallest sizes, by size and rank, then samples
//! of larger ones, size by size. A failure among all cases is a smallest one, and ends the campaign. After a failure among
//! samples, more is drawn from the sizes between, and the first failure of its kind takes its place. What each phase takes
//! its cases from is in `phases.rs`.

use std::io::Write as _;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use super::Show;
use super::counterexample::Counterexample;
use super::coverage::Coverage;
use super::failure::{Failure, Outcome, install_hook, set_quiet};
use super::options::{LARGEST, Overrides, TestOptions};
use super::portion::{Part, Portion};
use super::remembered::{Entry, RegressionFile};
use super::statistics::Counting;
use crate::structures::Structures;
use crate::view::DpGen;

/// What comes next.
#[derive(Debug)]
pub(super) enum Phase<T> {
    Replay,
    /// The cases of earlier runs.
    Remembered(std::vec::IntoIter<Entry>),
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
    pub(super) options: TestOptions,
    pub(super) overrides: Overrides,
    pub(super) phase: Phase<T>,
    /// The portion that is being run, and how many of its cases were.
    current: Option<(Portion<T>, u64)>,
    /// The smallest size of which not all cases were tried.
    pub(super) first_open: u32,
    pub(super) coverage: Coverage,
    counting: Counting,
    /// Whether no panic is printed, even of a case that is not drawn.
    pub(super) quiet: bool,
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
            None => Phase::Remembered(match file(&options, &overrides) {
                Some(file) => file.entries(options.name).into_iter(),
                None => Vec::new().into_iter(),
            }),
        };
        let counting = Counting::begin();
        let coverage = Coverage::new(overrides.shard, overrides.seed);
        let first_open = options.min_size;
        Self {
            options,
            overrides,
            phase,
            current: None,
            first_open,
            coverage,
            counting,
            quiet: false,
            counterexample: None,
            started: Instant::now(),
        }
    }

    /// Runs a body on all cases, each made of the one before.
    pub(super) fn run_in_place<O: Outcome>(&mut self, body: impl Fn(&T) -> O) {
        while let Some(portion) = self.next() {
            let mut cases = portion.cases_in_place();
            while let Some(case) = cases.lend() {
                let result = catch_unwind(AssertUnwindSafe(|| body(case).failure()));
                if self.judge(Failure::of(result)).is_break() {
                    break;
                }
            }
        }
    }

    /// The cases to run next.
    pub(super) fn next(&mut self) -> Option<Portion<T>> {
        self.close();
        let portion = loop {
            set_quiet(self.quiet || matches!(self.phase, Phase::Draw(..) | Phase::Search(..)));
            let portion = match std::mem::replace(&mut self.phase, Phase::Over) {
                Phase::Replay => Some(self.replay()),
                Phase::Remembered(entries) => self.remembered(entries),
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
        self.counting.case_ended();
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
            if !replayed {
                self.remember(&counterexample);
            }
            counterexample.failure.resume();
        }
        let line = self.coverage.line(self.started.elapsed());
        let partly = self.overrides.shard.is_some() || self.coverage.stopped.is_some();
        if self.coverage.ran == 0 && !partly {
            let (min, max) = (self.options.min_size, self.options.max_size.unwrap_or(LARGEST));
            panic!("{name}: no value of size {min} to {max} satisfies the predicate");
        }
        if self.options.own_n && self.overrides.all_cases() && !partly {
            self.check_number(&self.coverage.in_order().into(), self.options.max_size.unwrap_or(LARGEST));
        }
        let statistics = self.counting.statistics();
        let line = format!("{line}{}", statistics.without());
        if self.overrides.verbose {
            // Past the capture of a test's output. Whether anyone reads it does not matter to the test.
            let _ = write!(std::io::stderr(), "{name}: {line}\n{statistics}");
        } else {
            print!("{line}\n{statistics}");
        }
        if let Some(uncovered) = statistics.uncovered().filter(|_| self.overrides.all_cases()) {
            panic!("{name}: {uncovered}");
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
        let drawn = matches!(portion.part, Part::Drawn(..)) && self.overrides.replay.is_none();
        self.phase = match known {
            None if drawn => Phase::Search(self.first_open, portion.size),
            _ => Phase::Over,
        };
        let (index, passed) = (*ran - 1, self.coverage.in_order() - 1);
        self.counterexample = Some(Counterexample { portion: portion.clone(), index, failure, passed });
        ControlFlow::Break(())
    }

    /// Keeps a counterexample for later runs.
    fn remember(&self, counterexample: &Counterexample<T>) {
        let Some(file) = file(&self.options, &self.overrides) else { return };
        let Some((rank, n, case)) = counterexample.to_remember() else { return };
        match file.add(self.options.name, (counterexample.portion.size, &rank), n, &case) {
            Ok(()) => eprintln!("remembered in {file}, and tried first from now on"),
            Err(error) => {
                eprintln!("note: {file} can not be written, and the case is not remembered: {error}")
            }
        }
    }
}

/// The file of earlier runs, if it is to be used.
fn file(options: &TestOptions, overrides: &Overrides) -> Option<RegressionFile> {
    if options.regressions && !overrides.no_regressions { RegressionFile::of(options) } else { None }
}
