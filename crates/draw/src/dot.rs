//! Writes a tree as a graph in Graphviz's language DOT, as <https://graphviz.org/doc/info/lang.html> defines it.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use crate::tree::{NodeId, Tree};

/// The drawing of equal parts: each time, or once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Parts {
    /// Each on its own: a tree.
    #[default]
    Each,
    /// Equal parts once, with an edge from each whole: a graph without cycles.
    Shared,
}

/// A tree as a directed graph with this name.
///
/// ```
/// use dpgen_draw::{Parts, TreeBuilder, dot};
///
/// let mut builder = TreeBuilder::new();
/// let parts = [builder.leaf("x"), builder.leaf("x")];
/// builder.node("both", parts);
/// let tree = builder.finish()?;
/// assert_eq!(dot(&tree, "t", Parts::Each).matches("->").count(), 2);
/// let shared = dot(&tree, "t", Parts::Shared);
/// assert_eq!((shared.matches("->").count(), shared.matches("label=\"x\"").count()), (2, 1));
/// # Ok::<(), dpgen_draw::NotATree>(())
/// ```
#[must_use]
pub fn dot(tree: &Tree, name: &str, parts: Parts) -> String {
    let mut out = format!(
        "digraph {} {{\n  graph [ordering=out]\n  node [shape=box, style=rounded, fontname=monospace]\n  edge [arrowhead=none]\n",
        quoted(name)
    );
    let first = match parts {
        Parts::Each => tree.ids().collect(),
        Parts::Shared => firsts(tree),
    };
    for id in tree.ids().rev().filter(|id| first[id.index()] == *id) {
        let (node, number) = (tree.node(id), id.index());
        let label = quoted(&node.label);
        // Writing to a string can not fail.
        let _ = if node.is_empty {
            writeln!(out, "  n{number} [shape=point, tooltip={label}]")
        } else {
            writeln!(out, "  n{number} [label={label}]")
        };
        for part in &node.parts {
            let _ = write!(out, "  n{number} -> n{}", first[part.index()].index());
            if let Some(edge) = &tree.node(*part).edge {
                let _ = write!(out, " [label={}]", quoted(edge));
            }
            out.push('\n');
        }
        for to in &node.references {
            let to = first[to.index()].index();
            let _ = writeln!(
                out,
                "  n{number} -> n{to} [style=dashed, constraint=false, arrowhead=normal, arrowsize=0.6]"
            );
        }
    }
    out.push_str("}\n");
    out
}

/// For each node the first that is equal to it: with the same label, equal parts behind the same edges, and references to the same
/// nodes. What is referred to is equal to nothing else.
fn firsts(tree: &Tree) -> Vec<NodeId> {
    let referred: HashSet<NodeId> = tree.nodes().iter().flat_map(|node| &node.references).copied().collect();
    let mut known = HashMap::new();
    let mut first: Vec<NodeId> = Vec::with_capacity(tree.nodes().len());
    for id in tree.ids() {
        let node = tree.node(id);
        let parts = node.parts.iter().map(|part| (tree.node(*part).edge.as_deref(), first[part.index()]));
        let own = referred.contains(&id).then_some(id);
        let looks =
            (node.label.as_str(), node.is_empty, parts.collect::<Vec<_>>(), node.references.as_slice(), own);
        first.push(*known.entry(looks).or_insert(id));
    }
    first
}

/// A string in quotes. Backslashes begin escapes in labels, and `&` an entity.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '&' => out.push_str("&amp;"),
            letter => out.push(letter),
        }
    }
    out.push('"');
    out
}
