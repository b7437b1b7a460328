//! [`Int`]: an integer of a predicate, as plain data; [`Cut`]: how finely a comparison tells two apart.
//!
//! An `Int` is `atom + constant`. The atom, an integer that is not decided yet, lives in the run; without one, the
//! `Int` is a plain number. The constant is 128 bits wide, so that sums and differences of 64-bit integers are exact;
//! what a predicate takes out of it ([`Int::value`](crate::predicate_run::Int::value)) or an attribute answers has 64 bits. Read
//! `operators.rs` for what can be done with one, `int_terms.rs` for atoms.

use std::cmp::Ordering;

use dpgen_forest::index::{halves, joined};

use super::not_send::NotSend;

/// An integer that a predicate reads: a data slot, or what an attribute made of some.
///
/// While it is undecided, each comparison that could go more than one way splits the execution of the predicate. `Int`
/// is `Copy`, compares with `i64`, and may only be used inside the predicate or attribute that it was passed to; it
/// is neither `Send` nor `Sync`. Comparing is therefore an effect: it may decide something, and is why `Int` has no
/// `Hash`.
///
/// Sums, differences and products are exact (128 bits); taking the [`value`](Self::value) of one beyond 64 bits, or
/// answering it from an attribute, fails.
///
/// ```
/// use dpgen::Int;
/// let five = Int::from(5);
/// assert!(five + 1 > 5 && -five == Int::from(-5) && five * 3 == 15);
/// ```
#[derive(Clone, Copy)]
pub struct Int {
    /// 0 for a constant, else the atom's number plus 1.
    pub(crate) base: u32,
    pub(crate) run: u32,
    /// The constant's halves: an `i128` would make the integer, and what holds it, larger by its alignment.
    lower: u64,
    upper: i64,
    _not_send: NotSend,
}

impl Int {
    /// The constant.
    ///
    /// ```
    /// use dpgen::Int;
    /// let most = Int::constant(i64::MAX);
    /// assert!(most + 1 > most && most * 2 - most == most);
    /// ```
    #[inline]
    #[must_use]
    pub fn constant(value: i64) -> Self {
        Self::wide(i128::from(value))
    }

    /// The constant, which may be beyond 64 bits.
    #[doc(hidden)]
    #[inline]
    #[must_use]
    pub const fn wide(value: i128) -> Self {
        Self::of_atom(0, 0).with_constant(value)
    }

    /// The integer that is the value of an atom of a run; `base` is the atom's number plus 1.
    #[inline]
    pub(crate) const fn of_atom(base: u32, run: u32) -> Self {
        Self { base, run, lower: 0, upper: 0, _not_send: NotSend::NEW }
    }

    /// The integer with another constant.
    #[inline]
    pub(crate) const fn with_constant(self, constant: i128) -> Self {
        let (lower, upper) = halves(constant);
        Self { lower, upper, ..self }
    }

    /// The integer as views of another run hold it.
    #[inline]
    pub(crate) const fn of_run(self, run: u32) -> Self {
        Self { run, ..self }
    }

    /// The constant that is added to the atom.
    #[inline]
    pub(crate) const fn constant_part(self) -> i128 {
        joined(self.lower, self.upper)
    }

    /// The value, if it is decided already: asking decides nothing. It has 128 bits, as sums and products are exact.
    ///
    /// ```
    /// assert_eq!((dpgen::Int::from(i64::MAX) + 1).known(), Some(i128::from(i64::MAX) + 1));
    /// ```
    #[inline]
    #[must_use]
    pub const fn known(self) -> Option<i128> {
        if self.base == 0 { Some(self.constant_part()) } else { None }
    }
}

/// Zero.
impl Default for Int {
    fn default() -> Self {
        Self::wide(0)
    }
}

impl From<i64> for Int {
    fn from(value: i64) -> Self {
        Self::constant(value)
    }
}

impl std::fmt::Debug for Int {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.known() {
            Some(value) => write!(f, "{value}"),
            None => write!(f, "(undecided)"),
        }
    }
}

/// The outcomes that a comparison of integers tells apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Cut {
    /// Less, or not.
    Less,
    /// At most, or greater.
    AtMost,
    /// Less, equal, or greater.
    Three,
    /// Different (group 0), or equal (group 1).
    Equal,
}

impl Cut {
    /// The group that an ordering falls into; groups ascend with the left side.
    #[inline]
    pub(crate) const fn group(self, ordering: Ordering) -> u32 {
        match (self, ordering) {
            (_, Ordering::Less) | (Self::AtMost, Ordering::Equal) => 0,
            (Self::Three, Ordering::Greater) => 2,
            (Self::Equal, Ordering::Greater) => 0,
            _ => 1,
        }
    }

    /// The cut that tells the same apart with the sides exchanged.
    pub(crate) fn flipped(self) -> Self {
        match self {
            Self::Less => Self::AtMost,
            Self::AtMost => Self::Less,
            other => other,
        }
    }

    /// The group of this cut for a group of the flipped one.
    pub(crate) fn mirrored(self, group: u32) -> u32 {
        match self {
            Self::Less | Self::AtMost => 1 - group,
            Self::Three => 2 - group,
            Self::Equal => group,
        }
    }
}
