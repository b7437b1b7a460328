//! [`IntReply`]: the reply of a run to a read of an integer, in two registers.
//!
//! An [`Int`] that is returned through memory is written field by field and copied at once in larger pieces, for which a
//! processor waits until the fields have reached its cache. Predicates read integers all the time: waiting took a quarter of the
//! time of a candidate.

use dpgen_forest::index::{low_half, widened};

use super::predicate_int::Int;
use super::view_handles::Handle;

/// A reply as it is returned.
#[derive(Debug, Clone, Copy)]
pub struct IntReply {
    /// The kind of reply in the upper half; the atom's number plus 1, or the node, in the lower.
    head: u64,
    constant: i64,
}

const INT: u64 = 0;
const UNDEFINED: u64 = 1;
const NOT_REMEMBERED: u64 = 2;
const TOO_WIDE: u64 = 3;

impl IntReply {
    /// The attribute has no value.
    pub(crate) const UNDEFINED: Self = Self::new(UNDEFINED, 0, 0);

    #[inline]
    const fn new(kind: u64, number: u32, constant: i64) -> Self {
        Self { head: kind << u32::BITS | widened(number), constant }
    }

    /// An integer.
    #[inline]
    pub(crate) fn int(int: Int) -> Self {
        match i64::try_from(int.constant_part()) {
            Ok(constant) => Self::new(INT, int.base, constant),
            Err(_) => Self::new(TOO_WIDE, 0, 0),
        }
    }

    /// The answer of this node is not remembered.
    #[inline]
    pub(crate) const fn not_remembered(node: u32) -> Self {
        Self::new(NOT_REMEMBERED, node, 0)
    }

    /// The integer, as views of the run with this number hold it. There is none if the attribute has no value, if its answer is not
    /// remembered, or if a constant of more than 64 bits has to be read in another way.
    #[inline]
    #[must_use]
    pub fn known(self, run: u32) -> Option<Int> {
        let is_int = self.head >> u32::BITS == INT;
        is_int.then(|| Int::of_atom(low_half(self.head), run).with_constant(i128::from(self.constant)))
    }

    /// Whether the attribute has no value.
    #[must_use]
    pub const fn is_undefined(self) -> bool {
        self.head >> u32::BITS == UNDEFINED
    }

    /// The structure that the attribute has to be evaluated on.
    #[must_use]
    pub fn not_remembered_by(self, run: u32) -> Option<Handle> {
        let is_it = self.head >> u32::BITS == NOT_REMEMBERED;
        is_it.then(|| Handle::new(low_half(self.head), run))
    }
}
