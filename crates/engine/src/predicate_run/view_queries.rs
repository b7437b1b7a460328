//! Answers the queries of views on a run ([`Evaluation`]).

use std::panic::Location;
use std::sync::Arc;

use dpgen_forest::index::{TypeIx, at};
use dpgen_forest::schema::Schema;

use super::context_rules::ContextRules;
use super::current_run::{ContextOfNode, DecodeAnswer, Evaluation, MakeAttribute, single_value};
use super::failure::internal;
use super::int_reply::IntReply;
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

    /// Reads the answer of a node to an attribute; `false` if it is not remembered.
    #[inline]
    fn answer(
        &mut self,
        node: u32,
        key: AttrKey,
        make: &mut MakeAttribute<'_>,
        mut decode: impl FnMut(&[i64], &[Int]),
    ) -> bool {
        self.note_read();
        if !S::CACHES_ATTRIBUTES
            && !S::RECORDS_DISCOVERIES
            && let AttrKey::Constructor(_) = key
        {
            // Evaluating it is looking into the node, which knows its constructor from then on.
            let (ctor, _) = self.open(node);
            decode(&[i64::from(self.schema.local(ctor))], &[]);
            return true;
        }
        if !S::CACHES_ATTRIBUTES && S::recall(self, node, key, &mut decode) {
            return true;
        }
        let ty = match key {
            // An attribute of a spec is asked of nodes of its type only.
            AttrKey::Spec(ty, _) | AttrKey::Constructor(ty) => TypeIx::from_word(ty),
            AttrKey::Native(_) | AttrKey::Nodes(_) | AttrKey::Context => self.type_of(node),
        };
        debug_assert_eq!(ty, self.type_of(node), "an attribute is asked of a node of its type");
        if S::CACHES_ATTRIBUTES
            && let Some(attr) = self.attributes.find(ty, key)
        {
            return S::answer(self, node, attr, decode);
        }
        let accepted = self.is_known_to_be_accepted(node, (ty, key), make);
        if accepted {
            decode(&[1], &[]);
        }
        accepted
    }

    /// Whether an attribute that is not in use is the `rep_ok` of a node that is known to be accepted. Others are noted.
    fn is_known_to_be_accepted(
        &mut self,
        node: u32,
        (ty, key): (TypeIx, AttrKey),
        make: &mut MakeAttribute<'_>,
    ) -> bool {
        if self.rep_ok_keys[ty.index()] == Some(key) {
            S::note_asked(self, node, ty);
            return self.source.accepts_parts();
        }
        if S::RECORDS_DISCOVERIES && self.discovered.iter().all(|(of, known)| (*of, known.key) != (ty, key)) {
            self.discovered.push((ty, Arc::new(make())));
        }
        false
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
    fn slot(&self, first: u32, slot: usize) -> SlotHandle {
        self.slot_handle(self.slot_of(first, slot))
    }

    fn datum(&self, first: u32, slot: usize) -> IntReply {
        match self.slots[at(first) + slot] {
            SlotState::Data(int, _) => IntReply::int(int),
            SlotState::Node(_) => IntReply::undefined(),
        }
    }

    fn part(&self, first: u32, slot: usize) -> Option<u32> {
        self.slots[at(first) + slot].node()
    }

    fn slots(&self, first: u32, slots: &mut [SlotHandle]) {
        for (slot, state) in slots.iter_mut().zip(&self.slots[at(first)..]) {
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
        self.answer(node, key, make, decode)
    }

    fn value_of_part(
        &mut self,
        (first, slot): (u32, usize),
        (key, optional): (AttrKey, bool),
        make: &mut MakeAttribute<'_>,
    ) -> IntReply {
        let Some(node) = self.part(first, slot) else { internal("an attribute is asked of a data slot") };
        let mut reply = IntReply::undefined();
        let decode = |words: &[i64], ints: &[Int]| {
            if let Some(int) = single_value(words, ints, optional) {
                reply = IntReply::int(int);
            }
        };
        if self.answer(node, key, make, decode) { reply } else { IntReply::not_remembered(node) }
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
    fn cut(&mut self, a: &Int, b: &Int, cut: Cut, site: &'static Location<'static>) -> u32 {
        self.source.note_site(site);
        self.begin_question();
        self.compare(*a, *b, cut)
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
            S::recall(self, node, AttrKey::Context, |words, _| known = Some(words.into()));
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
