//! Leaves of Quotient DP: from a run that accepted to productions.
//!
//! After `rep_ok` said true, every attribute in use is evaluated on the new layer, in the same run. Integers of
//! the results may still be terms over holes and data: what they depend on (*entities*: a hole's classes, a
//! data slot's values) is grouped by value, and each combination of groups is one production of the class
//! with those values. So a leaf costs one run, however many classes it feeds.

use std::hash::Hash;
use std::sync::Arc;

use bumpalo::Bump;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::groups::{Entity, Of, depends_on, evaluate, group};
use super::leaf_condition::{condition, place_of};
use crate::index::{CtorIx, IdsExhausted, TypeIx, at, shown};
use crate::run::{
    Atom, Attribute, Condition, Encoder, Failure, Handle, Int, NodeState, PathCondition, Read, Run,
    SlotState, Source,
};
use crate::schema::Schema;
use crate::solver::Linear;
use crate::store::{Classes, Family};

/// A set of structures of a slot, in a form that does not depend on the worker.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Part {
    /// These classes.
    Classes(Arc<[u32]>),
    /// These records.
    Records(Arc<[u32]>),
    /// One layer: constructor, then a place among the parts or the bounds of an interval for each slot; and
    /// its path condition, if data is symbolic.
    Layer(CtorIx, Vec<(u32, u32)>, Option<u32>),
}

/// A key of a class.
#[derive(Debug)]
pub(super) struct Key {
    /// Words and integers of each attribute of its type.
    pub(super) answers: Vec<(Vec<i64>, Vec<i64>)>,
    /// The condition, a place among the task's.
    pub(super) condition: u32,
}

/// What one task found.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Found {
    /// Where its productions end.
    pub(super) end: usize,
    /// How many of its candidates were rejected, if data is symbolic.
    pub(super) rejected: u64,
}

/// What some tasks found, one after the other.
#[derive(Debug, Default)]
pub(super) struct Leaves {
    /// Task by task; if the engine was stopped, fewer than there are tasks.
    pub(super) found: Vec<Found>,
    /// Productions: class (place in `keys`), whether `root_ok` holds, path condition (place in `paths`), then a
    /// place in `parts` or `spans` for each slot.
    pub(super) productions: Vec<u32>,
    pub(super) keys: Vec<Key>,
    pub(super) spans: Vec<(u32, u32)>,
    pub(super) parts: Vec<Part>,
    pub(super) conditions: Vec<Condition>,
    pub(super) paths: Vec<PathCondition>,
    part_places: FxHashMap<Part, u32>,
    set_places: FxHashMap<u32, u32>,
    span_places: FxHashMap<(u32, u32), u32>,
    key_places: FxHashMap<Vec<i64>, u32>,
    condition_places: FxHashMap<Condition, u32>,
    path_places: FxHashMap<PathCondition, u32>,
    pub(super) runs: u64,
    pub(super) rejected: Vec<u64>,
    /// What caused how many of the runs.
    pub(super) splits: Vec<(Read, u64)>,
    pub(super) discovered: Vec<(TypeIx, Arc<Attribute>)>,
    pub(super) failure: Option<(Failure, String)>,
}

