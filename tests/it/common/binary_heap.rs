//! Max-heaps on complete binary trees, with values from `0..=n`.

use std::collections::VecDeque;

use dpgen::{DpGen, Int};

use super::Case;
use super::oracle::Odometer;

#[derive(DpGen, Debug, Clone, PartialEq, Eq, Hash)]
#[dpgen(rep_ok = is_heap)]
pub enum Heap {
    Empty,
    Cell {
        #[dpgen(range = 0..=n)]
        value: i64,
        left: Box<Heap>,
        right: Box<Heap>,
    },
}

fn is_heap(heap: HeapView) -> bool {
    let HeapView::Cell { value, left, right } = heap else { return true };
    let (left_height, left_full) = left.get(shape);
    let (right_height, right_full) = right.get(shape);
    let complete =
        if left_height == right_height { left_full } else { left_height == right_height + 1 && right_full };
    complete && [left, right].iter().all(|part| part.get(top).is_none_or(|top| top <= value))
}

/// The height, and whether the last level is full.
fn shape(heap: HeapView) -> (u32, bool) {
    let HeapView::Cell { left, right, .. } = heap else { return (0, true) };
    let ((left, left_full), (right, right_full)) = (left.get(shape), right.get(shape));
    (left + 1, left_full && right_full && left == right)
}

fn top(heap: HeapView) -> Option<Int> {
    match heap {
        HeapView::Empty => None,
        HeapView::Cell { value, .. } => Some(value),
    }
}

pub const CASE: Case<Heap> = Case::new("binary heap", any, valid, place).sizes(4, 5);

fn any(from: &mut Odometer) -> Option<Heap> {
    if !from.more(1)? {
        return Some(Heap::Empty);
    }
    let value = from.int(0, from.n)?;
    Some(Heap::Cell { value, left: Box::new(any(from)?), right: Box::new(any(from)?) })
}

/// Level by level, the cells lie without a gap, and each is at most its parent (cell `i`'s is `(i - 1) / 2`).
fn valid(heap: &Heap) -> bool {
    let mut array = Vec::new();
    let mut gap = false;
    let mut open = VecDeque::from([heap]);
    while let Some(heap) = open.pop_front() {
        match heap {
            Heap::Empty => gap = true,
            Heap::Cell { .. } if gap => return false,
            Heap::Cell { value, left, right } => {
                array.push(*value);
                open.extend([&**left, &**right]);
            }
        }
    }
    (1..array.len()).all(|cell| array[cell] <= array[(cell - 1) / 2])
}

fn cells(heap: &Heap) -> u32 {
    match heap {
        Heap::Empty => 0,
        Heap::Cell { left, right, .. } => 1 + cells(left) + cells(right),
    }
}

fn place(heap: &Heap) -> Vec<u32> {
    match heap {
        Heap::Empty => vec![0, 0],
        Heap::Cell { left, right, .. } => vec![cells(heap), 1, cells(left), cells(right)],
    }
}
