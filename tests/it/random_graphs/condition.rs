//! Conditions on a node of a graph: as text of a spec, and evaluated on a graph that brute force found.

use super::graph::{Graph, Pointer, to};
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
        match draw.below(7) {
            0 => Self::Constant(i64::try_from(draw.below(4)).unwrap() - 1),
            1 => Self::Id,
            2 => Self::Value,
            3 => Self::Above,
            4 => Self::To(pointer),
            5 => Self::Nodes(pointer),
            _ => Self::Back(pointer),
        }
    }

    fn text(self) -> String {
        match self {
            Self::Constant(value) => value.to_string(),
            Self::Id => "id".to_owned(),
            Self::Value => "value".to_owned(),
            Self::Above => "context.above".to_owned(),
            Self::To(pointer) => format!("{}.to", POINTER_NAMES[pointer]),
            Self::Nodes(pointer) => format!("{}.nodes", POINTER_NAMES[pointer]),
            Self::Back(pointer) => format!("{}.back", POINTER_NAMES[pointer]),
        }
    }

    fn value(self, graph: &Graph, node: usize) -> i64 {
        let at = &graph.nodes[node];
        let number = |value: usize| i64::try_from(value).unwrap();
        match self {
            Self::Constant(value) => value,
            Self::Id => number(node),
            Self::Value => at.value,
            Self::Above => at.above.map_or(-1, number),
            Self::To(pointer) => to(at.pointers[pointer]),
            Self::Nodes(pointer) => number(graph.nodes_behind(at.pointers[pointer])),
            Self::Back(pointer) => match at.pointers[pointer] {
                Pointer::New(next) => to(graph.nodes[next].pointers[1]),
                Pointer::Null | Pointer::Met(_) => -1,
            },
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

    pub fn text(&self) -> String {
        match self {
            Self::True => "true".to_owned(),
            Self::Less(a, b) => format!("{} < {}", a.text(), b.text()),
            Self::Equal(a, b) => format!("{} == {}", a.text(), b.text()),
            Self::Kind(pointer, kind) => format!("{}.kind == '{kind}'", POINTER_NAMES[*pointer]),
            Self::Not(inner) => format!("!({})", inner.text()),
            Self::And(a, b) => format!("({}) && ({})", a.text(), b.text()),
            Self::Or(a, b) => format!("({}) || ({})", a.text(), b.text()),
        }
    }

    pub fn holds(&self, graph: &Graph, node: usize) -> bool {
        match self {
            Self::True => true,
            Self::Less(a, b) => a.value(graph, node) < b.value(graph, node),
            Self::Equal(a, b) => a.value(graph, node) == b.value(graph, node),
            Self::Kind(pointer, kind) => {
                let found = match graph.nodes[node].pointers[*pointer] {
                    Pointer::Null => "Null",
                    Pointer::New(_) => "New",
                    Pointer::Met(_) => "Met",
                };
                found == *kind
            }
            Self::Not(inner) => !inner.holds(graph, node),
            Self::And(a, b) => a.holds(graph, node) && b.holds(graph, node),
            Self::Or(a, b) => a.holds(graph, node) || b.holds(graph, node),
        }
    }
}
