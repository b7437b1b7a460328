//! [`Features`]: features of an untaken outcome, as numbers from 0 to 1 that mean the same in every program.

/// The name of each feature, by position.
///
/// The *aim* of a way is the branch that was noted after a decision at the same spot, or that of the item; *near* counts the
/// outcomes, one after the other as runs had them, from what came after the way to a branch with an open outcome.
pub const FEATURE_NAMES: [&str; 12] = [
    "always 1",
    "the aim has an open outcome, and the way was not taken at this spot",
    "the aim has an open outcome, and the way was taken at this spot",
    "there is no aim",
    "how seldom the way was taken at this spot",
    "how near an open outcome is to what came after the way",
    "the part of the runs that ended with the way at this spot",
    "the part of the runs that ended with the way at this comparison",
    "a run has ended with another way at this spot",
    "how rare the rarest outcome of the aim is",
    "how many decisions lead there",
    "how many branches that no run has reached follow the aim in the text",
];

/// The features of a way, in the order of [`FEATURE_NAMES`].
pub type Features = [f64; FEATURE_NAMES.len()];

/// The sum of products.
pub(super) fn dot(a: &Features, b: &Features) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
