//! A template as a small program: the texts, values, conditions and loops that need no template engine.
//!
//! `template_parser.rs` makes programs and `program_run.rs` runs them. Invariant: a program writes what minijinja renders of the
//! same template, or gives up ([`GivesUp`](super::program_run::GivesUp)), after which minijinja renders the structure.

/// A step of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Op {
    /// `{{ }}`, or text.
    Write(Expr),
    /// `{% if %}` and each `{% elif %}`, and `{% else %}`.
    If(Vec<(Expr, Vec<Op>)>, Vec<Op>),
    /// `{% for %}` over the list in a slot.
    For(usize, Vec<Op>),
}

/// A value that a program sees.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Expr {
    Text(Box<str>),
    Int(i64),
    /// The field in this slot.
    Slot(usize),
    /// The element of a loop, counted from the outermost loop.
    Item(usize),
    /// Of a loop, counted from the outermost.
    Loop(usize, LoopField),
    /// The attribute with this number, of a slot or an element, or of the structure itself.
    Attr(Option<Box<Expr>>, usize),
    /// `a ~ b`
    Concat(Vec<Expr>),
    /// `yes if test else no`
    Choice(Box<Choice>),
    Not(Box<Expr>),
    /// `a and b`, whose value is `a` or `b`.
    And(Box<(Expr, Expr)>),
    /// `a or b`, whose value is `a` or `b`.
    Or(Box<(Expr, Expr)>),
    Compare(Comparison, Box<(Expr, Expr)>),
    /// `is none`
    IsNone(Box<Expr>),
    /// The length of the list in a slot.
    Length(usize),
    /// The elements of the list in a slot, with a text between them.
    Join(usize, Box<str>),
}

/// `yes if test else no`; without `no` nothing is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Choice {
    pub(super) test: Expr,
    pub(super) yes: Expr,
    pub(super) no: Option<Expr>,
}

/// What a loop knows of itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LoopField {
    First,
    Last,
    /// From 0.
    Index0,
    /// From 1.
    Index,
}

/// A comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Comparison {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}
