//! Compiled expressions: names are slots and numbers, types are settled, parameters are constants.
//!
//! Two kinds of tree, so that no type is looked at while running: [`Num`] gives an integer (labels and constructors are their
//! numbers), [`Test`] gives true or false. `compile_expression.rs` makes the trees by way of `constant_folding.rs`, `compiled_program.rs` holds them, and
//! `evaluation.rs` evaluates them.

use std::sync::Arc;

use crate::cel::ast::{Arith, Compare};

/// The start of a way to a slot.
#[derive(Debug, Clone)]
pub(crate) enum Start {
    /// A slot of the layer at hand.
    Slot(usize),
    /// A field that the layer's constructor does not have; reading it fails with this message.
    Missing(Arc<str>),
}

/// One layer further in: the slot of the field for each constructor, and the message for constructors without it.
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
    /// A name without a value here; reading it fails with this message.
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
    /// Whether both hold or neither.
    Same(Box<Test>, Box<Test>),
    In(Box<Num>, Vec<Num>),
    /// Tests with the results if they hold, and the result if none does.
    If(Vec<(Test, Test)>, Box<Test>),
    Missing(Arc<str>),
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
