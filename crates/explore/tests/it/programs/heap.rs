//! Binary heaps as trees, leftist (Crane, 1972): the greatest key on top, the left part at least as deep along its right spine.

use dpgen::prelude::*;

#[derive(DpGen, Debug, Default)]
#[dpgen(rep_ok = is_heap)]
pub enum Heap {
    #[default]
    Empty,
    Node {
        #[dpgen(range = 0..=1000)]
        key: Int,
        left: Box<Heap>,
        right: Box<Heap>,
    },
}

fn is_heap(heap: HeapView) -> bool {
    let HeapView::Node { key, left, right } = heap else { return true };
    left.get(spine) >= right.get(spine)
        && left.get(top).is_none_or(|below| below <= key)
        && right.get(top).is_none_or(|below| below <= key)
}

fn spine(heap: HeapView) -> u32 {
    let HeapView::Node { right, .. } = heap else { return 0 };
    1 + right.get(spine)
}

fn top(heap: HeapView) -> Option<Int> {
    let HeapView::Node { key, .. } = heap else { return None };
    Some(key)
}

/// A heap, and a key to push.
#[derive(DpGen, Debug)]
pub struct HeapCall {
    pub heap: Heap,
    #[dpgen(range = 0..=1000)]
    pub key: Int,
}

impl Heap {
    fn spine(&self) -> u32 {
        let Self::Node { right, .. } = self else { return 0 };
        1 + right.spine()
    }

    #[dpgen::cover]
    fn melded(self, other: Self) -> Self {
        match (self, other) {
            (Self::Empty, heap) | (heap, Self::Empty) => heap,
            (Self::Node { key, left, right }, other @ Self::Node { .. }) => {
                let Self::Node { key: of_other, .. } = &other else { return Self::Empty };
                if key < *of_other {
                    return other.melded(Self::Node { key, left, right });
                }
                let right = right.melded(other);
                if left.spine() < right.spine() {
                    Self::Node { key, left: Box::new(right), right: left }
                } else {
                    Self::Node { key, left, right: Box::new(right) }
                }
            }
        }
    }

    pub fn push(&mut self, key: Int) {
        let one = Self::Node { key, left: Box::new(Self::Empty), right: Box::new(Self::Empty) };
        *self = std::mem::take(self).melded(one);
    }

    #[dpgen::cover]
    pub fn pop(&mut self) -> Option<Int> {
        match std::mem::take(self) {
            Self::Empty => None,
            Self::Node { key, left, right } => {
                *self = left.melded(*right);
                Some(key)
            }
        }
    }
}
