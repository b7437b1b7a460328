//! What the slots of a leaf hold: sets and lists of the worker, spelled out by their members and interned.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use dpgen_forest::graph::Family;
use dpgen_forest::index::{IdsExhausted, at, small};
use dpgen_forest::schema::Schema;

use super::entity::{Entity, Of};
use super::leaves::Leaves;
use super::part::{FamiliesOfSets, SlotSet};
use crate::classes::lists::owned;
use crate::classes::partition::Partitions;
use crate::classes::source::{ClassAtom, ClassNode, ClassRun};
use crate::classes::table::{Classes, Sized};
use crate::run::failure::internal;
use crate::run::state::{NodeState, SlotState};
use crate::watch::{Pace, Watch};

/// What a slot of a leaf holds, as far as it varies with what the leaf's entities are narrowed to.
pub(crate) enum Filling {
    /// Always the same place.
    Fixed(u32),
    /// An entity: the place for each of its groups.
    Entity(usize, SmallVec<[u32; 16]>),
    /// Something that an entity is deep within.
    Deep(u32),
}

impl Leaves {
    /// What each slot of a layer holds; `None` if the build is to stop.
    pub(crate) fn fillings(
        &mut self,
        run: &ClassRun,
        node: u32,
        entities: &[Entity<'_>],
        pace: &mut Pace<'_>,
    ) -> Option<SmallVec<[Filling; 6]>> {
        let Some((ctor, first)) = run.layer_of(node) else { return Some(SmallVec::new()) };
        let none = |_: Of| None;
        let slots = run.layer_slots(ctor, first);
        let filling = |state: &SlotState| {
            let of = match *state {
                SlotState::Node(node) => Some(Of::Node(node)),
                SlotState::Data(int, _) => int.base.checked_sub(1).map(Of::Data),
            };
            let entity = entities.iter().position(|entity| Some(entity.of) == of);
            Some(match (*state, entity.map(|entity| (entity, &entities[entity]))) {
                (SlotState::Node(node), entity) => match (run.state(node), entity) {
                    (NodeState::Open(ClassNode::Classes(_)), Some((number, entity))) => {
                        let place = |set| self.classes(&run.source.parts, set);
                        Filling::Entity(number, places(entity, place, pace)?)
                    }
                    (NodeState::Open(ClassNode::Productions { list, .. }), Some((number, entity))) => {
                        let place = |set| self.records(&run.source.parts, list, Some(set));
                        Filling::Entity(number, places(entity, place, pace)?)
                    }
                    (NodeState::Layer { .. }, _) if !entities.is_empty() => Filling::Deep(node),
                    _ => Filling::Fixed(self.part(run, node, &none)),
                },
                (SlotState::Data(..), Some((number, entity))) => {
                    Filling::Entity(number, places(entity, |index| self.span((index, index)), pace)?)
                }
                (SlotState::Data(..), None) => Filling::Fixed(self.span(interval(run, *state, &none))),
            })
        };
        slots.iter().map(filling).collect()
    }

    /// The place of a slot's content, for the group that each entity is narrowed to.
    pub(crate) fn place(
        &mut self,
        run: &ClassRun,
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
        small(self.spans.insert_full(bounds).0)
    }

    /// The place of a set of the worker.
    pub(crate) fn classes(&mut self, parts: &Partitions, set: u32) -> u32 {
        if let Some(place) = self.set_places.get(&set) {
            return *place;
        }
        let place = self.push_part(SlotSet::Classes(set, parts.members(set).clone()));
        self.set_places.insert(set, place);
        place
    }

    /// The place of a list of the worker, or of those of its productions that belong to the classes of a set.
    fn records(&mut self, parts: &Partitions, list: u32, set: Option<u32>) -> u32 {
        let records = parts.list(list);
        self.push_part(SlotSet::Records(match set {
            Some(set) => owned(records, parts.members(set)).into(),
            None => records.clone(),
        }))
    }

    fn push_part(&mut self, part: SlotSet) -> u32 {
        small(self.parts.insert_full(part).0)
    }

    /// The place of what a node has been narrowed to.
    fn part(&mut self, run: &ClassRun, node: u32, left: &impl Fn(Of) -> Option<u32>) -> u32 {
        // The places of nodes that are done and in no whole yet, the last on top.
        let mut done: SmallVec<[u32; 8]> = SmallVec::new();
        let nodes = run.parts_first(node, |node, ctor, first| run.decided_slots(node, ctor, first));
        for node in nodes {
            let place = match run.state(node) {
                NodeState::Open(ClassNode::Classes(set)) => {
                    self.classes(&run.source.parts, left(Of::Node(node)).unwrap_or(set))
                }
                NodeState::Open(ClassNode::Productions { list, .. }) => {
                    self.records(&run.source.parts, list, left(Of::Node(node)))
                }
                NodeState::Open(ClassNode::Pending { .. }) => internal("a leaf's node is resolved"),
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
                    let owner = run.origins[at(node)].map(|set| run.source.parts.members(set)[0]);
                    self.push_part(SlotSet::Layer(ctor, words, (rest, entered), owner))
                }
            };
            done.push(place);
        }
        done.pop().unwrap_or_default()
    }

