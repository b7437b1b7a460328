//! Leaves of Quotient DP: from a run that accepted to productions.
//!
//! After `rep_ok` said true, every attribute in use is evaluated on the new layer, in the same run. Integers of
//! the results may still be terms over holes and data: what they depend on (*entities*: a hole's classes, a
//! data slot's values) is grouped by value, and each combination of groups is one production of the class
//! with those values. So a leaf costs one run, however many classes it feeds.

use std::sync::Arc;

use bumpalo::Bump;
use bumpalo::collections::Vec as BumpVec;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::Watch;
use super::quotient::Split;
use crate::index::{AttrIx, CtorIx, IdsExhausted, TypeIx, at, shown};
use crate::run::{
    Atom, Attribute, Encoder, Failure, Handle, Int, Model, NodeState, Predicate, Run, SlotState, Source, enter, guarded,
    with,
};
use crate::schema::{Schema, SlotKind};
use crate::store::{Classes, Family};

/// How many runs pass between two looks at the limits.
const POLL: u64 = 1024;

/// A set of structures of a slot, in a form that does not depend on the worker.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Part {
    /// These classes.
    Classes(Arc<[u32]>),
    /// These records.
    Records(Arc<[u32]>),
    /// One layer: constructor, then a place among the parts or the bounds of an interval for each slot.
    Layer(CtorIx, Vec<(u32, u32)>),
}

/// A key of a class: words and integers of each attribute of its type.
pub(super) type Key = Vec<(Vec<i64>, Vec<i64>)>;

/// What one task found.
#[derive(Debug, Default)]
pub(super) struct Leaves {
    /// Productions: class (place in `keys`), whether `root_ok` holds, then a place in `parts` or `spans` a slot.
    pub(super) productions: Vec<u32>,
    pub(super) keys: Vec<Key>,
    pub(super) spans: Vec<(u32, u32)>,
    parts: Vec<Part>,
    part_places: FxHashMap<Part, u32>,
    set_places: FxHashMap<u32, u32>,
    span_places: FxHashMap<(u32, u32), u32>,
    key_places: FxHashMap<Vec<i64>, u32>,
    pub(super) runs: u64,
    pub(super) rejected: Vec<u64>,
    pub(super) discovered: Vec<(TypeIx, Arc<Attribute>)>,
    pub(super) failure: Option<(Failure, String)>,
}

/// Judges a split: every run of the predicate over its holes.
pub(super) fn judge(
    model: &Model,
    classes: &Classes,
    run: Box<Run>,
    split: &Split,
    watch: &Watch,
) -> (Box<Run>, Leaves) {
    let ty = model.schema.constructor(split.ctor).ty;
    let attributes = run.attributes.clone();
    let of_type: Vec<(AttrIx, Arc<Attribute>)> =
        attributes.of(ty).map(|(attr, attribute)| (attr, attribute.clone())).collect();
    let root_ok = model.root_ok.as_ref().filter(|_| ty == model.schema.root());
    let rep_ok = model.rep_ok[ty.index()].as_ref();
    let mut leaves = Leaves::default();
    let mut bump = Bump::new();
    let (mut run, ()) = enter(run, || {
        with(|run| run.choices.clear());
        loop {
            let handle = with(|run| start(run, classes, split));
            leaves.runs += 1;
            let mut answers: SmallVec<[Encoder; 8]> = SmallVec::new();
            let verdict = guarded(|| {
                if !holds(rep_ok, handle) {
                    return None;
                }
                for (_, attribute) in &of_type {
                    let mut out = Encoder::default();
                    (attribute.eval)(handle, &mut out);
                    answers.push(out);
                }
                Some(holds(root_ok, handle))
            });
            match verdict {
                Ok(None) => leaves.reject(with(|run| run.condition)),
                Ok(Some(root)) => {
                    bump.reset();
                    with(|run| leaves.add(run, &bump, handle, answers, root));
                }
                Err(failure) => {
                    leaves.failure = Some((failure, with(|run| run.describe(handle.node))));
                    return;
                }
            }
            let stop = leaves.runs % POLL == 0 && watch.spend(POLL);
            let done = with(|run| !run.discovered.is_empty() || !run.choices.advance());
            if stop || done {
                return;
            }
        }
    });
    watch.spend(leaves.runs % POLL);
    leaves.discovered.append(&mut run.discovered);
    (run, leaves)
}

