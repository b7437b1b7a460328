//! [`Edit`]: a change of one place of a structure that makes it smaller.
//!
//! A part gives way to one of its own parts, or to the smallest structure of its type with some constructor; a datum takes a
//! value before its own in its domain. Structures are compared by a [`Measure`], so that edits that make smaller come to an
//! end. Whether the predicate accepts the result is for others to say.

use std::sync::Arc;

use dpgen_forest::index::{CtorIx, DomainIx, TypeIx, signed, small};
use dpgen_forest::schema::{Schema, SlotKind};
use dpgen_forest::structure::{ValueNode, nodes_of, words_of};

/// The measure of a structure, by which smaller ones are told: fields are compared in their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) struct Measure {
    size: u64,
    nodes: u64,
    /// The sum of the places of all data in their domains.
    data: u64,
}

impl Measure {
    fn and(self, other: Self) -> Self {
        let Self { size, nodes, data } = other;
        Self {
            size: self.size.saturating_add(size),
            nodes: self.nodes.saturating_add(nodes),
            data: self.data.saturating_add(data),
        }
    }

    fn without(self, other: Self) -> Self {
        let Self { size, nodes, data } = other;
        Self {
            size: self.size.saturating_sub(size),
            nodes: self.nodes.saturating_sub(nodes),
            data: self.data.saturating_sub(data),
        }
    }

    /// The size of the structure.
    pub(super) fn size(self) -> u64 {
        self.size
    }
}

/// The place of a part: a node and its slot; `None` for the whole.
type Place = Option<(usize, usize)>;

/// A change of one place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Edit {
    /// This node, a part of what stands there, takes its place; the type of the place is given.
    Lift(Place, usize, TypeIx),
    /// The smallest structure with this constructor takes the place.
    Smallest(Place, CtorIx),
    /// A datum becomes this value.
    Lower((usize, usize), i64),
}

/// A structure, parts before wholes, with what its parts measure.
#[derive(Debug)]
pub(super) struct MeasuredStructure {
    schema: Arc<Schema>,
    nodes: Vec<ValueNode>,
    /// By node, with its parts.
    measures: Vec<Measure>,
    /// By constructor, the measure of the smallest structure with it, if there is one.
    smallest: Vec<Option<Measure>>,
}

/// Edits that were found, each with what the result measures.
#[derive(Debug)]
struct EditList {
    edits: Vec<(Measure, Edit)>,
    /// The number of parts that may still be looked at.
    left: usize,
}

impl MeasuredStructure {
    pub(super) fn new(schema: Arc<Schema>, words: &[u32]) -> Self {
        let nodes = nodes_of(&schema, words);
        let mut measures: Vec<Measure> = Vec::with_capacity(nodes.len());
        for node in &nodes {
            let slots = schema.constructor(node.ctor).slots.iter().zip(&node.slots);
            let own = Measure { size: schema.constructor(node.ctor).weight.into(), nodes: 1, data: 0 };
            let measure = slots.fold(own, |sum, (slot, held)| match slot.kind {
                SlotKind::Data(domain) => sum.and(Measure {
                    data: schema.domain(domain).index_of(*held).unwrap_or_default().into(),
                    ..Measure::default()
                }),
                SlotKind::Recursive(_) => {
                    sum.and(part(*held).and_then(|part| measures.get(part).copied()).unwrap_or_default())
                }
            });
            measures.push(measure);
        }
        let smallest = smallest(&schema);
        Self { schema, nodes, measures, smallest }
    }

    /// The measure of the whole.
    pub(super) fn whole(&self) -> Measure {
        self.measures.last().copied().unwrap_or_default()
    }

    /// All edits that make the structure smaller, smallest results first; and whether that is all, as no more than
    /// `max_len` are looked at.
    pub(super) fn edits(&self, max_len: usize) -> (Vec<(Measure, Edit)>, bool) {
        let mut found = EditList { edits: Vec::new(), left: max_len };
        if let Some(whole) = self.nodes.len().checked_sub(1) {
            self.add_replacements(None, whole, self.schema.root(), &mut found);
        }
        for (number, node) in self.nodes.iter().enumerate().rev() {
            let slots = self.schema.constructor(node.ctor).slots.iter().zip(&node.slots).enumerate();
            for (slot, (kind, held)) in slots.map(|(slot, (kind, held))| (slot, (kind.kind, *held))) {
                match (kind, part(held)) {
                    (SlotKind::Data(domain), _) => self.lower((number, slot), domain, held, &mut found),
                    (SlotKind::Recursive(ty), Some(part)) => {
                        self.add_replacements(Some((number, slot)), part, ty, &mut found);
                    }
                    (SlotKind::Recursive(_), None) => {}
                }
            }
        }
        let EditList { mut edits, left } = found;
        edits.retain(|(measure, _)| *measure < self.whole());
        edits.sort_by_key(|(measure, _)| *measure);
        (edits, left > 0)
    }

    /// Adds the replacements of a part.
    fn add_replacements(&self, place: Place, held: usize, ty: TypeIx, found: &mut EditList) {
        let rest = self.whole().without(self.measures[held]);
        for ctor in self.schema.constructors_of(ty) {
            // One with more nodes than there are is not made.
            let measure = self.smallest[ctor.index()].filter(|least| least.nodes <= self.whole().nodes);
            found.edits.extend(measure.map(|measure| (rest.and(measure), Edit::Smallest(place, ctor))));
        }
        let mut open = vec![held];
        while let Some(node) = open.pop() {
            for part in parts(&self.schema, &self.nodes[node]) {
                if found.left == 0 {
                    return;
                }
                found.left -= 1;
                if counterpart(&self.schema, self.nodes[part].ctor, ty).is_some() {
                    found.edits.push((rest.and(self.measures[part]), Edit::Lift(place, part, ty)));
                }
                open.push(part);
            }
        }
    }

