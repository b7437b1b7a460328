//! Adds to the message of a failed evaluation the condition or attribute that failed.
//!
//! A failure unwinds as a [`Failure`]: a division by zero from `compiled_code.rs`, an integer out of range from the engine.
//! Each condition, each attribute and each rule adds its [`Site`] to a text that has none yet, so the innermost one is named.
//! Other payloads, by which an engine ends an evaluation, pass unchanged.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;

use dpgen_engine::predicate_run::Failure;

const CONDITION_PREFIX: &str = "the condition \"";
const ATTRIBUTE_PREFIX: &str = "the attribute `";
/// How the sites of rules begin.
const RULE_PREFIXES: [&str; 4] =
    ["the context value `", "the bounds of `", "the values of `", "the number of strings of `"];

/// A condition, an attribute's expression or that of a rule, and its file and line, in words.
#[derive(Debug, Clone)]
pub(crate) struct Site(Arc<str>);

impl Site {
    /// A condition of a constructor or of `root_ok`; `place` is its file and line.
    pub(crate) fn condition(text: &str, of: &str, place: &str) -> Self {
        Self(format!("{CONDITION_PREFIX}{text}\" of {of} ({place})").into())
    }

    /// An attribute's expression for a constructor; one that no line has is the crate's own.
    pub(crate) fn attribute(name: &str, of: &str, place: &str) -> Self {
        Self(format!("{ATTRIBUTE_PREFIX}{name}` of {of} ({place})").into())
    }

    /// An expression of a rule for a field; `what` begins with one of the prefixes.
    pub(crate) fn rule(what: &str, place: &str) -> Self {
        debug_assert!(RULE_PREFIXES.iter().any(|prefix| what.starts_with(prefix)), "{what}");
        Self(format!("{what} ({place})").into())
    }

    /// The site in words.
    pub(crate) fn words(&self) -> &str {
        &self.0
    }

    /// Whether the message of a failure names this site.
    pub(crate) fn is_named_by(&self, message: &str) -> bool {
        message.strip_prefix(&*self.0).is_some_and(|rest| rest.starts_with(':'))
    }

    /// Evaluates, and adds this site to the message of a failure.
    #[inline]
    pub(crate) fn locate<T>(&self, work: impl FnOnce() -> T) -> T {
        catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|payload| resume_unwind(self.place(payload)))
    }

    #[cold]
    fn place(&self, payload: Box<dyn Any + Send>) -> Box<dyn Any + Send> {
        match payload.downcast::<Failure>().map(|failure| *failure) {
            Ok(Failure::Failed(text)) => Box::new(Failure::Failed(self.name(text))),
            Ok(Failure::Limit(text)) => Box::new(Failure::Limit(self.name(text))),
            Ok(failure) => Box::new(failure),
            Err(payload) => payload,
        }
    }

    fn name(&self, text: String) -> String {
        let known = [CONDITION_PREFIX, ATTRIBUTE_PREFIX].into_iter().chain(RULE_PREFIXES);
        if known.into_iter().any(|prefix| text.starts_with(prefix)) {
            text
        } else {
            format!("{}: {text}", self.0)
        }
    }
}
