//! Typed ids, and the only integer casts of the crate.
#![allow(clippy::as_conversions, reason = "the one file of the crate in which integers are cast")]

/// A node of a [`Graph`](crate::Graph), or of what has been [`Seen`](crate::Seen) of one.
///
/// ```
/// use dpgen_worlds::NodeId;
/// assert_eq!(NodeId::new(3).at(), 3);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// The node with this number.
    ///
    /// # Panics
    /// Above `u32::MAX`: a graph has fewer nodes.
    #[must_use]
    pub fn new(index: usize) -> Self {
        match u32::try_from(index) {
            Ok(index) => Self(index),
            Err(_) => panic!("a graph has at most {} nodes", u32::MAX),
        }
    }

    /// Its number; lossless on every platform that dpgen supports (32 bits and up).
    #[must_use]
    pub const fn at(self) -> usize {
        self.0 as usize
    }
}

/// The index of a `u32`.
#[inline]
pub(crate) const fn at(id: u32) -> usize {
    id as usize
}

/// A number of things as a float, for means; exact below 2^53.
#[inline]
pub(crate) const fn real(count: usize) -> f64 {
    count as f64
}
