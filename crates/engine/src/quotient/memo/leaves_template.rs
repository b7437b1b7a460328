//! The leaves of a task in a form that can be instantiated for other candidates of its key: a [`LeavesTemplate`].
//!
//! Sets of classes are given by the positions of classes in the sets of the candidates, and conditions by the numbers of the
//! projections in the trace of the runs (`run_state/store_trace.rs`).

use smallvec::SmallVec;

use dpgen_forest::index::{CtorIx, at, small};
use dpgen_forest::path_condition::PathCondition;
use dpgen_forest::schema::{Schema, SlotKind};

use super::subset_positions::SubsetPositions;
use crate::predicate_run::choice_stack::Read;
use crate::quotient::leaf::batch_leaves::{BatchLeaves, ClassKey, KeyShape, TaskResult};
use crate::quotient::leaf::leaf_product::{leaves, write_leaf, write_single_leaf};
use crate::quotient::leaf::slot_set::SlotSet;
use crate::quotient::sets::class_sets::ClassSets;
use crate::quotient::table::class_conditions::Condition;

/// The leaves of some candidates.
#[derive(Debug)]
pub(crate) struct LeavesTemplate {
    /// The index of the trace of their runs in the worker's cache.
    pub(crate) trace: usize,
    /// By condition: the numbers of the leaf projections that are this condition.
    conditions: Vec<SmallVec<[u32; 2]>>,
    paths: Vec<PathCondition>,
    shapes: Vec<KeyShape>,
    keys: Vec<ClassKey>,
    spans: Vec<(u32, u32)>,
    /// Sets of classes: the recursive slot, and the number of the positions in its set.
    slot_sets: Vec<(usize, u32)>,
    productions: Vec<u32>,
    /// By slot of the constructor: whether it is recursive.
    is_recursive: SmallVec<[bool; 8]>,
    pub(crate) result: TaskResult,
    rejected: Vec<u64>,
    /// By read: how many runs it caused.
    pub(crate) splits: Vec<(Read, u64)>,
}

/// By what a template names: its index in a batch, for an instantiation with conditions at these indices.
#[derive(Debug)]
pub(crate) struct Instantiation {
    conditions: SmallVec<[u32; 4]>,
    paths: SmallVec<[u32; 8]>,
    keys: SmallVec<[u32; 16]>,
    spans: SmallVec<[u32; 8]>,
}

impl LeavesTemplate {
    /// A template of candidates of a constructor whose parts are of these sets: from the index of their trace, with the
    /// index of the condition of each leaf projection, and from all that was found. `None` if a leaf looked into a part.
    pub(crate) fn new(
        schema: &Schema,
        (ctor, sets): (CtorIx, &[u32]),
        (trace, shown): (usize, Vec<u32>),
        (leaves, splits): (BatchLeaves, Vec<(Read, u64)>),
        (class_sets, positions): (&ClassSets, &mut SubsetPositions),
    ) -> Option<Self> {
        let mut by_condition = vec![SmallVec::new(); leaves.conditions.len()];
        for (number, index) in (0..).zip(shown) {
            by_condition.get_mut(at(index))?.push(number);
        }
        if by_condition.iter().any(SmallVec::is_empty) {
            return None;
        }
        let mut numbered = |set: &SlotSet| {
            let SlotSet::Classes(_, members) = set else { return None };
            let mut slots = sets.iter().enumerate();
            slots.find_map(|(slot, set)| Some((slot, positions.number(class_sets.members(*set), members)?)))
        };
        let slots = &schema.constructor(ctor).slots;
        Some(Self {
            trace,
            conditions: by_condition,
            paths: leaves.paths.into_iter().collect(),
            shapes: leaves.shapes.into_iter().collect(),
            keys: leaves.keys.into_iter().collect(),
            spans: leaves.spans.into_iter().collect(),
            slot_sets: leaves.slot_sets.iter().map(&mut numbered).collect::<Option<_>>()?,
            productions: leaves.productions,
            is_recursive: slots.iter().map(|slot| matches!(slot.kind, SlotKind::Recursive(_))).collect(),
            result: *leaves.task_results.first()?,
            rejected: leaves.rejected,
            splits,
        })
    }

