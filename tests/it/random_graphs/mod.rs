//! Random predicates on rooted graphs: every engine finds the graphs, up to isomorphism, that brute force finds.
//!
//! A graph has two pointers a node, each to nothing, to a new node or to one that was met. A predicate reads numbers of nodes, data,
//! what pointers lead to, attributes and a context (`condition.rs`), as a spec and as Rust code. `graph.rs` makes all graphs.

mod condition;
mod graph;

use std::collections::BTreeSet;
use std::sync::Arc;

use dpgen::engine::{self, Options};
use dpgen::{Algorithm, Catalog, Count, Fields, Scope};
use dpgen_spec::Spec;

use crate::common::engines::ENGINES;
use crate::seeds::draw::Draw;
use crate::seeds::{Trial, try_seeds};
use condition::Condition;
use graph::Graph;

/// The greatest number of nodes.
const MAX_NODES: usize = 3;

/// By the number of nodes: the graphs, each flat.
type SetsBySize = Vec<BTreeSet<Vec<i64>>>;

/// A predicate on graphs.
struct Predicate {
    /// How many values a node's datum has.
    values: usize,
    /// It holds of each node.
    node: Condition,
    /// It holds of the first node.
    root: Condition,
}

impl Predicate {
    fn draw(draw: &mut Draw<'_>) -> Self {
        let values = 1 + draw.below(2);
        let node = Condition::draw(draw, 2);
        let root = if draw.chance(50) { Condition::draw(draw, 1) } else { Condition::True };
        Self { values, node, root }
    }

    /// The predicate as a spec.
    fn spec(&self) -> String {
        format!(
            r#"(
    name: "graph",
    root: "Node",
    types: {{
        "Node": (
            context: {{"above": Int}},
            constructors: {{
                "Node": (
                    fields: {{"value": Int(0, {greatest}), "a": Type("Pointer"), "b": Type("Pointer")}},
                    give: {{"a": {{"above": "id"}}, "b": {{"above": "id"}}}},
                ),
            }},
            attributes: {{"nodes": {{"Node": "1 + a.nodes + b.nodes"}}, "back": {{"Node": "b.to"}}}},
            rep_ok: {{"Node": ["{node}"]}},
        ),
        "Pointer": (
            context: {{"above": Int}},
            constructors: {{
                "Null": (),
                "New": (fields: {{"node": Type("Node")}}, weight: 0),
                "Met": (fields: {{"node": Ref("Node")}}, weight: 0),
            }},
            attributes: {{
                "to": {{"Null": "-1", "New": "node.id", "Met": "node"}},
                "nodes": {{"Null": "0", "New": "node.nodes", "Met": "0"}},
                "back": {{"Null": "-1", "New": "node.back", "Met": "-1"}},
            }},
        ),
    }},
    root_ok: ["{root}"],
    root_context: {{"above": -1}},
)"#,
            greatest = self.values - 1,
            node = self.node.text(),
            root = self.root.text(),
        )
    }

    /// The graphs that it accepts, by brute force.
    fn accepted(&self) -> SetsBySize {
        let accepts = |graph: &Graph| {
            (0..graph.nodes.len()).all(|node| self.node.holds(graph, node)) && self.root.holds(graph, 0)
        };
        let of_size = |nodes: usize| match nodes {
            0 => BTreeSet::new(),
            _ => Graph::all(nodes, self.values)
                .iter()
                .filter(|graph| accepts(graph))
                .map(Graph::flat)
                .collect(),
        };
        (0..=MAX_NODES).map(of_size).collect()
    }
}

/// The numbers of constructors in the words of a structure; that of `Met` is the next one.
const NODE_CTOR: u32 = 0;
const NULL_CTOR: u32 = 1;
const NEW_CTOR: u32 = 2;

/// Reads the words of a structure as a graph.
struct Reader<'w> {
    words: std::slice::Iter<'w, u32>,
    flat: Vec<[i64; 3]>,
}

