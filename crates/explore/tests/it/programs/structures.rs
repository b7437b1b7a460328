//! Insertion and search in structures, as in the evaluations of WISE (Burnim, Juvekar and Sen, ICSE 2009) and SPF-WCA.
//!
//! The integers are the structure and, at the end, the key. What is not a valid structure ends at no cost, so that it is a
//! path and never a worst one. Only the comparisons of the operation itself count.

use std::cmp::Ordering;

use dpgen::Int;

use super::step;

/// The last of n keys goes into a binary heap of the others, least on top: ⌊log₂ n⌋ comparisons at worst.
pub fn heap_insert(keys: &mut [Int]) {
    let Some(last) = keys.len().checked_sub(1) else { return };
    if (1..last).any(|place| keys[place] < keys[(place - 1) / 2]) {
        return;
    }
    let mut place = last;
    while place > 0 {
        step();
        let above = (place - 1) / 2;
        if keys[place] >= keys[above] {
            return;
        }
        keys.swap(place, above);
        place = above;
    }
}

/// The last of n + 1 keys goes into a sorted list of the others, from its beginning: n comparisons at worst.
pub fn list_insert(keys: &mut [Int]) {
    let Some((key, list)) = keys.split_last() else { return };
    if list.windows(2).any(|pair| pair[1] < pair[0]) {
        return;
    }
    for other in list {
        step();
        if key <= other {
            return;
        }
    }
}

/// The last of n + 1 keys is looked up in the search tree that the others make when inserted in turn: n nodes at worst.
pub fn tree_search(keys: &mut [Int]) -> bool {
    let Some((wanted, keys)) = keys.split_last() else { return false };
    let mut nodes: Vec<(Int, [Option<usize>; 2])> = Vec::new();
    for key in keys {
        let mut at = (!nodes.is_empty()).then_some(0);
        let mut link = None;
        while let Some(node) = at {
            let (of_node, below): (Int, [Option<usize>; 2]) = nodes[node];
            let side = usize::from(*key > of_node);
            link = Some((node, side));
            at = below[side];
        }
        if let Some((node, side)) = link {
            nodes[node].1[side] = Some(nodes.len());
        }
        nodes.push((*key, [None; 2]));
    }
    let mut at = (!nodes.is_empty()).then_some(0);
    while let Some(node) = at {
        step();
        let (of_node, below) = nodes[node];
        at = match wanted.cmp(&of_node) {
            Ordering::Equal => return true,
            Ordering::Less => below[0],
            Ordering::Greater => below[1],
        };
    }
    false
}
