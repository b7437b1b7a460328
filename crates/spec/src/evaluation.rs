//! Evaluates compiled expressions, attributes and conditions on the layer of a node.
//!
//! Evaluation reads one layer and asks its substructures; it allocates nothing. An attribute's answer is encoded as a tag (0
//! undefined, 1 defined; only where some constructor has no definition), then the value: an integer, or a word for booleans,
//! labels and constructors. An expression without a value fails with the cause; `located_failures.rs` adds the place in the spec.

use std::sync::Arc;

use dpgen_engine::predicate_run::{
    AttrKey, Attribute, Encoder, Handle, Int, IntReply, Layer, SlotHandle, fail, overflow, recall,
    recall_value_of_part, reject, remember, single_value, view, with_schema,
};
use dpgen_forest::index::{CtorIx, at};

use crate::cel::ast::Arith;
use crate::compiled_code::{Ask, Num, Start, Step, Test, Way};
use crate::compiled_program::{Body, Conditions, Judged, KIND_NUMBER, Program, REP_OK_NUMBER};
use crate::constant_folding::fold;
use crate::evaluation_frame::Frame;
use crate::list_evaluation::length;

impl Step {
    fn slot(&self, handle: Handle) -> SlotHandle {
        let layer = view(handle);
        match self.slots[at(layer.local)] {
            Some(slot) => layer.slot(slot),
            None => {
                let ctor = constructor_name(layer.ctor);
                fail(self.read.undefined(&self.what, &self.name, &ctor))
            }
        }
    }
}

impl Way {
    #[inline]
    fn slot(&self, frame: &Frame<'_>) -> SlotHandle {
        let start = match &self.start {
            Start::Slot(slot) => frame.layer().slot(*slot),
            Start::Missing(message) => fail(message.to_string()),
        };
        self.steps.iter().fold(start, |slot, step| match slot {
            SlotHandle::Node(handle) => step.slot(handle),
            SlotHandle::Data(..) => unreachable!("only recursive slots have fields"),
        })
    }

    #[inline]
    fn node(&self, frame: &Frame<'_>) -> Handle {
        let node = match (&self.start, &*self.steps) {
            (Start::Slot(slot), []) => frame.layer().part(*slot),
            _ => match self.slot(frame) {
                SlotHandle::Node(handle) => Some(handle),
                SlotHandle::Data(..) => None,
            },
        };
        node.unwrap_or_else(|| unreachable!("the compiler asks recursive slots only"))
    }

    #[inline]
    fn data(&self, frame: &Frame<'_>) -> Int {
        data(self.slot(frame))
    }
}

#[inline]
fn data(slot: SlotHandle) -> Int {
    match slot {
        SlotHandle::Data(int, _) => int,
        SlotHandle::Node(_) => unreachable!("the compiler reads data slots only"),
    }
}

/// The integer in a data slot of the layer at hand.
#[inline]
fn datum(frame: &Frame<'_>, slot: usize) -> Int {
    let layer = frame.layer();
    match layer.datum(slot).known(layer.run_number()) {
        Some(int) => int,
        None => data(layer.slot(slot)),
    }
}

impl Ask {
    #[inline]
    fn answer(&self, frame: &Frame<'_>) -> Int {
        let (Start::Slot(slot), []) = (&self.way.start, &*self.way.steps) else {
            let answer = frame.program.ask(self.way.node(frame), self.ty, self.attribute);
            return answer.unwrap_or_else(|| self.fail_as_undefined(frame));
        };
        let layer = frame.layer();
        let reply = frame.program.ask_part(layer, *slot, self.ty, self.attribute);
        match reply.known(layer.run_number()) {
            Some(int) => int,
            None => self.answer_to(reply, frame),
        }
    }

    /// The answer where the reply is no integer.
    fn answer_to(&self, reply: IntReply, frame: &Frame<'_>) -> Int {
        let answer = match reply.not_remembered_by(frame.layer().run_number()) {
            Some(part) => frame.program.evaluate_and_remember(part, self.ty, self.attribute),
            None if reply.is_undefined() => None,
            None => frame.program.ask(self.way.node(frame), self.ty, self.attribute),
        };
        answer.unwrap_or_else(|| self.fail_as_undefined(frame))
    }

    #[cold]
    fn fail_as_undefined(&self, frame: &Frame<'_>) -> ! {
        let ctor = constructor_name(view(self.way.node(frame)).ctor);
        let (ty, name) = frame.program.names(self.ty, self.attribute);
        fail(self.read.undefined(&format!("attribute `{name}` of type `{ty}`"), name, &ctor))
    }
}

