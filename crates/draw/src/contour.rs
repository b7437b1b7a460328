//! Places subtrees side by side, as close as their outlines allow: the first walk of the layout of Buchheim, Jünger and Leipert.
//!
//! A position is that of a box's middle, in halves of a unit, so that it is an integer for each width. It is
//! relative to the parent; `inner` is the distance by which all parts of a node are moved. The outline of a subtree goes from a node to its
//! outermost part; where there is none, a *thread* leads on to the next row, to a node of a neighbouring subtree that is deeper.
//! The names in the paper: `middle` is prelim, `inner` mod.

use crate::tree::{NodeId, Tree};

/// A node, while its place is being found.
#[derive(Debug, Clone, Copy)]
struct Walker {
    /// Half the width, in halves of a unit.
    reach: i64,
    middle: i64,
    inner: i64,
    /// What the parts to the left of a moved one are still to be moved by, a step for each.
    step: i64,
    /// What a moved part takes along from here to the left.
    push: i64,
    thread: Option<usize>,
    /// A node above, or itself, that is a sibling of what was placed last, if there is one.
    ancestor: usize,
    /// Its number among the parts of its whole.
    number: i64,
}

/// All nodes of a tree, while their places are being found.
#[derive(Debug)]
pub(crate) struct Forest<'t> {
    tree: &'t Tree,
    walkers: Vec<Walker>,
    /// The least space between two boxes, in halves of a unit.
    gap: i64,
}

/// One side of an outline: the node where it is, and how far that is moved.
#[derive(Debug, Clone, Copy)]
struct Edge {
    at: usize,
    moved: i64,
}

impl<'t> Forest<'t> {
    /// Nodes without places.
    pub(crate) fn new(tree: &'t Tree, extents: &[(i64, i64)], beside: i64) -> Self {
        let walker = |(ancestor, (width, _)): (usize, &(i64, i64))| Walker {
            reach: *width,
            middle: 0,
            inner: 0,
            step: 0,
            push: 0,
            thread: None,
            ancestor,
            number: 0,
        };
        let mut walkers: Vec<Walker> = extents.iter().enumerate().map(walker).collect();
        for node in tree.nodes() {
            for (number, part) in (0..).zip(&node.parts) {
                walkers[part.index()].number = number;
            }
        }
        Self { tree, walkers, gap: 2 * beside }
    }

    /// A node's middle, relative to its whole.
    pub(crate) fn middle(&self, id: NodeId) -> i64 {
        self.walkers[id.index()].middle
    }

    /// What a node's parts are moved by.
    pub(crate) fn inner(&self, id: NodeId) -> i64 {
        self.walkers[id.index()].inner
    }

    /// Places the parts of a node, whose own parts are placed, beside each other, and the node over their middle.
    pub(crate) fn arrange(&mut self, whole: NodeId) {
        let parts = &self.tree.node(whole).parts;
        let (Some(first), Some(last)) = (parts.first(), parts.last()) else { return };
        let mut shallow = first.index();
        for (place, part) in parts.iter().enumerate() {
            let part = part.index();
            if let Some(left) = place.checked_sub(1).map(|left| parts[left].index()) {
                let beside = self.walkers[left].middle + self.distance(left, part);
                let walker = &mut self.walkers[part];
                // A node without parts has nothing to move.
                if !self.tree.nodes()[part].parts.is_empty() {
                    walker.inner = beside - walker.middle;
                }
                walker.middle = beside;
                shallow = self.apportion(part, left, first.index(), shallow);
            }
        }
        self.spread(parts);
        let middle = (self.middle(*first) + self.middle(*last)).div_euclid(2);
        self.walkers[whole.index()].middle = middle;
    }

    /// The minimum distance between the middles of two boxes.
    fn distance(&self, left: usize, right: usize) -> i64 {
        self.walkers[left].reach + self.walkers[right].reach + self.gap
    }

