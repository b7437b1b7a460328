//! Depth first: takes the outcome that became possible last.

use super::{Item, Strategy};
use crate::coverage::Coverage;

/// Takes the way that became possible last; a path goes on with the first way.
#[derive(Debug, Default)]
pub struct DepthFirst {
    stack: Vec<Item>,
}

impl Strategy for DepthFirst {
    fn offer(&mut self, item: Item) {
        self.stack.push(item);
    }

    fn next(&mut self, _: &Coverage) -> Option<Item> {
        self.stack.pop()
    }
}
