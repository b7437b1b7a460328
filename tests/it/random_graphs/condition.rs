//! Conditions on a node of a graph: as text of a spec, and evaluated on a graph that brute force found.

use super::graph::Kind;
use super::walk::Walk;
use crate::seeds::draw::Draw;

/// An integer that a condition reads.
#[derive(Debug, Clone, Copy)]
pub enum Term {
    Constant(i64),
    Id,
    Value,
    /// The number of the node by which the walk came; -1 at the root.
    Above,
    /// The number of the node that a pointer leads to, or -1.
    To(usize),
    /// The number of nodes that are first met by a pointer.
    Nodes(usize),
    /// How many of the node's pointers, and of those of the nodes first met by these, lead to the node: of the root, its indegree.
    In,
    /// The number of the first node in the list; -1 if there is none.
    First,
    /// Where the second pointer of the new node behind a pointer leads; -1 if there is none.
    Back(usize),
}

/// A condition on a node.
#[derive(Debug, Clone)]
pub enum Condition {
    True,
    Less(Term, Term),
    Equal(Term, Term),
    /// A pointer is of this kind.
    Kind(usize, &'static str),
    Not(Box<Condition>),
    And(Box<Condition>, Box<Condition>),
    Or(Box<Condition>, Box<Condition>),
}

/// The names of the pointers.
const POINTER_NAMES: [&str; 2] = ["a", "b"];

impl Term {
    fn draw(draw: &mut Draw<'_>) -> Self {
        let pointer = draw.below(2);
        match draw.below(9) {
            0 => Self::Constant(i64::try_from(draw.below(4)).unwrap() - 1),
            1 => Self::Id,
            2 => Self::Value,
            3 => Self::Above,
            4 => Self::To(pointer),
            5 => Self::Nodes(pointer),
            6 => Self::In,
            7 => Self::First,
            _ => Self::Back(pointer),
        }
    }

    /// As an expression of a node of a kind.
    fn text(self, layout: &[Kind], kind: usize) -> String {
        match self {
            Self::Constant(value) => value.to_string(),
            Self::Id => "id".to_owned(),
            Self::Value => "value".to_owned(),
            Self::Above => "context.above".to_owned(),
            Self::To(pointer) => format!("{}.to", POINTER_NAMES[pointer]),
            Self::Nodes(pointer) => format!("{}.nodes", POINTER_NAMES[pointer]),
            Self::First if layout[kind].list.is_none() => "-1".to_owned(),
            Self::First => "(list.kind == 'Nil' ? -1 : list.first.node)".to_owned(),
            Self::In => format!("(id == 0 ? to_{kind}_0 : id == 1 ? to_{kind}_1 : to_{kind}_2)"),
            Self::Back(pointer) => format!("{}.back", POINTER_NAMES[pointer]),
        }
    }

    fn value(self, walk: &Walk<'_>, node: usize) -> i64 {
        match self {
            Self::Constant(value) => value,
            Self::Id => walk.number(node),
            Self::Value => walk.graph.nodes[node].value,
            Self::Above => walk.above(node),
            Self::To(pointer) => walk.to(node, pointer),
            Self::Nodes(pointer) => i64::try_from(walk.nodes_behind(node, pointer).len()).unwrap(),
            Self::First => walk.first_in_list(node),
            Self::In => [0, 1].into_iter().map(|pointer| walk.pointers_to(node, node, pointer)).sum(),
            Self::Back(pointer) => walk.new_node(node, pointer).map_or(-1, |next| walk.to(next, 1)),
        }
    }
}

impl Condition {
    /// A condition of so many levels at most.
    pub fn draw(draw: &mut Draw<'_>, levels: usize) -> Self {
        let inner = |draw: &mut Draw<'_>| Box::new(Self::draw(draw, levels - 1));
        match draw.below(if levels == 0 { 4 } else { 8 }) {
            0 => Self::True,
            1 => Self::Less(Term::draw(draw), Term::draw(draw)),
            2 => Self::Equal(Term::draw(draw), Term::draw(draw)),
            3 => Self::Kind(draw.below(2), draw.of(&["Null", "New", "Met"])),
            4 => Self::Not(inner(draw)),
            5 => Self::And(inner(draw), inner(draw)),
            _ => Self::Or(inner(draw), inner(draw)),
        }
    }

    /// As an expression of a node of a kind.
    pub fn text(&self, layout: &[Kind], kind: usize) -> String {
        match self {
            Self::True => "true".to_owned(),
            Self::Less(a, b) => format!("{} < {}", a.text(layout, kind), b.text(layout, kind)),
            Self::Equal(a, b) => format!("{} == {}", a.text(layout, kind), b.text(layout, kind)),
            Self::Kind(pointer, name) => format!("{}.kind == '{name}'", POINTER_NAMES[*pointer]),
            Self::Not(inner) => format!("!({})", inner.text(layout, kind)),
            Self::And(a, b) => format!("({}) && ({})", a.text(layout, kind), b.text(layout, kind)),
            Self::Or(a, b) => format!("({}) || ({})", a.text(layout, kind), b.text(layout, kind)),
        }
    }

    pub fn holds(&self, walk: &Walk<'_>, node: usize) -> bool {
        match self {
            Self::True => true,
            Self::Less(a, b) => a.value(walk, node) < b.value(walk, node),
            Self::Equal(a, b) => a.value(walk, node) == b.value(walk, node),
            Self::Kind(pointer, name) => walk.kind_of_pointer(node, *pointer) == *name,
            Self::Not(inner) => !inner.holds(walk, node),
            Self::And(a, b) => a.holds(walk, node) && b.holds(walk, node),
            Self::Or(a, b) => a.holds(walk, node) || b.holds(walk, node),
        }
    }
}
