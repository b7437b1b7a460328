//! Hands what a [`Campaign`] runs to its observation (`observe/`), where there is one: each case, and the totals in the end.

use super::campaign::Campaign;
use super::case_set::Origin;
use super::counterexample::Counterexample;
use super::failure::{CaseTimer, Failure};
use super::observe::{CaseRecord, RunTotals};

impl Campaign {
    /// Whether passing cases of an origin are written, which takes them from the test's own thread.
    pub(super) fn is_written(&self, origin: Origin) -> bool {
        self.observation.as_ref().is_some_and(|observation| observation.has_room(origin))
    }

    /// The running case has ended.
    #[cold]
    pub(super) fn observe(&mut self, failure: Option<&Failure>) {
        let (Some(observation), Some((case_set, ran))) = (&mut self.observation, &self.current) else {
            return;
        };
        let (statistics, case_type, seed) = (&self.statistics, &self.case_type, self.overrides.seed);
        let discarded = statistics.discarded();
        observation.case_ended(case_set.origin, failure.is_some(), discarded, |status, seconds| {
            let (labels, result) = (statistics.labels_of_case(), (status, failure, seconds));
            CaseRecord::new(case_set, *ran - 1, case_type, result, labels, seed)
        });
        // The time of writing is none of the next case.
        self.case_timer = CaseTimer::begin(self.options.case_time);
    }

    /// The test fails by a case, whose text this is. Says what is added to the text: the command that shows the observation.
    pub(super) fn observe_counterexample(&mut self, known: &Counterexample, text: &str) -> String {
        let line = self.counts.line(self.started.elapsed());
        self.observe_totals(&line);
        let Some(mut observation) = self.observation.take() else { return String::new() };
        observation
            .set_counterexample(known.case_set.size, known.case_set.rank(known.index).map(|(_, rank)| rank));
        let command = format!("\n{}", observation.command());
        let why = if known.failure.shown { format!("\n{}", known.failure.message) } else { String::new() };
        observation.set_error("counterexample", format!("{text}{why}{command}"));
        command
    }

    /// No case is left; `line` says which were run.
    pub(super) fn observe_totals(&mut self, line: &str) {
        let Some(observation) = &mut self.observation else { return };
        let statistics = self.statistics.statistics();
        observation.set_totals(RunTotals {
            summary: format!("{line}{}", statistics.without()),
            cases: self.counts.ran,
            discarded: statistics.discarded(),
            labels: statistics.labels().collect(),
            counterexample: None,
            seed: self.overrides.seed,
            shard: self.overrides.shard,
            stopped: self.counts.stopped,
            time: self.started.elapsed(),
        });
    }
}