impl Reader<'_> {
    fn graph(words: &[u32]) -> Vec<i64> {
        let mut reader = Reader { words: words.iter(), flat: Vec::new() };
        reader.node();
        assert_eq!(reader.words.len(), 0, "words are left of {words:?}");
        reader.flat.into_flattened()
    }

    fn next(&mut self) -> u32 {
        *self.words.next().expect("a word is missing")
    }

    fn node(&mut self) -> i64 {
        let number = self.flat.len();
        assert_eq!(self.next(), NODE_CTOR);
        let value = self.next().into();
        self.flat.push([value, -1, -1]);
        for place in [1, 2] {
            self.flat[number][place] = match self.next() {
                NULL_CTOR => -1,
                NEW_CTOR => self.node(),
                _ => self.next().into(),
            };
        }
        i64::try_from(number).unwrap()
    }
}

/// The graphs of a build, and that none comes twice.
fn graphs(catalog: &Catalog) -> Result<SetsBySize, String> {
    let of_size = |size| {
        let (mut found, mut number) = (BTreeSet::new(), 0);
        let mut all = catalog.iter_compact(size);
        while let Some(words) = all.next() {
            number += 1;
            found.insert(Reader::graph(words));
        }
        if found.len() == number { Ok(found) } else { Err(format!("a graph of size {size} comes twice")) }
    };
    (0..=u32::try_from(MAX_NODES).unwrap()).map(of_size).collect()
}

fn build(spec: &Spec, options: &Options) -> Result<Catalog, String> {
    let scope = Scope::new(u32::try_from(MAX_NODES).unwrap());
    let model = spec.model(&scope).map_err(|error| error.to_string())?;
    engine::build(&Arc::new(model), &scope, options).map_err(|error| error.to_string())
}

/// Compares every engine with brute force; the number of graphs.
fn compare(predicate: &Predicate) -> Result<usize, String> {
    let expected = predicate.accepted();
    let spec = Spec::parse("graph", &predicate.spec()).map_err(|error| error.to_string())?;
    for (algorithm, fields) in ENGINES {
        // Path conditions may stand for many graphs.
        if fields == Fields::Symbolic && predicate.values > 1 {
            continue;
        }
        for threads in [1, 2] {
            let options = Options::default().algorithm(algorithm).fields(fields).threads(threads);
            let what = format!("{algorithm}, {fields}, {threads} threads");
            let catalog = build(&spec, &options).map_err(|error| format!("{what}: {error}"))?;
            let found = graphs(&catalog).map_err(|error| format!("{what}: {error}"))?;
            if found != expected {
                return Err(format!("{what}: found {found:?}, expected {expected:?}"));
            }
            if algorithm == Algorithm::Quotient {
                for (size, set) in (0..).zip(&found) {
                    let count = catalog.count(size);
                    if count != Count::from(u32::try_from(set.len()).unwrap()) {
                        return Err(format!(
                            "{what}: counts {count} graphs of size {size}, of {}",
                            set.len()
                        ));
                    }
                }
            }
        }
    }
    Ok(expected.iter().map(BTreeSet::len).sum())
}

fn predicate(choices: &[u32]) -> Predicate {
    Predicate::draw(&mut Draw::new(choices))
}

#[test]
fn every_engine_agrees_with_brute_force_on_random_graphs() {
    let trial = Trial {
        name: "predicates on graphs",
        normally: 60,
        long: 5_000,
        try_one: &|choices| compare(&predicate(choices)).map(Some),
        show: &|choices| predicate(choices).spec(),
    };
    let shown = try_seeds(&trial);
    let telling = shown.seen.iter().filter(|graphs| **graphs > 0).count();
    println!("{telling} of {} accept a graph", shown.tried);
    assert!(!shown.is_whole || telling * 3 > shown.seen.len(), "most predicates accept nothing");
}

/// Rooted graphs with so many nodes and two pointers each, which may be null: OEIS has none of these; the first are counted by hand.
#[test]
fn all_graphs_are_as_many_as_brute_force_finds() {
    let all = Predicate { values: 1, node: Condition::True, root: Condition::True };
    // One node: each pointer leads to nothing or to the node. Two nodes: 3^4 ways, of which those that leave the second out are no graphs.
    let sizes: Vec<usize> = all.accepted().iter().map(BTreeSet::len).collect();
    assert_eq!(sizes[..3], [0, 4, 45]);
    compare(&all).unwrap();
}
