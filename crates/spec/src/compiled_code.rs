//! Compiled expressions: names are slots and numbers, types are settled, parameters are constants.
//!
//! Three kinds of tree, so that no type is looked at while running: [`Num`] gives an integer (labels and constructors are their
//! numbers), [`Test`] gives true or false, [`List`] gives a list, whose items are decided. `compile_expression.rs` makes the trees by way of `constant_folding.rs`, `compiled_program.rs` holds them, and
//! `evaluation.rs` and `list_evaluation.rs` evaluate them.

use std::sync::Arc;

use crate::cel::ast::{Arith, Compare};
use crate::named_read::NamedRead;

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
    /// The field.
    pub(crate) name: Arc<str>,
    /// The field and its type.
    pub(crate) what: Arc<str>,
    /// The expression.
    pub(crate) read: Arc<NamedRead>,
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
    pub(crate) read: Arc<NamedRead>,
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
    /// The number of the node at hand.
    NodeNumber,
    /// A value of the context.
    Context(ContextPlace),
    /// The length of a list.
    Len(Box<List>),
    /// How often a value is in a list.
    Count(Box<(List, Value)>),
    /// An item of a list.
    Item(Box<Item>),
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
    /// Whether a substructure has the constructor with this number, which it is asked for.
    Kind(Box<Ask>, i64),
    /// Whether both hold or neither.
    Same(Box<Test>, Box<Test>),
    In(Box<Num>, Vec<Num>),
    Context(ContextPlace),
    Item(Box<Item>),
    /// Whether a value is in a list.
    Within(Box<(Value, List)>),
    /// Whether two lists are equal.
    SameList(Box<(List, List)>),
    /// Tests with the results if they hold, and the result if none does.
    If(Vec<(Test, Test)>, Box<Test>),
    Missing(Arc<str>),
}

/// An expression that gives a list.
#[derive(Debug, Clone)]
pub(crate) enum List {
    Context(ContextPlace),
    Item(Box<Item>),
    Items(Vec<Value>),
    /// One list after the other.
    Join(Vec<List>),
    Positions(Box<(List, Value)>),
    Sort(Box<List>),
    Distinct(Box<List>),
    Slice(Box<(List, Num, Num)>, Arc<str>),
    Range(Box<Num>),
    /// Tests with their lists, and the list if none holds.
    If(Vec<(Test, List)>, Box<List>),
}

/// An expression of any type.
#[derive(Debug, Clone)]
pub(crate) enum Value {
    Num(Num),
    Test(Test),
    List(List),
}

/// An item of a list, by its place.
#[derive(Debug, Clone)]
pub(crate) struct Item {
    pub(crate) list: List,
    pub(crate) place: Num,
    /// The expression.
    pub(crate) shown_as: Arc<str>,
}

/// Where a value is among the words of a context: behind others, of which each is a list of this depth (0: a word).
#[derive(Debug, Clone)]
pub(crate) struct ContextPlace {
    pub(crate) before: Arc<[u8]>,
    pub(crate) depth: u8,
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
