//! [`Limits`] of a hunt, and [`HuntEnd`]: the reason for its end.

use std::time::Duration;

/// When a hunt ends at the latest.
///
/// ```
/// use dpgen_guide::Limits;
/// use std::time::Duration;
///
/// let limits = Limits { executions: Some(100_000), time: Some(Duration::from_secs(60)) };
/// assert_eq!(Limits::default(), Limits { executions: None, time: None });
/// # let _ = limits;
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Limits {
    /// After so many executions, those of repeats included.
    pub executions: Option<u64>,
    /// After this time, from the first structure on.
    pub time: Option<Duration>,
}

/// The reason for the end of a hunt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HuntEnd {
    /// Every structure of the catalog was tried.
    AllTried,
    /// Every structure was tried that has nothing refuted, and what was learned explains all answers.
    AllUnrefuted,
    /// The guide finds nothing that it has not tried, though there is more.
    Stuck,
    /// The limit on executions.
    Executions,
    /// The limit on time.
    Time,
    /// The journal can not be written: see [`Hunt::failure`](crate::Hunt::failure).
    Journal,
}
