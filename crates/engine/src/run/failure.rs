//! [`Failure`]: the ways in which an evaluation of user code ends without a result.
//!
//! [`fail`], [`overflow`] and `raise` unwind with a [`Failure`] as payload and print no panic message. [`guarded`] catches it,
//! and every other panic of user code.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// A reason for which an evaluation of user code ended without a result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// It reads without end.
    Endless,
    /// User code panicked with this message.
    Panic(String),
    /// It asked for something that has no value: a division by zero, an integer beyond 64 bits, an undefined attribute.
    Failed(String),
    /// A replay did not ask what the run before had asked.
    Impure,
    /// No structure is left that the evaluation is about: it rejects nothing and accepts nothing.
    Empty,
    /// The engine or the solver reached a limit of its own.
    Limit(String),
    /// A limit of the build was reached, or it was cancelled: what the evaluation found does not count.
    Stopped,
    /// A mistake of dpgen's own.
    Internal(String),
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Endless => "the predicate reads without end",
            Self::Impure => "the predicate is not pure: given the same answers, it asked something else",
            Self::Empty => "no structure is left",
            Self::Stopped => "the evaluation was stopped",
            Self::Panic(message) | Self::Failed(message) | Self::Limit(message) | Self::Internal(message) => {
                message
            }
        })
    }
}

impl Failure {
    /// Whether an attribute that ends like this has an answer, namely that it fails: an error only for those who read it.
    pub(crate) const fn is_answer(&self) -> bool {
        matches!(self, Self::Panic(_) | Self::Failed(_))
    }
}

/// Ends the evaluation.
pub fn raise(failure: Failure) -> ! {
    resume_unwind(Box::new(failure))
}

/// Ends the evaluation: what user code asks for has no value. The message is reported with the structure.
pub fn fail(message: String) -> ! {
    raise(Failure::Failed(message))
}

/// The failure of an integer that does not fit into 64 bits.
pub(crate) fn out_of_range() -> Failure {
    Failure::Failed("an integer of the predicate leaves the range of i64".to_owned())
}

/// Ends the evaluation because an integer does not fit into 64 bits.
pub fn overflow() -> ! {
    raise(out_of_range())
}

/// Ends the evaluation because of a mistake of dpgen's own.
pub(crate) fn internal(message: &str) -> ! {
    raise(Failure::Internal(message.to_owned()))
}

/// Calls user code, turning a panic into a [`Failure`].
pub fn guarded<R>(work: impl FnOnce() -> R) -> Result<R, Failure> {
    catch_unwind(AssertUnwindSafe(work)).map_err(read)
}

fn read(payload: Box<dyn Any + Send>) -> Failure {
    match payload.downcast::<Failure>() {
        Ok(failure) => *failure,
        Err(payload) => {
            let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
            let text = text.or_else(|| payload.downcast_ref::<String>().cloned());
            Failure::Panic(text.unwrap_or_else(|| "a value that is no text".to_owned()))
        }
    }
}
