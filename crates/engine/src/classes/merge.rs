//! Merging what tasks found into classes, in the order of tasks: productions with the same key make one class.
//!
//! First, lot by lot, what tasks name by place is given its number in the graph; then the lots are turned into
//! records in parallel; last the records are appended. Only the middle step grows with the productions' slots.

use std::sync::Arc;

use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
use rustc_hash::FxHashMap;

use dpgen_forest::Count;
use dpgen_forest::graph::{Dag, Family, Span};
use dpgen_forest::index::{AttrIx, IdsExhausted, TypeIx, at, id, small, wide};
use dpgen_forest::schema::{Schema, SlotKind};

use super::builder::{Builder, Segment};
use super::convolution::Sized;
use super::leaf::leaves::{ClassKey, HEAD, Interned, KeyShape, Leaves};
use crate::error::BuildError;
use crate::tasks::Task;
use crate::values::ValueId;
use crate::watch::Watch;

/// The classes of one type and size while they are gathered, in the order in which they are met.
#[derive(Default)]
struct Gathered {
    shapes: Interned<KeyShape>,
    keys: Interned<ClassKey>,
    members: Vec<Vec<Family>>,
    counts: Vec<Count>,
}

/// What tasks refer to by place, translated.
pub(crate) struct LotNumbers {
    pub(crate) families: Vec<Family>,
    /// By place, where there are several sizes: the family of each.
    pub(crate) sized: FxHashMap<u32, Sized>,
    conditions: Vec<u32>,
    pub(crate) paths: Vec<u32>,
    pub(crate) spans: Vec<u32>,
}

/// A lot on its way into the graph.
struct Lot<'a> {
    tasks: &'a [Task],
    leaves: Leaves,
    global: LotNumbers,
    /// By place in the lot's keys: the place among the classes gathered.
    classes: Vec<u32>,
    /// The records of productions whose sizes are open.
    open: Vec<Box<[u32]>>,
}

/// Neighbouring records.
#[derive(Default)]
struct Stretch {
    /// How many words each has, unless they differ.
    width: Option<usize>,
    /// Where they end, if they differ.
    ends: Vec<usize>,
    words: Vec<u32>,
}

/// The productions of a lot, as records, numbered from 0 on.
#[derive(Default)]
struct LotRecords {
    stretches: Vec<Stretch>,
    /// By production: its class, a place among those gathered.
    classes: Vec<u32>,
    /// By production, if data is symbolic.
    paths: Vec<u32>,
    /// The productions of whole structures.
    roots: Segment,
    /// What the lot adds to the counts of classes.
    counts: Vec<(u32, Count)>,
}

impl Builder<'_> {
    /// Translates what tasks refer to by place.
    pub(crate) fn globals(&mut self, leaves: &Leaves) -> Result<LotNumbers, BuildError> {
        let classes = Arc::make_mut(&mut self.classes);
        let conditions = Arc::make_mut(&mut self.conditions);
        let (families, sized) = leaves.families(&self.model.schema, classes, &mut self.families_of_sets)?;
        let numbers = leaves.conditions.iter().map(|condition| conditions.intern(condition));
        let numbers = numbers.collect::<Result<_, _>>()?;
        let paths = leaves.paths.iter().map(|path| conditions.intern_path(path)).collect::<Result<_, _>>()?;
        let spans = leaves.spans.iter().map(|(lo, hi)| classes.span(*lo, *hi).map(Span::word));
        let spans = spans.collect::<Result<_, _>>()?;
        Ok(LotNumbers { families, sized, conditions: numbers, paths, spans })
    }

    /// The interned answers of a type's attributes that a key stands for.
    pub(crate) fn answers(
        &mut self,
        ty: TypeIx,
        shape: &KeyShape,
        key: &ClassKey,
    ) -> Result<Vec<(AttrIx, ValueId)>, BuildError> {
        let classes = Arc::make_mut(&mut self.classes);
        let attrs = self.attributes.of(ty).map(|(attr, _)| attr);
        let mut answers = Vec::new();
        for (attr, (words, ints)) in attrs.zip(shape.answers(key)) {
            answers.push((attr, classes.tables[attr.index()].intern(words, ints)?));
        }
        Ok(answers)
    }

    /// Adds a type's productions and classes of one size: how many of each. `None` if the build is to stop before.
    pub(crate) fn merge(
        &mut self,
        ty: TypeIx,
        size: u32,
        tasks: &[Task],
        leaves: Vec<Leaves>,
        watch: &Watch,
    ) -> Result<Option<(u64, u64)>, BuildError> {
        let mut gathered = Gathered::default();
        let mut lots = Vec::with_capacity(leaves.len());
        let mut rest = tasks;
        for leaves in leaves {
            if watch.is_over() {
                return Ok(None);
            }
            let (tasks, after) = rest.split_at(leaves.found.len());
            rest = after;
            let global = self.globals(&leaves)?;
            let classes = gathered.places(&leaves, &global)?;
            let table = Arc::make_mut(&mut self.classes);
            let open = table.open_records(&self.model.schema, tasks, &leaves, &global)?;
            lots.push(Lot { tasks, leaves, global, classes, open });
        }
        let schema = &*self.model.schema;
        let dag = &self.classes.dag;
        let records: Vec<LotRecords> =
            lots.into_par_iter().with_max_len(1).map(|lot| lot.records(schema, dag, watch)).collect();
        if watch.stopped().is_some() {
            return Ok(None);
        }
        let accepted = self.append(records, &mut gathered, size, ty == schema.root())?;
        let Gathered { shapes, keys, members, counts, .. } = gathered;
        let mut number = 0;
        for ((key, members), count) in keys.iter().zip(members).zip(counts) {
            // The sizes of the parts of such a key do not add up.
            if members.is_empty() {
                continue;
            }
            number += 1;
            let shape = &shapes[at(key.shape)];
            let answers = self.answers(ty, shape, key)?;
            let classes = Arc::make_mut(&mut self.classes);
            let family = classes.dag.push_union(members, count)?;
            let bucket = classes.bucket(ty, size);
            classes.add(bucket, &answers, shape.condition, family)?;
        }
        Ok(Some((number, accepted)))
    }

    /// Adds records to the graph, in the order of lots; how many.
    fn append(
        &mut self,
        lots: Vec<LotRecords>,
        gathered: &mut Gathered,
        size: u32,
        is_root: bool,
    ) -> Result<u64, BuildError> {
        let dag = &mut Arc::make_mut(&mut self.classes).dag;
        let mut accepted = 0;
        for (order, lot) in (0..).zip(lots) {
            let first = id(dag.records.len(), "structures")?;
            for Stretch { width, ends, words } in lot.stretches {
                match width {
                    Some(width) => dag.records.append(&words, width)?,
                    None => dag.records.append_ending(&words, &ends)?,
                };
            }
            dag.paths.extend(lot.paths);
            for (number, class) in (first..).zip(&lot.classes) {
                gathered.members[at(*class)].push(Family::record(number));
            }
            for (class, count) in &lot.counts {
                gathered.counts[at(*class)] += count;
            }
            accepted += wide(lot.classes.len());
            let mut roots = lot.roots;
            if is_root && !roots.records.is_empty() {
                roots.order = vec![order];
                roots.records.iter_mut().for_each(|record| *record += first);
                self.roots[at(size)].push(roots);
            }
        }
        Ok(accepted)
    }
}