    /// The next node of a left outline.
    fn next_left(&self, node: usize) -> Option<usize> {
        self.tree.nodes()[node].parts.first().map(|part| part.index()).or(self.walkers[node].thread)
    }

    /// The next node of a right outline.
    fn next_right(&self, node: usize) -> Option<usize> {
        self.tree.nodes()[node].parts.last().map(|part| part.index()).or(self.walkers[node].thread)
    }

    fn edge(&self, at: usize) -> Edge {
        Edge { at, moved: self.walkers[at].inner }
    }

    /// Goes on with an outline.
    fn follow(&self, edge: Edge, next: usize) -> Edge {
        Edge { at: next, moved: edge.moved + self.walkers[next].inner }
    }

    /// Moves a part to the right until it is clear of all parts to its left, of which `left` is the nearest and `first` the
    /// first. Gives the part that a node belongs to whose own ancestor is none of them (in the paper: the default ancestor).
    fn apportion(&mut self, part: usize, left: usize, first: usize, mut shallow: usize) -> usize {
        let (mut inner_right, mut outer_right) = (self.edge(part), self.edge(part));
        let (mut inner_left, mut outer_left) = (self.edge(left), self.edge(first));
        while let (Some(near), Some(far)) = (self.next_right(inner_left.at), self.next_left(inner_right.at)) {
            let (Some(leftmost), Some(rightmost)) =
                (self.next_left(outer_left.at), self.next_right(outer_right.at))
            else {
                break;
            };
            self.walkers[rightmost].ancestor = part;
            let apart =
                self.walkers[far].middle + inner_right.moved - (self.walkers[near].middle + inner_left.moved);
            let short = self.distance(near, far) - apart;
            if short > 0 {
                let pushed_by = self.sibling(near, part, shallow);
                self.shift(pushed_by, part, short);
                inner_right.moved += short;
                outer_right.moved += short;
            }
            inner_left = self.follow(inner_left, near);
            inner_right = self.follow(inner_right, far);
            outer_left = self.follow(outer_left, leftmost);
            outer_right = self.follow(outer_right, rightmost);
        }
        if let (Some(deeper), None) = (self.next_right(inner_left.at), self.next_right(outer_right.at)) {
            let end = &mut self.walkers[outer_right.at];
            end.thread = Some(deeper);
            end.inner += inner_left.moved - outer_right.moved;
        }
        if let (Some(deeper), None) = (self.next_left(inner_right.at), self.next_left(outer_left.at)) {
            let end = &mut self.walkers[outer_left.at];
            end.thread = Some(deeper);
            end.inner += inner_right.moved - outer_left.moved;
            shallow = part;
        }
        shallow
    }

    /// The sibling of `part` that a node belongs to.
    fn sibling(&self, node: usize, part: usize, otherwise: usize) -> usize {
        let ancestor = self.walkers[node].ancestor;
        let nodes = self.tree.nodes();
        if nodes[ancestor].whole == nodes[part].whole { ancestor } else { otherwise }
    }

    /// Moves a part to the right, away from another, and notes what those between them are to be moved by.
    fn shift(&mut self, left: usize, right: usize, by: i64) {
        let steps = (self.walkers[right].number - self.walkers[left].number).max(1);
        let step = by.div_euclid(steps);
        let moved = &mut self.walkers[right];
        moved.middle += by;
        moved.inner += by;
        moved.step -= step;
        // What does not divide evenly is moved by the last alone.
        moved.push += step * steps;
        self.walkers[left].step += step;
    }

    /// Moves those that stand between parts which were moved apart.
    fn spread(&mut self, parts: &[NodeId]) {
        let (mut by, mut step) = (0, 0);
        for part in parts.iter().rev() {
            let walker = &mut self.walkers[part.index()];
            walker.middle += by;
            walker.inner += by;
            step += walker.step;
            by += walker.push + step;
        }
    }
}