impl Leaves {
    /// Adds the productions of a leaf.
    pub(super) fn add(
        &mut self,
        run: &mut Run,
        bump: &Bump,
        handle: Handle,
        mut answers: SmallVec<[Encoder; 8]>,
        root_ok: bool,
    ) {
        if !run.discovered.is_empty() {
            return;
        }
        let mut entities: SmallVec<[Entity<'_>; 4]> = SmallVec::new();
        for int in answers.iter_mut().flat_map(|answer| &mut answer.ints) {
            *int = run.settled(*int);
        }
        let (condition, path) =
            if run.is_symbolic() { self.symbolic(run, handle, &mut answers) } else { (0, 0) };
        if run.symbolic().is_some_and(|symbols| symbols.impossible) {
            return;
        }
        for int in answers.iter().flat_map(|answer| answer.ints.iter()) {
            depends_on(run, *int, bump, &mut entities);
        }
        for entity in &mut entities {
            group(run, entity);
        }
        let mut picked: SmallVec<[usize; 4]> = entities.iter().map(|_| 0).collect();
        let mut known: SmallVec<[(u32, i64); 8]> = SmallVec::new();
        let mut key: SmallVec<[i64; 16]> = SmallVec::new();
        loop {
            known.clear();
            for (entity, picked) in entities.iter().zip(&picked) {
                known.extend(entity.atoms.iter().copied().zip(entity.groups[*picked].0.iter().copied()));
            }
            key.clear();
            for answer in &answers {
                key.push(crate::index::signed(answer.words.len()));
                key.extend_from_slice(&answer.words);
                for int in &answer.ints {
                    key.push(evaluate(run, *int, &known));
                }
            }
            key.push(i64::from(condition));
            let class = self.class(&key, &answers, condition);
            self.productions.extend([class, u32::from(root_ok), path]);
            let left = |of: Of| {
                let found = entities.iter().zip(&picked).find(|(entity, _)| entity.of == of);
                found.map(|(entity, picked)| entity.groups[*picked].1)
            };
            self.write_slots(run, handle, &left);
            let Some(last) = (0..picked.len()).rev().find(|i| picked[*i] + 1 < entities[*i].groups.len())
            else {
                return;
            };
            picked[last] += 1;
            picked[last + 1..].fill(0);
        }
    }

    /// The condition and the path condition of a leaf with symbolic data, as places. Symbolic integers of the
    /// answers become terms of the condition: their place is marked among the words.
    fn symbolic(&mut self, run: &mut Run, root: Handle, answers: &mut [Encoder]) -> (u32, u32) {
        let mut terms: Vec<Linear> = Vec::new();
        for answer in answers.iter_mut() {
            for place in 0..answer.ints.len() {
                let int = answer.ints[place];
                let mut mark = 0;
                if run.depends_on_symbol(int) {
                    // What the solver can not hold is a panic of the predicate that was caught before.
                    let Ok(term) = run.term_of(int) else { continue };
                    let known = terms.iter().position(|known| *known == term);
                    let known = known.unwrap_or_else(|| {
                        terms.push(term);
                        terms.len() - 1
                    });
                    mark = crate::index::signed(known) + 1;
                    answer.ints[place] = Int::constant(0);
                }
                answer.words.push(mark);
            }
        }
        let (condition, shown_vars) = condition(run, terms);
        let path = run.path_condition(root.node, &shown_vars);
        (
            place_of(&mut self.conditions, &mut self.condition_places, condition),
            place_of(&mut self.paths, &mut self.path_places, path),
        )
    }

    /// The place of a key.
    fn class(&mut self, flat: &[i64], answers: &[Encoder], condition: u32) -> u32 {
        if let Some(known) = self.key_places.get(flat) {
            return *known;
        }
        let mut rest = flat;
        let mut key = Key { answers: Vec::with_capacity(answers.len()), condition };
        for answer in answers {
            let (words, after) = rest[1..].split_at(answer.words.len());
            let (ints, after) = after.split_at(answer.ints.len());
            key.answers.push((words.to_vec(), ints.to_vec()));
            rest = after;
        }
        let place = shown(self.keys.len());
        self.keys.push(key);
        self.key_places.insert(flat.to_vec(), place);
        place
    }

    /// Writes a place for each slot of the root layer.
    fn write_slots(&mut self, run: &Run, root: Handle, left: &impl Fn(Of) -> Option<u32>) {
        let Some((ctor, first)) = run.layer_of(root.node) else { return };
        for slot in 0..run.schema.constructor(ctor).slots.len() {
            let place = match run.layer_slots(ctor, first)[slot] {
                SlotState::Node(node) => self.part(run, node, left),
                SlotState::Data(..) => {
                    let bounds = interval(run, ctor, first, slot, left);
                    self.span(bounds)
                }
            };
            self.productions.push(place);
        }
    }

    fn span(&mut self, bounds: (u32, u32)) -> u32 {
        let next = shown(self.spans.len());
        let place = *self.span_places.entry(bounds).or_insert(next);
        if place == next {
            self.spans.push(bounds);
        }
        place
    }

    fn push_part(&mut self, part: Part) -> u32 {
        let next = shown(self.parts.len());
        let place = *self.part_places.entry(part.clone()).or_insert(next);
        if place == next {
            self.parts.push(part);
        }
        place
    }

    /// The place of what a node has been narrowed to.
    fn part(&mut self, run: &Run, node: u32, left: &impl Fn(Of) -> Option<u32>) -> u32 {
        let Source::Classes(source) = &run.source else { unreachable!("a run over classes") };
        match run.nodes[at(node)] {
            NodeState::Classes(set) => {
                let set = left(Of::Node(node)).unwrap_or(set);
                if let Some(place) = self.set_places.get(&set) {
                    return *place;
                }
                let place = self.push_part(Part::Classes(source.parts.members(set).clone()));
                self.set_places.insert(set, place);
                place
            }
            NodeState::Productions { list, .. } => {
                self.push_part(Part::Records(source.parts.list(list).clone()))
            }
            NodeState::Layer { ctor, first } => {
                let slots = run.schema.constructor(ctor).slots.len();
                let mut words = Vec::with_capacity(slots);
                for slot in 0..slots {
                    words.push(match run.layer_slots(ctor, first)[slot] {
                        SlotState::Node(child) => (self.part(run, child, left), 0),
                        SlotState::Data(..) => interval(run, ctor, first, slot, left),
                    });
                }
                let entered = source.symbolic.as_ref().and_then(|symbolic| {
                    symbolic.entered.iter().find(|entered| entered.node == node).map(|entered| entered.path)
                });
                self.push_part(Part::Layer(ctor, words, entered))
            }
            state => unreachable!("{state:?} in a decided leaf"),
        }
    }

    /// The families of the parts in the graph, in order; synthetic layers become records of their own.
    pub(super) fn families(
        &self,
        schema: &Schema,
        classes: &mut Classes,
    ) -> Result<Vec<Family>, IdsExhausted> {
        let mut families: Vec<Family> = Vec::with_capacity(self.parts.len());
        for part in &self.parts {
            let family = match part {
                Part::Classes(members) => classes.union_of(members)?,
                Part::Records(records) => classes.records_union(schema, records)?,
                Part::Layer(ctor, slots, path) => classes.layer(schema, *ctor, slots, &families, *path)?,
            };
            families.push(family);
        }
        Ok(families)
    }
}

/// The bounds of a data slot, or the single index that its entity has been narrowed to.
fn interval(
    run: &Run,
    ctor: CtorIx,
    first: u32,
    slot: usize,
    left: &impl Fn(Of) -> Option<u32>,
) -> (u32, u32) {
    if let SlotState::Data(int, _) = run.layer_slots(ctor, first)[slot]
        && let Some(atom) = int.base.checked_sub(1)
        && let Some(index) = left(Of::Data(atom))
    {
        return (index, index);
    }
    if let SlotState::Data(int, _) = run.layer_slots(ctor, first)[slot]
        && let Some(Atom::Symbol(_)) = int.base.checked_sub(1).map(|atom| &run.atoms[at(atom)])
    {
        return (0, 0);
    }
    run.data_interval(ctor, first, slot)
}
