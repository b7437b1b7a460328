//! Quotient DP: works on classes of structures that no attribute in use tells apart.
//!
//! Sizes go up; for each size, each type and constructor, and each split of the size among the recursive slots,
//! one task runs the predicate over holes that hold *all* classes of their type and size. A run that
//! accepts is a *leaf* ([`super::leaf`]): productions of the classes with the leaf's attribute values. Tasks run in
//! parallel and are merged in task order. An attribute that was not in use before starts everything
//! again with it; that happens at the smallest sizes. Read `README.md` here for why this is right.

use std::sync::Arc;
use std::time::Instant;

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::leaf::{Leaves, judge};
use super::{Algorithm, AttributeReport, ConditionReport, Report, RoundReport, SizeReport, Watch};
use crate::error::BuildError;
use crate::index::{AttrIx, CtorIx, TypeIx, at, shown, wide};
use crate::run::{Attributes, ClassSource, Model, Partitions, Run, Source};
use crate::schema::{Schema, SlotKind};
use crate::scope::Scope;
use crate::store::{Classes, Count, Family};
use crate::structures::{Catalog, Roots};

/// One independent piece of a round's work: a constructor, and a size for each recursive slot.
#[derive(Debug, Clone)]
pub(super) struct Split {
    pub(super) ctor: CtorIx,
    pub(super) sizes: SmallVec<[u32; 4]>,
}

/// What is carried from size to size.
struct Builder<'a> {
    model: &'a Model,
    classes: Arc<Classes>,
    attributes: Arc<Attributes>,
    report: Report,
    rejected: Vec<u64>,
    /// By size: the productions of whole structures, in order.
    roots: Vec<Vec<u32>>,
}

/// Builds by sizes.
pub(super) fn build(model: &Arc<Model>, scope: &Scope, watch: &Watch) -> Result<Catalog, BuildError> {
    let begin = Instant::now();
    let mut attributes = Arc::new(Attributes::default());
    let (mut builder, complete) = loop {
        let mut builder = Builder::new(model, scope, attributes.clone())?;
        match builder.run(scope, watch)? {
            Ended::At(complete) => break (builder, complete),
            Ended::Discovered(found) => {
                let known = Arc::make_mut(&mut attributes);
                for (ty, attribute) in found {
                    known.add(ty, attribute);
                }
            }
        }
    };
    let schema = &*model.schema;
    for (attr, (ty, attribute)) in builder.attributes.list.iter().enumerate() {
        builder.report.attributes.push(AttributeReport {
            ty: schema.ty(*ty).name.clone(),
            name: attribute.name.clone(),
            answers: wide(builder.classes.tables[attr].len()),
        });
    }
    let texts = model.conditions.iter().zip(&builder.rejected);
    builder.report.conditions =
        texts.map(|(text, rejected)| ConditionReport { text: text.clone(), rejected: *rejected }).collect();
    let Builder { classes, mut report, roots, .. } = builder;
    let classes = Arc::try_unwrap(classes).unwrap_or_else(|shared| (*shared).clone());
    let dag = classes.dag;
    let roots = roots.into_iter().map(|list| Roots::new(schema, &dag, list)).collect();
    report.time = begin.elapsed();
    Ok(Catalog::new(model.clone(), scope.clone(), Algorithm::Quotient, dag, roots, complete, watch.stopped(), report))
}

enum Ended {
    /// This many sizes are complete.
    At(u32),
    /// Attributes that were not in use.
    Discovered(Vec<(TypeIx, Arc<crate::run::Attribute>)>),
}

impl<'a> Builder<'a> {
    fn new(model: &'a Model, scope: &Scope, attributes: Arc<Attributes>) -> Result<Self, BuildError> {
        let classes = Classes::new(model.schema.types(), scope.max_size(), attributes.list.len())?;
        Ok(Self {
            model,
            classes: Arc::new(classes),
            attributes,
            report: Report::default(),
            rejected: vec![0; model.conditions.len()],
            roots: Vec::new(),
        })
    }

    fn run(&mut self, scope: &Scope, watch: &Watch) -> Result<Ended, BuildError> {
        let schema = self.model.schema.clone();
        let mut total = Count::ZERO;
        for size in 0..=scope.max_size() {
            let begin = Instant::now();
            watch.progress.size.store(size, std::sync::atomic::Ordering::Relaxed);
            let mut round = RoundReport::default();
            let mut roots = Vec::new();
            for ty in &schema.order {
                let splits = self.splits(*ty, size);
                let leaves = self.judge(&splits, watch);
                let discovered: Vec<_> = leaves.iter().flat_map(|leaves| leaves.discovered.clone()).collect();
                if !discovered.is_empty() {
                    return Ok(Ended::Discovered(discovered));
                }
                for leaves in &leaves {
                    if let Some((failure, structure)) = &leaves.failure {
                        return Err(BuildError::failed(failure.clone(), structure.clone()));
                    }
                    round.candidates += leaves.runs;
                    for (sum, rejected) in self.rejected.iter_mut().zip(&leaves.rejected) {
                        *sum += rejected;
                    }
                }
                if watch.stopped().is_some() {
                    return Ok(Ended::At(size));
                }
                let (classes, accepted) = self.merge(*ty, size, &splits, leaves, &mut roots)?;
                round.classes += classes;
                round.accepted += accepted;
            }
            round.runs = round.candidates;
            round.time = begin.elapsed();
            self.report.sizes.push(SizeReport {
                candidates: round.candidates,
                classes: round.classes,
                productions: round.accepted,
                time: round.time,
            });
            watch.progress.accepted.fetch_add(round.accepted, std::sync::atomic::Ordering::Relaxed);
            self.report.rounds.push(round);
            if let Some(wanted) = watch.structures {
                let dag = &self.classes.dag;
                total += &roots.iter().map(|root| dag.record_count(&schema, dag.records.get(*root))).sum();
                if total >= Count::from(wanted) && size < scope.max_size() {
                    self.roots.push(roots);
                    watch.enough();
                    return Ok(Ended::At(size + 1));
                }
            }
            self.roots.push(roots);
        }
        Ok(Ended::At(scope.max_size() + 1))
    }

