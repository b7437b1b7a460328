//! Computes the position of each node of a tree: a tidy layout, in rows by depth.
//!
//! The algorithm is that of C. Buchheim, M. Jünger and S. Leipert, *Improving Walker's Algorithm to Run in Linear Time*
//! (Graph Drawing 2002), for nodes of any width: subtrees are laid out by themselves, moved as close together as their
//! outlines allow (`contour.rs`), and the subtrees between two that were moved apart are spread evenly; a node stands over the
//! middle between its first and its last part. Here it works in integers, without recursion.
//!
//! Invariant of a [`Layout`]: boxes of one row do not touch, no box reaches into another row, and edges cross boxes nowhere if
//! they go straight down to the end of their row and then, within the space between the rows, to the next one.

use crate::contour::Forest;
use crate::tree::{Node, NodeId, Tree};

/// The distances between boxes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spacing {
    /// Between the boxes of a row, at least.
    pub beside: i64,
    /// Between rows.
    pub below: i64,
}

/// The box of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Placed {
    /// Its left side.
    pub x: i64,
    /// Its upper side: that of its row.
    pub y: i64,
    /// Its width.
    pub width: i64,
    /// Its height, at most that of its row.
    pub height: i64,
    /// Its row, which is its depth.
    pub row: usize,
}

impl Placed {
    /// The middle between left and right, rounded down.
    #[must_use]
    pub const fn centre(&self) -> i64 {
        self.x + self.width.div_euclid(2)
    }
}

/// A row: the nodes of one depth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Row {
    /// Its upper side.
    pub y: i64,
    /// The height of its highest box.
    pub height: i64,
}

/// Where everything is. The least coordinates are 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    /// The boxes, in the order of the tree's nodes.
    pub boxes: Vec<Placed>,
    /// The rows, from the root's.
    pub rows: Vec<Row>,
    /// The width of all.
    pub width: i64,
    /// The height of all.
    pub height: i64,
}

impl Layout {
    /// The box of a node.
    ///
    /// # Panics
    /// When the node is of another, larger tree.
    #[must_use]
    pub fn placed(&self, id: NodeId) -> &Placed {
        &self.boxes[id.index()]
    }
}

/// Places the nodes of a tree; `extent` says how wide and how high each is, in whatever unit.
///
/// Takes time and memory in proportion to the number of nodes.
///
/// ```
/// use dpgen_draw::{Spacing, TreeBuilder, layout};
///
/// let mut builder = TreeBuilder::new();
/// let parts = [builder.leaf("left"), builder.leaf("right")];
/// builder.node("both", parts);
/// let tree = builder.finish()?;
/// let placed = layout(&tree, |_| (10, 5), Spacing { beside: 4, below: 3 });
/// let corners: Vec<(i64, i64)> = placed.boxes.iter().map(|place| (place.x, place.y)).collect();
/// assert_eq!(corners, [(0, 8), (14, 8), (7, 0)]);
/// assert_eq!((placed.width, placed.height), (24, 13));
/// # Ok::<(), dpgen_draw::NotATree>(())
/// ```
#[must_use]
pub fn layout(tree: &Tree, extent: impl Fn(&Node) -> (i64, i64), spacing: Spacing) -> Layout {
    let extents: Vec<(i64, i64)> = tree.nodes().iter().map(extent).collect();
    let middles = middles(tree, &extents, spacing.beside);
    let mut rows: Vec<Row> = Vec::new();
    let mut depths = vec![0; extents.len()];
    for id in tree.ids().rev() {
        let depth = tree.node(id).whole.map_or(0, |whole| depths[whole.index()] + 1);
        depths[id.index()] = depth;
        if rows.len() <= depth {
            rows.resize(depth + 1, Row { y: 0, height: 0 });
        }
        rows[depth].height = rows[depth].height.max(extents[id.index()].1);
    }
    let mut y = 0;
    for row in &mut rows {
        row.y = y;
        y += row.height + spacing.below;
    }
    let height = y - spacing.below;
    let place = |index: usize| {
        let ((width, height), row) = (extents[index], depths[index]);
        Placed { x: (middles[index] - width).div_euclid(2), y: rows[row].y, width, height, row }
    };
    let boxes: Vec<Placed> = (0..extents.len()).map(place).collect();
    let width = boxes.iter().map(|place| place.x + place.width).max().unwrap_or(0);
    Layout { boxes, rows, width, height }
}

/// The middles of all nodes, in halves of a unit; the leftmost box begins at 0.
fn middles(tree: &Tree, extents: &[(i64, i64)], beside: i64) -> Vec<i64> {
    let mut forest = Forest::new(tree, extents, beside);
    for whole in tree.ids() {
        forest.arrange(whole);
    }
    let mut moved = vec![0; extents.len()];
    let mut middles = vec![0; extents.len()];
    for id in tree.ids().rev() {
        let place = id.index();
        let outer = tree.node(id).whole.map_or(0, |whole| moved[whole.index()]);
        middles[place] = forest.middle(id) + outer;
        moved[place] = forest.inner(id) + outer;
    }
    let lefts = middles.iter().zip(extents).map(|(middle, (width, _))| middle - width);
    let left = lefts.min().unwrap_or(0);
    middles.iter().map(|middle| middle - left).collect()
}
