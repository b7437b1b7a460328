//! Finds what one structure can be changed to at one of its nodes: other values of its data, another constructor, another part.
//!
//! An edit keeps all that it does not change, also what the predicate then rejects: it is a proposal to be judged. Another
//! constructor keeps the parts and values that fit its slots. Parts are the small structures of the node's type, and the parts of
//! the node that have this type, by which a structure shrinks. Invariant: each edit gives another structure, and no two of them the
//! same.

use rustc_hash::FxHashSet;

use dpgen_forest::index::{CtorIx, DomainIx, at, small, wide};
use dpgen_forest::schema::{Domain, Schema, SlotKind};
use dpgen_forest::structure::{NodePaths, ValueNode, nodes_of, words_of};

use crate::concrete_evaluation::allowed_values;
use crate::predicate_run::Model;
use crate::small_parts::{SmallPart, SmallParts};

/// A change at a node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// A data slot takes another value: an integer, or the index of what is none.
    Value {
        /// The slot.
        slot: usize,
        /// The value.
        value: i64,
    },
    /// The node has another constructor, with the parts and values that fit it.
    Constructor(CtorIx),
    /// Another structure of the node's type stands in its place, given as compact words.
    Part(Vec<u32>),
}

/// A change, and the structure that it gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// The change.
    pub change: Change,
    /// The compact words of the whole after it.
    pub words: Vec<u32>,
}

/// The edits of a structure at a node.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Edits {
    /// The edits: values slot by slot, constructors, parts.
    pub edits: Vec<Edit>,
    /// Whether there are more than the limit let through. Parts are always small ones: that there are larger ones is no cut.
    pub is_cut: bool,
}

/// The edits of a structure, whose last node is the whole, at a node: at most `limit` values for each data slot, and about as many
/// parts.
///
/// ```
/// use dpgen_engine::structure_edits::{Change, edits};
/// use dpgen_forest::{Scope, structure::nodes_of, to_ron};
/// use dpgen_spec::Spec;
///
/// let model = Spec::builtin("sorted-list").unwrap().model(&Scope::new(3))?;
/// // The list 2, 3: its nodes are the end, the rest, and the whole.
/// let nodes = nodes_of(&model.schema, &[1, 1, 1, 2, 0]);
/// let found = edits(&model, &nodes, 1, 10);
/// let values: Vec<_> = found.edits.iter().filter(|edit| matches!(edit.change, Change::Value { .. })).collect();
/// let texts: Vec<String> = values.iter().map(|edit| to_ron(&model.schema, &edit.words)).collect();
/// assert_eq!(texts[0], "Cons(value: 2, rest: Cons(value: 1, rest: Nil))");
/// assert_eq!(texts.len(), 2);
/// # Ok::<(), dpgen_spec::SpecError>(())
/// ```
///
/// # Panics
/// When there is no such node.
#[must_use]
pub fn edits(model: &Model, nodes: &[ValueNode], node: usize, limit: usize) -> Edits {
    let schema = &*model.schema;
    let whole = small(nodes.len()) - 1;
    let mut list =
        EditList { seen: std::iter::once(words_of(schema, nodes, whole)).collect(), found: Edits::default() };
    let layer = &nodes[node];
    for (slot, of) in schema.constructor(layer.ctor).slots.iter().enumerate() {
        let SlotKind::Data(domain) = of.kind else { continue };
        let (values, is_cut) = other_values(model, nodes, (node, slot), schema.domain(domain), limit);
        list.found.is_cut |= is_cut;
        for value in values {
            let mut changed = nodes.to_vec();
            changed[node].slots[slot] = value;
            list.add(Change::Value { slot, value }, words_of(schema, &changed, whole));
        }
    }
    let mut parts = SmallParts::new(model, limit.max(1));
    let ty = schema.constructor(layer.ctor).ty;
    for ctor in schema.constructors_of(ty).filter(|ctor| *ctor != layer.ctor) {
        if let Some(part) = with_constructor(&mut parts, schema, nodes, node, ctor) {
            list.add(Change::Constructor(ctor), placed(model, nodes, node, &part));
        }
    }
    for slot in &schema.constructor(layer.ctor).recursive {
        let part = u32::try_from(layer.slots[*slot]).unwrap_or(u32::MAX);
        if schema.constructor(nodes[at(part)].ctor).ty == ty {
            let words = words_of(schema, nodes, part);
            let part = SmallPart { words: words.clone(), open: Vec::new() };
            list.add(Change::Part(words), placed(model, nodes, node, &part));
        }
    }
    // Each constructor has its share.
    let ctors = usize::try_from(schema.ty(ty).constructors).unwrap_or(1).max(1);
    let mut parts = SmallParts::new(model, limit.div_ceil(ctors).max(1));
    for ctor in schema.constructors_of(ty) {
        for part in parts.of_constructor(ctor) {
            list.add(Change::Part(part.words.clone()), placed(model, nodes, node, &part));
        }
    }
    list.found.is_cut |= parts.is_cut;
    list.found
}

