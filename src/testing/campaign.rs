//! [`Campaign`]: the run of one test; decides which cases come next and what a failure means.
//!
//! First come the cases that the last run died in and those that failed in earlier runs, then all cases of the smallest
//! sizes, by size and rank, then samples of larger ones, size by size. A failure among all cases is a smallest one, and ends
//! the campaign. After a failure among samples, more is drawn from the sizes between, and the first failure of its kind takes
//! its place; then what is one step smaller is tried, as long as that fails, too (`shrink.rs`). In the end a case that passes is
//! searched for beside a long counterexample (`nearest_passing.rs`). What each phase takes its cases
//! from is in `test_phases.rs`; which case is running is recorded by `watch/` before it runs, and what came of it is written by `observe/`
//! where that is asked for.

use std::io::Write as _;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use super::builds::Builds;
use super::case_counts::CaseCounts;
use super::case_set::{CaseSet, Origin};
use super::case_type::CaseType;
use super::counterexample::{Counterexample, save_regression};
use super::failure::{CaseTimer, Failure, install_hook, set_quiet};
use super::nearest_passing::NearestPassing;
use super::observe::Observation;
use super::options::{MAX_DEFAULT_SIZE, Overrides, Show, TestOptions};
use super::regressions::{Entry, RegressionFile};
use super::run_name::RunName;
use super::shrink::Shrinking;
use super::statistics::StatisticsScope;
use super::threads::ThreadBudget;
use super::watch::{RecordFile, Recorded, Watch, WatchedCases};
use crate::types::DpGen;

/// The phase that comes next.
#[derive(Debug)]
pub(super) enum Phase {
    Replay,
    /// The cases that the last run died in, one of each thread.
    Interrupted(std::vec::IntoIter<Recorded>),
    /// The cases of the regression file.
    Regressions(std::vec::IntoIter<Entry>),
    /// All cases of this size.
    All(u32),
    /// Samples of this size and those up to the last.
    Draw(u32, u32),
    /// More samples of this size, up to the one before the last.
    Search(u32, u32),
    /// Cases that are one step smaller than the failure.
    Shrink,
    /// Cases that differ from the failure in one place, up to one that passes.
    NearestPassing,
    Over,
}

/// A test that is going on.
#[derive(Debug)]
pub(super) struct Campaign {
    pub(super) options: TestOptions,
    pub(super) overrides: Arc<Overrides>,
    pub(super) case_type: CaseType,
    pub(super) name: RunName,
    pub(super) watch: Watch,
    /// The watches of additional threads.
    pub(super) thread_watches: Vec<Watch>,
    /// The records that threads of the last run left, until their cases have been run.
    left_records: Vec<RecordFile>,
    pub(super) thread_budget: ThreadBudget,
    pub(super) case_timer: CaseTimer,
    pub(super) phase: Phase,
    pub(super) builds: Builds,
    /// The set of cases that is being run, and how many of its cases were.
    pub(super) current: Option<(CaseSet, u64)>,
    /// The smallest size of which not all cases were tried.
    pub(super) first_incomplete_size: u32,
    pub(super) counts: CaseCounts,
    pub(super) statistics: StatisticsScope,
    /// Whether no panic is printed, even of a case that is not drawn.
    pub(super) quiet: bool,
    pub(super) counterexample: Option<Counterexample>,
    /// The search for a smaller one, once it began.
    pub(super) shrinking: Option<Shrinking>,
    /// The search for one that passes, once it began.
    pub(super) nearest_passing: Option<NearestPassing>,
    /// What is written about each case, if anything.
    pub(super) observation: Option<Observation>,
    pub(super) started: Instant,
}

impl Campaign {
    /// Begins a test, by what the environment says.
    pub(super) fn new<T: DpGen>(options: TestOptions, show: Show<T>) -> Self {
        let overrides = Overrides::from_env();
        let name = RunName::of_test(&options, &overrides);
        Self::with(options, overrides, CaseType::of(Some(show)), name)
    }

