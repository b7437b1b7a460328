//! Processes that do not outlive this one.

mod kept;

pub use kept::{Kept, MARK};
