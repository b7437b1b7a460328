//! Sequences of which not all are legal: a queue may not be asked for an item that it has not. A predicate over the sequence says so,
//! so that no run is spent on others.

use dpgen::prelude::*;

use super::{all, by_calls};

/// Calls, one after the other.
#[derive(DpGen, Debug)]
#[dpgen(root_ok = is_legal)]
enum Calls {
    #[dpgen(weight = 0)]
    Done,
    Push(#[dpgen(range = 0..=99)] Int, Box<Calls>),
    Pop(Box<Calls>),
}

fn is_legal(calls: CallsView) -> bool {
    missing(calls) == 0
}

/// How many items have to be there before the first call.
fn missing(calls: CallsView) -> i64 {
    match calls {
        CallsView::Done => 0,
        CallsView::Push(_, rest) => (rest.get(missing) - 1).max(0),
        CallsView::Pop(rest) => rest.get(missing) + 1,
    }
}

/// A queue that gives the least item first: a list that ascends.
struct Queue {
    items: Vec<Int>,
}

impl Queue {
    fn push(&mut self, item: Int) {
        let place = self.items.iter().position(|other| item < *other);
        self.items.insert(place.unwrap_or(self.items.len()), item);
    }

    fn pop(&mut self) -> Int {
        self.items.remove(0)
    }
}

/// What is in the queue in the end; items come out no sooner than lesser ones that are there.
fn run(mut calls: &Calls) -> usize {
    let mut queue = Queue { items: Vec::new() };
    loop {
        calls = match calls {
            Calls::Done => return queue.items.len(),
            Calls::Push(item, rest) => {
                queue.push(*item);
                rest
            }
            Calls::Pop(rest) => {
                let least = queue.pop();
                assert!(queue.items.iter().all(|item| least <= *item));
                rest
            }
        }
    }
}

/// There are C(n, n/2) legal sequences of n calls (ballots, OEIS A001405), and no run is spent on another one; a queue of k items
/// has k + 1 places, so that 1 · 3 · 5 · ... · (n - 1) paths end with an empty queue (OEIS A001147; priority queues).
#[test]
fn illegal_sequences_are_not_tried() {
    let suite = all(8, |calls: &mut Calls| run(calls));
    for (calls, ballots) in (0..).zip([1_u128, 1, 2, 3, 6, 10, 20, 35, 70]) {
        assert_eq!(suite.structures(calls), ballots);
    }
    assert_eq!(by_calls(&suite, |calls| run(calls) == 0), [1, 0, 1, 0, 3, 0, 15, 0, 105]);
}