    /// The families of the parts in the graph, in order, and by place those of each size where there are several;
    /// synthetic layers become records of their own. Fewer if the build is to stop.
    pub(crate) fn families(
        &mut self,
        schema: &Schema,
        classes: &mut Classes,
        of_sets: &mut FamiliesOfSets,
        watch: &Watch,
    ) -> Result<(Vec<Family>, FxHashMap<u32, Sized>), IdsExhausted> {
        let mut families: Vec<Family> = Vec::with_capacity(self.parts.len());
        let mut of_sizes = FxHashMap::default();
        let of_sets = of_sets.entry(self.worker).or_default();
        let mut pace = watch.pace();
        for ((place, part), count) in (0..).zip(&self.parts).zip(&mut self.counts) {
            let len = match part {
                SlotSet::Classes(_, members) => members.len(),
                SlotSet::Records(records) => records.len(),
                SlotSet::Layer(_, slots, ..) => slots.len(),
            };
            if pace.step() || !classes.reserve_union(len + 2, watch) {
                break;
            }
            let family = match part {
                SlotSet::Classes(_, members) if classes.has_sizes(members) => {
                    let by_size: Vec<_> = classes.by_size(members).collect();
                    let mut sized = Sized::new();
                    for (size, members) in by_size {
                        let count = classes.count(members);
                        sized.push((size, classes.union_of(members, &count)?));
                    }
                    let (_, first) = sized[0];
                    of_sizes.insert(place, sized);
                    first
                }
                SlotSet::Classes(set, members) => {
                    let known = of_sets.get(at(*set)).copied().flatten();
                    let family = known.map_or_else(|| classes.union_of(members, count), Ok)?;
                    if known.is_none() {
                        of_sets.resize(of_sets.len().max(at(*set) + 1), None);
                        of_sets[at(*set)] = Some(family);
                    }
                    family
                }
                SlotSet::Records(records) => {
                    let family = classes.records_union(schema, records)?;
                    count.clone_from(classes.dag.union_count(family));
                    family
                }
                SlotSet::Layer(ctor, slots, end, owner) => {
                    let family = classes.layer(schema, *ctor, slots, &families, *end, *owner)?;
                    count.clone_from(classes.dag.union_count(family));
                    family
                }
            };
            families.push(family);
        }
        Ok((families, of_sizes))
    }
}

/// The bytes that the place of a group takes, and the span or the set that it names.
const PLACE_BYTES: usize = 32;

/// The place of what each group of an entity leaves of it; `None` if the build is to stop.
fn places(
    entity: &Entity<'_>,
    mut place: impl FnMut(u32) -> u32,
    pace: &mut Pace<'_>,
) -> Option<SmallVec<[u32; 16]>> {
    if !pace.watch().has_room(entity.groups.len().saturating_mul(PLACE_BYTES)) {
        return None;
    }
    entity.groups.iter().map(|(_, left)| if pace.step() { None } else { Some(place(*left)) }).collect()
}

/// The bounds of a data slot, or the single index that its entity has been narrowed to.
fn interval(run: &ClassRun, state: SlotState, left: &impl Fn(Of) -> Option<u32>) -> (u32, u32) {
    if let SlotState::Data(int, _) = state
        && let Some(atom) = int.base.checked_sub(1)
    {
        if let Some(index) = left(Of::Data(atom)) {
            return (index, index);
        }
        if let Some(ClassAtom::Symbol(_)) = run.own_atom(int.base) {
            return (0, 0);
        }
    }
    run.data_interval(state)
}
