//! [`NodePaths`]: where each node of a structure stands, as a path of fields from the whole and as a number in preorder.
//!
//! A *path* has the names of fields with points between them, `left.right`; elements of lists are numbered, `rules[2].key`, and
//! what is left of a list after three elements is `rules[3..]`. The whole has the empty path. Preorder is the order of compact
//! words: whole before parts, parts from left to right. Invariant: nothing recurses, as a structure can be deep.

use crate::index::{at, small};
use crate::schema::Schema;
use crate::schema::types::SlotKind;
use crate::schema::value_notation::Shape;
use crate::structure::value_nodes::ValueNode;

/// Where the nodes of a structure stand.
///
/// ```
/// # use dpgen::prelude::*; #[derive(DpGen, Debug, PartialEq)]
/// # enum Tree { Leaf, Node { left: Box<Tree>, right: Box<Tree> } }
/// # let trees = Generator::<Tree>::up_to(3).build()?;
/// use dpgen_forest::structure::{NodePaths, nodes_of};
///
/// let schema = trees.catalog().schema();
/// let nodes = nodes_of(schema, &[1, 1, 0, 0, 0]); // two leaves, then their tree, a leaf, and the whole
/// let paths = NodePaths::new(schema, &nodes);
/// assert_eq!([4, 2, 0].map(|node| paths.of_node(node)), ["", "left", "left.left"]);
/// assert_eq!(paths.of_slot(4, 1), "right");
/// assert_eq!((paths.preorder(2), paths.at_preorder(1)), (Some(1), Some(2)));
/// # Ok::<(), dpgen::BuildError>(())
/// ```
#[derive(Debug)]
pub struct NodePaths<'a> {
    schema: &'a Schema,
    nodes: &'a [ValueNode],
    /// By node: the node and slot that hold it.
    holders: Vec<Option<(u32, usize)>>,
    /// The nodes of the whole in preorder.
    order: Vec<u32>,
    /// By node: its number in preorder; none for what is no part of the whole.
    numbers: Vec<Option<u32>>,
}

impl<'a> NodePaths<'a> {
    /// The places of the nodes of a structure, whose last node is the whole.
    #[must_use]
    pub fn new(schema: &'a Schema, nodes: &'a [ValueNode]) -> Self {
        let mut paths = Self {
            schema,
            nodes,
            holders: vec![None; nodes.len()],
            order: Vec::new(),
            numbers: vec![None; nodes.len()],
        };
        let mut open: Vec<u32> = nodes.len().checked_sub(1).map(small).into_iter().collect();
        while let Some(node) = open.pop() {
            paths.numbers[at(node)] = Some(small(paths.order.len()));
            paths.order.push(node);
            let layer = &nodes[at(node)];
            for slot in schema.constructor(layer.ctor).recursive.iter().rev() {
                let part = layer.slots.get(*slot).and_then(|part| u32::try_from(*part).ok());
                if let Some(holder) = part.and_then(|part| paths.holders.get_mut(at(part))) {
                    *holder = Some((node, *slot));
                    open.extend(part);
                }
            }
        }
        paths
    }

    /// The path of a node.
    #[must_use]
    pub fn of_node(&self, node: usize) -> String {
        let holder = self.holders.get(node).copied().flatten();
        holder.map_or_else(String::new, |(holder, slot)| self.of_slot(at(holder), slot))
    }

    /// The path of a slot of a node: of the part or the value that it holds.
    ///
    /// # Panics
    /// When there is no such node or slot.
    #[must_use]
    pub fn of_slot(&self, node: usize, slot: usize) -> String {
        let mut slots_down = vec![(node, slot)];
        let mut node = node;
        while let Some((holder, slot)) = self.holders[node] {
            node = at(holder);
            slots_down.push((node, slot));
        }
        let mut path = String::new();
        let mut elements = 0_usize;
        for (node, slot) in slots_down.into_iter().rev() {
            let ctor = self.schema.constructor(self.nodes[node].ctor);
            match (self.schema.ty(ctor.ty).shape, slot) {
                (Shape::List, 0) => path += &format!("[{elements}]"),
                (Shape::List, _) => {
                    elements += 1;
                    continue;
                }
                (Shape::Option, _) => {}
                _ => {
                    path += if path.is_empty() { "" } else { "." };
                    path += &ctor.slots[slot].name;
                }
            }
            elements = 0;
        }
        // The rest of a list after so many elements.
        if elements > 0 { path + &format!("[{elements}..]") } else { path }
    }

    /// The number of a node in preorder, from 0; `None` for what is no part of the whole.
    #[must_use]
    pub fn preorder(&self, node: usize) -> Option<u32> {
        self.numbers.get(node).copied().flatten()
    }

    /// The node with this number in preorder.
    #[must_use]
    pub fn at_preorder(&self, number: u32) -> Option<usize> {
        self.order.get(at(number)).map(|node| at(*node))
    }

    /// The node that a field of a node holds, by the field's name; `None` if it is data, or there is no such field.
    #[must_use]
    pub fn part(&self, node: usize, field: &str) -> Option<usize> {
        let layer = self.nodes.get(node)?;
        let slots = &self.schema.constructor(layer.ctor).slots;
        let slot = slots.iter().position(|slot| slot.name == field)?;
        match slots[slot].kind {
            SlotKind::Recursive(_) => usize::try_from(*layer.slots.get(slot)?).ok(),
            SlotKind::Data(_) => None,
        }
    }

    /// The size: the sum of the weights of the whole and its parts.
    #[must_use]
    pub fn size(&self) -> u64 {
        let weight = |node: &u32| u64::from(self.schema.constructor(self.nodes[at(*node)].ctor).weight);
        self.order.iter().map(weight).sum()
    }
}
