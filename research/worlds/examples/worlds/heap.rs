//! Heaps on complete binary trees with values from 0 to the maximum size, as an interface with `push` and `pop`.

use dpgen::prelude::*;
use dpgen_worlds::StateSpace;

/// A list of the values level by level, of which each is at most its parent: the value at `i` has its parts at `2i + 1` and
/// `2i + 2`.
#[derive(DpGen, Debug, Clone, PartialEq)]
#[dpgen(rep_ok = is_heap, weight = 0)]
pub struct Heap(#[dpgen(range = 0..=n)] pub Vec<i64>);

fn is_heap(heap: HeapView) -> bool {
    let mut values = Vec::new();
    let mut left = heap.0;
    while let CollectionView::Cons(value, rest) = left.view() {
        values.push(value);
        left = rest;
    }
    (1..values.len()).all(|place| values[place] <= values[(place - 1) / 2])
}

/// The calls of the interface.
#[derive(DpGen, Debug, Clone, Copy, PartialEq)]
pub enum Call {
    /// Puts a value in.
    Push(#[dpgen(range = 0..=values)] i64),
    /// Takes a greatest value out.
    Pop,
}

fn push(values: &mut Vec<i64>, new: i64) {
    values.push(new);
    let mut place = values.len() - 1;
    while place > 0 && values[(place - 1) / 2] < values[place] {
        values.swap(place, (place - 1) / 2);
        place = (place - 1) / 2;
    }
}

fn pop(values: &mut Vec<i64>) {
    if values.is_empty() {
        return;
    }
    values.swap_remove(0);
    let mut place = 0;
    while let Some(greater) =
        (2 * place + 1..=2 * place + 2).filter(|part| *part < values.len()).max_by_key(|part| values[*part])
        && values[greater] > values[place]
    {
        values.swap(place, greater);
        place = greater;
    }
}

/// All states with at most so many values, and the heaps that they are among.
pub fn states(size: u32) -> Result<(Structures<Heap>, StateSpace<Call>), Box<dyn std::error::Error>> {
    let heaps = Generator::<Heap>::up_to(size).build()?;
    let calls = Generator::<Call>::up_to(1).param("values", size.into()).build()?.iter().collect();
    let space = StateSpace::new(&heaps, calls, Heap(Vec::new()), |mut heap, call| {
        match *call {
            Call::Push(value) => push(&mut heap.0, value),
            Call::Pop => pop(&mut heap.0),
        }
        heap
    });
    Ok((heaps, space?))
}
