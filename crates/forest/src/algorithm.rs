//! Which engine makes a catalog, and how it treats data: plain data that a catalog carries.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Which engine builds. See the README for when to use which; all give the same set, one of path conditions if data is
/// symbolic.
///
/// ```
/// use dpgen::Algorithm;
///
/// assert_eq!("lazy-dp".parse(), Ok(Algorithm::LazyDp));
/// assert!("lazy".parse::<Algorithm>().is_err());
/// assert_eq!(Algorithm::Quotient.to_string(), "quotient");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Algorithm {
    /// Korat's search from one hole for the whole structure: assumes nothing about substructures.
    TopDown,
    /// The paper's DP: every candidate fully built.
    Dp,
    /// The paper's LazyDP: substructures and data are looked at only as far as the predicate reads.
    LazyDp,
    /// The paper's SymboLazyDP: as LazyDP, with symbolic data and one structure a path condition.
    SymbolazyDp,
    /// Quotient DP: classes of indistinguishable structures. The default.
    Quotient,
}

impl Algorithm {
    /// Every engine, in the order of the documentation.
    pub const ALL: &'static [Self] =
        &[Self::TopDown, Self::Dp, Self::LazyDp, Self::SymbolazyDp, Self::Quotient];

    /// The name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::TopDown => "top-down",
            Self::Dp => "dp",
            Self::LazyDp => "lazy-dp",
            Self::SymbolazyDp => "symbolazy-dp",
            Self::Quotient => "quotient",
        }
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Algorithm {
    type Err = UnknownName;
    fn from_str(text: &str) -> Result<Self, UnknownName> {
        let found = Self::ALL.iter().copied().find(|algorithm| algorithm.name() == text);
        found.ok_or_else(|| {
            let known = Self::ALL.iter().map(|algorithm| algorithm.name()).collect();
            UnknownName { what: "engine", name: text.to_owned(), known }
        })
    }
}

/// How data slots are treated.
///
/// ```
/// use dpgen::Fields;
///
/// assert_eq!("symbolic".parse(), Ok(Fields::Symbolic));
/// assert!("symbols".parse::<Fields>().is_err());
/// assert_eq!(Fields::default().to_string(), "concrete");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Fields {
    /// As values of their domain.
    #[default]
    Concrete,
    /// As symbols with constraints, solved at the end.
    Symbolic,
}

impl Fields {
    /// Every way, in the order of the documentation.
    pub const ALL: &'static [Self] = &[Self::Concrete, Self::Symbolic];

    /// The name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Concrete => "concrete",
            Self::Symbolic => "symbolic",
        }
    }
}

impl fmt::Display for Fields {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Fields {
    type Err = UnknownName;
    fn from_str(text: &str) -> Result<Self, UnknownName> {
        let found = Self::ALL.iter().copied().find(|fields| fields.name() == text);
        found.ok_or_else(|| {
            let known = Self::ALL.iter().map(|fields| fields.name()).collect();
            UnknownName { what: "way to treat fields", name: text.to_owned(), known }
        })
    }
}

/// A text that names no [`Algorithm`], or no way to treat [`Fields`]. Its message lists the names that there are.
///
/// ```
/// use dpgen::Fields;
///
/// let error = "symbols".parse::<Fields>().unwrap_err();
/// assert_eq!(error.to_string(), "there is no way to treat fields `symbols`; there are concrete, symbolic");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownName {
    what: &'static str,
    name: String,
    known: Vec<&'static str>,
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, name, known } = self;
        write!(f, "there is no {what} `{name}`; there are {}", known.join(", "))
    }
}

impl std::error::Error for UnknownName {}
