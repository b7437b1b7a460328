//! Merging in SymboLazyDP: every structure is a class of its own, with its path condition.
//!
//! A production over sets of structures is spelled out into one for each combination; the coin, if there is one,
//! decides which are kept.

use std::ops::Range;
use std::sync::Arc;

use dpgen_forest::graph::Family;
use dpgen_forest::index::{AttrIx, TypeIx, at};
use dpgen_forest::schema::SlotKind;

use super::builder::{Builder, Segment};
use super::leaf::leaves::{HEAD, Leaves, TaskLeaves};
use super::leaf::part::SlotSet;
use super::lot::LotNumbers;
use super::symbols::SYMBOLIC;
use crate::coin::Coin;
use crate::error::BuildError;
use crate::tasks::Task;
use crate::values::ValueId;
use crate::watch::Watch;

/// How many structures pass between two looks at the limits.
const POLL: u64 = 4096;

/// A lot whose productions can be spelled out.
pub(crate) struct Spelled {
    leaves: Leaves,
    global: LotNumbers,
    /// By place in the lot's keys: the answers of the class, and its condition.
    keys: Vec<(Vec<(AttrIx, ValueId)>, u32)>,
}

impl Spelled {
    /// What each task of the lot found.
    pub(crate) fn found(&self) -> &[TaskLeaves] {
        &self.leaves.found
    }
}

impl Builder<'_> {
    /// Translates what a lot of tasks of one type refers to; `None` if the build is to stop.
    pub(crate) fn spelled(
        &mut self,
        ty: TypeIx,
        mut leaves: Leaves,
        watch: &Watch,
    ) -> Result<Option<Spelled>, BuildError> {
        let global = self.globals(&mut leaves, watch)?;
        let mut pace = watch.pace();
        let mut keys = Vec::with_capacity(leaves.keys.len());
        for key in &leaves.keys {
            if pace.step() || watch.stopped().is_some() {
                return Ok(None);
            }
            let shape = &leaves.shapes[at(key.shape)];
            keys.push((self.answers(ty, shape, key)?, global.condition(shape)));
        }
        if watch.stopped().is_some() {
            return Ok(None);
        }
        Ok(Some(Spelled { leaves, global, keys }))
    }

    /// Adds a task's structures, those of the lot's productions in this range; how many. Ends early when a limit
    /// is hit.
    pub(crate) fn spell_out(
        &mut self,
        task: &Task,
        (lot, range): (&Spelled, Range<usize>),
        coin: &mut Option<Coin>,
        watch: &Watch,
    ) -> Result<u64, BuildError> {
        let schema = self.model.schema.clone();
        let constructor = schema.constructor(task.ctor);
        let is_root = constructor.ty == schema.root();
        let classes = Arc::make_mut(&mut self.classes);
        let bucket = classes.bucket(constructor.ty, task.size);
        let sizes = task.parts.iter().map(|part| classes.size_of_bucket(part.bucket));
        let order = std::iter::once(task.ctor.word()).chain(sizes).collect();
        let mut roots = Segment { order, ..Segment::default() };
        let mut accepted = 0;
        let mut tosses = 0_u64;
        for production in lot.leaves.productions[range].chunks_exact(constructor.slots.len() + HEAD) {
            let path = lot.global.paths.get(at(production[2])).copied();
            let ways: Vec<Vec<u32>> = constructor
                .slots
                .iter()
                .zip(&production[HEAD..])
                .map(|(slot, word)| match slot.kind {
                    SlotKind::Data(domain) if path.is_some() && schema.domain(domain).is_range() => {
                        vec![SYMBOLIC.word()]
                    }
                    SlotKind::Data(_) => {
                        let (lo, hi) = lot.leaves.spans[at(*word)];
                        (lo..=hi).collect()
                    }
                    SlotKind::Recursive(_) => match &lot.leaves.parts[at(*word)] {
                        SlotSet::Classes(_, members) => {
                            members.iter().map(|class| classes.family(*class).word()).collect()
                        }
                        _ => vec![lot.global.families[at(*word)].word()],
                    },
                })
                .collect();
            let (answers, condition) = &lot.keys[at(production[0])];
            let mut picked = vec![0; ways.len()];
            loop {
                tosses += 1;
                if tosses.is_multiple_of(POLL) && watch.spend(0) {
                    return Ok(accepted);
                }
                let has_room = classes.reserve(bucket, 1, watch)
                    && watch.can_grow(classes.dag.growth(1, ways.len() + 1))
                    && watch.reserve(&mut roots.records, 1);
                if !has_room {
                    return Ok(accepted);
                }
                if coin.as_mut().is_none_or(|coin| coin.keeps(task.size)) {
                    let mut record = vec![task.ctor.word()];
                    record.extend(ways.iter().zip(&picked).map(|(ways, picked)| ways[*picked]));
                    let number = classes.dag.records.push(&record)?;
                    classes.dag.paths.extend(path);
                    let count = classes.dag.record_count(&schema, &record);
                    if is_root && production[1] == 1 {
                        roots.records.push(number);
                        roots.count += &count;
                    }
                    let family = classes.dag.push_union([Family::record(number)], count)?;
                    classes.add(bucket, answers, *condition, family)?;
                    accepted += 1;
                }
                let Some(last) = (0..picked.len()).rev().find(|slot| picked[*slot] + 1 < ways[*slot].len())
                else {
                    break;
                };
                picked[last] += 1;
                picked[last + 1..].fill(0);
            }
        }
        if !roots.records.is_empty() {
            self.roots[at(task.size)].push(roots);
        }
        Ok(accepted)
    }
}
