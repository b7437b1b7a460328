//! The characters of a drawing: box-drawing characters or ASCII.

use crate::tree::Node;

/// The directions in which lines leave a cell, as bits.
pub(super) const UP: u8 = 1;
pub(super) const DOWN: u8 = 2;
pub(super) const LEFT: u8 = 4;
pub(super) const RIGHT: u8 = 8;

/// Characters to draw with.
#[derive(Debug)]
pub(super) struct Pen {
    /// The character of a cell, by the directions of its lines.
    pub(super) lines: [char; 16],
    /// The label of an empty node.
    pub(super) dot: &'static str,
    /// In indented lists: before a part that others follow, before the last part, below a part that others follow, and in
    /// place of levels that are left out.
    pub(super) branch: &'static str,
    pub(super) last: &'static str,
    pub(super) bar: &'static str,
    pub(super) omitted: &'static str,
}

impl Pen {
    /// The text of a node: the label of the edge to it, and its own.
    pub(super) fn words(&self, node: &Node) -> String {
        let label = if node.is_empty { self.dot } else { &node.label };
        match &node.edge {
            Some(edge) => format!("{edge}: {label}"),
            None => label.to_owned(),
        }
    }
}

/// The indentation below a last part: as wide as the others.
pub(super) const LAST_PART_INDENT: &str = "    ";

/// Box-drawing characters.
pub(super) const BOX_DRAWING: Pen = Pen {
    lines: [' ', '╵', '╷', '│', '╴', '┘', '┐', '┤', '╶', '└', '┌', '├', '─', '┴', '┬', '┼'],
    dot: "·",
    branch: "├── ",
    last: "└── ",
    bar: "│   ",
    omitted: "…",
};

/// Characters that every terminal and encoding has.
pub(super) const ASCII: Pen = Pen {
    lines: [' ', '|', '|', '|', '-', '+', '+', '+', '-', '+', '+', '+', '-', '+', '+', '+'],
    dot: ".",
    branch: "|-- ",
    last: "`-- ",
    bar: "|   ",
    omitted: "...",
};
