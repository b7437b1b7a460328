//! Leaves of Quotient DP: from a run that accepted to productions.
//!
//! After `rep_ok` said true, every attribute in use is evaluated on the new layer, in the same run. Integers of
//! the results may still be terms over holes and data: what they depend on (`entity.rs`) is grouped by value, and each
//! combination of groups is one production of the class with those values (`add.rs`). What the slots of a production
//! hold is spelled out so that it does not depend on the worker (`part.rs`, `filling.rs`); `leaves.rs` is what all
//! leaves of some tasks give. `condition.rs` is for symbolic data.

pub(crate) mod add;
pub(crate) mod condition;
mod entity;
mod filling;
pub(crate) mod leaves;
pub(crate) mod part;
