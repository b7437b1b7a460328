//! [`Scope`]: the maximum size and the parameters that make a search finite.
//!
//! The named parameters are those that data domains mention; `n` is the maximum size. Read `schema/mod.rs` next.

use std::collections::BTreeMap;

/// The maximum size and the parameters of a build.
///
/// ```
/// use dpgen::Scope;
/// let scope = Scope::new(6).with("keys", 10);
/// assert_eq!(scope.max_size(), 6);
/// assert_eq!(scope.param("keys"), Some(10));
/// assert_eq!(scope.param("n"), Some(6));
/// assert!(scope.params().eq([("keys", 10)])); // `n` was not set
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "save", derive(serde::Serialize, serde::Deserialize))]
pub struct Scope {
    max_size: u32,
    params: BTreeMap<String, i64>,
}

impl Scope {
    /// The largest maximum size that a build takes.
    pub const MAX_SIZE_LIMIT: u32 = 1_000_000;

    /// The scope of structures up to `max_size`; the parameter `n` is `max_size`.
    #[must_use]
    pub fn new(max_size: u32) -> Self {
        Self { max_size, params: BTreeMap::new() }
    }

    /// The same scope with a parameter set. Setting `n` changes what domains see, not the maximum size.
    ///
    /// ```
    /// use dpgen::Scope;
    /// let scope = Scope::new(6).with("n", 3);
    /// assert_eq!((scope.max_size(), scope.param("n")), (6, Some(3)));
    /// ```
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, value: i64) -> Self {
        self.params.insert(name.into(), value);
        self
    }

    /// The same parameters with another maximum size.
    ///
    /// ```
    /// use dpgen::Scope;
    /// let larger = Scope::new(6).with("keys", 10).resized(8);
    /// assert_eq!((larger.max_size(), larger.param("keys")), (8, Some(10)));
    /// ```
    #[must_use]
    pub fn resized(self, max_size: u32) -> Self {
        Self { max_size, ..self }
    }

    /// The largest size of a structure.
    #[inline]
    #[must_use]
    pub const fn max_size(&self) -> u32 {
        self.max_size
    }

    /// The value of a parameter; `n` is the maximum size unless set otherwise.
    #[must_use]
    pub fn param(&self, name: &str) -> Option<i64> {
        let set = self.params.get(name).copied();
        if name == "n" { set.or(Some(i64::from(self.max_size))) } else { set }
    }

    /// The parameters that were set, by name.
    pub fn params(&self) -> impl Iterator<Item = (&str, i64)> {
        self.params.iter().map(|(name, value)| (name.as_str(), *value))
    }
}
