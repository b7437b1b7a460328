//! The contents of the slots of a leaf, interned in a form that does not depend on the worker.

use std::sync::Arc;

use smallvec::SmallVec;

use dpgen_forest::index::{at, small};

use super::answer_dependencies::{Dependency, DependsOn, Groups};
use super::batch_leaves::BatchLeaves;
use super::slot_set::SlotSet;
use crate::limit_monitor::PollCounter;
use crate::predicate_run::failure::internal;
use crate::predicate_run::run_state::{NodeState, SlotState};
use crate::quotient::run_state::class_nodes::{ClassAtom, ClassNode, ClassRun};
use crate::quotient::sets::class_sets::ClassSets;
use crate::quotient::sets::production_lists::productions_within;
use crate::quotient::sets::set_partition::SetPartition;

/// The content of a slot of a leaf, by how it varies with the groups of the leaf's dependencies. Indices are those of
/// interned slot sets or spans.
pub(crate) enum SlotContent {
    /// The same index for all groups.
    Fixed(u32),
    /// A dependency itself: the index for each of its groups.
    Dependency(usize, SmallVec<[u32; 16]>),
    /// A dependency itself: the index of the partition that its groups are.
    Partition(usize, u32),
    /// A node that was looked into, below which there may be dependencies.
    Deep(u32),
}

