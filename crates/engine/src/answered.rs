//! [`Answered`]: some structures of one size, by what they answer to an attribute. `distribution.rs` finds them.

use dpgen_forest::{Catalog, Count, debug_text};

use crate::error::BuildError;

/// An answer to an attribute.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Answer {
    /// Its words, then its integers.
    Value(Vec<i64>),
    /// The attribute fails, with this message.
    Failed(String),
    /// It depends on symbolic data: the solutions of one path condition answer differently.
    Open,
}

/// Structures of one size that give one answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answered {
    /// What they answer.
    pub answer: Answer,
    /// How many there are.
    pub count: Count,
    /// The rank of the first, in the catalog that came with this.
    pub first: Count,
}

impl Answered {
    /// The answer as a number, which `read` takes from the words and integers of a value.
    ///
    /// # Errors
    /// When it is none: with the attribute's name, and a structure of the catalog that answers so.
    pub fn number(
        &self,
        attribute: &str,
        catalog: &Catalog,
        size: u32,
        read: impl Fn(&[i64]) -> Result<i64, String>,
    ) -> Result<i64, BuildError> {
        let message = match &self.answer {
            Answer::Value(words) => match read(words) {
                Ok(number) => return Ok(number),
                Err(message) => message,
            },
            Answer::Failed(message) => message.clone(),
            Answer::Open => {
                "it depends on the structure's data, which is symbolic; with concrete fields it has a value"
                    .to_owned()
            }
        };
        let words = catalog.nth_compact(size, &self.first).ok().flatten();
        let structure = words.map_or_else(String::new, |words| debug_text(catalog.schema(), &words));
        Err(BuildError::NoNumber { attribute: attribute.to_owned(), structure, message })
    }
}
