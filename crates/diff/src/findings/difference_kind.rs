//! [`DifferenceKind`]: how severe a difference of images is.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The kind of a difference of images. The order is that of severity, the most severe first; groups are reported in it.
///
/// ```
/// use dpgen_diff::DifferenceKind;
///
/// assert_eq!(DifferenceKind::ALL.map(DifferenceKind::name), ["content", "position", "edge"]);
/// assert!(DifferenceKind::Content < DifferenceKind::Edge);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DifferenceKind {
    /// A solid area of one image is missing in the other, or has another colour or shape.
    Content,
    /// A solid area of one image is in the other, too, shifted by a few pixels.
    Position,
    /// Pixels differ, but no solid area does.
    Edge,
}

impl DifferenceKind {
    /// All kinds, the most severe first.
    pub const ALL: [Self; 3] = [Self::Content, Self::Position, Self::Edge];

    /// Whether a solid area differs. Content and position show the same causes: whether an area that is elsewhere is the same area
    /// depends on what else is painted there.
    ///
    /// ```
    /// use dpgen_diff::DifferenceKind;
    ///
    /// assert_eq!(DifferenceKind::ALL.map(DifferenceKind::is_solid), [true, true, false]);
    /// ```
    #[must_use]
    pub fn is_solid(self) -> bool {
        self != Self::Edge
    }

    /// Its name in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Content => "content",
            Self::Position => "position",
            Self::Edge => "edge",
        }
    }
}

impl fmt::Display for DifferenceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
