//! [`IntReply`]: the reply of a run to a read of an integer, in two registers.
//!
//! An [`Int`] that is returned through memory is written field by field and copied at once in larger pieces, for which a
//! processor waits until the fields have reached its cache. Predicates read integers all the time: waiting took a quarter of the
//! time of a candidate.

use dpgen_forest::index::low_half;

use super::predicate_int::Int;
use super::view_handles::Handle;

/// A reply as it is returned.
#[derive(Debug, Clone, Copy)]
pub struct IntReply {
    /// The kind of reply in the upper half; the atom's number plus 1, or the node, in the lower.
    head: u64,
    constant: i64,
}

/// The kinds of replies.
const KIND_INT: u64 = 0;
const KIND_UNDEFINED: u64 = 1;
const KIND_NOT_REMEMBERED: u64 = 2;
const KIND_TOO_WIDE: u64 = 3;

impl IntReply {
    #[inline]
    fn new(kind: u64, number: u32, constant: i64) -> Self {
        Self { head: kind << u32::BITS | u64::from(number), constant }
    }

    #[inline]
    const fn kind(self) -> u64 {
        self.head >> u32::BITS
    }

    /// There is no integer: the attribute has no value, or the slot is recursive.
    #[inline]
    pub(crate) fn undefined() -> Self {
        Self::new(KIND_UNDEFINED, 0, 0)
    }

    /// An integer.
    #[inline]
    pub(crate) fn int(int: Int) -> Self {
        match i64::try_from(int.constant_part()) {
            Ok(constant) => Self::new(KIND_INT, int.base, constant),
            Err(_) => Self::new(KIND_TOO_WIDE, 0, 0),
        }
    }

    /// The answer of this node is not remembered.
    #[inline]
    pub(crate) fn not_remembered(node: u32) -> Self {
        Self::new(KIND_NOT_REMEMBERED, node, 0)
    }

    /// The integer, as views of the run with this number hold it. There is none if the attribute has no value, if its answer is not
    /// remembered, or if a constant of more than 64 bits has to be read in another way.
    #[inline]
    #[must_use]
    pub fn known(self, run: u32) -> Option<Int> {
        (self.kind() == KIND_INT)
            .then(|| Int::of_atom(low_half(self.head), run).with_constant(i128::from(self.constant)))
    }

    /// Whether there is no integer.
    #[must_use]
    pub const fn is_undefined(self) -> bool {
        self.kind() == KIND_UNDEFINED
    }

    /// The structure that the attribute has to be evaluated on.
    #[must_use]
    pub fn not_remembered_by(self, run: u32) -> Option<Handle> {
        (self.kind() == KIND_NOT_REMEMBERED).then(|| Handle::new(low_half(self.head), run))
    }
}
