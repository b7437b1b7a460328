//! [`Verdict`]: what a spec says of one structure, and why.
//!
//! Plain data for pages and reports; `structure_judge.rs` makes it.

use std::fmt;
use std::ops::Range;

use super::named_values::AttributeValue;
use super::spec_places::SpecPlace;

/// What was decided on a structure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// It is one of the spec's structures.
    Accepted,
    /// A condition does not hold, a value is none that its field can have, or the structure is too large.
    Rejected,
    /// An expression has no value: a division by zero, an integer beyond 64 bits, an attribute that is not defined.
    Failed,
    /// It is no structure of the spec's types.
    Malformed,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Accepted => "accepted",
            Self::Rejected => "rejected",
            Self::Failed => "failed",
            Self::Malformed => "malformed",
        })
    }
}

/// The node of a structure that a verdict is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JudgedNode {
    /// Its number in preorder, from 0: whole before parts, parts from left to right.
    pub preorder: u32,
    /// The way to it from the whole, as in `left.right` or `rules[2]`; empty for the whole.
    pub path: String,
    /// Its type.
    pub ty: String,
    /// Its constructor.
    pub constructor: String,
    /// Its field, if the verdict is about the value of one.
    pub field: Option<String>,
}

/// A part of an expression that was read, with its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Read {
    /// The part, as in `left.height`.
    pub text: String,
    /// Its bytes in the text of the spec.
    pub span: Range<usize>,
    /// The value, or why there is none.
    pub value: Result<AttributeValue, String>,
    /// The node that was read, by its number in preorder: that of `left` for `left.height`, else the judged one.
    pub node: u32,
}

impl fmt::Display for Read {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.value {
            Ok(value) => write!(f, "{} = {value}", self.text),
            Err(why) => write!(f, "{} fails: {why}", self.text),
        }
    }
}

/// What a spec says of one structure.
///
/// ```
/// use dpgen_forest::Scope;
/// use dpgen_spec::{Outcome, Spec};
///
/// let spec = Spec::builtin("sorted-list").expect("it comes with the crate");
/// let verdict = spec.judge(&Scope::new(3))?.verdict_on_text("Cons(value: 3, rest: Cons(value: 1, rest: Nil))");
/// assert_eq!(verdict.outcome, Outcome::Rejected);
/// assert_eq!(verdict.place.unwrap().text, "rest.kind == 'Nil' || value <= rest.first");
/// let reads: Vec<String> = verdict.reads.iter().map(|read| read.to_string()).collect();
/// assert_eq!(reads, ["rest.kind = Cons", "value = 3", "rest.first = 1"]);
/// # Ok::<(), dpgen_spec::SpecError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Verdict {
    /// What was decided.
    pub outcome: Outcome,
    /// Why, in a sentence without its full stop; empty if it is accepted.
    pub message: String,
    /// The clause of the spec that decided; none if it is accepted, malformed or too large. Of a failure, the innermost
    /// expression that failed.
    pub place: Option<SpecPlace>,
    /// The node that it is about.
    pub node: Option<JudgedNode>,
    /// What the clause read, in the order of its evaluation. Of a failure, what the condition read, the last of which failed.
    pub reads: Vec<Read>,
}

impl Verdict {
    /// A verdict that is about no place.
    pub(crate) const fn new(outcome: Outcome, message: String) -> Self {
        Self { outcome, message, place: None, node: None, reads: Vec::new() }
    }

    /// Whether the structure is accepted.
    #[must_use]
    pub fn is_accepted(&self) -> bool {
        self.outcome == Outcome::Accepted
    }
}
