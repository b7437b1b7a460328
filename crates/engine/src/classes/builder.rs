//! What Quotient DP and SymboLazyDP share: classes, attributes in use, and the parallel step.
//!
//! An attribute that was not in use before starts everything again with it; that happens at the smallest
//! sizes, so it costs nothing.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use rayon::iter::{IndexedParallelIterator, ParallelIterator};
use rayon::slice::ParallelSlice;

use super::judge::judge;
use super::leaf::Leaves;
use super::parts::FamiliesOfSets;
use crate::classes::Classes;
use crate::error::BuildError;
use crate::run::{
    Attribute, Attributes, ClassSource, Conditions, Model, Partitions, Read, Run, Source, Symbolic,
};
use crate::tasks::Task;
use crate::watch::Watch;
use dpgen_forest::Count;
use dpgen_forest::index::{AttrIx, TypeIx, at, wide};
use dpgen_forest::schema::Schema;
use dpgen_forest::scope::Scope;
use dpgen_forest::{Algorithm, AttributeReport, ConditionReport, Fields, ReadReport, Report, RoundReport};
use dpgen_forest::{Catalog, Roots};

/// Into how many lots tasks are put, if there are more. It is the same for any number of threads.
const CHUNKS: usize = 64;

/// What is carried from round to round.
pub(crate) struct Builder<'a> {
    pub(crate) model: &'a Model,
    pub(crate) classes: Arc<Classes>,
    pub(crate) conditions: Arc<Conditions>,
    pub(crate) attributes: Arc<Attributes>,
    pub(crate) fields: Fields,
    pub(crate) report: Report,
    rejected: Vec<u64>,
    splits: BTreeMap<Read, u64>,
    /// Idle workers.
    #[expect(clippy::vec_box, reason = "runs are moved in and out of a thread-local as boxes")]
    workers: Mutex<Vec<Box<Run>>>,
    /// How many workers there have been.
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
    Discovered(Vec<(TypeIx, Arc<Attribute>)>),
}

/// Repeats a pass until it meets no attribute that is not in use.
pub(crate) fn until_no_attribute_is_new<'a>(
    model: &'a Model,
    scope: &Scope,
    fields: Fields,
    mut pass: impl FnMut(&mut Builder<'a>) -> Result<Ended, BuildError>,
) -> Result<(Builder<'a>, u32), BuildError> {
    let mut attributes = Arc::new(Attributes::default());
    loop {
        let mut builder = Builder::new(model, scope, fields, attributes.clone())?;
        match pass(&mut builder)? {
            Ended::At(complete) => return Ok((builder, complete)),
            Ended::Discovered(found) => {
                let known = Arc::make_mut(&mut attributes);
                for (ty, attribute) in found {
                    known.add(ty, attribute);
                }
            }
        }
    }
}

impl<'a> Builder<'a> {
    fn new(
        model: &'a Model,
        scope: &Scope,
        fields: Fields,
        attributes: Arc<Attributes>,
    ) -> Result<Self, BuildError> {
        let classes = Classes::new(model.schema.types(), scope.max_size(), attributes.list.len())?;
        Ok(Self {
            model,
            classes: Arc::new(classes),
            conditions: Arc::default(),
            attributes,
            fields,
            report: Report::default(),
            rejected: vec![0; model.conditions.len()],
            splits: BTreeMap::new(),
            workers: Mutex::default(),
            hired: AtomicU32::default(),
            families_of_sets: FamiliesOfSets::default(),
            roots: vec![Vec::new(); at(scope.max_size()) + 1],
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
            let mut run = idle.unwrap_or_else(|| self.new_worker());
            run.parts().attach(&self.classes, &self.conditions);
            let (run, leaves) = judge(self.model, run, tasks, watch);
            if let Ok(mut workers) = self.workers.lock() {
                workers.push(run);
            }
            leaves
        };
        let together = tasks.len().div_ceil(CHUNKS).max(1);
        let leaves = tasks.par_chunks(together).with_max_len(1).map(some).collect();
        // Nobody else may hold the classes when they are added to.
        if let Ok(mut workers) = self.workers.lock() {
            workers.iter_mut().for_each(|run| run.parts().detach());
        }
        leaves
    }

    fn new_worker(&self) -> Box<Run> {
        let symbolic = (self.fields == Fields::Symbolic).then(Box::<Symbolic>::default);
        let worker = self.hired.fetch_add(1, Ordering::Relaxed);
        let parts = Partitions::new(worker);
        let source = Source::Classes(Box::new(ClassSource { parts, symbolic }));
        Run::new(self.model, self.attributes.clone(), source)
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
        for leaves in leaves {
            if let Some((failure, structure)) = &leaves.failure {
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

    /// The catalog.
    pub(crate) fn finish(
        self,
        model: &Arc<Model>,
        scope: &Scope,
        algorithm: Algorithm,
        complete: u32,
        watch: &Watch,
        begin: Instant,
    ) -> Catalog {
        let schema = &*model.schema;
        let mut report = self.report;
        for (attr, (ty, attribute)) in self.attributes.list.iter().enumerate() {
            report.attributes.push(AttributeReport {
                ty: schema.ty(*ty).name.clone(),
                name: attribute.name.clone(),
                answers: wide(self.classes.tables[attr].len()),
            });
        }
        let name = |read: Read| read_name(schema, &self.attributes, read);
        report.reads =
            self.splits.iter().map(|(read, runs)| ReadReport { read: name(*read), runs: *runs }).collect();
        report.reads.sort_by_key(|read| std::cmp::Reverse(read.runs));
        let texts = model.conditions.iter().zip(&self.rejected);
        report.conditions = texts
            .map(|(text, rejected)| ConditionReport { text: text.clone(), rejected: *rejected })
            .collect();
        let classes = Arc::try_unwrap(self.classes).unwrap_or_else(|shared| (*shared).clone());
        let conditions = Arc::try_unwrap(self.conditions).unwrap_or_else(|shared| (*shared).clone());
        let dag = classes.dag;
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
        catalog.with_paths(self.fields, conditions.into_paths())
    }
}

/// A kind of read, for people.
fn read_name(schema: &Schema, attributes: &Attributes, read: Read) -> String {
    let attribute = |attr: AttrIx| {
        let (ty, attribute) = &attributes.list[attr.index()];
        format!("`{}` of `{}`", attribute.name, schema.ty(*ty).name)
    };
    match read {
        Read::Answer(attr) => format!("asking for {}", attribute(attr)),
        Read::Integer(attr) => format!("comparing {}", attribute(attr)),
        Read::Layer(ty) => format!("looking into a `{}`", schema.ty(ty).name),
        Read::Data(domain) => format!("reading {}", schema.slot_of(domain)),
        Read::Symbol => "comparing symbolic data".to_owned(),
    }
}
