//! What the slots of a leaf hold, in a form that does not depend on the worker.
//!
//! A worker numbers sets and lists as it meets them. Here they are spelled out by their members and interned
//! once for each lot of tasks; a production then names each slot by a *place*. Merging turns places into
//! families and spans of the graph ([`Leaves::families`]).

use std::sync::Arc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::groups::{Entity, Of};
use super::leaf::Leaves;
use super::leaf_condition::place_of;
use crate::classes::Classes;
use crate::run::{Atom, NodeState, Run, SlotState, Source};
use dpgen_forest::graph::Family;
use dpgen_forest::index::{CtorIx, IdsExhausted, at, shown};
use dpgen_forest::schema::Schema;

/// A set of structures of a slot.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Part {
    /// A set of the worker's: these classes.
    Classes(u32, Arc<[u32]>),
    /// These records.
    Records(Arc<[u32]>),
    /// One layer: constructor, then a place among the parts or the bounds of an interval for each slot; and
    /// its path condition, if data is symbolic.
    Layer(CtorIx, Vec<(u32, u32)>, Option<u32>),
}

/// What a slot of a leaf holds, as far as it varies with what the leaf's entities are narrowed to.
pub(crate) enum Filling {
    /// Always the same place.
    Fixed(u32),
    /// An entity: the place for each of its groups.
    Entity(usize, SmallVec<[u32; 16]>),
    /// Something that an entity is deep within.
    Deep(u32),
}

/// By worker and set: the family, if it is known.
pub(crate) type FamiliesOfSets = FxHashMap<u32, Vec<Option<Family>>>;

impl Leaves {
    /// What each slot of a layer holds.
    pub(crate) fn fillings(
        &mut self,
        run: &Run,
        node: u32,
        entities: &[Entity<'_>],
    ) -> SmallVec<[Filling; 6]> {
        let Some((ctor, first)) = run.layer_of(node) else { return SmallVec::new() };
        let none = |_: Of| None;
        let slots = run.layer_slots(ctor, first);
        let fillings = slots.iter().enumerate().map(|(slot, state)| {
            let of = match *state {
                SlotState::Node(node) => Some(Of::Node(node)),
                SlotState::Data(int, _) => int.base.checked_sub(1).map(Of::Data),
            };
            let entity = entities.iter().position(|entity| Some(entity.of) == of);
            match (*state, entity.map(|entity| (entity, &entities[entity]))) {
                (SlotState::Node(node), Some((number, entity)))
                    if matches!(run.nodes[at(node)], NodeState::Classes(_)) =>
                {
                    let places = entity.groups.iter().map(|(_, set)| self.classes(run, *set));
                    Filling::Entity(number, places.collect())
                }
                (SlotState::Node(node), _) => match run.nodes[at(node)] {
                    NodeState::Layer { .. } if !entities.is_empty() => Filling::Deep(node),
                    _ => Filling::Fixed(self.part(run, node, &none)),
                },
                (SlotState::Data(..), Some((number, entity))) => {
                    let places = entity.groups.iter().map(|(_, index)| self.span((*index, *index)));
                    Filling::Entity(number, places.collect())
                }
                (SlotState::Data(..), None) => {
                    Filling::Fixed(self.span(interval(run, ctor, first, slot, &none)))
                }
            }
        });
        fillings.collect()
    }

    /// The place of a slot's content, for the group that each entity is narrowed to.
    pub(crate) fn place(
        &mut self,
        run: &Run,
        filling: &Filling,
        entities: &[Entity<'_>],
        picked: &[usize],
    ) -> u32 {
        match filling {
            Filling::Fixed(place) => *place,
            Filling::Entity(entity, places) => places[picked[*entity]],
            Filling::Deep(node) => self.part(run, *node, &|of| {
                let found = entities.iter().zip(picked).find(|(entity, _)| entity.of == of);
                found.map(|(entity, picked)| entity.groups[*picked].1)
            }),
        }
    }

    fn span(&mut self, bounds: (u32, u32)) -> u32 {
        place_of(&mut self.spans, &mut self.span_places, bounds)
    }

    /// The place of a set of the worker.
    fn classes(&mut self, run: &Run, set: u32) -> u32 {
        let Source::Classes(source) = &run.source else { unreachable!("a run over classes") };
        if let Some(place) = self.set_places.get(&set) {
            return *place;
        }
        let place = shown(self.parts.len());
        self.parts.push(Part::Classes(set, source.parts.members(set).clone()));
        self.set_places.insert(set, place);
        place
    }

    fn push_part(&mut self, part: Part) -> u32 {
        place_of(&mut self.parts, &mut self.part_places, part)
    }

    /// The place of what a node has been narrowed to.
    fn part(&mut self, run: &Run, node: u32, left: &impl Fn(Of) -> Option<u32>) -> u32 {
        let Source::Classes(source) = &run.source else { unreachable!("a run over classes") };
        match run.nodes[at(node)] {
            NodeState::Classes(set) => self.classes(run, left(Of::Node(node)).unwrap_or(set)),
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
    pub(crate) fn families(
        &self,
        schema: &Schema,
        classes: &mut Classes,
        of_sets: &mut FamiliesOfSets,
    ) -> Result<Vec<Family>, IdsExhausted> {
        let mut families: Vec<Family> = Vec::with_capacity(self.parts.len());
        let of_sets = of_sets.entry(self.worker).or_default();
        for part in &self.parts {
            let family = match part {
                Part::Classes(set, members) => {
                    let known = of_sets.get(at(*set)).copied().flatten();
                    let family = known.map_or_else(|| classes.union_of(members), Ok)?;
                    if known.is_none() {
                        of_sets.resize(of_sets.len().max(at(*set) + 1), None);
                        of_sets[at(*set)] = Some(family);
                    }
                    family
                }
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
    {
        if let Some(index) = left(Of::Data(atom)) {
            return (index, index);
        }
        if let Atom::Symbol(_) = run.atoms[at(atom)] {
            return (0, 0);
        }
    }
    run.data_interval(ctor, first, slot)
}
