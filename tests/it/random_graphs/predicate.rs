//! A predicate on graphs: drawn, as a spec, and the graphs that it accepts.

use std::collections::BTreeSet;

use super::condition::Condition;
use super::graph::Graph;
use super::walk::Walk;
use crate::seeds::draw::Draw;

/// The greatest number of nodes.
pub const MAX_NODES: usize = 3;

/// By the number of nodes: the graphs, each in its canonical form.
pub type SetsBySize = Vec<BTreeSet<Graph>>;

/// A predicate on graphs.
#[derive(Debug)]
pub struct Predicate {
    pub layout: Vec<[usize; 2]>,
    /// How many values a node's datum has.
    pub values: usize,
    /// What holds of each node, by its kind.
    pub node: Vec<Condition>,
    /// What holds of the root.
    pub root: Condition,
}

impl Predicate {
    pub fn draw(draw: &mut Draw<'_>) -> Self {
        let values = 1 + draw.below(2);
        let kinds = 1 + draw.below(2);
        let layout: Vec<_> = (0..kinds).map(|_| [draw.below(kinds), draw.below(kinds)]).collect();
        let node = layout.iter().map(|_| Condition::draw(draw, 2)).collect();
        let root = if draw.chance(50) { Condition::draw(draw, 1) } else { Condition::True };
        Self { layout, values, node, root }
    }

    /// All graphs.
    pub fn all(values: usize) -> Self {
        Self { layout: vec![[0, 0]], values, node: vec![Condition::True], root: Condition::True }
    }

    /// The predicate as a spec.
    pub fn spec(&self) -> String {
        let kinds = 0..self.layout.len();
        let types: String = kinds.map(|kind| self.node_type(kind) + &self.pointer_type(kind)).collect();
        let root = self.root.text(0);
        format!(
            r#"(name: "graph", root: "Node0", root_context: {{"above": -1}}, root_ok: ["{root}"], types: {{{types}
}})"#
        )
    }

    fn node_type(&self, kind: usize) -> String {
        let counters: String =
            self.counters().map(|to| format!(r#", "{to}": {{"Node": "a.{to} + b.{to}"}}"#)).collect();
        let [a, b] = self.layout[kind];
        let (greatest, node) = (self.values - 1, self.node[kind].text(kind));
        format!(
            r#"
    "Node{kind}": (
        context: {{"above": Int}},
        constructors: {{"Node": (
            fields: {{"value": Int(0, {greatest}), "a": Type("Pointer{a}"), "b": Type("Pointer{b}")}},
            give: {{"a": {{"above": "id"}}, "b": {{"above": "id"}}}},
        )}},
        attributes: {{"nodes": {{"Node": "1 + a.nodes + b.nodes"}}, "back": {{"Node": "b.to"}}{counters}}},
        rep_ok: {{"Node": ["{node}"]}},
    ),"#
        )
    }

    /// The type of pointers to nodes of a kind.
    fn pointer_type(&self, kind: usize) -> String {
        let counter = |(to_kind, number): (usize, usize)| {
            let is_it = |id: &str| {
                if to_kind == kind { format!("({id} == {number} ? 1 : 0)") } else { "0".to_owned() }
            };
            let (name, new, met) = (counter_name(to_kind, number), is_it("node.id"), is_it("node"));
            format!(r#", "{name}": {{"Null": "0", "New": "{new} + node.{name}", "Met": "{met}"}}"#)
        };
        let counters: String = self.counted().map(counter).collect();
        format!(
            r#"
    "Pointer{kind}": (
        context: {{"above": Int}},
        constructors: {{
            "Null": (),
            "New": (fields: {{"node": Type("Node{kind}")}}, weight: 0),
            "Met": (fields: {{"node": Ref("Node{kind}")}}, weight: 0),
        }},
        attributes: {{
            "to": {{"Null": "-1", "New": "node.id", "Met": "node"}},
            "nodes": {{"Null": "0", "New": "node.nodes", "Met": "0"}},
            "back": {{"Null": "-1", "New": "node.back", "Met": "-1"}}{counters}
        }},
    ),"#
        )
    }

    /// The nodes by kind and number, to which attributes count pointers.
    fn counted(&self) -> impl Iterator<Item = (usize, usize)> {
        (0..self.layout.len()).flat_map(|kind| (0..MAX_NODES).map(move |number| (kind, number)))
    }

    fn counters(&self) -> impl Iterator<Item = String> {
        self.counted().map(|(kind, number)| counter_name(kind, number))
    }

    fn accepts(&self, graph: &Graph) -> bool {
        let walk = Walk::through(graph);
        let holds = |node: usize| self.node[graph.nodes[node].kind].holds(&walk, node);
        (0..graph.nodes.len()).all(holds) && self.root.holds(&walk, 0)
    }

    /// The graphs that it accepts, by brute force. A graph with other names is accepted, too.
    pub fn accepted(&self) -> SetsBySize {
        let of_size = |nodes| {
            let (mut accepted, mut others) = (BTreeSet::new(), BTreeSet::new());
            for graph in Graph::all(&self.layout, nodes, self.values) {
                let set = if self.accepts(&graph) { &mut accepted } else { &mut others };
                set.insert(graph.canonical());
            }
            assert!(accepted.is_disjoint(&others), "the predicate reads names of nodes");
            accepted
        };
        (0..=MAX_NODES).map(of_size).collect()
    }
}

/// The attribute that counts the pointers to the node of a kind with a number.
fn counter_name(kind: usize, number: usize) -> String {
    format!("to_{kind}_{number}")
}
