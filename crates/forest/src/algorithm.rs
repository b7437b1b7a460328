//! [`Algorithm`] and [`Fields`]: the engine of a build and its treatment of data, by name.

use std::fmt;
use std::str::FromStr;

/// The engine of a build. See the README for when to use which; all give the same set, one of path conditions if data is
/// symbolic.
///
/// ```
/// use dpgen::Algorithm;
///
/// assert_eq!("lazy-dp".parse(), Ok(Algorithm::LazyDp));
/// assert!("lazy".parse::<Algorithm>().is_err());
/// assert_eq!(Algorithm::Quotient.name(), "quotient");
/// assert!(Algorithm::ALL.iter().all(|algorithm| algorithm.to_string() == algorithm.name()));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "save", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Algorithm {
    /// Korat's search from one hole for the whole structure: assumes nothing about substructures.
    TopDown,
    /// The paper's DP: every candidate fully built.
    Dp,
    /// The paper's LazyDP: substructures and data are decided only as far as the predicate reads.
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
        UnknownName::look_up(text, "engine", Self::ALL, Self::name)
    }
}

/// The treatment of data slots.
///
/// ```
/// use dpgen::Fields;
///
/// assert_eq!("symbolic".parse(), Ok(Fields::Symbolic));
/// assert!("symbols".parse::<Fields>().is_err());
/// assert_eq!(Fields::default().name(), "concrete");
/// assert_eq!(Fields::ALL, [Fields::Concrete, Fields::Symbolic]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "save", derive(serde::Serialize, serde::Deserialize))]
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
        UnknownName::look_up(text, "way to treat fields", Self::ALL, Self::name)
    }
}

/// A text that names none of the things that it should, such as an [`Algorithm`] or a way to treat [`Fields`]. Its
/// message lists the names that there are.
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

impl UnknownName {
    /// The one of `all` with this name; `what` says what each of them is.
    ///
    /// ```
    /// # use dpgen_forest::algorithm::UnknownName;
    /// let digit = UnknownName::look_up("two", "digit", &[1, 2], |digit| if digit == 1 { "one" } else { "two" });
    /// assert_eq!(digit, Ok(2));
    /// ```
    ///
    /// # Errors
    /// When none of them has this name.
    pub fn look_up<T: Copy>(
        name: &str,
        what: &'static str,
        all: &[T],
        name_of: impl Fn(T) -> &'static str,
    ) -> Result<T, Self> {
        let found = all.iter().copied().find(|one| name_of(*one) == name);
        found.ok_or_else(|| {
            let known = all.iter().map(|one| name_of(*one)).collect();
            Self { what, name: name.to_owned(), known }
        })
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, name, known } = self;
        write!(f, "there is no {what} `{name}`; there are {}", known.join(", "))
    }
}

impl std::error::Error for UnknownName {}
