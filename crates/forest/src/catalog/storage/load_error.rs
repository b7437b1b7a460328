//! [`LoadError`]: the reason why a file can not be loaded as a catalog.

use std::fmt;

/// The version of the format; it grows with every change of the format.
pub(crate) const FORMAT_VERSION: u32 = 3;

/// The reason why a file can not be loaded as a catalog.
///
/// ```
/// # use dpgen::prelude::*; #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
/// use dpgen::LoadError;
///
/// let error = Generator::<Tree>::new().load(&b"PK some archive"[..]).unwrap_err();
/// assert_eq!(error, LoadError::NotACatalog);
/// assert_eq!(error.to_string(), "it is not a saved build: the first bytes are not DPGENCAT");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum LoadError {
    /// It can not be read.
    Io {
        /// The kind of error.
        kind: std::io::ErrorKind,
        /// The system's message.
        message: String,
    },
    /// It is something else.
    NotACatalog,
    /// Another version of dpgen wrote it.
    Version(u32),
    /// It is cut short or damaged.
    Damaged(&'static str),
    /// It was built from another type or spec.
    OtherSchema,
    /// It was built from another type or revision.
    OtherSource {
        /// The type or spec that it was built from.
        found: String,
        /// The type or spec that it was loaded for.
        wanted: String,
    },
    /// Its structures are not those of the predicate: in what they differ.
    OtherPredicate(String),
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io { message, .. } => write!(f, "it can not be read: {message}"),
            Self::NotACatalog => f.write_str("it is not a saved build: the first bytes are not DPGENCAT"),
            Self::Version(found) => {
                write!(f, "it has format {found}, this dpgen reads format {FORMAT_VERSION}: build it again")
            }
            Self::Damaged(what) => write!(f, "it is damaged: {what}. Build it again"),
            Self::OtherSchema => f.write_str(
                "it was built from another spec or scope: build it again, or use the spec it was built from",
            ),
            Self::OtherSource { found, wanted } => {
                write!(f, "it was built from {found}, not from {wanted}: build it again")
            }
            Self::OtherPredicate(what) => {
                write!(f, "it was built with another predicate: {what}. Build it again")
            }
        }
    }
}

impl std::error::Error for LoadError {}

impl From<std::io::Error> for LoadError {
    fn from(error: std::io::Error) -> Self {
        Self::Io { kind: error.kind(), message: error.to_string() }
    }
}
