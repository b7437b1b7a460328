//! [`Feedback`]: a judge's answer about one structure.
//!
//! Invariant: it is all that a guide ever learns of the judge.

use serde::{Deserialize, Serialize};

/// The answer of a judge about one structure.
///
/// A `bool` converts: `true` is [`Valid`](Self::Valid).
///
/// ```
/// use dpgen_guide::Feedback;
///
/// assert_eq!(Feedback::from(true), Feedback::Valid);
/// assert!(Feedback::Behaviour(17).is_valid()); // a valid structure, and what it made the program do
/// assert!(!Feedback::Bug("index out of bounds".to_owned()).is_valid());
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Feedback {
    /// The structure is refused.
    Invalid,
    /// The structure is accepted; nothing tells it from others that are.
    Valid,
    /// The structure is accepted, and this number stands for what it made the program do: a hash of a trace, of the
    /// branches covered, of an answer. Structures with equal numbers count as one behaviour.
    Behaviour(u64),
    /// The program fails on the structure: it crashed, hung, or broke a promise; the text says how. A bug is neither valid
    /// nor invalid, and it is always reported.
    Bug(String),
}

impl Feedback {
    /// Whether the structure is accepted.
    #[must_use]
    pub const fn is_valid(&self) -> bool {
        matches!(self, Self::Valid | Self::Behaviour(_))
    }
}

impl From<bool> for Feedback {
    fn from(valid: bool) -> Self {
        if valid { Self::Valid } else { Self::Invalid }
    }
}

/// The result of a structure: accepted or not, and new or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verdict {
    /// Whether it is accepted.
    pub is_valid: bool,
    /// Whether it is a bug, or showed what no structure before it did: a behaviour, or, where the judge names none, that it is
    /// accepted.
    pub is_new: bool,
}
