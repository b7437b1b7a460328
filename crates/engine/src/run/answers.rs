//! How a run answers what views ask ([`Evaluation`]).
//!
//! Invariant: of a source that goes back, each question that can decide something is answered as recorded while there is a
//! record, and recorded when there is none ([`Trace`](super::trace::Trace)).

use std::sync::Arc;

use dpgen_forest::index::TypeIx;
use dpgen_forest::schema::Schema;

use super::evaluation::{Decode, Evaluation, Make};
use super::handle::{Layer, SlotHandle};
use super::int::{Cut, Int};
use super::model::{AttrKey, Encoder};
use super::state::{NodeState, Run, SlotState, Source};
use super::trace::Entry;

impl<S: Source> Run<S> {
    /// Works an answer out, and records it if this source goes back.
    #[inline]
    fn answer<R: Copy>(&mut self, work: impl FnOnce(&mut Self) -> R, entry: impl FnOnce(R) -> Entry) -> R {
        if !S::GOES_BACK {
            return work(self);
        }
        self.trace.begin();
        let before = self.mark();
        let answer = work(self);
        let chose = self.choices.made() > before.choices;
        self.trace.end(entry(answer), chose.then_some(before));
        answer
    }

    /// As [`answer`](Self::answer), for a question that makes no choice.
    #[inline]
    fn answer_at_once<R: Copy>(
        &mut self,
        work: impl FnOnce(&mut Self) -> R,
        entry: impl FnOnce(R) -> Entry,
    ) -> R {
        if !S::GOES_BACK {
            return work(self);
        }
        self.trace.begin();
        let answer = work(self);
        self.trace.end(entry(answer), None);
        answer
    }

    /// Asks a node for an attribute, whose answer may not have been recorded.
    fn ask_now(&mut self, node: u32, key: AttrKey, make: &mut Make<'_>, decode: &mut Decode<'_>) -> bool {
        self.note_read();
        if !S::REMEMBERS && self.source.recall(node, key, decode) {
            return true;
        }
        let ty = match key {
            // An attribute of a spec is asked of nodes of its type only.
            AttrKey::Spec(ty, _) => TypeIx::from_word(ty),
            AttrKey::Native(_) => self.type_of(node),
        };
        debug_assert_eq!(ty, self.type_of(node), "an attribute is asked of a node of its type");
        if let Some(attr) = self.attributes.find(ty, key) {
            return S::answer(self, node, attr, decode);
        }
        if self.rep_ok_keys[ty.index()] == Some(key) {
            S::note_asked(self, node, ty);
            if self.source.accepts_parts() {
                decode(&[1], &[]);
                return true;
            }
        } else if S::NOTES && self.discovered.iter().all(|(of, known)| (*of, known.key) != (ty, key)) {
            self.discovered.push((ty, Arc::new(make())));
        }
        false
    }
}

impl<S: Source> Evaluation for Run<S> {
    fn schema(&self) -> &Schema {
        &self.schema
    }

    fn view(&mut self, node: u32) -> Layer {
        if S::GOES_BACK
            && let Some(layer) = self.trace.recorded(|entry| match entry {
                Entry::View(of, layer) if *of == node => Some(*layer),
                _ => None,
            })
        {
            return layer.of_run(self.number);
        }
        let work = |run: &mut Self| {
            run.note_read();
            let (ctor, first) = run.open(node);
            Layer::new(ctor, run.schema.local(ctor), first, run.number)
        };
        if matches!(self.state(node), NodeState::Layer { .. }) {
            return self.answer_at_once(work, |layer| Entry::View(node, layer));
        }
        self.answer(work, |layer| Entry::View(node, layer))
    }

    #[inline]
    fn slot(&self, layer: Layer, slot: usize) -> SlotHandle {
        match self.slot_of(layer.first, slot) {
            SlotState::Node(node) => SlotHandle::Node(self.handle(node)),
            SlotState::Data(int, domain) => SlotHandle::Data(int.of_run(self.number), domain),
        }
    }

    fn ask(&mut self, node: u32, key: AttrKey, make: &mut Make<'_>, decode: &mut Decode<'_>) -> bool {
        if S::GOES_BACK
            && let Some(answered) = self.trace.recorded_answer((node, key), self.number, decode)
        {
            return answered;
        }
        const { assert!(!(S::GOES_BACK && S::REMEMBERS), "remembered answers may be choices") };
        self.answer_at_once(|run| run.ask_now(node, key, make, decode), |_| Entry::Ask(node, key, None))
    }

    fn remember(&mut self, node: u32, key: AttrKey, answer: &Encoder) {
        if S::GOES_BACK
            && let Some(()) = self.trace.recorded(|entry| match entry {
                Entry::Remember(of, asked) if (*of, *asked) == (node, key) => Some(()),
                _ => None,
            })
        {
            return;
        }
        let work = |run: &mut Self| {
            if !S::REMEMBERS {
                for int in &answer.ints {
                    run.fit(*int);
                }
            }
            run.source.remember(node, key, answer);
        };
        if answer.ints.is_empty() {
            self.answer_at_once(work, |()| Entry::Remember(node, key));
        } else {
            self.answer(work, |()| Entry::Remember(node, key));
        }
        if S::GOES_BACK {
            self.trace.remember(node, key, answer);
        }
    }

    fn cut(&mut self, a: Int, b: Int, cut: Cut) -> u32 {
        if S::GOES_BACK
            && let Some(group) = self.trace.recorded(|entry| match entry {
                Entry::Cut(x, y, fine, group) if x.is(a) && y.is(b) && *fine == cut => Some(*group),
                _ => None,
            })
        {
            return group;
        }
        self.answer(|run| run.compare(a, b, cut), |group| Entry::Cut(a, b, cut, group))
    }

    fn value(&mut self, int: Int) -> i128 {
        if S::GOES_BACK
            && let Some(value) = self.trace.recorded(|entry| match entry {
                Entry::Value(of, value) if of.is(int) => Some(*value),
                _ => None,
            })
        {
            return value;
        }
        self.answer(|run| run.decide(int), |value| Entry::Value(int, value))
    }

    fn linear(&mut self, parts: &[(Int, i64)]) -> Int {
        if S::GOES_BACK
            && let Some(int) = self.trace.recorded(|entry| match entry {
                Entry::Linear(len, int) if *len == parts.len() => Some(*int),
                _ => None,
            })
        {
            return int.of_run(self.number);
        }
        self.answer(|run| run.sum(parts), |int| Entry::Linear(parts.len(), int))
    }

    fn extremum(&mut self, a: Int, b: Int, greatest: bool) -> Option<Int> {
        S::extremum(self, a, b, greatest)
    }

    fn reject(&mut self, condition: u32) {
        // A run that went back knows the latest condition before its first new question.
        if !(S::GOES_BACK && self.trace.is_replay()) {
            self.condition = Some(condition);
        }
    }

    fn begin_at(&mut self, stack: usize) {
        self.stack = stack;
    }
}
