//! [`WholeCheck`]: `root_ok` of a value that a user receives, and of each part of it that is a whole, too.
//!
//! A value is a *whole* where a user receives it: what a generator makes, each argument of a test, each call of a sequence
//! and each argument of that call, and each element of a tuple or array that is a whole itself. Its type's `root_ok` counts
//! there. Everything else is a part, of which `rep_ok` alone is asked: fields of a user's type, elements of a collection,
//! what an `Option` holds. A pointer, or any other type that shows as what it holds, is what it holds.
//!
//! Invariant: a `WholeCheck` demands something, of itself or of a part. An element or argument is asked as an attribute is, so
//! that engines judge classes of it once, and do not look into it again in each structure that holds it.

use std::any::TypeId;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::evaluate_predicates::holds;
use dpgen_engine::predicate_run::{
    self, AttrKey, Attribute, ContextRules, Failure, Handle, Model, Predicate, SlotHandle, raise,
};
use dpgen_forest::index::{CtorIx, TypeIx, at};
use dpgen_forest::schema::{Schema, Shape, SlotKind};
use dpgen_forest::structure::{ValueNode, nodes_of};

/// A `root_ok`, with the name of its function.
#[derive(Debug, Clone)]
pub(crate) struct RootOk {
    pub(crate) predicate: Predicate,
    pub(crate) name: &'static str,
}

/// The `root_ok` of all types, and the types whose fields are wholes.
#[derive(Debug, Default)]
pub(crate) struct RootPredicates {
    pub(crate) root_ok: BTreeMap<TypeIx, RootOk>,
    /// The types whose fields are wholes: the arguments of a test, or of a call.
    pub(crate) arguments: BTreeSet<TypeIx>,
}

impl RootPredicates {
    /// The predicate of the whole structures of a schema, if there is one.
    pub(crate) fn root_ok(&self, schema: &Schema, contexts: Option<&Arc<ContextRules>>) -> Option<Predicate> {
        let whole = Arc::new(self.whole(schema, schema.root(), true)?);
        Some(whole.into_predicate(contexts.cloned()))
    }

    /// The check of a type's values; of those that are arguments themselves, the fields are parts.
    fn whole(&self, schema: &Schema, ty: TypeIx, is_outermost: bool) -> Option<WholeCheck> {
        let own = self.root_ok.get(&ty).cloned();
        let holds_wholes =
            schema.ty(ty).shape == Shape::Tuple || is_outermost && self.arguments.contains(&ty);
        let is_outermost = is_outermost && !self.arguments.contains(&ty);
        let ctors = holds_wholes.then(|| schema.constructors_of(ty)).into_iter().flatten();
        let parts: Vec<_> = ctors.map(|ctor| self.parts(schema, ctor, is_outermost)).collect();
        let demands = own.is_some() || parts.iter().any(|parts| !parts.is_empty());
        demands.then_some(WholeCheck { own, parts })
    }

    fn parts(&self, schema: &Schema, ctor: CtorIx, is_outermost: bool) -> Vec<(usize, Arc<WholeCheck>)> {
        let slots = schema.constructor(ctor).slots.iter().enumerate();
        let whole = |(slot, kind)| match kind {
            SlotKind::Recursive(ty) => Some((slot, Arc::new(self.whole(schema, ty, is_outermost)?))),
            SlotKind::Data(_) => None,
        };
        slots.map(|(slot, of)| (slot, of.kind)).filter_map(whole).collect()
    }
}

/// The check of a whole.
#[derive(Debug)]
struct WholeCheck {
    own: Option<RootOk>,
    /// By constructor: the slots that are wholes of which something is demanded. Empty if none is.
    parts: Vec<Vec<(usize, Arc<WholeCheck>)>>,
}

impl WholeCheck {
    fn into_predicate(self: Arc<Self>, contexts: Option<Arc<ContextRules>>) -> Predicate {
        match &*self {
            Self { own: Some(own), parts } if parts.is_empty() => own.predicate.clone(),
            _ if self.is_opaque() => Predicate::Opaque(Arc::new(move |schema, words| {
                self.holds_for_words(schema, words, contexts.clone())
            })),
            _ => {
                Predicate::Observed { key: self.key(), conditions: Arc::new(move |node| self.holds_at(node)) }
            }
        }
    }

    fn is_opaque(&self) -> bool {
        let own = self.own.as_ref().is_some_and(|own| matches!(own.predicate, Predicate::Opaque(_)));
        own || self.parts.iter().flatten().any(|(_, part)| part.is_opaque())
    }

    /// Its key among the attributes of its type.
    fn key(&self) -> AttrKey {
        match &self.own {
            Some(RootOk { predicate: Predicate::Observed { key, .. }, .. }) if self.parts.is_empty() => *key,
            _ => AttrKey::Native(TypeId::of::<Self>()),
        }
    }

    fn name(&self) -> String {
        let own = self.own.as_ref().filter(|_| self.parts.is_empty());
        own.map_or("root_ok of its parts", |own| own.name).to_owned()
    }

    /// Whether it holds of a node of the current run.
    fn holds_at(&self, node: Handle) -> bool {
        if let Some(RootOk { predicate: Predicate::Observed { conditions, .. }, .. }) = &self.own
            && !conditions.hold(node)
        {
            return false;
        }
        if self.parts.is_empty() {
            return true;
        }
        let layer = predicate_run::view(node);
        self.parts[at(layer.local)].iter().all(|(slot, part)| match layer.slot(*slot) {
            SlotHandle::Node(node) => part.ask_part(node),
            SlotHandle::Data(..) => true,
        })
    }

    /// Whether it holds of a part, by the part's answer.
    fn ask_part(self: &Arc<Self>, part: Handle) -> bool {
        let make = || {
            let whole = self.clone();
            let eval = Box::new(move |node, out: &mut predicate_run::Encoder| {
                out.word(i64::from(whole.holds_at(node)))
            });
            Attribute { key: self.key(), name: self.name(), eval }
        };
        let evaluate = |out: &mut predicate_run::Encoder| out.word(i64::from(self.holds_at(part)));
        predicate_run::ask(part, self.key(), make, evaluate, |words, _| words == [1])
    }

    /// Whether it holds of a finished value, where a predicate needs one.
    fn holds_for_words(
        &self,
        schema: &Arc<Schema>,
        words: &[u32],
        contexts: Option<Arc<ContextRules>>,
    ) -> bool {
        let nodes = nodes_of(schema, words);
        let model = Model {
            name: String::new(),
            schema: schema.clone(),
            rep_ok: Vec::new(),
            root_ok: None,
            conditions: Vec::new(),
            contexts,
        };
        self.holds_for_node(&model, &nodes, nodes.len() - 1).unwrap_or_else(|failure| raise(failure))
    }

    fn holds_for_node(&self, model: &Model, nodes: &[ValueNode], node: usize) -> Result<bool, Failure> {
        if let Some(own) = &self.own
            && !holds(model, &own.predicate, nodes, node)?
        {
            return Ok(false);
        }
        let ValueNode { ctor, slots } = &nodes[node];
        let parts = self.parts.get(at(model.schema.local(*ctor)));
        for (slot, part) in parts.into_iter().flatten() {
            let node = usize::try_from(slots[*slot]).unwrap_or(usize::MAX);
            if !part.holds_for_node(model, nodes, node)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
