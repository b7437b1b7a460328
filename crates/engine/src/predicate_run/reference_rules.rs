//! Rules of references: how many nodes of a type a walk from the root has met goes down and from left to right, as part of the
//! context.
//!
//! A *node* is a structure whose type some slot refers to ([`Domain::Nodes`]), and whose constructor weighs something. Nodes of a
//! type are numbered from 0 in the order in which a walk from the root, whole before parts and parts from left to right, meets
//! them. A reference is the number of a node that the walk has met: the structure that has the slot, if it is one, or one before.
//! So a structure with references is a graph with a root, and each such graph comes once up to isomorphism, as its walk numbers
//! its nodes: the rule by which Korat generates no two isomorphic structures (Boyapati, Khurshid and Marinov, ISSTA 2002).
//!
//! The words of a context end with one counter for each node type that structures of its type can hold or refer to, ascending;
//! what a model declares itself comes before them. Rules of the model do not see the counters; those of a node type see the number of
//! the node at hand behind the words that the model declares.
//!
//! [`Numbering`] says what a schema does not: a type may be a copy of another one, of which its structures are nodes then, and the
//! parts of a type may be wholes, each of which is numbered from 0 for itself.

use std::collections::BTreeSet;
use std::sync::Arc;

use smallvec::SmallVec;

use dpgen_forest::index::{CtorIx, TypeIx, small};
use dpgen_forest::schema::{Domain, Schema, SlotKind};

use super::context_query::context;
use super::context_rules::{AllowedValues, ContextRules, Rule, SlotRule};
use super::current_run::{Evaluation, ask, view, with_run, with_schema};
use super::model::{AttrKey, Attribute, Encoder};
use super::predicate_int::Int;
use super::view_handles::{Handle, SlotHandle};

/// Types that some slot refers to, ascending.
type NodeTypes = SmallVec<[TypeIx; 2]>;

/// How nodes are numbered, beyond what a schema says.
#[derive(Debug, Clone, Copy)]
pub struct Numbering<'a> {
    /// Types that are copies of others, each with the one that it is a copy of: its constructors stand in the same order and make
    /// nodes of that type, where those of that type do.
    pub copies: &'a [(TypeIx, TypeIx)],
    /// Types whose parts are wholes: the nodes of each such part are numbered from 0.
    pub holders: &'a BTreeSet<TypeIx>,
}

/// What the references of a schema need to be numbered.
#[derive(Debug)]
struct References {
    /// By type: itself, or the type that it is a copy of.
    originals: Vec<TypeIx>,
    /// Types whose parts are wholes.
    holders: BTreeSet<TypeIx>,
    /// By type: the node types that its structures can hold.
    held: Vec<NodeTypes>,
    /// By type: the node types that its structures can hold or refer to; each has a counter in its contexts.
    counted: Vec<NodeTypes>,
}

/// Where a counter of a slot comes from: its place in the context of the whole, and what is added.
#[derive(Debug, Clone)]
struct Counter {
    node: NodeType,
    /// The place in the whole's context, from its end; none if the whole has no such counter.
    from_end: Option<usize>,
    /// 1 if the whole is a node of this type.
    own: i64,
    /// The slots to the left whose parts can hold nodes of this type.
    left: SmallVec<[usize; 2]>,
}

impl ContextRules {
    /// These rules, with those of the references of a schema; `None` if there is neither.
    #[must_use]
    pub fn with_references(self, schema: &Schema) -> Option<Arc<Self>> {
        self.with_numbered_references(schema, Numbering { copies: &[], holders: &BTreeSet::new() })
    }

    /// The same, where nodes are numbered in another way.
    #[must_use]
    pub fn with_numbered_references(self, schema: &Schema, numbering: Numbering<'_>) -> Option<Arc<Self>> {
        let references = References::of(schema, numbering);
        let rules = match references.is_empty() {
            true => self,
            false => references.extend(self, schema),
        };
        (!rules.is_empty()).then(|| Arc::new(rules))
    }
}

/// The number of a node among those of its type, from 0 in the order of a walk from the root. Of a structure that is no node, the
/// number that the next node gets.
///
/// # Panics
/// Outside of the run that the handle belongs to.
#[must_use]
pub fn node_number(handle: Handle, ty: TypeIx) -> i64 {
    let place = with_run(handle.run, |run| own_counter(run, ty));
    place.and_then(|place| number_at(handle, place)).unwrap_or_default()
}

/// The same for a structure of any type; `None` if no slot refers to structures of its type.
///
/// # Panics
/// Outside of the run that the handle belongs to.
#[must_use]
pub fn number_of_node(handle: Handle) -> Option<i64> {
    let place = with_run(handle.run, |run| own_counter(run, run.type_of(handle.node)))?;
    number_at(handle, place)
}