/// Another attribute of the layer at hand.
fn own(frame: &Frame<'_>, attribute: u32) -> Given {
    frame.program.own(frame, attribute).unwrap_or_else(|| {
        let ctor = constructor_name(frame.layer().ctor);
        let (ty, name) = frame.program.names(frame.ty, attribute);
        fail(format!("attribute `{name}` of type `{ty}` is not defined for constructor `{ctor}`"))
    })
}

impl Num {
    /// The value, which may stay undecided.
    pub(crate) fn eval(&self, frame: &Frame<'_>) -> Int {
        match self {
            Self::Const(value) => Int::constant(*value),
            Self::Slot(slot) => datum(frame, *slot),
            Self::Deep(way) => way.data(frame),
            Self::Own(attribute) => own(frame, *attribute).int(),
            Self::Ask(ask) => ask.answer(frame),
            Self::Neg(a) => -a.eval(frame),
            Self::Abs(a) => {
                let value = a.eval(frame);
                if value < 0 { -value } else { value }
            }
            Self::Arith(first, rest) => {
                rest.iter().fold(first.eval(frame), |value, (op, b)| arithmetic(*op, value, b.eval(frame)))
            }
            Self::If(choices, last) => {
                let chosen = choices.iter().find(|(test, _)| test.eval(frame));
                chosen.map_or(&**last, |(_, value)| value).eval(frame)
            }
            Self::NodeNumber => Int::constant(frame.node_number()),
            Self::Context(place) => Int::constant(place.read(&frame.context()).word().unwrap_or_default()),
            Self::Len(list) => length(&list.eval(frame)),
            Self::Count(of) => {
                let (items, wanted) = (of.0.eval(frame), of.1.eval(frame));
                let found: Vec<_> = items.into_iter().filter(|item| *item == wanted).collect();
                length(&found)
            }
            Self::Item(item) => Int::constant(item.word(frame)),
            Self::Missing(message) => fail(message.to_string()),
        }
    }
}

fn arithmetic(op: Arith, a: Int, b: Int) -> Int {
    match op {
        Arith::Add => a + b,
        Arith::Sub => a - b,
        Arith::Mul => a * b,
        Arith::Min => a.min(b),
        Arith::Max => a.max(b),
        Arith::Div | Arith::Rem => {
            let (a, b) = (a.value(), b.value());
            if b == 0 {
                fail("a division by zero".to_owned());
            }
            Int::constant(fold(op, a, b).unwrap_or_else(|| overflow()))
        }
    }
}

impl Test {
    /// Decides the test. Values that the result does not depend on are not read.
    pub(crate) fn eval(&self, frame: &Frame<'_>) -> bool {
        match self {
            Self::Const(value) => *value,
            Self::Slot(slot) => datum(frame, *slot) == 1,
            Self::Deep(way) => way.data(frame) == 1,
            Self::Own(attribute) => own(frame, *attribute).holds(),
            Self::Ask(ask) => ask.answer(frame) == 1,
            Self::Not(a) => !a.eval(frame),
            Self::And(parts) => parts.iter().all(|part| part.eval(frame)),
            Self::Or(parts) => parts.iter().any(|part| part.eval(frame)),
            Self::Kind(ask, kind) => ask.answer(frame).known() == Some(i128::from(*kind)),
            Self::Compare(op, a, b) => op.holds(&a.eval(frame), &b.eval(frame)),
            Self::Same(a, b) => a.eval(frame) == b.eval(frame),
            Self::In(item, list) => {
                let item = item.eval(frame);
                list.iter().any(|element| item == element.eval(frame))
            }
            Self::Context(place) => place.read(&frame.context()).word() == Some(1),
            Self::Item(item) => item.word(frame) == 1,
            Self::Within(of) => of.0.is_within(&of.1.eval(frame), frame),
            Self::SameList(of) => of.0.eval(frame) == of.1.eval(frame),
            Self::If(choices, last) => {
                let chosen = choices.iter().find(|(test, _)| test.eval(frame));
                chosen.map_or(&**last, |(_, value)| value).eval(frame)
            }
            Self::Missing(message) => fail(message.to_string()),
        }
    }
}

impl Judged {
    /// Whether the condition holds; if it does not, it is noted as the one that rejects.
    pub(crate) fn holds(&self, frame: &Frame<'_>) -> bool {
        let holds = self.site.locate(|| self.test.eval(frame));
        if !holds {
            reject(self.number);
        }
        holds
    }
}

