//! Joins the templates of the candidates of a task to one of the whole task.
//!
//! Tasks of one key are split into candidates alike, and so are their candidates' keys. Once the candidates of a task are known, the
//! next task of its key needs not be split: a joined [`Template`] has the leaves of all candidates in order, with what rejected the
//! others.

use std::sync::Arc;

use smallvec::SmallVec;

use dpgen_forest::index::{at, small, wide};
use dpgen_forest::path_condition::PathCondition;

use super::candidate_key::SetSignatures;
use super::group_by_prefix::CandidateSets;
use super::judging_plan::JudgingPlan;
use super::replay_trace::Replay;
use super::subset_positions::SubsetPositions;
use super::template::{Projection, Template};
use crate::quotient::leaf::batch_leaves::{ClassKey, Interned, KeyShape};
use crate::quotient::leaf::leaf_product::{leaves, write_leaf, write_single_leaf};
use crate::quotient::leaf::recalled_leaves::SharedLeaves;
use crate::quotient::sets::class_sets::ClassSets;

/// A task with more candidates has no template.
pub(super) const MAX_JOINED: usize = 1 << 6;

/// What the leaves of the joined templates name.
#[derive(Default)]
struct JoinedTables {
    replays: SmallVec<[Replay; 1]>,
    conditions: Interned<SmallVec<[Projection; 2]>>,
    paths: Interned<PathCondition>,
    shapes: Interned<KeyShape>,
    keys: Interned<ClassKey>,
    spans: Interned<(u32, u32)>,
    /// The recursive slot, and the number of the positions in its set.
    slot_sets: Interned<(usize, u32)>,
    productions: Vec<u32>,
}

/// By what a template names: its index in the joined tables.
struct JoinedNames {
    paths: Vec<u32>,
    keys: Vec<u32>,
    spans: Vec<u32>,
    slot_sets: Vec<u32>,
}

/// The template of a task whose parts are of these sets, from its plan and the template of each of its candidates. `None` if the runs
/// of two candidates ask the same of the store with different conditions.
pub(super) fn join(
    plan: &JudgingPlan,
    templates: &[&Template],
    sets: &[u32],
    (signatures, positions): (&SetSignatures, &mut SubsetPositions),
    class_sets: &ClassSets,
) -> Option<Template> {
    let is_recursive = templates.first()?.is_recursive.clone();
    let mut tables = JoinedTables::default();
    let (mut result, mut rejected, mut splits) = (templates[0].result, Vec::new(), Vec::new());
    (result.runs, result.rejected, result.time) = Default::default();
    for (candidate, template) in plan.judge.iter().zip(templates) {
        let names = tables.add_names(template, (candidate, sets), (signatures, positions), class_sets)?;
        tables.add_leaves(template, &is_recursive, &names);
        result.runs += template.result.runs;
        result.rejected += template.result.rejected;
        result.time += template.result.time;
        add_rejected(&mut rejected, (0..).zip(template.rejected.iter().copied()));
        splits.extend_from_slice(&template.splits);
    }
    for (condition, times) in &plan.reject {
        result.runs += times;
        result.rejected += times;
        add_rejected(&mut rejected, condition.iter().map(|condition| (at(*condition), *times)));
    }
    splits.extend(plan.caused_runs());
    let mut lists: SmallVec<[Vec<u32>; 2]> = sets.iter().map(|_| Vec::new()).collect();
    let slot_sets = tables.slot_sets.iter().map(|(slot, number)| {
        lists[*slot].push(*number);
        (*slot, lists[*slot].len() - 1)
    });
    let slot_sets = slot_sets.collect();
    let production_count = templates.iter().map(|template| template.leaves.production_count).sum();
    Some(Template {
        replays: tables.replays,
        conditions: tables.conditions.into_iter().collect(),
        paths: tables.paths.into_iter().collect(),
        shapes: tables.shapes.into_iter().collect(),
        keys: tables.keys.into_iter().collect(),
        spans: tables.spans.into_iter().collect(),
        leaves: Arc::new(SharedLeaves { slot_sets, productions: tables.productions, production_count }),
        subset_lists: lists.iter().map(|list| positions.list(list)).collect(),
        is_recursive,
        candidates: wide(templates.len()),
        result,
        rejected,
        splits,
    })
}

