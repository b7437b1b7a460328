//! The steps that Quotient DP's loops over sizes and over pools share: the tasks of a pool, and the end of a size.

use std::sync::atomic::Ordering;
use std::time::Instant;

use dpgen_forest::{Count, Fields, RoundReport, SizeReport};

use super::build_state::{Builder, PassEnd};
use super::task_portions::cut_heavy_tasks;
use crate::build_job::Job;
use crate::context_pools::PoolSize;
use crate::pool_tasks::tasks_of_pool;
use crate::round_tasks::Task;

/// From this many recursive slots on, a constructor has one task a size, in which the sizes of parts are open.
const MIN_OPEN_SIZE_SLOTS: usize = 3;

impl Builder<'_> {
    /// The tasks of a pool and size, of which so many are judged together.
    pub(super) fn pool_tasks(&self, of: PoolSize, pools: usize, job: &Job<'_>) -> Vec<Task> {
        let schema = &self.model.schema;
        let tasks = tasks_of_pool(schema, &*self.classes, of, MIN_OPEN_SIZE_SLOTS, job.watch);
        // Tasks with symbolic data are few runs each, and more alike as a whole.
        match self.fields {
            Fields::Symbolic => tasks,
            _ => cut_heavy_tasks(tasks, schema, &self.classes, (job.chunk, pools)),
        }
    }

    /// Reports a size of the whole that is complete, and adds its structures to the total. The end of the pass, if that is as many
    /// as the limit asks for.
    pub(super) fn end_size(
        &mut self,
        (size, begin): (u32, Instant),
        mut round: RoundReport,
        total: &mut Count,
        job: &Job<'_>,
    ) -> Option<PassEnd> {
        let Job { scope, watch, .. } = *job;
        round.runs = round.candidates;
        round.time = begin.elapsed();
        let mut line = SizeReport::default();
        line.candidates = round.candidates;
        line.runs = round.runs;
        line.classes = round.classes;
        line.productions = round.accepted;
        line.time = round.time;
        self.report.sizes.push(line);
        watch.progress.accepted.fetch_add(round.accepted, Ordering::Relaxed);
        self.report.rounds.push(round);
        let count = self.count_roots(size);
        *total += &count;
        watch.progress.complete_size(count);
        let wanted = watch.structures?;
        if *total < Count::from(wanted) || size == scope.max_size() {
            return None;
        }
        watch.enough();
        Some(PassEnd::Complete(size + 1))
    }
}
