//! Answers the queries of views on a run ([`Evaluation`]).

use std::panic::Location;
use std::sync::Arc;

use dpgen_forest::index::{TypeIx, at};
use dpgen_forest::schema::Schema;

use super::context_rules::ContextRules;
use super::current_run::{ContextOfNode, DecodeAnswer, Evaluation, MakeAttribute};
use super::model::{AttrKey, Encoder};
use super::predicate_int::{Cut, Int};
use super::run_state::{Run, SlotState, Source};
use super::view_handles::{Layer, SlotHandle};

impl<S: Source> Run<S> {
    /// The handle of a slot, for views.
    #[inline]
    fn slot_handle(&self, state: SlotState) -> SlotHandle {
        match state {
            SlotState::Node(node) => SlotHandle::Node(self.handle(node)),
            // The layer may be that of an earlier run, which this one goes on from.
            SlotState::Data(int, domain) => SlotHandle::Data(int.of_run(self.number), domain),
        }
    }
}

impl<S: Source> Evaluation for Run<S> {
    fn schema(&self) -> &Schema {
        &self.schema
    }

    fn type_of(&self, node: u32) -> TypeIx {
        Run::type_of(self, node)
    }

    fn view(&mut self, node: u32) -> Layer {
        self.note_read();
        let (ctor, first) = self.open(node);
        Layer::new(ctor, self.schema.local(ctor), first, self.number)
    }

    #[inline]
    fn slot(&self, layer: Layer, slot: usize) -> SlotHandle {
        self.slot_handle(self.slot_of(layer.first, slot))
    }

    fn part(&self, layer: Layer, slot: usize) -> Option<u32> {
        self.slot_of(layer.first, slot).node()
    }

    fn slots(&self, layer: Layer, slots: &mut [SlotHandle]) {
        for (slot, state) in slots.iter_mut().zip(&self.slots[at(layer.first)..]) {
            *slot = self.slot_handle(*state);
        }
    }

    fn ask(
        &mut self,
        node: u32,
        key: AttrKey,
        make: &mut MakeAttribute<'_>,
        decode: &mut DecodeAnswer<'_>,
    ) -> bool {
        self.note_read();
        if !S::CACHES_ATTRIBUTES && S::recall(self, node, key, decode) {
            return true;
        }
        let ty = match key {
            // An attribute of a spec is asked of nodes of its type only.
            AttrKey::Spec(ty, _) => TypeIx::from_word(ty),
            AttrKey::Native(_) | AttrKey::Nodes(_) | AttrKey::Context => self.type_of(node),
        };
        debug_assert_eq!(ty, self.type_of(node), "an attribute is asked of a node of its type");
        if S::CACHES_ATTRIBUTES
            && let Some(attr) = self.attributes.find(ty, key)
        {
            return S::answer(self, node, attr, decode);
        }
        if self.rep_ok_keys[ty.index()] == Some(key) {
            S::note_asked(self, node, ty);
            if self.source.accepts_parts() {
                decode(&[1], &[]);
                return true;
            }
        } else if S::RECORDS_DISCOVERIES
            && self.discovered.iter().all(|(of, known)| (*of, known.key) != (ty, key))
        {
            self.discovered.push((ty, Arc::new(make())));
        }
        false
    }

    fn remembers_answers(&self) -> bool {
        S::CACHES_ATTRIBUTES
    }

    fn remember(&mut self, node: u32, key: AttrKey, answer: &Encoder) {
        if !S::CACHES_ATTRIBUTES {
            self.begin_question();
            for int in &answer.ints {
                self.fit(*int);
            }
        }
        self.source.remember(node, key, answer);
    }

    #[inline]
    fn cut(&mut self, a: Int, b: Int, cut: Cut, site: &'static Location<'static>) -> u32 {
        self.source.note_site(site);
        self.begin_question();
        self.compare(a, b, cut)
    }

    fn value(&mut self, int: Int, site: &'static Location<'static>) -> i128 {
        self.source.note_site(site);
        self.begin_question();
        self.decide(int)
    }

    fn linear(&mut self, parts: &[(Int, i64)]) -> Int {
        self.begin_question();
        self.sum(parts)
    }

    fn extremum(&mut self, a: Int, b: Int, greatest: bool) -> Option<Int> {
        S::extremum(self, a, b, greatest)
    }

    fn context_rules(&self) -> Option<&Arc<ContextRules>> {
        self.contexts.as_ref()
    }

    fn context(&mut self, node: u32) -> ContextOfNode {
        let mut known = S::context(self, node);
        if known.is_none() && !S::CACHES_ATTRIBUTES {
            S::recall(self, node, AttrKey::Context, &mut |words, _| known = Some(words.into()));
        }
        if let Some(words) = known {
            return ContextOfNode::Known(words);
        }
        match S::holder(self, node) {
            Some((whole, ctor, slot)) => ContextOfNode::HeldBy { whole, ctor, slot },
            None => ContextOfNode::Known(
                self.contexts.as_ref().map_or_else(Arc::default, |rules| rules.root().clone()),
            ),
        }
    }

    fn reject(&mut self, condition: u32) {
        self.condition = Some(condition);
    }

    fn begin_at(&mut self, stack: usize) {
        self.stack = stack;
    }
}
