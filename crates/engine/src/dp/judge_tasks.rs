//! Judges tasks over a pool, counts what they found, and says when there is enough: for the loops by rounds and by demand.

use std::time::Instant;

use dpgen_forest::index::{at, wide};
use dpgen_forest::schema::Schema;
use dpgen_forest::{AttributeReport, ConditionReport, Report, RoundReport};

use super::attribute_columns::Columns;
use super::task_result::DpTaskResult;
use crate::context_reports::context_reports;
use crate::error::BuildError;
use crate::limit_monitor::LimitMonitor;
use crate::parallel_map;
use crate::predicate_run::failure::Failure;
use crate::predicate_run::model::Model;
use crate::round_tasks::Task;

/// An engine's function that judges a task.
pub(crate) type Judge = fn(&Model, &Columns<'_>, &Task, &LimitMonitor) -> DpTaskResult;

/// The result of the loop.
pub(crate) struct FinishedRounds<'a> {
    pub(crate) columns: Columns<'a>,
    pub(crate) report: Report,
    /// The number of complete sizes.
    pub(crate) complete: u32,
    pub(crate) rejected: RejectedBySize,
}

/// How many candidates of each size each condition rejected: a list for each size, which may be short.
#[derive(Debug, Default)]
pub(crate) struct RejectedBySize(Vec<Vec<u64>>);

impl RejectedBySize {
    /// Adds the counts of a task of a size.
    fn add(&mut self, size: u32, rejected: &[u64]) {
        if self.0.len() <= at(size) {
            self.0.resize(at(size) + 1, Vec::new());
        }
        let sums = &mut self.0[at(size)];
        sums.resize(sums.len().max(rejected.len()), 0);
        sums.iter_mut().zip(rejected).for_each(|(sum, rejected)| *sum += rejected);
    }

    /// How many candidates of a size a condition rejected.
    pub(crate) fn of_size(&self, size: u32, condition: usize) -> u64 {
        self.0.get(at(size)).and_then(|of_size| of_size.get(condition)).copied().unwrap_or(0)
    }

    /// How many candidates a condition rejected.
    fn total(&self, condition: usize) -> u64 {
        self.0.iter().filter_map(|of_size| of_size.get(condition)).sum()
    }
}

/// Adds the attributes, the conditions and the structures of each size to the report.
pub(super) fn report_columns(columns: &Columns<'_>, report: &mut Report, rejected: &RejectedBySize) {
    let (model, schema) = (columns.model, &*columns.model.schema);
    for (attr, ty, attribute) in columns.attributes.iter() {
        let answers = columns.pool.columns.get(attr.index()).map_or(0, |column| wide(column.table.len()));
        let (ty, name) = (schema.ty(ty).name.clone(), attribute.name.clone());
        report.attributes.push(AttributeReport::new(ty, name, answers));
    }
    for (bucket, structures) in (0..).zip(&columns.pool.buckets) {
        let (_, size) = columns.pool.type_and_size(bucket);
        report.sizes[at(size)].classes += wide(structures.ids.len());
        report.sizes[at(size)].productions += wide(structures.ids.len());
    }
    report.contexts = context_reports(&columns.pool.pools, model);
    let texts = model.conditions.iter().enumerate();
    report.conditions =
        texts.map(|(number, text)| ConditionReport::new(text.clone(), rejected.total(number))).collect();
}

/// Adds the counts of tasks to the report, to the line of a round, and to the counts of each condition.
pub(super) fn tally(
    schema: &Schema,
    (tasks, found): (&[Task], &[DpTaskResult]),
    report: &mut Report,
    (line, rejected): (&mut RoundReport, &mut RejectedBySize),
) -> Result<(), BuildError> {
    for (task, found) in tasks.iter().zip(found) {
        let of_size = &mut report.sizes[at(task.size)];
        // A run that accepts judges every structure it leaves open; one that rejects counts once.
        let width = schema.constructor(task.ctor).slots.len() + 1;
        let candidates = found.runs - found.accepting + wide(found.words.len() / width);
        of_size.candidates += candidates;
        of_size.runs += found.runs;
        of_size.time += found.time;
        line.candidates += candidates;
        line.runs += found.runs;
        line.expanded += found.expanded;
        rejected.add(task.size, &found.rejected);
        if let Some((failure, structure)) =
            found.failure.as_ref().filter(|failed| failed.0 != Failure::Stopped)
        {
            return Err(BuildError::failed(failure.clone(), structure.clone()));
        }
    }
    Ok(())
}

/// Judges every task, in parallel.
pub(super) fn judge_all(
    model: &Model,
    columns: &Columns<'_>,
    tasks: &[Task],
    watch: &LimitMonitor,
    judge: Judge,
) -> Vec<DpTaskResult> {
    let one = |task: &Task| {
        if watch.stopped().is_some() {
            return DpTaskResult::default();
        }
        let begin = Instant::now();
        let mut found = judge(model, columns, task, watch);
        found.time = begin.elapsed();
        found
    };
    parallel_map::map(tasks, usize::MAX, one)
}

/// Whether the complete sizes hold as many structures as the limit asks for.
pub(super) fn enough(
    columns: &mut Columns<'_>,
    complete: &mut u32,
    watch: &LimitMonitor,
) -> Result<bool, BuildError> {
    let Some(wanted) = watch.structures else { return Ok(false) };
    let pool = &*columns.pool;
    let all: usize =
        (0..*complete).map(|size| pool.ids(pool.bucket_of_pool(pool.root_pool, size)).len()).sum();
    if wide(all) < wanted {
        return Ok(false);
    }
    columns.judge_roots(complete, watch)?;
    Ok(wide(columns.accepted.iter().map(Vec::len).sum()) >= wanted)
}
