//! Writes a tree as an indented list: one line per node, its parts below it and one level further in.

use super::line_characters::{LAST_PART_INDENT, Pen};
use crate::tree::Tree;

/// The number of levels that are indented on the narrowest paper.
const MIN_SHOWN_LEVELS: usize = 8;

/// Draws a tree, however wide.
pub(super) fn draw(tree: &Tree, pen: &Pen, width: usize, out: &mut String) {
    let max_levels = (width / 2 / LAST_PART_INDENT.len()).max(MIN_SHOWN_LEVELS);
    // For each level above the node at hand, whether more parts follow there.
    let mut follow: Vec<bool> = Vec::new();
    // What is still to be drawn: a node, its depth, and whether others follow it.
    let mut open = vec![(tree.root(), 0, false)];
    while let Some((id, depth, others)) = open.pop() {
        follow.truncate(depth);
        indent(&follow, pen, max_levels, out);
        // The root has no edge to it.
        if depth > 0 {
            out.push_str(if others { pen.branch } else { pen.last });
        }
        let node = tree.node(id);
        out.push_str(&pen.words(node));
        out.push('\n');
        follow.push(others);
        let last = node.parts.last();
        open.extend(node.parts.iter().rev().map(|part| (*part, depth + 1, Some(part) != last)));
    }
}

/// What stands to the left of a node's edge, below the parts that the levels above it belong to; the root is none.
fn indent(follow: &[bool], pen: &Pen, max_levels: usize, out: &mut String) {
    let levels = follow.get(1..).unwrap_or_default();
    let omitted = levels.len().saturating_sub(max_levels);
    if omitted > 0 {
        out.push_str(&format!("{}{omitted} ", pen.omitted));
    }
    for more in &levels[omitted..] {
        out.push_str(if *more { pen.bar } else { LAST_PART_INDENT });
    }
}
