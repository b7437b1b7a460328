//! Narrows nodes to sets of classes, and keeps sizes of the parts that can add up.
//!
//! Narrowing a part of several sizes bounds the sizes that are left to the others
//! ([`SizeBounds`](crate::quotient::run_state::size_bounds::SizeBounds)), which are narrowed in turn. A run in which nothing
//! is left for some part ends with [`Failure::Empty`].

use smallvec::SmallVec;

use dpgen_forest::index::{at, small};

use crate::predicate_run::failure::{Failure, raise};
use crate::predicate_run::run_state::NodeState;
use crate::quotient::run_state::class_nodes::{ClassNode, ClassRun};

impl ClassRun {
    /// Narrows a node that was not viewed.
    pub(crate) fn narrow_open(&mut self, node: u32, set: u32) {
        self.set_node(node, NodeState::Open(ClassNode::Classes(set)));
        self.origins[at(node)] = Some(set);
        self.propagate_sizes(node, set);
    }

    /// Narrows a node's set, whether it was viewed or not.
    pub(crate) fn narrow_set(&mut self, node: u32, set: u32) {
        self.replace_set(node, set);
        self.propagate_sizes(node, set);
    }

    /// Replaces a node's set, whatever the sizes of other parts.
    fn replace_set(&mut self, node: u32, set: u32) {
        match self.state(node) {
            NodeState::Open(ClassNode::Classes(_)) => {
                self.set_node(node, NodeState::Open(ClassNode::Classes(set)));
            }
            NodeState::Open(ClassNode::Productions { list, first }) => {
                let list = self.sets().list_within(list, set);
                self.set_node(node, NodeState::Open(ClassNode::Productions { list, first }));
            }
            NodeState::Layer { .. } | NodeState::Open(ClassNode::Pending { .. } | ClassNode::Unplaced(_)) => {
            }
        }
        self.origins[at(node)] = Some(set);
    }

    /// Narrows the other parts to sizes that can make up for those of a node, which was narrowed to a set.
    fn propagate_sizes(&mut self, node: u32, set: u32) {
        let part = at(node).wrapping_sub(1);
        if part >= self.source.size_bounds.len() {
            return;
        }
        let extent = self.sets().extent(set);
        if extent == self.source.size_bounds.extent(part) {
            return;
        }
        self.source.size_bounds.set(part, extent);
        loop {
            let part = match self.source.size_bounds.next_to_narrow() {
                Some(Some(part)) => part,
                Some(None) => return,
                None => raise(Failure::Empty),
            };
            let node = small(part) + 1;
            let set = self.set_of(node);
            let allowed = self.source.size_bounds.allowed(part);
            let Some(set) = allowed.and_then(|(lo, hi)| self.sets().within_sizes(set, lo, hi)) else {
                raise(Failure::Empty);
            };
            self.replace_set(node, set);
            let extent = self.sets().extent(set);
            self.source.size_bounds.set(part, extent);
        }
    }

    /// Whether some sizes of the parts add up.
    pub(crate) fn sizes_add_up(&mut self) -> bool {
        let bounds = &self.source.size_bounds;
        let (sum, parts) = (at(bounds.sum()), bounds.len());
        if parts == 0 {
            return true;
        }
        // The possible sums of the sizes of the parts so far, a bit each.
        let mut reached: SmallVec<[u64; 4]> = SmallVec::from_elem(0, sum / 64 + 1);
        reached[0] = 1;
        for part in 0..parts {
            let set = self.set_of(small(part) + 1);
            let sets = &self.source.sets;
            let mut next = SmallVec::from_elem(0, reached.len());
            for (size, _) in sets.classes.by_size(sets.members(set)) {
                add_shifted(&mut next, &reached, at(size));
            }
            reached = next;
        }
        reached[sum / 64] >> (sum % 64) & 1 == 1
    }
}

/// Adds the bits of a bit set to another, shifted up by a number of places; bits beyond its end are dropped.
fn add_shifted(to: &mut [u64], bits: &[u64], shift: usize) {
    let (words, shift) = (shift / 64, shift % 64);
    for (index, word) in (words..to.len()).zip(bits) {
        to[index] |= word << shift;
        if let (Some(next), true) = (to.get_mut(index + 1), shift > 0) {
            *next |= word >> (64 - shift);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::add_shifted;

    /// The sums of numbers of two lists, as far as they are below 192, by adding each to each.
    #[test]
    fn sums_are_those_of_all_pairs() {
        let (a, b) = ([0_usize, 1, 62, 63, 64, 100, 128, 191], [0_usize, 1, 2, 63, 64, 65, 127, 190]);
        let mut bits = [0_u64; 3];
        a.iter().for_each(|index| bits[index / 64] |= 1 << (index % 64));
        let mut sums = [0_u64; 3];
        b.iter().for_each(|shift| add_shifted(&mut sums, &bits, *shift));
        for sum in 0..192 {
            let expected = a.iter().any(|a| b.iter().any(|b| a + b == sum));
            assert_eq!(sums[sum / 64] >> (sum % 64) & 1 == 1, expected, "{sum}");
        }
    }
}
