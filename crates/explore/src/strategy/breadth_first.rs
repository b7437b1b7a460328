//! Breadth first: takes the outcome that became possible first.

use std::collections::VecDeque;

use super::{Item, Strategy};
use crate::coverage::Coverage;

/// Takes the way that became possible first; a path goes on with the first way.
#[derive(Debug, Default)]
pub struct BreadthFirst {
    queue: VecDeque<Item>,
}

impl Strategy for BreadthFirst {
    fn offer(&mut self, item: Item) {
        self.queue.push_back(item);
    }

    fn next(&mut self, _: &Coverage) -> Option<Item> {
        self.queue.pop_front()
    }
}
