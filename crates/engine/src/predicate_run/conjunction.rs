//! [`Conjunction`]: an observed predicate, as conditions that all have to hold.
//!
//! Engines that judge a candidate in one go call [`hold`](Conjunction::hold). Those whose runs go on from the condition that
//! made a choice call [`hold_from`](Conjunction::hold_from). Invariant: both ask the same conditions in the same order.

use super::view_handles::Handle;

/// Conditions on a node of the current run, in the order in which they are asked. A function is a single condition.
pub trait Conjunction: Send + Sync {
    /// Whether all hold; those after the first that does not are not asked.
    fn hold(&self, handle: Handle) -> bool;

    /// Whether all hold from the one with this number on; those after the first that does not are not asked. `next` is called
    /// before each but the first of them, with its number.
    fn hold_from(&self, handle: Handle, first: usize, next: &mut dyn FnMut(usize)) -> bool;
}

impl<F: Fn(Handle) -> bool + Send + Sync> Conjunction for F {
    fn hold(&self, handle: Handle) -> bool {
        self(handle)
    }

    fn hold_from(&self, handle: Handle, _: usize, _: &mut dyn FnMut(usize)) -> bool {
        self(handle)
    }
}
