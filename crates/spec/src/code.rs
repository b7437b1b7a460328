//! Compiled expressions: names are slots and numbers, types are settled, parameters are constants.
//!
//! Two kinds of tree, so that no type is looked at while running: [`Num`] gives an integer (labels and
//! constructors are their numbers), [`Test`] gives true or false. Evaluation reads one layer at hand and
//! asks its substructures; it allocates nothing. `compile.rs` makes the trees by way of `fold.rs`, `program.rs`
//! holds them. What can not be evaluated fails with its cause; `located.rs` adds where.

use std::sync::Arc;

use super::cel::ast::{Arith, Compare};
use super::fold::fold;
use super::program::{Given, Program};
use dpgen_engine::run::{Handle, Int, Layer, SlotHandle, fail, overflow, view};

/// Where an expression is evaluated: a layer of a type.
#[derive(Clone, Copy)]
pub(crate) struct Context<'a> {
    pub(crate) program: &'a Arc<Program>,
    pub(crate) ty: u32,
    pub(crate) layer: &'a Layer,
}

/// Where reading starts.
#[derive(Debug, Clone)]
pub(crate) enum Start {
    /// A slot of the layer at hand.
    Slot(usize),
    /// A field that the layer's constructor does not have; reading it fails with this message.
    Missing(Arc<str>),
}

/// One layer further in: where each constructor has the field, and how to complain about one without.
#[derive(Debug, Clone)]
pub(crate) struct Step {
    pub(crate) slots: Arc<[Option<usize>]>,
    /// The field and its type.
    pub(crate) what: Arc<str>,
    /// The expression.
    pub(crate) shown_as: Arc<str>,
}

/// The way to a slot: fields, each one layer further in.
#[derive(Debug, Clone)]
pub(crate) struct Way {
    pub(crate) start: Start,
    pub(crate) steps: Vec<Step>,
}

/// A question to a substructure.
#[derive(Debug, Clone)]
pub(crate) struct Ask {
    pub(crate) way: Way,
    pub(crate) ty: u32,
    pub(crate) attribute: u32,
    /// The expression.
    pub(crate) shown_as: Arc<str>,
}

/// An expression that gives an integer.
#[derive(Debug, Clone)]
pub(crate) enum Num {
    Const(i64),
    /// A data slot of the layer at hand.
    Slot(usize),
    /// A data slot further in.
    Deep(Box<Way>),
    /// Another attribute of the layer at hand.
    Own(u32),
    /// An attribute of a substructure.
    Ask(Box<Ask>),
    Neg(Box<Num>),
    Abs(Box<Num>),
    /// Operations from left to right.
    Arith(Box<Num>, Vec<(Arith, Num)>),
    /// Tests with their values, and the value if none holds.
    If(Vec<(Test, Num)>, Box<Num>),
    /// What can not be read here; reading it fails with this message.
    Missing(Arc<str>),
}

/// An expression that gives true or false.
#[derive(Debug, Clone)]
pub(crate) enum Test {
    Const(bool),
    Slot(usize),
    Deep(Box<Way>),
    Own(u32),
    Ask(Box<Ask>),
    Not(Box<Test>),
    And(Vec<Test>),
    Or(Vec<Test>),
    Compare(Compare, Box<Num>, Box<Num>),
    /// Both or neither.
    Same(Box<Test>, Box<Test>),
    In(Box<Num>, Vec<Num>),
    /// Tests with what decides if they hold, and what decides if none does.
    If(Vec<(Test, Test)>, Box<Test>),
    Missing(Arc<str>),
}

impl Step {
    fn slot(&self, handle: Handle) -> SlotHandle {
        let layer = view(handle);
        match self.slots[dpgen_forest::index::at(layer.local)] {
            Some(slot) => layer.slot(slot),
            None => {
                let ctor = super::program::constructor_name(layer.ctor);
                fail(format!(
                    "{} is not defined for constructor `{ctor}` (read as `{}`)",
                    self.what, self.shown_as
                ))
            }
        }
    }
}

