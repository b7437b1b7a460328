//! [`CostMeasure`]: the cost of a run.

use crate::path::Path;

/// The measure of the cost of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum CostMeasure {
    /// The comparisons of open integers that the program makes, whether they could go more than one way or not.
    #[default]
    Comparisons,
    /// The amounts that the program adds by [`cost`](crate::cost()).
    Added,
}

impl CostMeasure {
    pub(super) const fn of(self, path: &Path) -> u64 {
        match self {
            Self::Comparisons => path.comparisons,
            Self::Added => path.cost,
        }
    }
}
