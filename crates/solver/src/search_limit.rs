//! [`Limit`]: the most work that a search may do.

/// The limit of a search.
///
/// ```
/// use dpgen_solver::Limit;
/// assert_eq!(Limit::default(), Limit::nodes(1_000_000));
/// assert!(Limit::default() < Limit::NONE);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Limit {
    /// The largest number of nodes: of parts of domains that are tried. One whose propagation is long
    /// counts as several, so that the limit bounds the time, too.
    pub nodes: u64,
}

impl Limit {
    /// No limit.
    pub const NONE: Limit = Limit { nodes: u64::MAX };

    /// At most so many nodes.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Limit {
        Limit { nodes }
    }
}

impl Default for Limit {
    /// A million nodes.
    fn default() -> Limit {
        Limit::nodes(1_000_000)
    }
}
