//! What Quotient DP and SymboLazyDP share: classes, attributes in use, and the parallel step.
//!
//! An attribute that was not in use before starts the build again with it. That mostly happens at the smallest sizes,
//! where little is lost.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
use rayon::slice::ParallelSlice;
use smallvec::SmallVec;

use dpgen_forest::index::{AttrIx, at, wide};
use dpgen_forest::schema::Schema;
use dpgen_forest::{
    Algorithm, AttributeReport, Catalog, ConditionReport, Count, Fields, ReadReport, Report, Roots,
    RoundReport,
};

use dpgen_solver::Interrupt;

use super::condition::Conditions;
use super::judge::judge;
use super::leaf::leaves::Leaves;
use super::leaf::part::FamiliesOfSets;
use super::memo::Memo;
use super::memo::opening::Openings;
use super::partition::Partitions;
use super::source::ClassSource;
use super::spread::Spread;
use super::symbols::Symbols;
use super::table::Classes;
use crate::error::BuildError;
use crate::job::Job;
use crate::run::attributes::{Attributes, Discovered};
use crate::run::choices::Read;
use crate::run::failure::Failure;
use crate::run::model::Model;
use crate::run::state::Run;
use crate::tasks::Task;
use crate::values::ValueTable;
use crate::watch::Watch;

/// Into how many lots tasks are put, if there are more. It is the same for any number of threads.
const CHUNKS: usize = 64;
/// Where tasks are remembered, so many are one lot, judged by one worker, as long as fewer runs than this are made for a
/// type and size: another worker would have to make them again, to remember the same.
const FEW_TASKS: usize = 1 << 9;
const FEW_RUNS: u64 = 1 << 8;

/// What is carried from round to round.
pub(crate) struct Builder<'a> {
    pub(crate) model: &'a Model,
    pub(crate) watch: Arc<Watch>,
    pub(crate) classes: Arc<Classes>,
    pub(crate) conditions: Arc<Conditions>,
    pub(crate) attributes: Arc<Attributes>,
    pub(crate) fields: Fields,
    /// Whether workers remember tasks: where buckets get no more classes once they are parts of tasks.
    pub(crate) remembers: bool,
    joins_unequal: bool,
    /// How many runs were made for the latest tasks, and not taken over.
    made: u64,
    pub(crate) report: Report,
    rejected: Vec<u64>,
    splits: BTreeMap<Read, u64>,
    /// Sources that no task is using; each keeps its sets of classes.
    workers: Mutex<Vec<ClassSource>>,
    /// How many such sources were made: the number of the next one.
    hired: AtomicU32,
    pub(crate) families_of_sets: FamiliesOfSets,
    /// By size: the productions of whole structures.
    pub(crate) roots: Vec<Vec<Segment>>,
}

/// Productions of whole structures of one size, of one constructor and one split.
#[derive(Debug, Clone, Default)]
pub(crate) struct Segment {
    /// What segments are ordered by.
    pub(crate) order: Vec<u32>,
    pub(crate) records: Vec<u32>,
    /// How many structures they stand for.
    pub(crate) count: Count,
}

/// How a pass over the sizes or rounds ended.
pub(crate) enum Ended {
    /// This many sizes are complete.
    At(u32),
    /// Attributes that were not in use.
    Discovered(Discovered),
}

