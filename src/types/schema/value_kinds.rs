//! [`ValueKinds`]: the kinds of values that a type's data takes from a domain, so that a field without one does not compile.

/// A set of kinds of values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ValueKinds(u8);

impl ValueKinds {
    /// Structures, and values that are known: `bool`, enums without fields.
    pub const NOTHING: Self = Self(0);
    /// Integers, from a range or a list.
    pub const INTEGERS: Self = Self(1);
    /// Strings, from a list or of letters.
    pub const TEXTS: Self = Self(2);
    /// Characters from a list.
    pub const CHARACTERS: Self = Self(4);
    /// Floats from a list.
    pub const FLOATS: Self = Self(8);

    /// Both.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Refuses a field without the values that it needs, or with ones that it has no use for.
    ///
    /// # Panics
    /// When there is such a mistake: at compile time, as this is called in constants.
    #[track_caller]
    pub const fn check(self, given: Self, missing: &'static str, unfit: &'static str) {
        if given.0 == 0 {
            assert!(self.0 == 0, "{}", missing);
        } else {
            assert!(self.0 != 0 && self.0 & !given.0 == 0, "{}", unfit);
        }
    }
}