/// The edits so far, and the structures that they give.
struct EditList {
    seen: FxHashSet<Vec<u32>>,
    found: Edits,
}

impl EditList {
    fn add(&mut self, change: Change, words: Vec<u32>) {
        if self.seen.insert(words.clone()) {
            self.found.edits.push(Edit { change, words });
        }
    }
}

/// The values that a data slot can have instead of its own, ascending, and whether there are more: those that its rule allows where
/// the node stands, and those next to them; the nearest ones, if there are too many.
fn other_values(
    model: &Model,
    nodes: &[ValueNode],
    (node, slot): (usize, usize),
    domain: &Domain,
    limit: usize,
) -> (Vec<i64>, bool) {
    let Some(last) = domain.len().checked_sub(1) else { return (Vec::new(), false) };
    let (least, greatest) = (domain.value(0), domain.value(last));
    let held = nodes[node].slots[slot];
    // A rule that fails narrows nothing, and says so when the structure is judged.
    let allowed =
        if at(last) <= limit { None } else { allowed_values(model, nodes, (node, slot)).ok().flatten() };
    let intervals: Vec<(i64, i64)> = match allowed {
        Some(allowed) => allowed
            .iter()
            .map(|(lo, hi)| (lo.saturating_sub(1).max(least), hi.saturating_add(1).min(greatest)))
            .collect(),
        None => vec![(least, greatest)],
    };
    let near = i64::try_from(limit).unwrap_or(i64::MAX);
    let (from, to) = (held.saturating_sub(near), held.saturating_add(near));
    let mut values: Vec<i64> = Vec::new();
    for (lo, hi) in &intervals {
        values.extend((*lo).max(from)..=(*hi).min(to));
        values.extend((*lo..=*hi).take(limit));
    }
    values.retain(|value| *value != held && domain.index_of(*value).is_some());
    values.sort_unstable();
    values.dedup();
    let len = |(lo, hi): &(i64, i64)| u128::from(hi.abs_diff(*lo)) + 1;
    let is_cut =
        values.len() > limit || intervals.iter().map(len).sum::<u128>() > u128::from(wide(limit)) + 1;
    values.sort_by_key(|value| (value.abs_diff(held), *value));
    values.truncate(limit);
    values.sort_unstable();
    (values, is_cut)
}

/// A node with another constructor: of its parts and values those that fit the slots, first by name; else the smallest parts and the
/// first values. `None` if the constructor has no structure.
fn with_constructor(
    parts: &mut SmallParts<'_>,
    schema: &Schema,
    nodes: &[ValueNode],
    node: usize,
    ctor: CtorIx,
) -> Option<SmallPart> {
    let (own, to) = (&nodes[node], schema.constructor(ctor));
    let from = schema.constructor(own.ctor);
    let mut unused: Vec<usize> = (0..from.slots.len()).collect();
    let same = |a: SlotKind, b: SlotKind| match (a, b) {
        (SlotKind::Recursive(a), SlotKind::Recursive(b)) => a == b,
        (SlotKind::Data(a), SlotKind::Data(b)) => is_same_data(schema, a, b),
        _ => false,
    };
    // By name first, so that no slot takes what another one has by its name.
    let mut kept: Vec<Option<usize>> = Vec::new();
    for slot in &to.slots {
        let found = unused
            .iter()
            .position(|own| from.slots[*own].name == slot.name && same(from.slots[*own].kind, slot.kind));
        kept.push(found.map(|found| unused.remove(found)));
    }
    for (slot, kept) in to.slots.iter().zip(&mut kept).filter(|(_, kept)| kept.is_none()) {
        let found = unused.iter().position(|own| same(from.slots[*own].kind, slot.kind));
        *kept = found.map(|found| unused.remove(found));
    }
    let mut built = SmallPart { words: vec![ctor.word()], open: Vec::new() };
    for (slot, kept) in to.slots.iter().zip(kept) {
        let held = kept.map(|kept| own.slots[kept]);
        let part = match (slot.kind, held) {
            (SlotKind::Recursive(_), Some(part)) => {
                SmallPart { words: words_of(schema, nodes, u32::try_from(part).ok()?), open: Vec::new() }
            }
            (SlotKind::Recursive(ty), None) => parts.smallest(ty)?,
            (SlotKind::Data(domain), held) => {
                let domain = schema.domain(domain);
                let index = held.and_then(|held| domain.index_of(held));
                if domain.is_empty() {
                    return None;
                }
                let open = if index.is_some() { Vec::new() } else { vec![0] };
                SmallPart { words: vec![index.unwrap_or_default()], open }
            }
        };
        built = built.then(&part);
    }
    Some(built)
}

