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
use super::current_run::with_run;
use super::node_types::{Numbering, References};
use super::reference_counters::Counter;
use super::view_handles::Handle;

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
            false => Arc::new(references).extend(self, schema),
        };
        (!rules.is_empty()).then(|| Arc::new(rules))
    }
}

/// The number of a node among those of its type, from 0 in the order of a walk from the root; `None` if no slot refers to structures of
/// its type. Of a structure that is no node, the number that the next node gets.
///
/// # Panics
/// Outside of the run that the handle belongs to.
#[must_use]
pub fn number_of_node(handle: Handle) -> Option<i64> {
    let from_end = with_run(handle.run, |run| {
        let ty = run.type_of(handle.node);
        run.context_rules()?.references.as_ref()?.own_place(ty)
    })?;
    context(handle).iter().rev().nth(from_end).copied()
}

impl References {
    /// Rules that have those of references, too.
    fn extend(self: Arc<Self>, rules: ContextRules, schema: &Schema) -> ContextRules {
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
        extended.references = Some(self.clone());
        let names: Vec<String> = schema.all_types().iter().map(|ty| ty.name.clone()).collect();
        extended.set_text(Arc::new(move |ty, words| {
            let counted = &self.counted[ty.index()];
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
        OwnWords { counters: self.counters(ty), number: self.own_place(ty) }
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
            true => self.counter_of_whole(*node),
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
