//! [`fnv1a`]: a hash that never changes, for keys, manifests, journals and seeds, which outlive a release.

/// The FNV-1a hash of some bytes: the same on every platform.
///
/// ```
/// assert_eq!(dpgen_forest::fnv1a(b"a"), 0xaf63_dc4c_8601_ec8c);
/// ```
#[must_use]
pub fn fnv1a(bytes: &[u8]) -> u64 {
    fnv1a_extend(0xcbf2_9ce4_8422_2325, bytes)
}

/// The FNV-1a hash of bytes that follow others, whose hash is known.
///
/// ```
/// use dpgen_forest::{fnv1a, fnv1a_extend};
///
/// assert_eq!(fnv1a_extend(fnv1a(b"one, "), b"two"), fnv1a(b"one, two"));
/// ```
#[must_use]
pub fn fnv1a_extend(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3))
}