/// Adds to the number of runs that each condition rejected.
fn add_rejected(sums: &mut Vec<u64>, rejected: impl Iterator<Item = (usize, u64)>) {
    for (condition, runs) in rejected {
        sums.resize(sums.len().max(condition + 1), 0);
        sums[condition] += runs;
    }
}

impl JoinedTables {
    /// Adds all that a template names, for a candidate whose sets are subsets of the task's.
    fn add_names(
        &mut self,
        template: &Template,
        (candidate, sets): (&CandidateSets, &[u32]),
        (signatures, positions): (&SetSignatures, &mut SubsetPositions),
        class_sets: &ClassSets,
    ) -> Option<JoinedNames> {
        // A condition of a part of the candidate is one of the part of the task.
        let rank = |(slot, rank): &(u32, u32)| {
            let condition = signatures.conditions(candidate[at(*slot)])[at(*rank)];
            Some((*slot, small(signatures.conditions(sets[at(*slot)]).binary_search(&condition).ok()?)))
        };
        let mut replays = Vec::new();
        for replay in &template.replays {
            let conditions: SmallVec<[(u32, u32); 4]> =
                replay.conditions.iter().map(rank).collect::<Option<_>>()?;
            match self.replays.iter().position(|known| known.trace == replay.trace) {
                Some(known) if self.replays[known].conditions == conditions => replays.push(known),
                Some(_) => return None,
                None => {
                    replays.push(self.replays.len());
                    self.replays.push(Replay { trace: replay.trace, conditions });
                }
            }
        }
        let conditions = template.conditions.iter().map(|projections| {
            let projections = projections.iter().map(|(replay, number)| (replays[*replay], *number));
            small(self.conditions.insert_full(projections.collect()).0)
        });
        let conditions: Vec<u32> = conditions.collect();
        let shapes = template.shapes.iter().map(|shape| {
            let shape = shape.with_condition(conditions[at(shape.condition)]);
            small(self.shapes.insert_full(shape).0)
        });
        let shapes: Vec<u32> = shapes.collect();
        let keys = template.keys.iter().map(|key| {
            let key = ClassKey { shape: shapes[at(key.shape)], ints: key.ints.clone() };
            small(self.keys.insert_full(key).0)
        });
        let keys = keys.collect();
        let mut slot_sets = Vec::new();
        for (slot, number) in &template.leaves.slot_sets {
            let number = positions.in_list(template.subset_lists[*slot], *number);
            let set = positions.known_set(candidate[*slot], number)?;
            let whole = positions.number(class_sets.members(sets[*slot]), class_sets.members(set))?;
            slot_sets.push(small(self.slot_sets.insert_full((*slot, whole)).0));
        }
        let paths = template.paths.iter().map(|path| small(self.paths.insert_full(path.clone()).0));
        let paths = paths.collect();
        let spans = template.spans.iter().map(|span| small(self.spans.insert_full(*span).0));
        Some(JoinedNames { paths, keys, spans: spans.collect(), slot_sets })
    }

    /// Adds the leaves of a template.
    fn add_leaves(&mut self, template: &Template, is_recursive: &[bool], names: &JoinedNames) {
        let index_of = |is_recursive: bool, index: u32| {
            if is_recursive { names.slot_sets[at(index)] } else { names.spans[at(index)] }
        };
        for leaf in leaves(&template.leaves.productions) {
            let path = names.paths[at(leaf.path)];
            if let Some(slots) = leaf.single() {
                let indices = is_recursive
                    .iter()
                    .zip(slots)
                    .map(|(is_recursive, index)| index_of(*is_recursive, *index));
                let head = [u32::from(leaf.root_ok), path];
                write_single_leaf(&mut self.productions, head, indices, names.keys[at(leaf.keys[0])]);
                continue;
            }
            let mut indices: SmallVec<[u32; 8]> = SmallVec::new();
            for (is_recursive, column) in is_recursive.iter().zip(leaf.columns()) {
                indices.extend(column.indices().iter().map(|index| index_of(*is_recursive, *index)));
            }
            let mut left = &indices[..];
            let columns = leaf.columns().map(|column| {
                let (here, rest) = left.split_at(column.indices().len());
                left = rest;
                column.with_indices(here)
            });
            let sizes = leaf.sizes.iter().map(|size| at(*size));
            write_leaf(&mut self.productions, (leaf.root_ok, path), sizes, columns);
            self.productions.extend(leaf.keys.iter().map(|key| names.keys[at(*key)]));
        }
    }
}