    /// The ways to split a size among the recursive slots of a type's constructors, in rank order.
    fn splits(&self, ty: TypeIx, size: u32) -> Vec<Split> {
        let schema = &self.model.schema;
        let mut splits = Vec::new();
        for ctor in schema.constructors_of(ty) {
            let constructor = schema.constructor(ctor);
            let Some(rest) = size.checked_sub(constructor.weight) else { continue };
            let inhabited = constructor.slots.iter().all(|slot| match slot.kind {
                SlotKind::Data(domain) => !schema.domain(domain).is_empty(),
                SlotKind::Recursive(_) => true,
            });
            if inhabited {
                self.split(ctor, rest, &mut SmallVec::new(), &mut splits);
            }
        }
        splits
    }

    fn split(&self, ctor: CtorIx, rest: u32, sizes: &mut SmallVec<[u32; 4]>, splits: &mut Vec<Split>) {
        let constructor = self.model.schema.constructor(ctor);
        let Some(slot) = constructor.recursive.get(sizes.len()) else {
            if rest == 0 {
                splits.push(Split { ctor, sizes: sizes.clone() });
            }
            return;
        };
        let SlotKind::Recursive(part) = constructor.slots[*slot].kind else { return };
        let last = sizes.len() + 1 == constructor.recursive.len();
        for size in if last { rest..=rest } else { 0..=rest } {
            if self.classes.of_bucket(self.classes.bucket(part, size)).is_empty() {
                continue;
            }
            sizes.push(size);
            self.split(ctor, rest - size, sizes, splits);
            sizes.pop();
        }
    }

    /// Judges every split, in parallel.
    fn judge(&self, splits: &[Split], watch: &Watch) -> Vec<Leaves> {
        let new_run = || {
            let source = Source::Classes(ClassSource { parts: Partitions::new(self.classes.clone()) });
            Some(Run::new(self.model, self.attributes.clone(), source))
        };
        let one = |run: &mut Option<Box<Run>>, split: &Split| {
            let Some(taken) = run.take().filter(|_| watch.stopped().is_none()) else { return Leaves::default() };
            let (back, leaves) = judge(self.model, &self.classes, taken, split, watch);
            *run = Some(back);
            leaves
        };
        splits.par_iter().map_init(new_run, one).collect()
    }

    /// Adds a type's productions and classes of one size, in the order of splits.
    fn merge(
        &mut self,
        ty: TypeIx,
        size: u32,
        splits: &[Split],
        leaves: Vec<Leaves>,
        roots: &mut Vec<u32>,
    ) -> Result<(u64, u64), BuildError> {
        let schema: &Schema = &self.model.schema;
        let classes = Arc::make_mut(&mut self.classes);
        let is_root = ty == schema.root();
        let attrs: Vec<AttrIx> = self.attributes.of(ty).map(|(attr, _)| attr).collect();
        let mut numbers: FxHashMap<Vec<u32>, usize> = FxHashMap::default();
        let mut keys: Vec<Vec<u32>> = Vec::new();
        let mut members: Vec<Vec<u32>> = Vec::new();
        let mut counts: Vec<Count> = Vec::new();
        let mut accepted = 0;
        let mut record = Vec::new();
        for (split, leaves) in splits.iter().zip(leaves) {
            let families = leaves.families(schema, classes)?;
            let mut global = Vec::with_capacity(leaves.keys.len());
            for key in &leaves.keys {
                let mut values = Vec::with_capacity(attrs.len());
                for (attr, (words, ints)) in attrs.iter().zip(key) {
                    values.push(classes.tables[attr.index()].intern(words, ints)?);
                }
                let next = keys.len();
                let number = *numbers.entry(values.clone()).or_insert(next);
                if number == next {
                    keys.push(values);
                    members.push(Vec::new());
                    counts.push(Count::ZERO);
                }
                global.push(number);
            }
            let spans: Vec<u32> = leaves
                .spans
                .iter()
                .map(|(lo, hi)| classes.span(*lo, *hi).map(crate::store::Span::word))
                .collect::<Result<_, _>>()?;
            let slots = &schema.constructor(split.ctor).slots;
            for production in leaves.productions.chunks_exact(slots.len() + 2) {
                record.clear();
                record.push(split.ctor.word());
                for (slot, word) in slots.iter().zip(&production[2..]) {
                    record.push(match slot.kind {
                        SlotKind::Recursive(_) => families[at(*word)].word(),
                        SlotKind::Data(_) => spans[at(*word)],
                    });
                }
                let number = classes.dag.records.push(&record)?;
                let class = global[at(production[0])];
                counts[class] += &classes.dag.record_count(schema, &record);
                members[class].push(number);
                if is_root && production[1] == 1 {
                    roots.push(number);
                }
                accepted += 1;
            }
        }
        let mut made = Vec::with_capacity(keys.len());
        for ((values, members), count) in keys.into_iter().zip(members).zip(counts) {
            let family = classes.dag.push_union(members.into_iter().map(Family::record), count)?;
            made.push((attrs.iter().copied().zip(values).collect(), family));
        }
        let number = wide(made.len());
        let bucket = classes.bucket(ty, size);
        classes.add_bucket(bucket, made)?;
        debug_assert!(shown(roots.len()) < u32::MAX);
        Ok((number, accepted))
    }
}