impl Gathered {
    /// The place of the class of each key of a lot.
    fn places(&mut self, leaves: &Leaves, global: &LotNumbers) -> Result<Vec<u32>, IdsExhausted> {
        let shapes = leaves.shapes.iter().map(|shape| {
            let mut shape = shape.clone();
            shape.condition = global.condition(&shape);
            id(self.shapes.insert_full(shape).0, "shapes of answers")
        });
        let shapes: Vec<u32> = shapes.collect::<Result<_, _>>()?;
        let places = leaves.keys.iter().map(|key| {
            let key = ClassKey { shape: shapes[at(key.shape)], ints: key.ints.clone() };
            id(self.keys.insert_full(key).0, "classes")
        });
        let places = places.collect::<Result<_, _>>()?;
        self.members.resize_with(self.keys.len(), Vec::new);
        self.counts.resize(self.keys.len(), Count::ZERO);
        Ok(places)
    }
}

impl LotNumbers {
    /// The condition of a shape.
    pub(crate) fn condition(&self, shape: &KeyShape) -> u32 {
        self.conditions.get(at(shape.condition)).copied().unwrap_or_default()
    }
}

impl Lot<'_> {
    /// The productions of all tasks as records.
    fn records(self, schema: &Schema, dag: &Dag, watch: &Watch) -> LotRecords {
        let mut records = LotRecords::default();
        if watch.is_over() {
            return records;
        }
        let mut counts: Vec<Count> = vec![Count::ZERO; self.classes.len()];
        let (mut start, mut open) = (0, self.open.iter());
        for (task, found) in self.tasks.iter().zip(&self.leaves.found) {
            let productions = (&self.leaves.productions[start..found.end], &mut open);
            self.add_records(schema, dag, task, productions, (&mut records, &mut counts));
            start = found.end;
        }
        let counts = self.classes.iter().copied().zip(counts);
        records.counts = counts.filter(|(_, count)| !count.is_zero()).collect();
        records
    }

    /// Adds the productions of a task.
    fn add_records<'l>(
        &'l self,
        schema: &Schema,
        dag: &Dag,
        task: &Task,
        (productions, open): (&[u32], &mut impl Iterator<Item = &'l Box<[u32]>>),
        (records, counts): (&mut LotRecords, &mut [Count]),
    ) {
        let slots = &schema.constructor(task.ctor).slots;
        let width = (!task.spread).then_some(slots.len() + 1);
        if records.stretches.last().is_none_or(|last| last.width != width) {
            records.stretches.push(Stretch { width, ..Stretch::default() });
        }
        let Some(Stretch { ends, words, .. }) = records.stretches.last_mut() else { return };
        for production in productions.chunks_exact(slots.len() + HEAD) {
            let start = words.len();
            if task.spread {
                let record = open.next().map_or(&[][..], |record| record);
                if record.is_empty() {
                    continue;
                }
                words.extend_from_slice(record);
                ends.push(words.len());
            } else {
                words.push(task.ctor.word());
                words.extend(slots.iter().zip(&production[HEAD..]).map(|(slot, place)| match slot.kind {
                    SlotKind::Recursive(_) => self.global.families[at(*place)].word(),
                    SlotKind::Data(_) => self.global.spans[at(*place)],
                }));
            }
            let count = dag.record_count(schema, &words[start..]);
            counts[at(production[0])] += &count;
            if production[1] == 1 {
                records.roots.records.push(small(records.classes.len()));
                records.roots.count += &count;
            }
            records.classes.push(self.classes[at(production[0])]);
            records.paths.extend(self.global.paths.get(at(production[2])));
        }
    }
}
