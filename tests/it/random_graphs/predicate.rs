//! A predicate on graphs: drawn, as a spec, and the graphs that it accepts.

use std::collections::BTreeSet;

use super::condition::Condition;
use super::graph::{Graph, Kind};
use super::walk::Walk;
use crate::seeds::draw::Draw;

/// The greatest size: as many nodes, or fewer with items in lists.
pub const MAX_SIZE: usize = 3;

/// By size: the graphs, each in its canonical form.
pub type SetsBySize = Vec<BTreeSet<Graph>>;

/// A predicate on graphs.
#[derive(Debug)]
pub struct Predicate {
    pub layout: Vec<Kind>,
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
        let kind = |draw: &mut Draw<'_>| Kind {
            pointers: [draw.below(kinds), draw.below(kinds)],
            list: draw.chance(30).then(|| draw.below(kinds)),
        };
        let layout: Vec<Kind> = (0..kinds).map(|_| kind(draw)).collect();
        let node = layout.iter().map(|_| Condition::draw(draw, 2)).collect();
        let root = if draw.chance(50) { Condition::draw(draw, 1) } else { Condition::True };
        Self { layout, values, node, root }
    }

    /// All graphs of one kind without data or lists.
    pub fn all() -> Self {
        let layout = vec![Kind { pointers: [0, 0], list: None }];
        Self { layout, values: 1, node: vec![Condition::True], root: Condition::True }
    }

    /// The predicate as a spec.
    pub fn spec(&self) -> String {
        let kinds = 0..self.layout.len();
        let types: String = kinds.map(|kind| self.node_type(kind) + &self.pointer_type(kind)).collect();
        let root = self.root.text(&self.layout, 0);
        format!(
            r#"(name: "graph", root: "Node0", root_context: {{"above": -1}}, root_ok: ["{root}"], types: {{{types}
}})"#
        )
    }

    fn node_type(&self, kind: usize) -> String {
        let counters: String =
            self.counters().map(|to| format!(r#", "{to}": {{"Node": "a.{to} + b.{to}"}}"#)).collect();
        let Kind { pointers: [a, b], list } = self.layout[kind];
        let list = list.map_or_else(String::new, |kind| format!(r#" "list": List(Type("Item{kind}")),"#));
        let (greatest, node) = (self.values - 1, self.node[kind].text(&self.layout, kind));
        format!(
            r#"
    "Node{kind}": (
        context: {{"above": Int}},
        constructors: {{"Node": (
            fields: {{"value": Int(0, {greatest}),{list} "a": Type("Pointer{a}"), "b": Type("Pointer{b}")}},
            give: {{"a": {{"above": "id"}}, "b": {{"above": "id"}}}},
        )}},
        attributes: {{"nodes": {{"Node": "1 + a.nodes + b.nodes"}}, "back": {{"Node": "b.to"}}{counters}}},
        rep_ok: {{"Node": ["{node}"]}},
    ),"#
        )
    }

    /// The types of pointers and of items of lists that lead to nodes of a kind.
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
    "Item{kind}": (constructors: {{"Item": (fields: {{"node": Ref("Node{kind}")}})}}),
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
        (0..self.layout.len()).flat_map(|kind| (0..MAX_SIZE).map(move |number| (kind, number)))
    }

    fn counters(&self) -> impl Iterator<Item = String> {
        self.counted().map(|(kind, number)| counter_name(kind, number))
    }

    fn accepts(&self, graph: &Graph) -> bool {
        let Some(walk) = Walk::through(graph) else { return false };
        let holds = |node: usize| self.node[graph.nodes[node].kind].holds(&walk, node);
        (0..graph.nodes.len()).all(holds) && self.root.holds(&walk, 0)
    }

    /// The graphs that it accepts, by brute force. A graph with other names is accepted, too.
    pub fn accepted(&self) -> SetsBySize {
        let of_size = |size| {
            let (mut accepted, mut others) = (BTreeSet::new(), BTreeSet::new());
            for graph in Graph::all(&self.layout, size, self.values) {
                let set = if self.accepts(&graph) { &mut accepted } else { &mut others };
                set.insert(graph.canonical());
            }
            assert!(accepted.is_disjoint(&others), "the predicate reads names of nodes");
            accepted
        };
        (0..=MAX_SIZE).map(of_size).collect()
    }
}

/// The attribute that counts the pointers to the node of a kind with a number.
fn counter_name(kind: usize, number: usize) -> String {
    format!("to_{kind}_{number}")
}
