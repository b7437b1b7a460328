//! The state of a build over classes: the tables, the attributes in use, the workers, and the whole structures so far.
//!
//! Quotient DP and SymboLazyDP share it. A build is a pass over sizes or rounds; a pass that meets an attribute which was
//! not in use is started again with it. That mostly happens at the smallest sizes, where little is lost.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use smallvec::SmallVec;

use dpgen_forest::index::at;
use dpgen_forest::{Count, Fields, Report, RoundReport};

use dpgen_solver::Interrupt;

use super::judge_tasks::{Worker, judge};
use super::memo::Memo;
use crate::build_job::Job;
use crate::error::BuildError;
use crate::limit_monitor::LimitMonitor;
use crate::parallel_map;
use crate::predicate_run::attributes_in_use::{Attributes, DiscoveredAttributes};
use crate::predicate_run::choice_stack::Read;
use crate::predicate_run::failure::Failure;
use crate::predicate_run::model::Model;
use crate::predicate_run::run_state::Run;
use crate::quotient::leaf::batch_leaves::BatchLeaves;
use crate::quotient::leaf::families_of_slot_sets::FamiliesOfSets;
use crate::quotient::run_state::class_nodes::ClassSource;
use crate::quotient::run_state::size_bounds::SizeBounds;
use crate::quotient::run_state::symbolic_store::Symbols;
use crate::quotient::sets::class_sets::ClassSets;
use crate::quotient::sets::shared_sets::SharedSets;
use crate::quotient::table::class_conditions::ConditionTable;
use crate::quotient::table::class_table::ClassTable;
use crate::round_tasks::Task;
use crate::value_interner::ValueTable;

/// The most batches that tasks are put into. It is the same for any number of threads.
const MAX_BATCHES: usize = 64;
/// With memories, a batch has at least this many tasks, if the latest tasks took at most [`MAX_RUNS_OF_KNOWN_TASKS`] runs: tasks that
/// are remembered are little work each.
const MIN_KNOWN_TASKS_IN_BATCH: usize = 1 << 5;
/// See [`MIN_KNOWN_TASKS_IN_BATCH`].
const MAX_RUNS_OF_KNOWN_TASKS: u64 = 1 << 8;

/// The state of a build over classes.
pub(crate) struct Builder<'a> {
    pub(crate) model: &'a Model,
    pub(crate) watch: Arc<LimitMonitor>,
    pub(crate) classes: Arc<ClassTable>,
    pub(crate) conditions: Arc<ConditionTable>,
    pub(crate) attributes: Arc<Attributes>,
    pub(crate) fields: Fields,
    /// Whether workers remember tasks, which needs that buckets get no more classes once tasks draw from them.
    pub(crate) memoizes: bool,
    joins_unequal: bool,
    /// How many runs the latest tasks took, without those that memories spared.
    executed_runs: u64,
    pub(crate) report: Report,
    /// By condition of the predicate: how many runs it rejected.
    pub(super) rejected: Vec<u64>,
    /// By read: how many runs it caused.
    pub(super) splits: BTreeMap<Read, u64>,
    /// By thread: its worker, while that is idle. Each keeps the splits of sets that it has met; as a thread mostly gets the same range
    /// of the tasks of each size, it meets the same ones again.
    pub(super) workers: Vec<Mutex<Option<Worker>>>,
    /// The sets of classes that the workers have in common.
    pub(super) sets: Arc<SharedSets>,
    pub(crate) families_of_sets: FamiliesOfSets,
    /// By size: the productions of whole structures.
    pub(crate) roots: Vec<Vec<RootSegment>>,
}

/// Productions of whole structures of one size: of one batch, or of one constructor and split.
#[derive(Debug, Clone, Default)]
pub(crate) struct RootSegment {
    /// The key by which segments are ordered.
    pub(crate) order: Vec<u32>,
    pub(crate) records: Vec<u32>,
    /// How many structures they stand for.
    pub(crate) count: Count,
}

/// The end of a pass over the sizes or rounds.
pub(crate) enum PassEnd {
    /// This many sizes are complete.
    Complete(u32),
    /// Attributes that were not in use.
    Discovered(DiscoveredAttributes),
}

/// Repeats a pass until it meets no attribute that is not in use. `attributes` are in use from the start.
pub(crate) fn restart_until_attributes_known<'a>(
    job: &Job<'a>,
    fields: Fields,
    attributes: Attributes,
    mut pass: impl FnMut(&mut Builder<'a>) -> Result<PassEnd, BuildError>,
) -> Result<(Builder<'a>, u32), BuildError> {
    let mut attributes = Arc::new(attributes);
    loop {
        let mut builder = Builder::new(job, fields, attributes.clone())?;
        match pass(&mut builder)? {
            PassEnd::Complete(complete) => return Ok((builder, complete)),
            PassEnd::Discovered(found) => {
                job.watch.forget_candidates();
                let known = Arc::make_mut(&mut attributes);
                for (ty, attribute) in found {
                    known.add(ty, attribute)?;
                }
            }
        }
    }
}

impl<'a> Builder<'a> {
    fn new(job: &Job<'a>, fields: Fields, attributes: Arc<Attributes>) -> Result<Self, BuildError> {
        let Job { model, scope, watch, .. } = *job;
        let types = model.schema.types();
        let max_size = watch.tabled_size::<(Vec<u32>, u32)>(types, scope.max_size());
        let mut classes = ClassTable::new(types, max_size, attributes.len())?;
        classes.root_pool = model.schema.root().word();
        if let Some(rules) = model.contexts.as_deref().filter(|rules| rules.has_contexts()) {
            classes.has_contexts = true;
            classes.root_pool = classes.pools.intern_root(model.schema.root(), rules.root())?;
        }
        Ok(Self {
            model,
            watch: watch.clone(),
            classes: Arc::new(classes),
            conditions: Arc::default(),
            attributes,
            fields,
            memoizes: false,
            joins_unequal: job.joins_unequal,
            executed_runs: 0,
            report: Report::default(),
            rejected: vec![0; model.conditions.len()],
            splits: BTreeMap::new(),
            workers: (0..rayon::current_num_threads()).map(|_| Mutex::default()).collect(),
            sets: Arc::default(),
            families_of_sets: FamiliesOfSets::default(),
            roots: vec![Vec::new(); at(max_size) + 1],
        })
    }

