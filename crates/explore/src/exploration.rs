//! [`Exploration`]: run after run of a program, each along a new path, until none is left or a limit is reached.
//!
//! A [`Subject`] is the program under exploration, with the structures that it can begin with. Read `exploration_run.rs` for one
//! attempt, `path_walker.rs` for one run, `strategy/` for the choice of the next path, and [`Explored`] for the result.

use std::time::{Duration, Instant};

use dpgen_engine::steer::{AssumptionForm, Trial};
use dpgen_forest::{CancelToken, Limits as Stops};
use dpgen_solver::Limit;

use crate::exploration_result::{Explored, Stop};
use crate::exploration_run::ExplorationRun;
use crate::path::Path;
use crate::path_walker::Walker;
use crate::strategy::{Strategy, Taken, Uncovered};
use crate::subject::{ExploreError, Subject};

/// The state of an exploration when it found a path.
#[derive(Debug)]
pub struct Seen<'a> {
    /// The number of outcomes covered by then.
    pub covered: usize,
    /// The number of attempts that failed by then.
    pub failed: u64,
    /// The comparisons of the path.
    pub history: &'a [Taken],
}

/// The settings of an exploration: strategy, limits and cancellation.
#[derive(Debug)]
pub struct Exploration {
    strategy: Box<dyn Strategy>,
    decisions: u32,
    runs: u64,
    time: Option<Duration>,
    cancel: Option<CancelToken>,
    solver: Limit,
    counts: bool,
}

impl Default for Exploration {
    fn default() -> Self {
        Self::new()
    }
}

impl Exploration {
    /// The default maximum number of decisions of a run.
    pub const DEFAULT_DECISIONS: u32 = 200;

    /// Uncovered outcomes first, at most 200 decisions a run, until all paths were taken.
    #[must_use]
    pub fn new() -> Self {
        Self {
            strategy: Box::new(Uncovered::new(0)),
            decisions: Self::DEFAULT_DECISIONS,
            runs: u64::MAX,
            time: None,
            cancel: None,
            solver: Limit::default(),
            counts: false,
        }
    }

    /// Sets the strategy, which chooses the next path.
    #[must_use]
    pub fn strategy(self, strategy: impl Strategy + 'static) -> Self {
        self.strategy_of(Box::new(strategy))
    }

    /// Sets a strategy that was chosen at run time.
    #[must_use]
    pub fn strategy_of(self, strategy: Box<dyn Strategy>) -> Self {
        Self { strategy, ..self }
    }

    /// Sets the maximum number of decisions of a run, which is cut there: for programs with loops that no input ends. It is cut as well when it
    /// has made 500 times as many comparisons, as a loop may go on without deciding anything.
    #[must_use]
    pub fn decisions(self, decisions: u32) -> Self {
        Self { decisions, ..self }
    }

    /// Ends after so many runs.
    #[must_use]
    pub fn runs(self, runs: u64) -> Self {
        Self { runs, ..self }
    }

    /// Ends after this time.
    #[must_use]
    pub fn time(self, time: Duration) -> Self {
        Self { time: Some(time), ..self }
    }

    /// Ends when the token is cancelled.
    #[must_use]
    pub fn cancel(self, token: CancelToken) -> Self {
        Self { cancel: Some(token), ..self }
    }

    /// Counts the inputs of each path: [`Path::inputs`].
    #[must_use]
    pub fn counts(self) -> Self {
        Self { counts: true, ..self }
    }

    /// Explores; `each` is shown every path.
    ///
    /// # Errors
    /// When the program is not pure, or a beginning can not be made.
    pub fn run(
        self,
        subject: &mut dyn Subject,
        mut each: impl FnMut(&Path, &Seen<'_>),
    ) -> Result<Explored, ExploreError> {
        let mut paths = Vec::new();
        let explored = self.run_without_paths(subject, |path, seen| {
            each(path, seen);
            paths.push(path.clone());
        })?;
        Ok(Explored { paths, ..explored })
    }

    /// Explores like [`run`](Self::run), but keeps no path in the result.
    pub(crate) fn run_without_paths(
        self,
        subject: &mut dyn Subject,
        mut each: impl FnMut(&Path, &Seen<'_>),
    ) -> Result<Explored, ExploreError> {
        let deadline = self.time.and_then(|time| Instant::now().checked_add(time));
        let mut stops = Stops::none();
        if let Some(token) = &self.cancel {
            stops = stops.cancel(token.clone());
        }
        if let Some(time) = self.time {
            stops = stops.time(time);
        }
        let model = subject.judged_by().or_else(|| Some(subject.shape_table()?.model()));
        let trial = Trial::new(model, AssumptionForm::Sparse, self.solver, stops.interrupt());
        let walker = Walker::new(subject.beginnings(), self.strategy, self.decisions);
        let counts = self.counts && subject.judged_by().is_none();
        let mut run = ExplorationRun::new(subject, trial, walker, counts);
        run.offer_beginnings();
        loop {
            if run.walker().tree.is_done() {
                break;
            }
            let is_late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
            let is_cancelled = self.cancel.as_ref().is_some_and(CancelToken::is_cancelled);
            if is_cancelled || is_late || run.explored.runs >= self.runs {
                let stop = if is_cancelled {
                    Stop::Cancelled
                } else if is_late {
                    Stop::Time
                } else {
                    Stop::Runs
                };
                run.explored.stop = Some(stop);
                break;
            }
            if let Some(path) = run.attempt()? {
                let failed = run.explored.failed;
                let walker = run.walker();
                each(&path, &Seen { covered: walker.coverage.covered(), failed, history: &walker.history });
            }
        }
        Ok(run.finished())
    }
}
