//! A tree as an outline: a node a line, parts under their whole and further in.

use super::pen::{FREE, Pen};
use super::words;
use crate::tree::Tree;

/// So many levels are shown at least.
const LEVELS: usize = 8;

/// Draws a tree, however wide.
pub(super) fn draw(tree: &Tree, pen: &Pen, width: usize, out: &mut String) {
    let most = (width / 2 / FREE.len()).max(LEVELS);
    // For each level above the node at hand, whether more parts follow there.
    let mut follow: Vec<bool> = Vec::new();
    // What is still to be drawn: a node, its depth, and whether others follow it.
    let mut open = vec![(tree.root(), 0, false)];
    while let Some((id, depth, others)) = open.pop() {
        follow.truncate(depth);
        indent(&follow, pen, most, out);
        // The root has no edge to it.
        if depth > 0 {
            out.push_str(if others { pen.branch } else { pen.last });
        }
        let node = tree.node(id);
        out.push_str(&words(node, pen));
        out.push('\n');
        follow.push(others);
        let last = node.parts.last();
        open.extend(node.parts.iter().rev().map(|part| (*part, depth + 1, Some(part) != last)));
    }
}

/// What stands to the left of a node's edge, below the parts that the levels above it belong to; the root is none.
fn indent(follow: &[bool], pen: &Pen, most: usize, out: &mut String) {
    let levels = follow.get(1..).unwrap_or_default();
    let omitted = levels.len().saturating_sub(most);
    if omitted > 0 {
        out.push_str(&format!("{}{omitted} ", pen.omitted));
    }
    for more in &levels[omitted..] {
        out.push_str(if *more { pen.bar } else { FREE });
    }
}
