//! [`Thresholds`]: what counts as a difference of two images.

use dpgen_diff::DifferenceKind;

/// The thresholds above which images count as different.
///
/// ```
/// use dpgen_browsers::Thresholds;
///
/// let default = Thresholds::default();
/// assert_eq!((default.channel, default.erosion, default.edges), (48, 2, false));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Thresholds {
    /// A pixel differs when a channel differs by more than this, of 255.
    pub channel: u8,
    /// The number of pixels that are eroded from every side of the mask. What is left are the centres of solid squares, of so many
    /// pixels to each side of the centre. With 0, every differing pixel is solid.
    pub erosion: u8,
    /// Whether a difference without a solid area counts.
    pub edges: bool,
}

impl Default for Thresholds {
    fn default() -> Self {
        Self { channel: 48, erosion: 2, edges: false }
    }
}

impl Thresholds {
    /// Whether a difference of this kind counts.
    #[must_use]
    pub fn counts(&self, kind: DifferenceKind) -> bool {
        self.edges || kind != DifferenceKind::Edge
    }
}

/// The largest difference of a channel of two colours.
pub(crate) fn channel_distance(a: [u8; 3], b: [u8; 3]) -> u8 {
    a[0].abs_diff(b[0]).max(a[1].abs_diff(b[1])).max(a[2].abs_diff(b[2]))
}