fn holds(predicate: Option<&Predicate>, handle: Handle) -> bool {
    match predicate {
        None => true,
        Some(Predicate::Observed { test, .. }) => test(handle),
        Some(Predicate::Opaque(_)) => unreachable!("opaque predicates are judged by DP"),
    }
}

/// Lays out the split: a hole for each recursive slot, an unknown for each data slot.
fn start(run: &mut Run, classes: &Classes, split: &Split) -> Handle {
    run.restart();
    let mut sizes = split.sizes.iter();
    let root = run.push_node(NodeState::Structure(0));
    let layer = run.push_layer(split.ctor, |run, _, kind| match kind {
        SlotKind::Data(domain) => run.fresh_data(domain),
        SlotKind::Recursive(ty) => {
            let bucket = classes.bucket(ty, sizes.next().copied().unwrap_or_default());
            let Source::Classes(source) = &mut run.source else { unreachable!("a run over classes") };
            let set = source.parts.bucket(bucket);
            SlotState::Node(run.push_classes(set))
        }
    });
    run.set_root(root, layer);
    run.handle(root)
}

/// What a leaf's integers depend on, with its groups: the value of each atom, and what is left of the entity.
struct Entity<'b> {
    /// The node, or the atom of the data slot.
    of: Of,
    atoms: SmallVec<[u32; 4]>,
    groups: BumpVec<'b, (SmallVec<[i64; 4]>, u32)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Of {
    Node(u32),
    Data(u32),
}

impl Leaves {
    fn reject(&mut self, condition: Option<u32>) {
        if let Some(condition) = condition.map(at) {
            let len = self.rejected.len().max(condition + 1);
            self.rejected.resize(len, 0);
            self.rejected[condition] += 1;
        }
    }

    /// Adds the productions of a leaf.
    fn add(
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
        for answer in &mut answers {
            for int in &mut answer.ints {
                *int = run.settled(*int);
                depends_on(run, *int, bump, &mut entities);
            }
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
            let class = self.class(&key, &answers);
            self.productions.push(class);
            self.productions.push(u32::from(root_ok));
            let left = |of: Of| {
                let found = entities.iter().zip(&picked).find(|(entity, _)| entity.of == of);
                found.map(|(entity, picked)| entity.groups[*picked].1)
            };
            self.write_slots(run, handle, &left);
            let Some(last) = (0..picked.len()).rev().find(|i| picked[*i] + 1 < entities[*i].groups.len()) else {
                return;
            };
            picked[last] += 1;
            picked[last + 1..].fill(0);
        }
    }