impl Way {
    #[inline]
    fn slot(&self, frame: Context<'_>) -> SlotHandle {
        let start = match &self.start {
            Start::Slot(slot) => frame.layer.slot(*slot),
            Start::Missing(message) => fail(message.to_string()),
        };
        self.steps.iter().fold(start, |slot, step| match slot {
            SlotHandle::Node(handle) => step.slot(handle),
            SlotHandle::Data(..) => unreachable!("only recursive slots have fields"),
        })
    }

    #[inline]
    fn node(&self, frame: Context<'_>) -> Handle {
        let node = match (&self.start, &*self.steps) {
            (Start::Slot(slot), []) => frame.layer.part(*slot),
            _ => match self.slot(frame) {
                SlotHandle::Node(handle) => Some(handle),
                SlotHandle::Data(..) => None,
            },
        };
        node.unwrap_or_else(|| unreachable!("the compiler asks recursive slots only"))
    }

    #[inline]
    fn data(&self, frame: Context<'_>) -> Int {
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

impl Ask {
    fn answer(&self, frame: Context<'_>) -> Int {
        let handle = self.way.node(frame);
        frame.program.ask(handle, self.ty, self.attribute).unwrap_or_else(|| {
            let ctor = super::program::constructor_name(view(handle).ctor);
            undefined(frame, (self.ty, self.attribute), &ctor, &self.shown_as)
        })
    }
}

/// Another attribute of the layer at hand.
fn own(frame: Context<'_>, attribute: u32) -> Given {
    frame.program.own(frame, attribute).unwrap_or_else(|| {
        let ctor = super::program::constructor_name(frame.layer.ctor);
        let (_, name) = frame.program.names(frame.ty, attribute);
        undefined(frame, (frame.ty, attribute), &ctor, name)
    })
}

#[cold]
fn undefined(frame: Context<'_>, (ty, attribute): (u32, u32), ctor: &str, shown_as: &str) -> ! {
    let (ty, name) = frame.program.names(ty, attribute);
    fail(format!(
        "attribute `{name}` of type `{ty}` is not defined for constructor `{ctor}` (read as `{shown_as}`)"
    ))
}

impl Num {
    /// The value, which may stay undecided.
    pub(crate) fn eval(&self, frame: Context<'_>) -> Int {
        match self {
            Self::Const(value) => Int::constant(*value),
            Self::Slot(slot) => data(frame.layer.slot(*slot)),
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

impl Compare {
    /// Compares integers, deciding no more than the answer needs.
    #[inline]
    pub(crate) fn holds<T: Ord>(self, a: &T, b: &T) -> bool {
        match self {
            Self::Eq => a == b,
            Self::Ne => a != b,
            Self::Lt => a < b,
            Self::Le => a <= b,
            Self::Gt => a > b,
            Self::Ge => a >= b,
        }
    }
}

impl Test {
    /// Decides; what is not needed for the answer is not read.
    pub(crate) fn eval(&self, frame: Context<'_>) -> bool {
        match self {
            Self::Const(value) => *value,
            Self::Slot(slot) => data(frame.layer.slot(*slot)) == 1,
            Self::Deep(way) => way.data(frame) == 1,
            Self::Own(attribute) => own(frame, *attribute).holds(),
            Self::Ask(ask) => ask.answer(frame) == 1,
            Self::Not(a) => !a.eval(frame),
            Self::And(parts) => parts.iter().all(|part| part.eval(frame)),
            Self::Or(parts) => parts.iter().any(|part| part.eval(frame)),
            Self::Compare(op, a, b) => op.holds(&a.eval(frame), &b.eval(frame)),
            Self::Same(a, b) => a.eval(frame) == b.eval(frame),
            Self::In(item, list) => {
                let item = item.eval(frame);
                list.iter().any(|element| item == element.eval(frame))
            }
            Self::If(choices, last) => {
                let chosen = choices.iter().find(|(test, _)| test.eval(frame));
                chosen.map_or(&**last, |(_, value)| value).eval(frame)
            }
            Self::Missing(message) => fail(message.to_string()),
        }
    }
}