/// The place of the counter of a type's own nodes in its contexts, from the end.
fn own_counter(run: &dyn Evaluation, ty: TypeIx) -> Option<usize> {
    *run.context_rules()?.own_counters.get(ty.index())?
}

/// The counter at a place of a context, from the end.
fn number_at(handle: Handle, from_end: usize) -> Option<i64> {
    context(handle).iter().rev().nth(from_end).copied()
}

/// A node type, and the name of the attribute that counts its nodes.
#[derive(Debug, Clone)]
struct NodeType {
    ty: TypeIx,
    /// The constructors that make nodes of it: its own, and those of its copies.
    ctors: Arc<[CtorIx]>,
    count_name: Arc<str>,
}

impl NodeType {
    /// The number of nodes of this type within a structure.
    fn nodes_within(&self, handle: Handle) -> i64 {
        let key = AttrKey::Nodes(self.ty);
        let make = || {
            let node = self.clone();
            let eval = Box::new(move |handle, out: &mut Encoder| out.word(node.count(handle)));
            Attribute { key, name: self.count_name.to_string(), eval }
        };
        let decode = |words: &[i64], _: &[Int]| words.first().copied().unwrap_or_default();
        ask(handle, key, make, |out| out.word(self.count(handle)), decode)
    }

    /// Counts the nodes within a structure, by asking its parts.
    fn count(&self, handle: Handle) -> i64 {
        let layer = view(handle);
        let own = self.ctors.contains(&layer.ctor);
        let slots = with_schema(|schema| schema.constructor(layer.ctor).recursive.clone());
        let parts = slots.into_iter().filter_map(|slot| match layer.slot(slot) {
            SlotHandle::Node(part) => Some(self.nodes_within(part)),
            SlotHandle::Data(..) => None,
        });
        i64::from(own) + parts.sum::<i64>()
    }
}

impl References {
    fn of(schema: &Schema, numbering: Numbering<'_>) -> Self {
        let types = || (0..small(schema.types())).map(TypeIx::from_word);
        let mut referred: Vec<NodeTypes> = vec![NodeTypes::new(); schema.types()];
        for ctor in schema.all_constructors() {
            for slot in &ctor.slots {
                if let SlotKind::Data(domain) = slot.kind
                    && let Domain::Nodes { of, .. } = schema.domain(domain)
                {
                    add(&mut referred[ctor.ty.index()], *of);
                }
            }
        }
        let nodes: NodeTypes = types().filter(|ty| referred.iter().any(|all| all.contains(ty))).collect();
        let mut originals: Vec<TypeIx> = types().collect();
        for (copy, of) in numbering.copies {
            originals[copy.index()] = *of;
        }
        let own = |of: &TypeIx| nodes.iter().copied().filter(|node| node == of).collect();
        let own = originals.iter().map(own).collect();
        let held = closure(schema, own);
        let counted = held.iter().zip(closure(schema, referred)).map(|(held, referred)| {
            let mut all = held.clone();
            referred.into_iter().for_each(|node| add(&mut all, node));
            all
        });
        Self { counted: counted.collect(), held, originals, holders: numbering.holders.clone() }
    }

    /// Whether a constructor makes nodes of a type.
    fn is_node(&self, schema: &Schema, ctor: CtorIx, node: TypeIx) -> bool {
        let ty = schema.constructor(ctor).ty;
        let local = schema.local(ctor);
        let original = || schema.constructors_of(node).find(|ctor| schema.local(*ctor) == local);
        self.originals[ty.index()] == node
            && original().is_some_and(|ctor| schema.constructor(ctor).weight > 0)
    }

    /// The type of nodes, with the constructors that make them.
    fn node_type(&self, schema: &Schema, node: TypeIx) -> NodeType {
        let ctors = (0..small(schema.all_constructors().len())).map(CtorIx::from_word);
        let ctors = ctors.filter(|ctor| self.is_node(schema, *ctor, node)).collect();
        let count_name = format!("nodes of {}", schema.ty(node).name).into();
        NodeType { ty: node, ctors, count_name }
    }

    /// Whether nothing refers to a node.
    fn is_empty(&self) -> bool {
        self.counted.iter().all(SmallVec::is_empty)
    }

    /// The number of counters at the end of the contexts of a type.
    fn counters(&self, ty: TypeIx) -> usize {
        self.counted[ty.index()].len()
    }