/// Whether the values of two domains mean the same.
fn is_same_data(schema: &Schema, a: DomainIx, b: DomainIx) -> bool {
    let (a, b) = (schema.domain(a), schema.domain(b));
    match (a, b) {
        (Domain::Range { .. } | Domain::Ints(_), Domain::Range { .. } | Domain::Ints(_)) => true,
        _ => a == b,
    }
}

/// The compact words of a structure with a part in the place of a node. Open words become the first values that are allowed where they
/// stand.
fn placed(model: &Model, nodes: &[ValueNode], node: usize, part: &SmallPart) -> Vec<u32> {
    let schema = &*model.schema;
    let (mut words, begin) = with_part(schema, nodes, node, &part.words);
    for open in &part.open {
        let after = nodes_of(schema, &words);
        let Some((number, slot)) = slot_at(schema, &words, begin + open) else { continue };
        let Some(node) = NodePaths::new(schema, &after).at_preorder(number) else { continue };
        let SlotKind::Data(domain) = schema.constructor(after[node].ctor).slots[slot].kind else { continue };
        let allowed = allowed_values(model, &after, (node, slot)).ok().flatten();
        let first = allowed.and_then(|allowed| allowed.first().map(|(lo, _)| *lo));
        if let Some(index) = first.and_then(|first| schema.domain(domain).index_of(first)) {
            words[begin + open] = index;
        }
    }
    words
}

/// The compact words of a structure with others in the place of a node, and where those begin.
fn with_part(schema: &Schema, nodes: &[ValueNode], node: usize, part: &[u32]) -> (Vec<u32>, usize) {
    let before = words_of(schema, nodes, small(nodes.len()) - 1);
    let own = words_of(schema, nodes, small(node)).len();
    let number = NodePaths::new(schema, nodes).preorder(node).unwrap_or_default();
    let begin = begin_of(schema, &before, number);
    let mut words = before[..begin].to_vec();
    words.extend_from_slice(part);
    words.extend_from_slice(&before[begin + own..]);
    (words, begin)
}

/// The words of a structure, each with the number of its node in preorder, and its slot if it is data.
fn word_places(schema: &Schema, words: &[u32]) -> Vec<(u32, Option<usize>)> {
    let mut places = Vec::with_capacity(words.len());
    // What is still to be read, the next on top: a part, or a data slot of a node.
    let mut open = vec![None];
    let mut numbers = 0..;
    while let (Some(next), Some(word)) = (open.pop(), words.get(places.len())) {
        if let Some((number, slot)) = next {
            places.push((number, Some(slot)));
            continue;
        }
        let Some(number) = numbers.next() else { break };
        places.push((number, None));
        let slots = schema.constructor(CtorIx::from_word(*word)).slots.iter().enumerate().rev();
        open.extend(slots.map(|(slot, of)| (!of.is_recursive()).then_some((number, slot))));
    }
    places
}

/// Where the words of a node begin.
fn begin_of(schema: &Schema, words: &[u32], number: u32) -> usize {
    word_places(schema, words).iter().position(|place| *place == (number, None)).unwrap_or(0)
}

/// The node, in preorder, and the slot of a word that is data.
fn slot_at(schema: &Schema, words: &[u32], word: usize) -> Option<(u32, usize)> {
    let (number, slot) = *word_places(schema, words).get(word)?;
    Some((number, slot?))
}
