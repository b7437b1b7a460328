//! [`ValueNode`]: one layer of a structure, with its parts by number; and the conversion from and to compact words.
//!
//! Nodes stand in postorder, parts before wholes; compact words in preorder. Invariant: the two conversions are inverse to
//! each other.

use crate::index::{CtorIx, at, small};
use crate::schema::Schema;
use crate::schema::domain::Domain;
use crate::schema::types::SlotKind;

/// One layer of a structure: each slot is a node's number or a data value.
///
/// ```
/// # use dpgen::prelude::*; #[derive(DpGen)] enum Digits { End, Then(#[dpgen(range = 1..=3)] i64, Box<Digits>) }
/// use dpgen::schema::{CtorIx, ValueNode};
///
/// let digits = Generator::<Digits>::up_to(2).build()?;
/// let [end, then] = [0, 1].map(CtorIx::from_word);
/// let nodes = [
///     ValueNode { ctor: end, slots: vec![] },
///     ValueNode { ctor: then, slots: vec![3, 0] }, // the digit 3, and node 0
/// ];
/// assert_eq!(digits.catalog().find(&nodes), Some((1, Count::new(2))));
/// # Ok::<(), dpgen::BuildError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValueNode {
    /// The constructor.
    pub ctor: CtorIx,
    /// A slot each: the number of a node of the same value, or an integer (labels: their index).
    pub slots: Vec<i64>,
}

/// The nodes of a structure, parts before wholes, from its compact words.
///
/// ```
/// # use dpgen::prelude::*;
/// # #[derive(DpGen, Debug, Clone, PartialEq)]
/// # enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
/// # let trees = Generator::<Tree>::up_to(5).build()?;
/// let nodes = dpgen::schema::nodes_of(trees.catalog().schema(), &[1, 0, 1, 0, 0]);
/// assert_eq!(nodes.last().map(|whole| whole.slots.clone()), Some(vec![0, 3]));
/// assert_eq!(nodes[3].slots, [1, 2]); // two leaves
/// # Ok::<(), dpgen::BuildError>(())
/// ```
#[must_use]
pub fn nodes_of(schema: &Schema, words: &[u32]) -> Vec<ValueNode> {
    nodes_with_data(schema, words, |_, domain, index| domain.value(index))
}

/// As [`nodes_of`], with data slots that hold what `datum` returns for the position of the word, its domain, and the word.
pub fn nodes_with_data(
    schema: &Schema,
    words: &[u32],
    mut datum: impl FnMut(usize, &Domain, u32) -> i64,
) -> Vec<ValueNode> {
    let mut nodes = Vec::new();
    // Layers with slots that are still to be read.
    let mut open: Vec<ValueNode> = Vec::new();
    let mut words = words.iter().copied().enumerate();
    let begin = |(_, word)| ValueNode { ctor: CtorIx::from_word(word), slots: Vec::new() };
    open.extend(words.next().map(begin));
    while let Some(mut layer) = open.pop() {
        match schema.constructor(layer.ctor).slots.get(layer.slots.len()).map(|slot| slot.kind) {
            Some(SlotKind::Data(domain)) => {
                let domain = schema.domain(domain);
                layer.slots.extend(words.next().map(|(place, index)| datum(place, domain, index)));
                open.push(layer);
            }
            Some(SlotKind::Recursive(_)) => {
                open.push(layer);
                open.extend(words.next().map(begin));
            }
            None => {
                if let Some(whole) = open.last_mut() {
                    whole.slots.push(i64::from(small(nodes.len())));
                }
                nodes.push(layer);
            }
        }
    }
    nodes
}

/// Whether the data of all nodes lies in the domains of its slots.
///
/// ```
/// # use dpgen::prelude::*; #[derive(DpGen)] enum Digits { End, Then(#[dpgen(range = 1..=3)] i64, Box<Digits>) }
/// use dpgen::schema::{in_domains, nodes_of};
///
/// let digits = Generator::<Digits>::up_to(2).build()?;
/// let schema = digits.catalog().schema();
/// let mut nodes = nodes_of(schema, &[1, 2, 0]);
/// assert!(in_domains(schema, &nodes));
/// nodes[1].slots[0] = 4;
/// assert!(!in_domains(schema, &nodes));
/// # Ok::<(), dpgen::BuildError>(())
/// ```
#[must_use]
pub fn in_domains(schema: &Schema, nodes: &[ValueNode]) -> bool {
    nodes.iter().all(|node| {
        let slots = schema.constructor(node.ctor).slots.iter().zip(&node.slots);
        slots.into_iter().all(|(slot, value)| match slot.kind {
            SlotKind::Data(domain) => schema.domain(domain).index_of(*value).is_some(),
            SlotKind::Recursive(_) => true,
        })
    })
}

/// The compact words of the structure at a node; a value outside of its domain becomes the first one.
///
/// ```
/// # use dpgen::prelude::*; #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
/// # let trees = Generator::<Tree>::up_to(5).build()?;
/// use dpgen::schema::{nodes_of, words_of};
///
/// let schema = trees.catalog().schema();
/// let nodes = nodes_of(schema, &[1, 1, 0, 0, 0]);
/// assert_eq!(words_of(schema, &nodes, 4), [1, 1, 0, 0, 0]); // the whole is last
/// assert_eq!(words_of(schema, &nodes, 0), [0]); // the leftmost leaf is first
/// # Ok::<(), dpgen::BuildError>(())
/// ```
///
/// # Panics
/// When there is no such node.
#[must_use]
pub fn words_of(schema: &Schema, nodes: &[ValueNode], node: u32) -> Vec<u32> {
    let mut words = Vec::new();
    let mut open = vec![(node, 0)];
    while let Some((node, slot)) = open.pop() {
        let layer = &nodes[at(node)];
        if slot == 0 {
            words.push(layer.ctor.word());
        }
        let Some(kind) = schema.constructor(layer.ctor).slots.get(slot).map(|slot| slot.kind) else {
            continue;
        };
        open.push((node, slot + 1));
        match kind {
            SlotKind::Data(domain) => {
                words.push(schema.domain(domain).index_of(layer.slots[slot]).unwrap_or_default());
            }
            SlotKind::Recursive(_) => open.extend(u32::try_from(layer.slots[slot]).map(|part| (part, 0))),
        }
    }
    words
}