    /// How a counter of a slot is computed.
    fn counter(&self, schema: &Schema, ctor: CtorIx, slot: usize, node: TypeIx) -> Counter {
        let constructor = schema.constructor(ctor);
        let left = constructor.recursive.iter().copied().take_while(|left| *left < slot);
        let left = left.filter(|left| match constructor.slots[*left].kind {
            SlotKind::Recursive(part) => self.held[part.index()].contains(&node),
            SlotKind::Data(_) => false,
        });
        let from_end = place_from_end(&self.counted[constructor.ty.index()], node);
        let own = i64::from(self.is_node(schema, ctor, node));
        Counter { node: self.node_type(schema, node), from_end, own, left: left.collect() }
    }

    /// The counter of a part that is a whole: it has met nothing.
    fn counter_of_whole(&self, schema: &Schema, node: TypeIx) -> Counter {
        Counter { node: self.node_type(schema, node), from_end: None, own: 0, left: SmallVec::new() }
    }

    /// Rules that have those of references, too.
    fn extend(&self, rules: ContextRules, schema: &Schema) -> ContextRules {
        let types = || (0..small(schema.types())).map(TypeIx::from_word);
        let mut extended = ContextRules::new(schema.types(), schema.all_constructors().len());
        for ty in types() {
            if rules.has_context(ty) || self.counters(ty) > 0 {
                extended.add_type(ty);
            }
            for ctor in schema.constructors_of(ty) {
                for (slot, rule) in rules.of(ctor) {
                    extended.add_rule(ctor, *slot, self.without_counters(ty, rule));
                }
                for (slot, kind) in schema.constructor(ctor).slots.iter().map(|slot| slot.kind).enumerate() {
                    let rule = match kind {
                        SlotKind::Recursive(part) => self.give(schema, &rules, (ctor, slot), part),
                        SlotKind::Data(domain) => self.narrow(schema, (ctor, slot), schema.domain(domain)),
                    };
                    if let Some(rule) = rule {
                        extended.add_rule(ctor, slot, rule);
                    }
                }
            }
        }
        let met_none = self.counted[schema.root().index()].iter().map(|_| 0);
        extended.set_root(rules.root().iter().copied().chain(met_none).collect());
        extended.own_counters =
            types().map(|ty| place_from_end(&self.counted[ty.index()], self.originals[ty.index()])).collect();
        let counted = self.counted.clone();
        let names: Vec<String> = schema.all_types().iter().map(|ty| ty.name.clone()).collect();
        extended.set_text(Arc::new(move |ty, words| {
            let counted = &counted[ty.index()];
            let (own, met) = split(words, counted.len());
            let met = counted.iter().zip(met).map(|(node, met)| match met {
                1 => format!("1 node of {} before", names[node.index()]),
                _ => format!("{met} nodes of {} before", names[node.index()]),
            });
            let own = rules.has_context(ty).then(|| rules.text(ty, own));
            own.into_iter().chain(met).collect::<Vec<_>>().join(", ")
        }));
        extended
    }

    /// A rule of the model, which sees no counters.
    fn without_counters(&self, whole: TypeIx, rule: &SlotRule) -> SlotRule {
        let own = self.own_words(whole);
        match rule {
            SlotRule::Give(give) => SlotRule::Give(own.rule(give)),
            SlotRule::Narrow(narrow) => SlotRule::Narrow(own.rule(narrow)),
        }
    }

    /// What rules of the model see of a context of a type.
    fn own_words(&self, ty: TypeIx) -> OwnWords {
        let number = place_from_end(&self.counted[ty.index()], self.originals[ty.index()]);
        OwnWords { counters: self.counters(ty), number }
    }

    /// The rule of a part that has counters.
    fn give(
        &self,
        schema: &Schema,
        rules: &ContextRules,
        (ctor, slot): (CtorIx, usize),
        part: TypeIx,
    ) -> Option<SlotRule> {
        let whole = schema.constructor(ctor).ty;
        if self.counters(part) == 0 {
            // A part that has the context of the whole does not have its counters.
            let inherits = rules.has_context(part) && rules.give(ctor, slot).is_none();
            let counters = self.counters(whole);
            return (inherits && counters > 0).then(|| {
                SlotRule::Give(Rule::FromContext(Arc::new(move |words| split(words, counters).0.to_vec())))
            });
        }
        let is_whole = self.holders.contains(&whole);
        let counter = |node: &TypeIx| match is_whole {
            true => self.counter_of_whole(schema, *node),
            false => self.counter(schema, ctor, slot, *node),
        };
        let counters: Vec<Counter> = self.counted[part.index()].iter().map(counter).collect();
        let own = match (rules.has_context(part), rules.give(ctor, slot)) {
            (false, _) => Rule::FromContext(Arc::new(|_: &[i64]| Vec::new())),
            (true, None) => {
                let counters = self.counters(whole);
                Rule::FromContext(Arc::new(move |words| split(words, counters).0.to_vec()))
            }
            (true, Some(give)) => self.own_words(whole).rule(give),
        };
        let is_from_context = counters.iter().all(|counter| counter.left.is_empty());
        Some(SlotRule::Give(match own {
            Rule::FromContext(give) if is_from_context => Rule::FromContext(Arc::new(move |words| {
                let mut given = give(words);
                given.extend(counters.iter().map(|counter| counter.base(words)));
                given
            })),
            own => Rule::FromLeft(Arc::new(move |words, whole| {
                let mut given = own.apply(words, whole);
                given.extend(counters.iter().map(|counter| counter.value(words, whole)));
                given
            })),
        }))
    }