/// Whether all conditions hold; the first that does not is noted.
pub(crate) fn judge(frame: &Frame<'_>, conditions: &Conditions) -> bool {
    conditions.iter().all(|condition| condition.holds(frame))
}

/// The result of an attribute; none where it is not defined.
type AttrValue = Option<Given>;

/// The value of an attribute, as engines cache it.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Given {
    Int(Int),
    /// A bool, a label or a constructor.
    Word(i64),
}

impl Given {
    /// Whether it is true.
    pub(crate) fn holds(self) -> bool {
        matches!(self, Self::Word(word) if word != 0)
    }

    /// As an integer; labels and constructors are their numbers.
    pub(crate) fn int(self) -> Int {
        match self {
            Self::Int(int) => int,
            Self::Word(word) => Int::constant(word),
        }
    }
}

fn encode(answer: AttrValue, partial: bool, out: &mut Encoder) {
    if partial {
        out.word(i64::from(answer.is_some()));
    }
    match answer {
        None => {}
        Some(Given::Int(int)) => out.int(int),
        Some(Given::Word(word)) => out.word(word),
    }
}

/// The key of an attribute in a run.
#[inline]
const fn key_of(ty: u32, attribute: u32) -> AttrKey {
    match attribute {
        KIND_NUMBER => AttrKey::Constructor(ty),
        _ => AttrKey::Spec(ty, attribute),
    }
}

impl Program {
    /// Asks a substructure for an attribute.
    pub(crate) fn ask(self: &Arc<Self>, handle: Handle, ty: u32, attribute: u32) -> Option<Int> {
        let key = key_of(ty, attribute);
        let partial = self.partial(ty, attribute);
        let make = || self.attribute(ty, attribute);
        let known = recall(handle, key, make, |words, ints| single_value(words, ints, partial));
        known.unwrap_or_else(|| self.evaluate_and_remember(handle, ty, attribute))
    }

    /// Asks the substructure in a slot of a layer for an attribute.
    #[inline]
    fn ask_part(self: &Arc<Self>, layer: &Layer, slot: usize, ty: u32, attribute: u32) -> IntReply {
        let asked = (key_of(ty, attribute), self.partial(ty, attribute));
        recall_value_of_part(layer, slot, asked, || self.attribute(ty, attribute))
    }

    #[inline(never)]
    fn evaluate_and_remember(self: &Arc<Self>, handle: Handle, ty: u32, attribute: u32) -> Option<Int> {
        let answer = self.evaluate(handle, ty, attribute);
        remember(handle, key_of(ty, attribute), |out| encode(answer, self.partial(ty, attribute), out));
        answer.map(Given::int)
    }

    /// Evaluates an attribute on a node.
    fn evaluate(self: &Arc<Self>, handle: Handle, ty: u32, attribute: u32) -> AttrValue {
        let layer = view(handle);
        let frame = &Frame::new(self, ty, handle, &layer);
        match attribute {
            KIND_NUMBER => Some(Given::Word(i64::from(layer.local))),
            REP_OK_NUMBER => {
                let conditions = &self.types[at(ty)].rep_ok[at(layer.local)];
                Some(Given::Word(i64::from(judge(frame, conditions))))
            }
            _ => self.own(frame, attribute),
        }
    }

    /// Evaluates an attribute on the layer at hand.
    pub(crate) fn own(&self, frame: &Frame<'_>, attribute: u32) -> AttrValue {
        let code = &self.types[at(frame.ty)].attributes[at(attribute)];
        let (site, body) = code.bodies[at(frame.layer().local)].as_ref()?;
        Some(site.locate(|| match body {
            Body::Int(num) => Given::Int(num.eval(frame)),
            Body::Word(num) => Given::Word(num.eval(frame).value()),
            Body::Bool(test) => Given::Word(i64::from(test.eval(frame))),
        }))
    }

    /// The attribute as a function for engines.
    pub(crate) fn attribute(self: &Arc<Self>, ty: u32, attribute: u32) -> Attribute {
        let (_, name) = self.names(ty, attribute);
        let (program, partial) = (self.clone(), self.partial(ty, attribute));
        Attribute {
            key: key_of(ty, attribute),
            name: name.to_owned(),
            eval: Box::new(move |handle, out| encode(program.evaluate(handle, ty, attribute), partial, out)),
        }
    }
}

/// The name of a constructor, for messages.
pub(crate) fn constructor_name(ctor: CtorIx) -> String {
    with_schema(|schema| schema.constructor(ctor).name.clone())
}
