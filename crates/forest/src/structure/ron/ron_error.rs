//! [`RonError`]: the reason why a text is no structure of a schema.

use std::fmt;

/// The reason why a text is no structure of a schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RonError(pub(super) String);

impl fmt::Display for RonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for RonError {}
