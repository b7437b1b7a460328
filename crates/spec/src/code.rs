//! Compiled expressions: names are slots and numbers, types are settled, parameters are constants.
//!
//! Two kinds of tree, so that no type is looked at while running: [`Num`] gives an integer (labels and
//! constructors are their numbers), [`Test`] gives true or false. Evaluation reads one layer at hand and
//! asks its substructures; it allocates nothing. `compile.rs` makes the trees, `program.rs` holds them.

use std::sync::Arc;

use super::ast::{Arith, Compare};
use super::program::{Answer, Program};
use dpgen_engine::run::{Handle, Int, Layer, SlotHandle, fail, overflow, view};

/// Where an expression is evaluated: a layer of a type.
#[derive(Clone, Copy)]
pub(crate) struct Frame<'a> {
    pub(crate) program: &'a Arc<Program>,
    pub(crate) ty: u32,
    pub(crate) layer: &'a Layer,
}

/// Where reading starts.
#[derive(Debug, Clone)]
pub(crate) enum Start {
    /// A slot of the layer at hand.
    Slot(usize),
    /// A field that the layer's constructor does not have; reading it panics with this message.
    Missing(Arc<str>),
}

/// One layer further in: where each constructor has the field, and how to complain about one without.
#[derive(Debug, Clone)]
pub(crate) struct Step {
    pub(crate) slots: Arc<[Option<usize>]>,
    /// The field and its type.
    pub(crate) what: Arc<str>,
    /// The expression and where it stands.
    pub(crate) site: Arc<str>,
}

/// The way to a slot: fields, each one layer further in.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    pub(crate) start: Start,
    pub(crate) steps: Vec<Step>,
}

/// A question to a substructure.
#[derive(Debug, Clone)]
pub(crate) struct Ask {
    pub(crate) place: Place,
    pub(crate) ty: u32,
    pub(crate) attribute: u32,
    /// The expression and where it stands.
    pub(crate) site: Arc<str>,
}

/// An expression that gives an integer.
#[derive(Debug, Clone)]
pub(crate) enum Num {
    Const(i64),
    /// A data slot of the layer at hand.
    Slot(usize),
    /// A data slot further in.
    Deep(Box<Place>),
    /// Another attribute of the layer at hand.
    Own(u32),
    /// An attribute of a substructure.
    Ask(Box<Ask>),
    Neg(Box<Num>),
    Abs(Box<Num>),
    Arith(Arith, Box<Num>, Box<Num>),
    If(Box<Test>, Box<Num>, Box<Num>),
    /// What can not be read here; reading it panics with this message.
    Missing(Arc<str>),
}

/// An expression that gives true or false.
#[derive(Debug, Clone)]
pub(crate) enum Test {
    Const(bool),
    Slot(usize),
    Deep(Box<Place>),
    Own(u32),
    Ask(Box<Ask>),
    Not(Box<Test>),
    And(Vec<Test>),
    Or(Vec<Test>),
    Compare(Compare, Box<Num>, Box<Num>),
    /// Both or neither.
    Same(Box<Test>, Box<Test>),
    In(Box<Num>, Vec<Num>),
    If(Box<Test>, Box<Test>, Box<Test>),
    Missing(Arc<str>),
}

impl Step {
    fn slot(&self, handle: Handle) -> SlotHandle {
        let layer = view(handle);
        match self.slots[dpgen_forest::index::at(layer.local)] {
            Some(slot) => layer.slot(slot),
            None => {
                let ctor = super::program::constructor_name(layer.ctor);
                fail(format!("{} is not defined for constructor `{ctor}` (read as {})", self.what, self.site))
            }
        }
    }
}

impl Place {
    #[inline]
    fn slot(&self, frame: Frame<'_>) -> SlotHandle {
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
    fn node(&self, frame: Frame<'_>) -> Handle {
        match self.slot(frame) {
            SlotHandle::Node(handle) => handle,
            SlotHandle::Data(..) => unreachable!("the compiler asks recursive slots only"),
        }
    }

    #[inline]
    fn data(&self, frame: Frame<'_>) -> Int {
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
    fn answer(&self, frame: Frame<'_>) -> Answer {
        let handle = self.place.node(frame);
        match frame.program.ask(handle, self.ty, self.attribute) {
            Answer::Undefined => {
                let ctor = super::program::constructor_name(view(handle).ctor);
                let (ty, name) = frame.program.names(self.ty, self.attribute);
                fail(format!(
                    "attribute `{name}` of type `{ty}` is not defined for constructor `{ctor}` (read as {})",
                    self.site
                ))
            }
            answer => answer,
        }
    }
}

impl Num {
    /// The value, which may stay undecided.
    pub(crate) fn eval(&self, frame: Frame<'_>) -> Int {
        match self {
            Self::Const(value) => Int::constant(*value),
            Self::Slot(slot) => data(frame.layer.slot(*slot)),
            Self::Deep(place) => place.data(frame),
            Self::Own(attribute) => match frame.program.own(frame, *attribute) {
                Answer::Int(int) => int,
                Answer::Word(word) => Int::constant(word),
                Answer::Undefined => unreachable!("the compiler checked that it is defined here"),
            },
            Self::Ask(ask) => match ask.answer(frame) {
                Answer::Int(int) => int,
                Answer::Word(word) => Int::constant(word),
                Answer::Undefined => unreachable!("`answer` panics"),
            },
            Self::Neg(a) => -a.eval(frame),
            Self::Abs(a) => {
                let value = a.eval(frame);
                if value < 0 { -value } else { value }
            }
            Self::Arith(op, a, b) => arithmetic(*op, a.eval(frame), b.eval(frame)),
            Self::If(test, a, b) => {
                if test.eval(frame) {
                    a.eval(frame)
                } else {
                    b.eval(frame)
                }
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
            assert!(b != 0, "a division by zero in the spec");
            Int::constant(fold(op, a, b).unwrap_or_else(|| overflow()))
        }
    }
}

/// The result on constants, unless it has none.
pub(crate) fn fold(op: Arith, a: i64, b: i64) -> Option<i64> {
    match op {
        Arith::Add => a.checked_add(b),
        Arith::Sub => a.checked_sub(b),
        Arith::Mul => a.checked_mul(b),
        Arith::Div => a.checked_div(b),
        Arith::Rem => a.checked_rem(b),
        Arith::Min => Some(a.min(b)),
        Arith::Max => Some(a.max(b)),
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
    pub(crate) fn eval(&self, frame: Frame<'_>) -> bool {
        match self {
            Self::Const(value) => *value,
            Self::Slot(slot) => data(frame.layer.slot(*slot)) == 1,
            Self::Deep(place) => place.data(frame) == 1,
            Self::Own(attribute) => frame.program.own(frame, *attribute).holds(),
            Self::Ask(ask) => ask.answer(frame).holds(),
            Self::Not(a) => !a.eval(frame),
            Self::And(parts) => parts.iter().all(|part| part.eval(frame)),
            Self::Or(parts) => parts.iter().any(|part| part.eval(frame)),
            Self::Compare(op, a, b) => op.holds(&a.eval(frame), &b.eval(frame)),
            Self::Same(a, b) => a.eval(frame) == b.eval(frame),
            Self::In(item, list) => {
                let item = item.eval(frame);
                list.iter().any(|element| item == element.eval(frame))
            }
            Self::If(test, a, b) => {
                if test.eval(frame) {
                    a.eval(frame)
                } else {
                    b.eval(frame)
                }
            }
            Self::Missing(message) => fail(message.to_string()),
        }
    }
}
