//! The characters that lines are drawn with.

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
    /// What stands for nothing being there.
    pub(super) dot: &'static str,
    /// In indented drawings: before a part that others follow, before the last, under a part that others follow, and that
    /// levels are left out.
    pub(super) branch: &'static str,
    pub(super) last: &'static str,
    pub(super) bar: &'static str,
    pub(super) omitted: &'static str,
}

/// What is left free under a last part: as wide as the others.
pub(super) const FREE: &str = "    ";

/// Box-drawing characters.
pub(super) const BOXES: Pen = Pen {
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