    /// The place of a key.
    fn class(&mut self, flat: &[i64], answers: &[Encoder]) -> u32 {
        if let Some(known) = self.key_places.get(flat) {
            return *known;
        }
        let mut rest = flat;
        let mut key = Key::with_capacity(answers.len());
        for answer in answers {
            let (words, after) = rest[1..].split_at(answer.words.len());
            let (ints, after) = after.split_at(answer.ints.len());
            key.push((words.to_vec(), ints.to_vec()));
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
                self.push_part(Part::Layer(ctor, words))
            }
            state => unreachable!("{state:?} in a decided leaf"),
        }
    }

    /// The families of the parts in the graph, in order; synthetic layers become records of their own.
    pub(super) fn families(&self, schema: &Schema, classes: &mut Classes) -> Result<Vec<Family>, IdsExhausted> {
        let mut families: Vec<Family> = Vec::with_capacity(self.parts.len());
        for part in &self.parts {
            let family = match part {
                Part::Classes(members) => classes.union_of(members)?,
                Part::Records(records) => classes.records_union(schema, records)?,
                Part::Layer(ctor, slots) => classes.layer(schema, *ctor, slots, &families)?,
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
    run.data_interval(ctor, first, slot)
}

/// Notes the entities that a (settled) integer depends on.
fn depends_on<'b>(run: &mut Run, int: Int, bump: &'b Bump, entities: &mut SmallVec<[Entity<'b>; 4]>) {
    let Some(atom) = int.base.checked_sub(1) else { return };
    let of = match run.atoms[at(atom)].clone() {
        Atom::Data { .. } => Of::Data(atom),
        Atom::Attr { node, .. } => Of::Node(node),
        Atom::Linear(terms) => {
            for (base, _) in terms {
                depends_on(run, Int { base, run: int.run, add: 0 }, bump, entities);
            }
            return;
        }
        Atom::Pending { .. } => {
            let settled = run.settled(int);
            depends_on(run, settled, bump, entities);
            return;
        }
    };
    match entities.iter_mut().find(|entity| entity.of == of) {
        Some(entity) if entity.atoms.contains(&atom) => {}
        Some(entity) => entity.atoms.push(atom),
        None => {
            let atoms = SmallVec::from_slice(&[atom]);
            entities.push(Entity { of, atoms, groups: BumpVec::new_in(bump) });
        }
    }
}

/// Groups an entity by the values of its atoms.
fn group(run: &mut Run, entity: &mut Entity<'_>) {
    match entity.of {
        Of::Data(atom) => {
            let Atom::Data { domain, lo, hi } = run.atoms[at(atom)] else { return };
            let schema = run.schema.clone();
            let domain = schema.domain(domain);
            entity.groups.extend((lo..=hi).map(|index| (SmallVec::from_slice(&[domain.value(index)]), index)));
        }
        Of::Node(node) => {
            let mut groups: Vec<(SmallVec<[i64; 4]>, u32)> = vec![(SmallVec::new(), run.origins[at(node)])];
            for atom in &entity.atoms {
                let Atom::Attr { attr, position, .. } = run.atoms[at(*atom)] else { continue };
                let Source::Classes(source) = &mut run.source else { unreachable!("a run over classes") };
                let mut finer = Vec::new();
                for (values, set) in groups {
                    for (value, part) in source.parts.by_value(set, attr, position).iter() {
                        let mut values = values.clone();
                        values.push(*value);
                        finer.push((values, *part));
                    }
                }
                groups = finer;
            }
            entity.groups.extend(groups);
        }
    }
}

/// The value of an integer, once its atoms are known.
fn evaluate(run: &Run, int: Int, known: &[(u32, i64)]) -> i64 {
    let Some(atom) = int.base.checked_sub(1) else { return int.add };
    let value_of = |atom: u32| known.iter().find(|(of, _)| *of == atom).map(|(_, value)| *value);
    let value = match (value_of(atom), &run.atoms[at(atom)]) {
        (Some(value), _) => value,
        (None, Atom::Linear(terms)) => terms.iter().fold(0_i64, |sum, (base, factor)| {
            let part = evaluate(run, Int { base: *base, run: int.run, add: 0 }, known);
            sum.saturating_add(part.saturating_mul(*factor))
        }),
        (None, Atom::Data { domain, lo, .. }) => run.schema.domain(*domain).value(*lo),
        (None, Atom::Attr { node, attr, position }) => match &run.source {
            Source::Classes(source) => {
                let class = source.parts.members(run.origins[at(*node)])[0];
                source.parts.classes.value(*attr, class).1[at(*position)]
            }
            _ => unreachable!("a run over classes"),
        },
        (None, Atom::Pending { parent, slot, .. }) => {
            evaluate(run, run.pending_data(*parent, *slot), known)
        }
    };
    value.saturating_add(int.add)
}