/// Repeats a pass until it meets no attribute that is not in use; these are from the start.
pub(crate) fn until_no_attribute_is_new<'a>(
    job: &Job<'a>,
    fields: Fields,
    attributes: Attributes,
    mut pass: impl FnMut(&mut Builder<'a>) -> Result<Ended, BuildError>,
) -> Result<(Builder<'a>, u32), BuildError> {
    let mut attributes = Arc::new(attributes);
    loop {
        let mut builder = Builder::new(job, fields, attributes.clone())?;
        match pass(&mut builder)? {
            Ended::At(complete) => return Ok((builder, complete)),
            Ended::Discovered(found) => {
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
        let classes = Classes::new(types, max_size, attributes.len())?;
        Ok(Self {
            model,
            watch: watch.clone(),
            classes: Arc::new(classes),
            conditions: Arc::default(),
            attributes,
            fields,
            remembers: false,
            joins_unequal: job.joins_unequal,
            made: 0,
            report: Report::default(),
            rejected: vec![0; model.conditions.len()],
            splits: BTreeMap::new(),
            workers: Mutex::default(),
            hired: AtomicU32::default(),
            families_of_sets: FamiliesOfSets::default(),
            roots: vec![Vec::new(); at(max_size) + 1],
        })
    }

    /// Judges every task, in parallel, some neighbours at a time; what each few of them found, in their order.
    /// Workers keep what they know of sets of classes from call to call:
    /// classes are only ever added.
    pub(crate) fn judge(&self, tasks: &[Task], watch: &Watch) -> Vec<Leaves> {
        let some = |tasks: &[Task]| {
            if watch.stopped().is_some() {
                return Leaves::default();
            }
            let idle = self.workers.lock().ok().and_then(|mut workers| workers.pop());
            let mut worker = idle.unwrap_or_else(|| self.new_worker());
            worker.parts.attach(&self.classes, &self.conditions);
            let run = Run::new(self.model, self.attributes.clone(), worker);
            let (worker, leaves) = judge(self.model, run, tasks, watch);
            if let Ok(mut workers) = self.workers.lock() {
                workers.push(worker);
            }
            leaves
        };
        let remembered = self.remembers && self.fields == Fields::Symbolic;
        let leaves = if remembered && tasks.len() <= FEW_TASKS && self.made <= FEW_RUNS {
            tasks.chunks(FEW_TASKS).map(some).collect()
        } else {
            let together = tasks.len().div_ceil(CHUNKS).max(1);
            tasks.par_chunks(together).with_max_len(1).map(some).collect()
        };
        // The classes are added to next, which copies them if anything else holds them.
        if let Ok(mut workers) = self.workers.lock() {
            workers.iter_mut().for_each(|worker| worker.parts.detach());
        }
        leaves
    }

    fn new_worker(&self) -> ClassSource {
        let symbols = (self.fields == Fields::Symbolic).then(|| {
            let watch = self.watch.clone();
            let symbols = Symbols::new(Interrupt::new(move || watch.is_over()), self.joins_unequal);
            Box::new(Symbols { openings: self.remembers.then(Openings::default), ..symbols })
        });
        let parts = Partitions::new(self.hired.fetch_add(1, Ordering::Relaxed), self.watch.clone());
        let memo = (self.remembers && symbols.is_some()).then(Memo::default);
        ClassSource { parts, spread: Spread::default(), rests: SmallVec::new(), symbols, memo }
    }

    /// Adds up what the tasks did; whether the pass ends here because of new attributes.
    pub(crate) fn take_stock(
        &mut self,
        leaves: &[Leaves],
        round: &mut RoundReport,
    ) -> Result<Option<Ended>, BuildError> {
        let discovered: Vec<_> = leaves.iter().flat_map(|leaves| leaves.discovered.clone()).collect();
        if !discovered.is_empty() {
            return Ok(Some(Ended::Discovered(discovered)));
        }
        self.made = leaves.iter().map(|leaves| leaves.made).sum();
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

    /// The attributes in use, and for each what accepted structures answer.
    pub(crate) fn into_answers(self) -> (Arc<Attributes>, Vec<ValueTable>) {
        (self.attributes, self.classes.tables.clone())
    }

    /// The catalog.
    pub(crate) fn finish(
        self,
        job: &Job<'_>,
        algorithm: Algorithm,
        complete: u32,
        begin: Instant,
    ) -> Catalog {
        let Job { model, scope, watch, .. } = *job;
        let schema = &*model.schema;
        let mut report = self.report;
        for (attr, ty, attribute) in self.attributes.iter() {
            let answers = wide(self.classes.tables[attr.index()].len());
            let (ty, name) = (schema.ty(ty).name.clone(), attribute.name.clone());
            report.attributes.push(AttributeReport::new(ty, name, answers));
        }
        let name = |read: Read| read_name(schema, &self.attributes, read);
        report.reads = self.splits.iter().map(|(read, runs)| ReadReport::new(name(*read), *runs)).collect();
        report.reads.sort_by_key(|read| std::cmp::Reverse(read.runs));
        let texts = model.conditions.iter().zip(&self.rejected);
        report.conditions =
            texts.map(|(text, rejected)| ConditionReport::new(text.clone(), *rejected)).collect();
        let mut classes = Arc::try_unwrap(self.classes).unwrap_or_else(|shared| (*shared).clone());
        let conditions = Arc::try_unwrap(self.conditions).unwrap_or_else(|shared| (*shared).clone());
        let dag = std::mem::take(&mut classes.dag);
        // There is much to free.
        let workers = self.workers.into_inner().unwrap_or_default();
        rayon::join(|| drop(classes), || workers.into_par_iter().for_each(drop));
        let mut roots = self.roots;
        let roots = roots
            .iter_mut()
            .map(|segments| {
                // Stable: within one constructor and split, the engine's order stays.
                segments.sort_by(|a, b| a.order.cmp(&b.order));
                let count = segments.iter().map(|segment| &segment.count).sum();
                Roots::counted(segments.iter().flat_map(|segment| &segment.records).copied().collect(), count)
            })
            .collect();
        report.time = begin.elapsed();
        let catalog = Catalog::new(
            model.schema.clone(),
            scope.clone(),
            algorithm,
            dag,
            roots,
            complete,
            watch.stopped(),
            report,
        );
        catalog.with_paths(self.fields, conditions.into_paths()).with_notes_on_symbols()
    }
}

/// A kind of read, as text of a report.
fn read_name(schema: &Schema, attributes: &Attributes, read: Read) -> String {
    let attribute = |attr: AttrIx| {
        let Some((ty, attribute)) = attributes.get(attr) else { return String::new() };
        format!("`{}` of `{}`", attribute.name, schema.ty(ty).name)
    };
    match read {
        Read::Answer(attr) => format!("asking for {}", attribute(attr)),
        Read::Integer(attr) => format!("comparing {}", attribute(attr)),
        Read::Layer(ty) => format!("looking into a `{}`", schema.ty(ty).name),
        Read::Data(domain) => format!("reading {}", schema.slot_of(domain)),
        Read::Symbol => "comparing symbolic data".to_owned(),
    }
}
