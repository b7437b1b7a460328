//! Writes a tree from top to bottom: one line per row of nodes, and a line with the edges between two rows.

use super::line_characters::{DOWN, LEFT, Pen, RIGHT, UP};
use crate::escape_unprintable::columns;
use crate::layout::{Layout, Spacing, layout};
use crate::tree::{NodeId, Tree};

/// A column between the boxes of a row stays free even after positions were rounded.
const NODE_SPACING: Spacing = Spacing { beside: 3, below: 1 };

/// Draws a tree unless it would be wider than the paper; whether it was drawn.
pub(super) fn draw(tree: &Tree, pen: &Pen, max_columns: usize, out: &mut String) -> bool {
    let extent = |text: &str| i64::try_from(columns(text)).unwrap_or(i64::MAX / 8).max(1);
    let widest = i64::try_from(max_columns).unwrap_or(i64::MAX);
    let placed = layout(tree, |node| (extent(&pen.words(node)), 1), NODE_SPACING);
    if placed.width > widest {
        return false;
    }
    let mut rows: Vec<Vec<NodeId>> = vec![Vec::new(); placed.rows.len()];
    for id in tree.ids() {
        rows[placed.placed(id).row].push(id);
    }
    for row in &mut rows {
        row.sort_by_key(|id| placed.placed(*id).x);
        line(tree, pen, &placed, row, out);
        edges(tree, pen, &placed, row, out);
    }
    true
}

/// The labels of a row.
fn line(tree: &Tree, pen: &Pen, placed: &Layout, row: &[NodeId], out: &mut String) {
    let begin = out.len();
    let mut at = 0;
    for id in row {
        let text = pen.words(tree.node(*id));
        let x = column(placed.placed(*id).x);
        out.extend(std::iter::repeat_n(' ', x.saturating_sub(at)));
        at = x + columns(&text);
        out.push_str(&text);
    }
    end(begin, out);
}

/// The edges from a row to the next one, if it has some.
fn edges(tree: &Tree, pen: &Pen, placed: &Layout, row: &[NodeId], out: &mut String) {
    let mut cells: Vec<u8> = Vec::new();
    for id in row {
        let parts = &tree.node(*id).parts;
        if parts.is_empty() {
            continue;
        }
        let whole = middle(placed, *id);
        let middles: Vec<usize> = parts.iter().map(|part| middle(placed, *part)).collect();
        let first = middles.iter().copied().fold(whole, usize::min);
        let last = middles.iter().copied().fold(whole, usize::max);
        cells.resize(cells.len().max(last + 1), 0);
        cells[whole] |= UP;
        for middle in middles {
            cells[middle] |= DOWN;
        }
        for cell in &mut cells[first..last] {
            *cell |= RIGHT;
        }
        for cell in &mut cells[first + 1..=last] {
            *cell |= LEFT;
        }
    }
    if !cells.is_empty() {
        let begin = out.len();
        out.extend(cells.iter().map(|cell| pen.lines[usize::from(*cell)]));
        end(begin, out);
    }
}

/// The column in the middle of a box.
fn middle(placed: &Layout, id: NodeId) -> usize {
    let place = placed.placed(id);
    column(place.x + (place.width - 1).div_euclid(2))
}

fn column(x: i64) -> usize {
    usize::try_from(x).unwrap_or_default()
}

/// Ends a line, which began at a byte: nothing is left free at its end.
fn end(begin: usize, out: &mut String) {
    let shown = out[begin..].trim_end_matches(' ').len();
    out.truncate(begin + shown);
    out.push('\n');
}
