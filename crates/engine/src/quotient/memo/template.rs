//! [`Template`]: all that was found of some candidates, or of a task, in a form that can be instantiated for others of their key.
//!
//! Sets of classes are given by the positions of classes in the sets of the candidates, and conditions by the numbers of the
//! projections in the traces of the runs (`run_state/store_trace.rs`). [`join_templates`](super::join_templates) makes the template
//! of a task of those of its candidates.

use std::sync::Arc;

use smallvec::SmallVec;

use dpgen_forest::index::{CtorIx, at, small};
use dpgen_forest::path_condition::PathCondition;
use dpgen_forest::schema::{Schema, SlotKind};

use super::replay_trace::{Replay, TraceCache};
use super::subset_positions::SubsetPositions;
use crate::predicate_run::choice_stack::Read;
use crate::quotient::leaf::batch_leaves::{BatchLeaves, ClassKey, KeyShape, TaskResult};
use crate::quotient::leaf::leaf_product::leaves as leaves_in;
use crate::quotient::leaf::recalled_leaves::{SharedLeaves, SharedNames};
use crate::quotient::leaf::slot_set::SlotSet;
use crate::quotient::sets::class_sets::ClassSets;
use crate::quotient::table::class_conditions::Condition;

/// A leaf projection: the index of the replay among those of a template, and the number of the projection there.
pub(super) type Projection = (usize, u32);

/// All that was found of some candidates.
#[derive(Debug)]
pub(crate) struct Template {
    /// What is asked of the store; each of another trace.
    pub(super) replays: SmallVec<[Replay; 1]>,
    /// By condition: the leaf projections that are this condition.
    pub(super) conditions: Vec<SmallVec<[Projection; 2]>>,
    pub(super) paths: Vec<PathCondition>,
    pub(super) shapes: Vec<KeyShape>,
    pub(super) keys: Vec<ClassKey>,
    pub(super) spans: Vec<(u32, u32)>,
    pub(super) leaves: Arc<SharedLeaves>,
    /// By recursive slot: the number of the list of the subsets that leaves name.
    pub(super) subset_lists: SmallVec<[u32; 2]>,
    /// By slot of the constructor: whether it is recursive.
    pub(super) is_recursive: SmallVec<[bool; 8]>,
    /// The number of candidates that it is made of.
    pub(super) candidates: u64,
    pub(super) result: TaskResult,
    /// By condition of the predicate: how many runs it rejected.
    pub(super) rejected: Vec<u64>,
    /// By read: how many runs it caused.
    pub(super) splits: Vec<(Read, u64)>,
}

impl Template {
    /// A template of candidates of a constructor whose parts are of these sets: from the replay of their runs, with the
    /// index of the condition of each leaf projection, and from all that was found. `None` if a leaf looked into a part.
    pub(super) fn new(
        schema: &Schema,
        (ctor, sets): (CtorIx, &[u32]),
        (replay, shown): (Replay, Vec<u32>),
        (leaves, splits): (BatchLeaves, Vec<(Read, u64)>),
        (class_sets, positions): (&ClassSets, &mut SubsetPositions),
    ) -> Option<Self> {
        let mut conditions = vec![SmallVec::new(); leaves.conditions.len()];
        for (number, index) in (0..).zip(shown) {
            conditions.get_mut(at(index))?.push((0, number));
        }
        if conditions.iter().any(SmallVec::is_empty) {
            return None;
        }
        let mut slot_sets = Vec::new();
        let mut lists: SmallVec<[Vec<u32>; 2]> = sets.iter().map(|_| Vec::new()).collect();
        for set in &leaves.slot_sets {
            let SlotSet::Classes(_, members) = set else { return None };
            let mut slots = sets.iter().enumerate();
            let found = slots
                .find_map(|(slot, set)| Some((slot, positions.number(class_sets.members(*set), members)?)));
            let (slot, number) = found?;
            slot_sets.push((slot, lists[slot].len()));
            lists[slot].push(number);
        }
        let productions = leaves.productions;
        let production_count = leaves_in(&productions).map(|leaf| leaf.keys.len()).sum();
        let slots = &schema.constructor(ctor).slots;
        Some(Self {
            replays: SmallVec::from_elem(replay, 1),
            conditions,
            paths: leaves.paths.into_iter().collect(),
            shapes: leaves.shapes.into_iter().collect(),
            keys: leaves.keys.into_iter().collect(),
            spans: leaves.spans.into_iter().collect(),
            leaves: Arc::new(SharedLeaves { slot_sets, productions, production_count }),
            subset_lists: lists.iter().map(|list| positions.list(list)).collect(),
            is_recursive: slots.iter().map(|slot| matches!(slot.kind, SlotKind::Recursive(_))).collect(),
            candidates: 1,
            result: *leaves.task_results.first()?,
            rejected: leaves.rejected,
            splits,
        })
    }

    /// How many words of memory the template takes, about.
    pub(super) fn words(&self) -> usize {
        self.leaves.productions.len() + self.leaves.slot_sets.len() + 32 * self.shapes.len()
    }

    /// Whether the store gives the same answers where the conditions of the parts are these, by slot and rank, and leaves that show the
    /// same in the task that the template was made of show the same here, too.
    pub(super) fn is_alike(
        &self,
        traces: &mut TraceCache,
        condition: impl Fn(u32, u32) -> u32,
        class_sets: &ClassSets,
    ) -> bool {
        let mut replays = self.replays.iter();
        if !replays.all(|replay| traces.is_alike(replay, &condition, &class_sets.conditions)) {
            return false;
        }
        let mut same = self.conditions.iter().flat_map(|projections| projections.windows(2));
        same.all(|pair| self.shown(traces, pair[0]) == self.shown(traces, pair[1]))
    }

    /// What a leaf shows for the candidates that the template was found to be alike with.
    fn shown<'t>(&self, traces: &'t TraceCache, (replay, number): Projection) -> &'t Condition {
        traces.shown(&self.replays[replay], number)
    }
}

impl BatchLeaves {
    /// The indices of the conditions that the leaves of a template show.
    pub(super) fn conditions_of(&mut self, template: &Template, traces: &TraceCache) -> SmallVec<[u32; 4]> {
        let conditions = template.conditions.iter().map(|projections| {
            let condition = template.shown(traces, projections[0]);
            let known = self.conditions.get_index_of(condition);
            small(known.unwrap_or_else(|| self.conditions.insert_full(condition.clone()).0))
        });
        conditions.collect()
    }

    /// The indices in this batch of all that a template names where leaves show these conditions, added where it is new.
    pub(super) fn new_names(&mut self, template: &Template, conditions: &[u32]) -> SharedNames {
        let paths = template.paths.iter().map(|path| {
            let known = self.paths.get_index_of(path);
            small(known.unwrap_or_else(|| self.paths.insert_full(path.clone()).0))
        });
        let paths = paths.collect();
        let shapes = template.shapes.iter().map(|shape| {
            let shape = shape.with_condition(conditions[at(shape.condition)]);
            small(self.shapes.insert_full(shape).0)
        });
        let shapes: SmallVec<[u32; 8]> = shapes.collect();
        let keys = template.keys.iter().map(|key| {
            let key = ClassKey { shape: shapes[at(key.shape)], ints: key.ints.clone() };
            small(self.keys.insert_full(key).0)
        });
        let keys = keys.collect();
        let spans = template.spans.iter().map(|span| small(self.spans.insert_full(*span).0));
        let spans = spans.collect();
        SharedNames { paths, keys, spans }
    }
}
