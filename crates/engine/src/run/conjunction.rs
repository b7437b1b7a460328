//! [`Conjunction`]: an observed predicate, as conditions that all have to hold.
//!
//! Engines that judge a candidate in one go call [`hold`](Conjunction::hold). The top-down search asks one condition at
//! a time, so that a run can go on from the condition that made a choice. Invariant: both ask the same conditions in the
//! same order.

use std::ops::ControlFlow;

use super::view_handles::Handle;

/// Conditions on a node of the current run, in the order in which they are asked. A function is a single condition.
pub trait Conjunction: Send + Sync {
    /// Asks the condition with this number; there is always one with number 0. Breaks with whether all hold, if this
    /// condition is the last or does not hold.
    fn ask(&self, handle: Handle, number: usize) -> ControlFlow<bool>;

    /// Whether all hold; those after the first that does not are not asked.
    fn hold(&self, handle: Handle) -> bool;
}

impl<F: Fn(Handle) -> bool + Send + Sync> Conjunction for F {
    fn ask(&self, handle: Handle, _: usize) -> ControlFlow<bool> {
        ControlFlow::Break(self(handle))
    }

    fn hold(&self, handle: Handle) -> bool {
        self(handle)
    }
}