    /// Judges tasks in parallel, in batches of neighbours. Returns the leaves of each batch, in order. Workers keep their
    /// sets of classes from call to call, as classes are only ever added.
    pub(crate) fn judge(&self, tasks: &[Task], watch: &LimitMonitor) -> Vec<BatchLeaves> {
        let memoizes = self.memoizes && self.fields == Fields::Symbolic;
        let are_known = memoizes && self.executed_runs <= MAX_RUNS_OF_KNOWN_TASKS;
        let min_len = if are_known { MIN_KNOWN_TASKS_IN_BATCH } else { 1 };
        let batches: Vec<&[Task]> = tasks.chunks(batch_len(tasks.len()).max(min_len)).collect();
        self.judge_batches(&batches, watch)
    }

    /// Judges batches of tasks in parallel; the leaves of each, in order.
    pub(super) fn judge_batches(&self, batches: &[&[Task]], watch: &LimitMonitor) -> Vec<BatchLeaves> {
        // No other thread need be woken up for a single batch.
        let leaves = match batches {
            [tasks] => vec![self.judge_batch(tasks, watch)],
            _ => parallel_map::map(batches, 1, |tasks| self.judge_batch(tasks, watch)),
        };
        self.detach_workers();
        leaves
    }

    fn judge_batch(&self, tasks: &[Task], watch: &LimitMonitor) -> BatchLeaves {
        if watch.stopped().is_some() {
            return BatchLeaves::default();
        }
        let place = &self.workers[rayon::current_thread_index().unwrap_or_default()];
        let idle = place.lock().ok().and_then(|mut worker| worker.take());
        let Worker { mut source, memo } = idle.unwrap_or_else(|| self.new_worker());
        source.sets.attach(&self.classes, &self.conditions);
        let run = Run::new(self.model, self.attributes.clone(), source);
        let (worker, leaves) = judge(self.model, (run, memo), tasks, watch);
        if let Ok(mut place) = place.lock() {
            *place = Some(worker);
        }
        leaves
    }

    /// Has workers drop the classes: merging adds to them, which would copy them if workers held them.
    fn detach_workers(&self) {
        for worker in &self.workers {
            if let Ok(mut worker) = worker.lock() {
                worker.iter_mut().for_each(|worker| worker.source.sets.detach());
            }
        }
    }

    /// The end of the pass, if a batch met attributes that are not in use.
    pub(super) fn discovered(leaves: &[BatchLeaves]) -> Option<PassEnd> {
        let discovered: Vec<_> = leaves.iter().flat_map(|leaves| leaves.discovered.clone()).collect();
        (!discovered.is_empty()).then_some(PassEnd::Discovered(discovered))
    }

    fn new_worker(&self) -> Worker {
        let symbols = (self.fields == Fields::Symbolic).then(|| {
            let watch = self.watch.clone();
            Box::new(Symbols::new(Interrupt::new(move || watch.is_over()), self.joins_unequal))
        });
        let sets = ClassSets::new(self.sets.clone(), self.watch.clone());
        let remembers = self.memoizes && symbols.is_some();
        let memo = remembers.then(Memo::default);
        let prefix_tree = remembers.then(Box::default);
        let source = ClassSource {
            sets,
            size_bounds: SizeBounds::default(),
            pending_rests: SmallVec::new(),
            pool: 0,
            demands: Vec::new(),
            symbols,
            prefix_tree,
        };
        Worker { source, memo }
    }

    /// Adds the counts of batches to the report. Returns the end of the pass, if attributes were discovered.
    pub(crate) fn tally(
        &mut self,
        leaves: &[BatchLeaves],
        round: &mut RoundReport,
    ) -> Result<Option<PassEnd>, BuildError> {
        if let Some(ended) = Self::discovered(leaves) {
            return Ok(Some(ended));
        }
        self.executed_runs = leaves.iter().map(|leaves| leaves.executed_runs).sum();
        for leaves in leaves {
            if let Some((failure, structure)) =
                leaves.failure.as_ref().filter(|(failure, _)| *failure != Failure::Stopped)
            {
                return Err(BuildError::failed(failure.clone(), structure.clone()));
            }
            round.candidates += leaves.runs;
            for (sum, rejected) in self.rejected.iter_mut().zip(&leaves.rejected) {
                *sum += rejected;
            }
            for (read, runs) in &leaves.splits {
                *self.splits.entry(*read).or_default() += runs;
            }
        }
        Ok(None)
    }

    /// How many whole structures of a size there are so far.
    pub(crate) fn count_roots(&self, size: u32) -> Count {
        self.roots[at(size)].iter().map(|segment| &segment.count).sum()
    }

    /// The attributes in use, each with the answers of accepted structures.
    pub(crate) fn into_answers(self) -> (Arc<Attributes>, Vec<ValueTable>) {
        (self.attributes, self.classes.tables.clone())
    }
}

/// The number of tasks in a batch, out of this many. It does not depend on threads.
pub(super) fn batch_len(tasks: usize) -> usize {
    tasks.div_ceil(MAX_BATCHES).max(1)
}
