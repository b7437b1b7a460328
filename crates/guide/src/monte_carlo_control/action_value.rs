//! [`ActionValue`]: the mean reward of a choice in a state, by names, as a text keeps it.

use serde::{Deserialize, Serialize};

/// A symbol of a state, with names.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) enum Symbol {
    /// A choice of any kind, in a sequence of choices.
    Choice(u64),
    /// The index of a value.
    Value(u64),
    /// The number of a constructor among those of its type, and the slot that it fills, if that is looked at.
    Ctor(u64, Option<String>),
}

/// The mean reward of a choice in a state.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct ActionValue {
    /// The slot that is filled.
    pub(super) at: String,
    pub(super) state: Vec<Symbol>,
    pub(super) choice: u32,
    pub(super) mean: f64,
    pub(super) times: u32,
}