impl BatchLeaves {
    /// The content of each slot of a layer; `None` if the build is to stop.
    pub(crate) fn slot_contents(
        &mut self,
        run: &ClassRun,
        node: u32,
        dependencies: &[Dependency<'_>],
        pace: &mut PollCounter<'_>,
    ) -> Option<SmallVec<[SlotContent; 6]>> {
        let Some((ctor, first)) = run.layer_of(node) else { return Some(SmallVec::new()) };
        let none = |_: DependsOn| None;
        let slots = run.layer_slots(ctor, first);
        let is_deep = |node: u32| matches!(run.state(node), NodeState::Layer { .. });
        let has_deep_slot = slots.iter().filter_map(|slot| slot.node()).any(is_deep);
        // With symbolic data or open sizes, productions name each set by itself.
        let names_partitions = !has_deep_slot && !run.is_symbolic() && run.source.size_bounds.len() == 0;
        let content = |state: &SlotState| {
            let of = match *state {
                SlotState::Node(node) => Some(DependsOn::Node(node)),
                SlotState::Data(int, _) => int.base.checked_sub(1).map(DependsOn::Data),
            };
            let dependency = dependencies.iter().position(|dependency| Some(dependency.of) == of);
            Some(match (*state, dependency.map(|dependency| (dependency, &dependencies[dependency]))) {
                (SlotState::Node(node), dependency) => match (run.state(node), dependency) {
                    (NodeState::Open(ClassNode::Classes(_)), Some((number, dependency))) => {
                        match &dependency.groups {
                            Groups::Parts(partition, parts) if names_partitions => {
                                SlotContent::Partition(number, self.intern_partition(*partition, parts))
                            }
                            _ => {
                                let index = |set| self.intern_classes(&run.source.sets, set);
                                SlotContent::Dependency(number, indices_by_group(dependency, index, pace)?)
                            }
                        }
                    }
                    (NodeState::Open(ClassNode::Productions { list, .. }), Some((number, dependency))) => {
                        let index = |set| self.intern_records(&run.source.sets, list, Some(set));
                        SlotContent::Dependency(number, indices_by_group(dependency, index, pace)?)
                    }
                    (NodeState::Layer { .. }, _) if !dependencies.is_empty() => SlotContent::Deep(node),
                    _ => SlotContent::Fixed(self.intern_node(run, node, &none)),
                },
                (SlotState::Data(..), Some((number, dependency))) => SlotContent::Dependency(
                    number,
                    indices_by_group(dependency, |index| self.intern_span((index, index)), pace)?,
                ),
                (SlotState::Data(..), None) => {
                    SlotContent::Fixed(self.intern_span(interval(run, *state, &none)))
                }
            })
        };
        slots.iter().map(content).collect()
    }

    /// The index of a slot's content, for one group of each dependency.
    pub(crate) fn content_index(
        &mut self,
        run: &ClassRun,
        content: &SlotContent,
        dependencies: &[Dependency<'_>],
        picked: &[usize],
    ) -> u32 {
        match content {
            SlotContent::Fixed(index) => *index,
            SlotContent::Dependency(dependency, indices) => indices[picked[*dependency]],
            SlotContent::Partition(..) => internal("a leaf with partitions is a product"),
            SlotContent::Deep(node) => self.intern_node(run, *node, &|of| {
                let found = dependencies.iter().zip(picked).find(|(dependency, _)| dependency.of == of);
                found.map(|(dependency, picked)| dependency.groups.left(*picked))
            }),
        }
    }

    fn intern_span(&mut self, bounds: (u32, u32)) -> u32 {
        small(self.spans.insert_full(bounds).0)
    }

    /// The index of a set of the worker.
    pub(crate) fn intern_classes(&mut self, class_sets: &ClassSets, set: u32) -> u32 {
        if let Some(index) = self.set_indices.get(&set) {
            return *index;
        }
        let index = small(self.slot_sets.len());
        self.slot_sets.push(SlotSet::Classes(set, class_sets.members(set).clone()));
        self.set_indices.insert(set, index);
        index
    }

    /// The index of a partition of the worker.
    fn intern_partition(&mut self, number: u32, partition: &Arc<SetPartition>) -> u32 {
        let Self { slot_sets, partition_indices, .. } = self;
        *partition_indices.entry(number).or_insert_with(|| {
            slot_sets.push(SlotSet::Partition(number, partition.clone()));
            small(slot_sets.len() - 1)
        })
    }

    /// The index of a list of the worker, or of those of its productions that belong to the classes of a set.
    fn intern_records(&mut self, class_sets: &ClassSets, list: u32, set: Option<u32>) -> u32 {
        let records = class_sets.list(list);
        self.intern_slot_set(SlotSet::Records(match set {
            Some(set) => productions_within(records, class_sets.members(set)).into(),
            None => records.clone(),
        }))
    }

    fn intern_slot_set(&mut self, part: SlotSet) -> u32 {
        let Self { slot_sets, other_indices, .. } = self;
        *other_indices.entry(part).or_insert_with_key(|part| {
            slot_sets.push(part.clone());
            small(slot_sets.len() - 1)
        })
    }

    /// The index of what a node has been narrowed to.
    fn intern_node(&mut self, run: &ClassRun, node: u32, left: &impl Fn(DependsOn) -> Option<u32>) -> u32 {
        // The indices of nodes that are interned and in no whole yet, the last on top.
        let mut done: SmallVec<[u32; 8]> = SmallVec::new();
        let nodes = run.parts_first(node, |node, ctor, first| run.decided_slots(node, ctor, first));
        for node in nodes {
            let index = match run.state(node) {
                NodeState::Open(ClassNode::Classes(set)) => {
                    self.intern_classes(&run.source.sets, left(DependsOn::Node(node)).unwrap_or(set))
                }
                NodeState::Open(ClassNode::Productions { list, .. }) => {
                    self.intern_records(&run.source.sets, list, left(DependsOn::Node(node)))
                }
                NodeState::Open(ClassNode::Pending { .. } | ClassNode::Unplaced(_)) => {
                    internal("a leaf's node is resolved, and has its place")
                }
                NodeState::Layer { ctor, first } => {
                    let slots = run.decided_slots(node, ctor, first).iter().rev();
                    let words = slots.map(|state| match state {
                        SlotState::Node(_) => (done.pop().unwrap_or_default(), 0),
                        data @ SlotState::Data(..) => interval(run, *data, left),
                    });
                    let mut words: Vec<_> = words.collect();
                    words.reverse();
                    let entered = run.source.symbols.as_ref().and_then(|symbols| {
                        symbols
                            .entered
                            .iter()
                            .find(|entered| entered.node == node)
                            .map(|entered| entered.path)
                    });
                    let rest = run.rests_of(node).map(|rests| rests.family);
                    let owner = run.origins[at(node)].map(|set| run.source.sets.members(set)[0]);
                    self.intern_slot_set(SlotSet::Layer(ctor, words, (rest, entered), owner))
                }
            };
            done.push(index);
        }
        done.pop().unwrap_or_default()
    }
}

/// The bytes that the index of a group takes, and the span or the set that it names.
const GROUP_BYTES: usize = 32;

/// The index for what each group of a dependency leaves of it; `None` if the build is to stop.
fn indices_by_group(
    dependency: &Dependency<'_>,
    mut index: impl FnMut(u32) -> u32,
    pace: &mut PollCounter<'_>,
) -> Option<SmallVec<[u32; 16]>> {
    if !pace.watch().can_grow(dependency.groups.len().saturating_mul(GROUP_BYTES)) {
        return None;
    }
    let mut groups = 0..dependency.groups.len();
    groups.try_fold(SmallVec::new(), |mut indices, group| {
        indices.push((!pace.step()).then(|| index(dependency.groups.left(group)))?);
        Some(indices)
    })
}

/// The bounds of a data slot, or the single value that a group leaves of it.
fn interval(run: &ClassRun, state: SlotState, left: &impl Fn(DependsOn) -> Option<u32>) -> (u32, u32) {
    if let SlotState::Data(int, _) = state
        && let Some(atom) = int.base.checked_sub(1)
    {
        if let Some(index) = left(DependsOn::Data(atom)) {
            return (index, index);
        }
        if let Some(ClassAtom::Symbol(_)) = run.own_atom(int.base) {
            return (0, 0);
        }
    }
    run.data_interval(state)
}