    /// Begins a run of a name.
    pub(super) fn with(
        mut options: TestOptions,
        overrides: Overrides,
        case_type: CaseType,
        name: RunName,
    ) -> Self {
        install_hook();
        if let Some(size) = overrides.max_size {
            options.max_size = Some(size);
            options.expect = None;
        }
        options.case_time = overrides.case_time.or(options.case_time);
        let (file, recorded) = name.open();
        let (left_records, of_threads) = name.open_left_of_threads();
        let recorded: Vec<Recorded> = recorded.into_iter().chain(of_threads).collect();
        let phase = match &overrides.replay {
            Some(_) => Phase::Replay,
            None if recorded.is_empty() => Self::entries(&options, &overrides),
            None => Phase::Interrupted(recorded.into_iter()),
        };
        let watch = Watch::begin(file, options.case_time);
        let builds = Builds::new(case_type.clone(), &options);
        let statistics = StatisticsScope::begin();
        let counts = CaseCounts::new(overrides.shard, overrides.seed);
        let (first_incomplete_size, started) = (options.min_size, Instant::now());
        let observation = Observation::of_test(&options, &overrides);
        Self {
            options,
            overrides: Arc::new(overrides),
            case_type,
            name,
            watch,
            thread_watches: Vec::new(),
            left_records,
            thread_budget: ThreadBudget::of_option(options.threads),
            case_timer: CaseTimer::begin(options.case_time),
            phase,
            builds,
            current: None,
            first_incomplete_size,
            counts,
            statistics,
            quiet: false,
            counterexample: None,
            shrinking: None,
            nearest_passing: None,
            observation,
            started,
        }
    }

    /// The phase of the cases of earlier runs.
    pub(super) fn entries(options: &TestOptions, overrides: &Overrides) -> Phase {
        let file = RegressionFile::in_use(options, overrides);
        Phase::Regressions(file.map(|file| file.entries(options.name)).unwrap_or_default().into_iter())
    }

    /// The cases to run next.
    pub(super) fn next(&mut self) -> Option<CaseSet> {
        self.close();
        let case_set = loop {
            let is_drawn = matches!(
                self.phase,
                Phase::Draw(..) | Phase::Search(..) | Phase::Shrink | Phase::NearestPassing
            );
            set_quiet(self.quiet || is_drawn);
            let case_set = match std::mem::replace(&mut self.phase, Phase::Over) {
                Phase::Replay => Some(self.replay()),
                Phase::Interrupted(recorded) => self.interrupted(recorded),
                Phase::Regressions(entries) => self.regressions(entries),
                Phase::All(size) => self.all(size),
                Phase::Draw(size, last) => self.draw(size, last),
                Phase::Search(size, last) => self.search(size, last),
                Phase::Shrink => self.shrink(),
                Phase::NearestPassing => self.nearest_passing(),
                Phase::Over => return None,
            };
            if let Some(case_set) = case_set {
                break case_set;
            }
        };
        self.current = Some((case_set.clone(), 0));
        self.announce(case_set.clone());
        Some(case_set)
    }

    /// Tells the watchdog what is about to run, and people what the last run died in.
    fn announce(&mut self, case_set: CaseSet) {
        let is_interrupted = case_set.origin == Origin::Interrupted;
        let cases = WatchedCases {
            case_set,
            case_type: self.case_type.clone(),
            label: self.name.label.clone(),
            options: self.options,
            overrides: self.overrides.clone(),
        };
        if is_interrupted {
            cases.say_interrupted(true);
        }
        self.watch.cases(Arc::new(cases), self.counts.ran, is_interrupted);
        self.case_timer = CaseTimer::begin(self.options.case_time);
        if let Some(observation) = &mut self.observation {
            observation.case_begins();
        }
    }

