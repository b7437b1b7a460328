//! Merging what tasks found into classes, in the order of tasks: productions with the same key make one class.
//!
//! A lot goes through three steps. What its tasks name by place is given its number in the graph, lot by lot; the lot is
//! turned into records ([`super::lot`]), which needs nothing but these numbers; its records are appended
//! ([`super::append`]), lot by lot after the last was given its numbers. Threads that are free turn lots into records
//! while one of them does a step that goes by order.

use std::sync::Arc;

use dpgen_forest::graph::Span;
use dpgen_forest::index::{AttrIx, TypeIx, at};

use super::append::{Appender, Queue};
use super::builder::Builder;
use super::gathered::Gathered;
use super::leaf::leaves::{ClassKey, KeyShape, Leaves};
use super::lot::{Lot, LotNumbers};
use crate::error::{BuildError, LARGEST_COUNT_BITS};
use crate::tasks::Task;
use crate::values::ValueId;
use crate::watch::Watch;

/// How many classes are made between two looks at the limits.
const POLL: u64 = 1024;

impl Builder<'_> {
    /// Translates what tasks refer to by place; not all of it if the build is to stop.
    pub(crate) fn globals(&mut self, leaves: &mut Leaves, watch: &Watch) -> Result<LotNumbers, BuildError> {
        let classes = Arc::make_mut(&mut self.classes);
        let conditions = Arc::make_mut(&mut self.conditions);
        let (families, sized) =
            leaves.families(&self.model.schema, classes, &mut self.families_of_sets, watch)?;
        let mut spans = Vec::new();
        let has_room = conditions.reserve(leaves.conditions.len(), leaves.paths.len(), watch);
        if !has_room || !watch.reserve(&mut spans, leaves.spans.len()) {
            return Ok(LotNumbers { families, sized, conditions: Vec::new(), paths: Vec::new(), spans });
        }
        let numbers = leaves.conditions.iter().map(|condition| conditions.intern(condition));
        let numbers = numbers.collect::<Result<_, _>>()?;
        let paths = leaves.paths.iter().map(|path| conditions.intern_path(path)).collect::<Result<_, _>>()?;
        let mut pace = watch.pace();
        for (lo, hi) in &leaves.spans {
            if pace.step() || !classes.reserve_union(0, watch) {
                break;
            }
            spans.push(classes.span(*lo, *hi).map(Span::word)?);
        }
        Ok(LotNumbers { families, sized, conditions: numbers, paths, spans })
    }

    /// The interned answers of a type's attributes that a key stands for; fewer if the build is to stop.
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
            let table = &mut classes.tables[attr.index()];
            if !table.reserve(words.len() + ints.len(), &self.watch) {
                break;
            }
            answers.push((attr, table.intern(words, ints)?));
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
        let schema = &*self.model.schema;
        let queue = Queue::new(leaves.len());
        // No other thread need be woken up for a single lot.
        let is_one = leaves.len() == 1;
        let numbered = rayon::scope_fifo(|scope| {
            let mut gathered = Gathered::default();
            let mut rest = tasks;
            for (place, mut leaves) in leaves.into_iter().enumerate() {
                if watch.is_over() {
                    return Ok(false);
                }
                let (tasks, after) = rest.split_at(leaves.found.len());
                rest = after;
                let global = self.globals(&mut leaves, watch)?;
                let classes = gathered.places(&leaves, &global, watch)?;
                if watch.stopped().is_some() {
                    return Ok(false);
                }
                let table = Arc::make_mut(&mut self.classes);
                let open = table.open_records(schema, tasks, &leaves, &global)?;
                let lot = Lot { tasks, leaves, global, classes, open };
                let queue = &queue;
                if is_one {
                    queue.put(place, lot.records(schema, watch));
                } else {
                    scope.spawn_fifo(move |_| queue.put(place, lot.records(schema, watch)));
                }
            }
            let roots = (ty == schema.root()).then(|| &mut self.roots[at(size)]);
            let dag = &mut Arc::make_mut(&mut self.classes).dag;
            queue.open(Appender::new(dag, roots, gathered, watch));
            Ok::<_, BuildError>(true)
        });
        let appender = queue.close();
        if !numbered? || watch.stopped().is_some() {
            return Ok(None);
        }
        let (Gathered { shapes, keys, members, counts }, accepted) = match appender {
            Some(appender) => appender.finish()?,
            None => return Ok(None),
        };
        let mut number = 0;
        for ((key, members), count) in keys.iter().zip(members).zip(counts) {
            // The sizes of the parts of such a key do not add up.
            if members.is_empty() {
                continue;
            }
            number += 1;
            if number % POLL == 0 && watch.is_over() {
                return Ok(None);
            }
            if count.bits() > LARGEST_COUNT_BITS {
                return Err(BuildError::TooMany { ty: schema.ty(ty).name.clone(), size });
            }
            let shape = &shapes[at(key.shape)];
            let answers = self.answers(ty, shape, key)?;
            let classes = Arc::make_mut(&mut self.classes);
            let bucket = classes.bucket(ty, size);
            if watch.stopped().is_some() || !classes.reserve(bucket, members.len(), watch) {
                return Ok(None);
            }
            let family = classes.dag.push_union(members, count)?;
            classes.add(bucket, &answers, shape.condition, family)?;
        }
        Ok(Some((number, accepted)))
    }
}