    /// The first value of the domain, the one in the middle, and the one before.
    fn lower(&self, place: (usize, usize), domain: DomainIx, held: i64, found: &mut EditList) {
        let domain = self.schema.domain(domain);
        let Some(index) = domain.index_of(held).filter(|index| *index > 0) else { return };
        let mut lower = vec![0, index / 2, index - 1];
        lower.dedup();
        for to in lower {
            let data = Measure { data: (index - to).into(), ..Measure::default() };
            found.edits.push((self.whole().without(data), Edit::Lower(place, domain.value(to))));
        }
    }

    /// The words of the structure after an edit; `None` where the part does not fit the place.
    pub(super) fn apply(&self, edit: Edit) -> Option<Vec<u32>> {
        let mut nodes = self.nodes.clone();
        let mut whole = nodes.len().checked_sub(1)?;
        let (place, held) = match edit {
            Edit::Lower(place, value) => (Some(place), value),
            Edit::Lift(place, part, ty) => {
                fit(&self.schema, &mut nodes, part, ty)?;
                (place, signed(part))
            }
            Edit::Smallest(place, ctor) => (place, signed(self.add_smallest(&mut nodes, ctor))),
        };
        match place {
            Some((node, slot)) => nodes[node].slots[slot] = held,
            None => whole = part(held)?,
        }
        Some(words_of(&self.schema, &nodes, small(whole)))
    }

    /// Adds the smallest structure with a constructor.
    fn add_smallest(&self, nodes: &mut Vec<ValueNode>, ctor: CtorIx) -> usize {
        let first = nodes.len();
        nodes.push(ValueNode { ctor, slots: Vec::new() });
        let mut next = first;
        while next < nodes.len() {
            let slots = &self.schema.constructor(nodes[next].ctor).slots;
            for slot in slots {
                let held = match slot.kind {
                    SlotKind::Data(domain) => self.schema.domain(domain).value(0),
                    SlotKind::Recursive(ty) => {
                        let ctors = self.schema.constructors_of(ty);
                        let least = ctors.filter_map(|ctor| Some((self.smallest[ctor.index()]?, ctor))).min();
                        let Some((_, ctor)) = least else { continue };
                        nodes.push(ValueNode { ctor, slots: Vec::new() });
                        signed(nodes.len() - 1)
                    }
                };
                nodes[next].slots.push(held);
            }
            next += 1;
        }
        first
    }
}

/// The node that a slot holds.
fn part(held: i64) -> Option<usize> {
    usize::try_from(held).ok()
}

fn parts<'a>(schema: &'a Schema, node: &'a ValueNode) -> impl Iterator<Item = usize> + 'a {
    let slots = schema.constructor(node.ctor).slots.iter().zip(&node.slots);
    slots.filter(|(slot, _)| slot.is_recursive()).filter_map(|(_, held)| part(*held))
}

/// By constructor, the measure of the smallest structure with it, if there is one.
fn smallest(schema: &Schema) -> Vec<Option<Measure>> {
    let mut smallest = vec![None; schema.all_constructors().len()];
    loop {
        let mut is_changed = false;
        for number in 0..smallest.len() {
            let ctor = &schema.all_constructors()[number];
            let own = Measure { size: ctor.weight.into(), nodes: 1, data: 0 };
            let measure = ctor.slots.iter().try_fold(own, |sum, slot| match slot.kind {
                SlotKind::Data(domain) => (!schema.domain(domain).is_empty()).then_some(sum),
                SlotKind::Recursive(ty) => {
                    let ctors = schema.constructors_of(ty);
                    ctors.filter_map(|ctor| smallest[ctor.index()]).min().map(|least: Measure| sum.and(least))
                }
            });
            if measure.is_some() && measure != smallest[number] {
                (smallest[number], is_changed) = (measure, true);
            }
        }
        if !is_changed {
            return smallest;
        }
    }
}

/// The constructor of a type that is written as this one: the constructor itself, or its like in a type of lists of another
/// length.
fn counterpart(schema: &Schema, ctor: CtorIx, ty: TypeIx) -> Option<CtorIx> {
    let known = schema.constructor(ctor);
    if known.ty == ty {
        return Some(ctor);
    }
    let is_like = |other: &CtorIx| {
        let other = schema.constructor(*other);
        other.name == known.name && other.slots.len() == known.slots.len()
    };
    if schema.ty(known.ty).shape != schema.ty(ty).shape {
        None
    } else {
        schema.constructors_of(ty).find(is_like)
    }
}

/// Makes a part one of another type, if all of it can be.
fn fit(schema: &Schema, nodes: &mut [ValueNode], part: usize, ty: TypeIx) -> Option<()> {
    let mut open = vec![(part, ty)];
    while let Some((number, ty)) = open.pop() {
        let old = nodes[number].ctor;
        let new = counterpart(schema, old, ty)?;
        if new == old {
            continue;
        }
        nodes[number].ctor = new;
        let slots = schema.constructor(old).slots.iter().zip(&schema.constructor(new).slots).enumerate();
        for (slot, (before, after)) in slots {
            let held = nodes[number].slots[slot];
            match (before.kind, after.kind) {
                (SlotKind::Recursive(_), SlotKind::Recursive(ty)) => open.push((self::part(held)?, ty)),
                (SlotKind::Data(before), SlotKind::Data(after)) => {
                    let (before, after) = (schema.domain(before), schema.domain(after));
                    let is_same = before == after || (before.is_int() && after.is_int());
                    after.index_of(held).filter(|_| is_same)?;
                }
                _ => return None,
            }
        }
    }
    Some(())
}
