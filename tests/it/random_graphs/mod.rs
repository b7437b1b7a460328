//! Random predicates on rooted graphs: every engine finds the graphs, up to isomorphism, that brute force finds.
//!
//! A graph has nodes of one kind or two, with two pointers a node, each to nothing, to a new node or to one that was met, and perhaps a list
//! of nodes that were met. A predicate reads numbers of nodes, data, what pointers lead to, attributes and a context (`condition.rs`). `graph.rs` makes all graphs, and tries
//! all permutations to say which are isomorphic; `walk.rs` evaluates what predicates read, and `predicate.rs` writes them as specs.

mod condition;
mod graph;
mod predicate;
mod walk;

use std::collections::BTreeSet;
use std::sync::Arc;

use dpgen::engine::{self, Options};
use dpgen::{Catalog, Count, Fields, Scope};
use dpgen_spec::Spec;

use crate::common::engines::ENGINES;
use crate::common::flat_words::{flat, words};
use crate::seeds::draw::Draw;
use crate::seeds::{Trial, try_seeds};
use graph::{Graph, Kind, Node};
use predicate::{MAX_SIZE, Predicate, SetsBySize};

/// Reads a structure as a graph, whose nodes are named in the order in which they stand there.
struct Reader<'l> {
    flat: std::vec::IntoIter<i64>,
    layout: &'l [Kind],
    nodes: Vec<Node>,
}

impl Reader<'_> {
    fn next(&mut self) -> i64 {
        self.flat.next().expect("a word is missing")
    }

    fn node(&mut self, kind: usize) -> usize {
        let name = self.nodes.len();
        let (ctor, value) = (self.next(), self.next());
        assert_eq!(ctor, 0, "nodes have one constructor");
        let mut list = Vec::new();
        self.nodes.push(Node { kind, value, list: Vec::new(), pointers: [None; 2] });
        if let Some(kind) = self.layout[kind].list {
            while self.next() != 0 {
                assert_eq!(self.next(), 0, "items have one constructor");
                list.push(self.met(kind));
            }
        }
        self.nodes[name].list = list;
        for (place, kind) in self.layout[kind].pointers.into_iter().enumerate() {
            self.nodes[name].pointers[place] = match self.next() {
                0 => None,
                1 => Some(self.node(kind)),
                _ => Some(self.met(kind)),
            };
        }
        name
    }

    fn met(&mut self, kind: usize) -> usize {
        let number = usize::try_from(self.next()).unwrap();
        let mut of_kind = (0..self.nodes.len()).filter(|node| self.nodes[*node].kind == kind);
        of_kind.nth(number).expect("a reference leads to a node that the walk has not met")
    }
}

/// The graphs of a build, and that none comes twice.
fn graphs(catalog: &Catalog, layout: &[Kind]) -> Result<SetsBySize, String> {
    let of_size = |size| {
        let mut found = BTreeSet::new();
        for words in words(catalog, size) {
            let flat = flat(catalog.schema(), &words).into_iter();
            let mut reader = Reader { flat, layout, nodes: Vec::new() };
            reader.node(0);
            assert_eq!(reader.flat.len(), 0, "words are left of {words:?}");
            let graph = Graph { nodes: reader.nodes };
            if !found.insert(graph.canonical()) {
                return Err(format!("a graph isomorphic to {graph:?} comes twice"));
            }
        }
        Ok(found)
    };
    (0..=u32::try_from(MAX_SIZE).unwrap()).map(of_size).collect()
}

fn build(spec: &Spec, options: &Options) -> Result<Catalog, String> {
    let scope = Scope::new(u32::try_from(MAX_SIZE).unwrap());
    let model = spec.model(&scope).map_err(|error| error.to_string())?;
    engine::build(&Arc::new(model), &scope, options).map_err(|error| error.to_string())
}

/// Compares every engine with brute force; the number of graphs.
fn compare(predicate: &Predicate) -> Result<usize, String> {
    let expected = predicate.accepted();
    let spec = Spec::parse("graph", &predicate.spec()).map_err(|error| error.to_string())?;
    for (algorithm, fields) in ENGINES {
        for threads in [1, 2] {
            let options = Options::default().algorithm(algorithm).fields(fields).threads(threads);
            let what = format!("{algorithm}, {fields}, {threads} threads");
            let catalog = build(&spec, &options).map_err(|error| format!("{what}: {error}"))?;
            let found = graphs(&catalog, &predicate.layout).map_err(|error| format!("{what}: {error}"))?;
            for (size, (found, expected)) in (0..).zip(found.iter().zip(&expected)) {
                let wrong: Vec<_> = found.difference(expected).take(2).collect();
                let missing: Vec<_> = expected.difference(found).take(2).collect();
                if !wrong.is_empty() || !missing.is_empty() {
                    return Err(format!("{what}, size {size}: wrong are {wrong:?}, missing {missing:?}"));
                }
                let count = catalog.count(size);
                if fields == Fields::Concrete && count != Count::from(found.len()) {
                    return Err(format!("{what}: counts {count} graphs of size {size}, of {}", found.len()));
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

/// Rooted graphs with so many nodes and two pointers each, which may be null: OEIS has none of these.
#[test]
fn all_graphs_are_as_many_as_brute_force_finds() {
    let all = Predicate::all();
    // One node: each pointer leads to nothing or to the node. Two nodes: 3^4 ways, of which those that leave the second out are no graphs.
    let sizes: Vec<usize> = all.accepted().iter().map(BTreeSet::len).collect();
    assert_eq!(sizes[..3], [0, 4, 45]);
    // No permutation but one leaves a graph as it is, as its nodes are told apart by the ways from the root to them.
    assert_eq!(sizes[3] * 2, Graph::all(&all.layout, 3, 1).len());
    compare(&all).unwrap();
}