    /// How many words of memory the template takes, about.
    pub(crate) fn words(&self) -> usize {
        self.productions.len() + self.slot_sets.len() + 32 * self.shapes.len()
    }

    /// Whether leaves that show the same in the task that the template was made of show the same here, too.
    pub(crate) fn agrees_with(&self, shown: &[Condition]) -> bool {
        let mut same = self.conditions.iter().flat_map(|numbers| numbers.windows(2));
        same.all(|pair| shown[at(pair[0])] == shown[at(pair[1])])
    }
}

impl BatchLeaves {
    /// Adds the leaves of candidates whose parts are of these sets, where leaves show these conditions. `known` are the
    /// batch's instantiations of the template.
    pub(crate) fn instantiate(
        &mut self,
        (template, known): (&LeavesTemplate, &mut Vec<Instantiation>),
        of: &[u32],
        shown: &[Condition],
        (class_sets, positions): (&mut ClassSets, &mut SubsetPositions),
    ) {
        let conditions = template.conditions.iter().map(|numbers| {
            let condition = &shown[at(numbers[0])];
            let known = self.conditions.get_index_of(condition);
            small(known.unwrap_or_else(|| self.conditions.insert_full(condition.clone()).0))
        });
        let conditions: SmallVec<[u32; 4]> = conditions.collect();
        let with_conditions = known.iter().position(|known| known.conditions == conditions);
        let instantiation = with_conditions.unwrap_or_else(|| {
            known.push(self.new_instantiation(template, conditions));
            known.len() - 1
        });
        let Instantiation { paths, keys, spans, .. } = &known[instantiation];
        let sets = template.slot_sets.iter().map(|(slot, number)| {
            let set = positions.set(of[*slot], *number, class_sets);
            self.intern_classes(class_sets, set)
        });
        let sets: SmallVec<[u32; 32]> = sets.collect();
        self.productions.reserve(template.productions.len());
        let mut indices: SmallVec<[u32; 8]> = SmallVec::new();
        for leaf in leaves(&template.productions) {
            if let Some(of_slots) = leaf.single() {
                let slots = template.is_recursive.iter().zip(of_slots);
                let head = [u32::from(leaf.root_ok), paths[at(leaf.path)]];
                let indices = slots
                    .map(|(recursive, index)| if *recursive { sets[at(*index)] } else { spans[at(*index)] });
                write_single_leaf(&mut self.productions, head, indices, keys[at(leaf.keys[0])]);
                continue;
            }
            indices.clear();
            for (recursive, column) in template.is_recursive.iter().zip(leaf.columns()) {
                indices.extend(
                    column
                        .indices()
                        .iter()
                        .map(|index| if *recursive { sets[at(*index)] } else { spans[at(*index)] }),
                );
            }
            let mut left = &indices[..];
            let columns = leaf.columns().map(|column| {
                let (here, rest) = left.split_at(column.indices().len());
                left = rest;
                column.with_indices(here)
            });
            let sizes = leaf.sizes.iter().map(|size| at(*size));
            write_leaf(&mut self.productions, (leaf.root_ok, paths[at(leaf.path)]), sizes, columns);
            self.productions.extend(leaf.keys.iter().map(|key| keys[at(*key)]));
        }
        self.rejected.resize(self.rejected.len().max(template.rejected.len()), 0);
        for (sum, rejected) in self.rejected.iter_mut().zip(&template.rejected) {
            *sum += rejected;
        }
        self.task_results.push(TaskResult { end: self.productions.len(), ..template.result });
    }

    /// The indices in this batch of all that a template names, added where it is new.
    fn new_instantiation(
        &mut self,
        template: &LeavesTemplate,
        conditions: SmallVec<[u32; 4]>,
    ) -> Instantiation {
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
        Instantiation { conditions, paths, keys, spans }
    }
}