    /// The rule of a reference: the nodes that were met.
    fn narrow(&self, schema: &Schema, (ctor, slot): (CtorIx, usize), domain: &Domain) -> Option<SlotRule> {
        let Domain::Nodes { of, .. } = domain else { return None };
        let counter = self.counter(schema, ctor, slot, *of);
        Some(SlotRule::Narrow(if counter.left.is_empty() {
            Rule::FromContext(Arc::new(move |words| met(counter.base(words))))
        } else {
            Rule::FromLeft(Arc::new(move |words, whole| met(counter.value(words, whole))))
        }))
    }
}

impl Counter {
    /// What the context of the whole, and the whole itself, make of it.
    fn base(&self, words: &[i64]) -> i64 {
        let above = self.from_end.and_then(|place| words.iter().rev().nth(place));
        above.copied().unwrap_or_default() + self.own
    }

    /// The number of nodes that were met before the slot.
    fn value(&self, words: &[i64], whole: Handle) -> i64 {
        let layer = view(whole);
        let left = self.left.iter().filter_map(|slot| match layer.slot(*slot) {
            SlotHandle::Node(part) => Some(self.node.nodes_within(part)),
            SlotHandle::Data(..) => None,
        });
        self.base(words) + left.sum::<i64>()
    }
}

/// The numbers of the first nodes.
fn met(nodes: i64) -> AllowedValues {
    (nodes > 0).then_some((0, nodes - 1)).into_iter().collect()
}

/// What rules of the model see of a context: the words before the counters and, of a node type, the number of the node at hand.
#[derive(Debug, Clone, Copy)]
struct OwnWords {
    counters: usize,
    /// The place of the node's number, from the end.
    number: Option<usize>,
}

impl OwnWords {
    /// Shows a function what a rule of the model sees of a context.
    fn show<R>(self, words: &[i64], see: impl FnOnce(&[i64]) -> R) -> R {
        let own = split(words, self.counters).0;
        match self.number.and_then(|place| words.iter().rev().nth(place)) {
            Some(number) => see(&own.iter().chain([number]).copied().collect::<SmallVec<[i64; 8]>>()),
            None => see(own),
        }
    }

    /// A rule of the model as one of contexts with counters.
    fn rule<R: 'static>(self, rule: &Rule<R>) -> Rule<R> {
        match rule.clone() {
            Rule::FromContext(compute) => {
                Rule::FromContext(Arc::new(move |words| self.show(words, |own| compute(own))))
            }
            Rule::FromLeft(compute) => {
                Rule::FromLeft(Arc::new(move |words, whole| self.show(words, |own| compute(own, whole))))
            }
        }
    }
}

/// The words before the counters, and the counters.
fn split(words: &[i64], counters: usize) -> (&[i64], &[i64]) {
    words.split_at(words.len().saturating_sub(counters))
}

/// Adds a type to an ascending list.
fn add(types: &mut NodeTypes, ty: TypeIx) {
    if let Err(place) = types.binary_search(&ty) {
        types.insert(place, ty);
    }
}

/// The place of a type in a list, from the end.
fn place_from_end(types: &NodeTypes, ty: TypeIx) -> Option<usize> {
    types.iter().rev().position(|known| *known == ty)
}

/// By type: what it and the types of its parts have, and of their parts, and so on.
fn closure(schema: &Schema, mut all: Vec<NodeTypes>) -> Vec<NodeTypes> {
    loop {
        let before = all.clone();
        for ctor in schema.all_constructors() {
            for slot in &ctor.slots {
                if let SlotKind::Recursive(part) = slot.kind {
                    let below = all[part.index()].clone();
                    below.into_iter().for_each(|node| add(&mut all[ctor.ty.index()], node));
                }
            }
        }
        if all == before {
            return all;
        }
    }
}