    /// Takes what came of the next case, and says whether the set of cases goes on.
    #[inline]
    pub(super) fn judge(&mut self, failure: Option<Box<Failure>>) -> ControlFlow<()> {
        let Some((_, ran)) = &mut self.current else { return ControlFlow::Break(()) };
        *ran += 1;
        self.counts.ran += 1;
        self.watch.case(self.counts.ran);
        let is_neighbor = self.nearest_passing.is_some();
        // Time is not what a neighbor is to differ by.
        let failure = if is_neighbor { failure } else { self.case_timer.case_ended(failure) };
        if self.observation.is_some() {
            self.observe(failure.as_deref());
        }
        self.statistics.case_ended();
        if is_neighbor {
            return self.judge_neighbor(failure);
        }
        if let Some(failure) = failure {
            return self.failed(failure);
        }
        if self.options.limit.is_some_and(|limit| self.counts.ran >= limit) {
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
    pub(super) fn finish(mut self) {
        self.close();
        set_quiet(false);
        let name = self.options.name;
        if let Some(mut counterexample) = self.counterexample.take() {
            let drawn = (self.overrides.seed, self.counts.complete());
            counterexample.shrunk = self.shrinking.as_ref().map(|search| search.text(self.counts.stopped));
            counterexample.nearest_passing = self.nearest_passing.take().and_then(|search| search.text);
            let mut text = counterexample.text(self.options.function, drawn, &self.case_type);
            text += &self.observe_counterexample(&counterexample, &text);
            eprintln!("{text}");
            save_regression(&self.options, &self.overrides, &counterexample.case_set, counterexample.index);
            counterexample.failure.resume();
        }
        self.counts.has_all_values = self.builds.have_all_values_of_plain_arguments();
        let unbuilt = self.builds.note().map(|note| format!("; {note}")).unwrap_or_default();
        let line = format!("{}{unbuilt}", self.counts.line(self.started.elapsed()));
        self.observe_totals(&line);
        if let Some(why) = self.counts.stopped.filter(|_| self.counts.ran == 0 && self.overrides.all_cases())
        {
            panic!("{name}: it was stopped by {why} before its first case, so that nothing was tried");
        }
        let partly = self.overrides.shard.is_some() || self.counts.stopped.is_some();
        if self.counts.ran == 0 && !partly {
            let (min, max) = (self.options.min_size, self.options.max_size.unwrap_or(MAX_DEFAULT_SIZE));
            panic!("{name}: no value of size {min} to {max} satisfies the predicate");
        }
        if self.options.own_n && self.overrides.all_cases() && !partly {
            self.check_number(
                &self.counts.in_order().into(),
                self.options.max_size.unwrap_or(MAX_DEFAULT_SIZE),
            );
        }
        let statistics = self.statistics.statistics();
        let line = format!("{line}{}", statistics.without());
        if self.overrides.verbose {
            // Past the capture of a test's output. Whether anyone reads it does not matter to the test.
            let _ = write!(std::io::stderr(), "{name}: {line}\n{statistics}");
        } else {
            print!("{line}\n{statistics}");
        }
        if let Some(uncovered) = statistics.uncovered().filter(|_| self.overrides.all_cases()) {
            if let Some(observation) = &mut self.observation {
                observation.set_error("not covered", uncovered.clone());
            }
            panic!("{name}: {uncovered}");
        }
        if let Some(observation) = &mut self.observation {
            observation.set_passed();
        }
    }

    /// Ends the search: the case that failed, and how many were run.
    pub(super) fn into_found(mut self) -> (Option<Counterexample>, u64) {
        self.close();
        (self.counterexample, self.counts.ran)
    }

    /// The cases that threads of the last run died in have been run.
    pub(super) fn forget_left_records(&mut self) {
        self.left_records.drain(..).for_each(|mut file| file.forget());
    }

    /// Notes how much of the current set of cases was run.
    fn close(&mut self) {
        self.watch.pause();
        if let Some((case_set, ran)) = self.current.take() {
            self.counts.add(&case_set, ran);
            if let Some(observation) = &mut self.observation {
                observation.cases_ended(&case_set, ran);
            }
        }
    }

    /// Ends the test early.
    pub(super) fn stop(&mut self, why: &'static str) -> ControlFlow<()> {
        self.counts.stopped = Some(why);
        self.phase = Phase::Over;
        ControlFlow::Break(())
    }

    /// Takes what came of a case beside the counterexample.
    #[cold]
    fn judge_neighbor(&mut self, failure: Option<Box<Failure>>) -> ControlFlow<()> {
        if let (None, Some((case_set, _)), Some(search)) = (failure, &self.current, &mut self.nearest_passing)
            && self.statistics.discarded() == search.discarded
        {
            search.passed(case_set, &self.case_type);
        }
        ControlFlow::Break(())
    }

    fn failed(&mut self, failure: Box<Failure>) -> ControlFlow<()> {
        let Some((case_set, ran)) = &self.current else { return ControlFlow::Break(()) };
        let known = self.counterexample.as_ref();
        if known.is_some_and(|known| !known.failure.same_kind(&failure)) {
            return ControlFlow::Continue(());
        }
        let (index, passed) = (*ran - 1, self.counts.in_order() - 1);
        self.phase = match (case_set.origin, known) {
            (Origin::Drawn, None) => Phase::Search(self.first_incomplete_size, case_set.size),
            (Origin::Drawn | Origin::Shrunk, _) => Phase::Shrink,
            _ => Phase::NearestPassing,
        };
        if let (Origin::Shrunk, Some(shrinking), Some((catalog, rank))) =
            (case_set.origin, &mut self.shrinking, case_set.rank(index))
        {
            shrinking.step(catalog, case_set.size, &rank);
        }
        let case_set = case_set.clone();
        self.counterexample =
            Some(Counterexample { case_set, index, failure, passed, shrunk: None, nearest_passing: None });
        ControlFlow::Break(())
    }
}
