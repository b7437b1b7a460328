//! The syntax tree of an expression.
//!
//! A chain of operators of one precedence is one node with many operands, so that the tree is only as high as
//! parentheses and precedences nest, and walks over it may recurse. Two trees are equal if they differ only in places.

use super::super::source_text::Span;

/// An expression and its place.
#[derive(Debug, Clone)]
pub(crate) struct Ast {
    pub(crate) node: Node,
    pub(crate) span: Span,
    /// The levels of the tree: 1 for a leaf.
    pub(crate) height: usize,
}

impl PartialEq for Ast {
    fn eq(&self, other: &Self) -> bool {
        self.node == other.node
    }
}

/// The kinds of expressions.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Node {
    Int(i64),
    Bool(bool),
    Text(String),
    /// The number of the node at hand; no text means it.
    OwnNumber,
    /// A name, or names with dots between them; `chains[0]` has the second name `0`.
    Path(Vec<Name>),
    Not(Box<Ast>),
    Neg(Box<Ast>),
    And(Vec<Ast>),
    Or(Vec<Ast>),
    Compare(Compare, Box<Ast>, Box<Ast>),
    /// Operations of one precedence, from left to right; `min` and `max` have one each.
    Arith(Box<Ast>, Vec<(Arith, Ast)>),
    /// Tests with their results, and the result if no test holds.
    If(Vec<(Ast, Ast)>, Box<Ast>),
    /// Whether a value is in a list.
    In(Box<Ast>, Box<Ast>),
    Abs(Box<Ast>),
    /// The length of a list.
    Size(Box<Ast>),
    /// A list that is written out.
    List(Vec<Ast>),
    /// The item of a list at a place; one of a path, at a place that is written out, is a name of that path.
    Index(Box<Ast>, Box<Ast>),
    /// A function of lists, with as many operands as it takes.
    Call(ListFunction, Vec<Ast>),
}

/// A part of a path, and its place.
#[derive(Debug, Clone)]
pub(crate) struct Name {
    pub(crate) name: String,
    pub(crate) span: Span,
}

impl PartialEq for Name {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

/// A function of lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ListFunction {
    /// How often a value is in a list.
    Count,
    /// The places at which a value is in a list.
    Positions,
    /// The items in ascending order.
    Sort,
    /// Each item once, where it comes first.
    Distinct,
    /// The items from one place up to another.
    Slice,
    /// The integers from 0 on, so many.
    Range,
}

/// A comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Compare {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

/// An operation on two integers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Arith {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Min,
    Max,
}

impl Ast {
    /// A node at a place.
    pub(crate) fn new(node: Node, span: Span) -> Self {
        let mut below = 0;
        node.parts(&mut |part| below = below.max(part.height));
        Self { node, span, height: below + 1 }
    }
}

impl Node {
    /// Visits the direct parts from left to right.
    pub(crate) fn parts<'a>(&'a self, visit: &mut dyn FnMut(&'a Ast)) {
        match self {
            Self::Int(_) | Self::Bool(_) | Self::Text(_) | Self::OwnNumber | Self::Path(_) => {}
            Self::Not(a) | Self::Neg(a) | Self::Abs(a) | Self::Size(a) => visit(a),
            Self::And(parts) | Self::Or(parts) | Self::List(parts) | Self::Call(_, parts) => {
                parts.iter().for_each(visit);
            }
            Self::Compare(_, a, b) | Self::In(a, b) | Self::Index(a, b) => {
                visit(a);
                visit(b);
            }
            Self::Arith(first, rest) => {
                visit(first);
                rest.iter().for_each(|(_, part)| visit(part));
            }
            Self::If(choices, otherwise) => {
                for (test, value) in choices {
                    visit(test);
                    visit(value);
                }
                visit(otherwise);
            }
        }
    }
}
