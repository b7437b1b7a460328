//! Statistics of a judge's run, with the reliability of tiles.

use std::time::Duration;

/// Counts of pages, and the time that it took.
///
/// How faithful tiles are is told by two figures. [`Self::tiles_only`] of [`Self::differed_in_tiles`] pages differed
/// as tiles but not alone; they are not reported. And of [`Self::sampled`] pages that were drawn at random and
/// rendered alone whatever their tiles said, [`Self::alone_only`] differed alone but not as tiles: the share of
/// differences that tiles hide.
///
/// How faithful frames that fill the window are is told by two more. [`Self::confirmed`] pages differed in such a frame as they did
/// as tiles; of these, [`Self::confirmed_sampled`] were drawn at random and rendered alone all the same, and
/// [`Self::frames_wrong`] of them did not differ alone, or in another way: the share of findings that may be wrong. And of
/// [`Self::agreed_in_frames`] pages that differed as tiles but not in a frame, [`Self::frames_blind`] differed alone; all of them are
/// rendered alone.
///
/// ```
/// use dpgen_browsers::Statistics;
///
/// let half = Statistics { pages: 10, agreed: 9, differed: 1, ..Statistics::default() };
/// let mut all = half.clone();
/// all.add(&half);
/// assert_eq!((all.pages, all.differed), (20, 2));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Statistics {
    /// Pages that have been judged.
    pub pages: u64,
    /// Pages that all engines paint alike.
    pub agreed: u64,
    /// Pages that engines paint differently, rendered alone.
    pub differed: u64,
    /// Pages of which some engine has no image.
    pub faults: u64,
    /// Pages that differed as tiles.
    pub differed_in_tiles: u64,
    /// Of these, those that did not differ alone.
    pub tiles_only: u64,
    /// Pages drawn at random, and rendered alone whatever their tiles said.
    pub sampled: u64,
    /// Of these, those that differed alone, but not as tiles.
    pub alone_only: u64,
    /// Of the pages that differed as tiles, those that differed in the same way in a frame that fills the window.
    pub confirmed: u64,
    /// Of these, those that were drawn at random, and rendered alone all the same.
    pub confirmed_sampled: u64,
    /// Of these, those that did not differ alone in the same way.
    pub frames_wrong: u64,
    /// Of the pages that differed as tiles, those that did not differ in a frame.
    pub agreed_in_frames: u64,
    /// Of these, those that differed alone.
    pub frames_blind: u64,
    /// The number of restarts of browsers.
    pub restarts: u64,
    /// The time taken by tiles of all engines together.
    pub tiles_time: Duration,
    /// The time taken by pages in frames that fill the window.
    pub frames_time: Duration,
    /// The time taken by pages that were rendered alone.
    pub alone_time: Duration,
}

impl Statistics {
    /// Adds what another part of the same run has seen.
    pub fn add(&mut self, other: &Self) {
        self.pages += other.pages;
        self.agreed += other.agreed;
        self.differed += other.differed;
        self.faults += other.faults;
        self.differed_in_tiles += other.differed_in_tiles;
        self.tiles_only += other.tiles_only;
        self.sampled += other.sampled;
        self.alone_only += other.alone_only;
        self.confirmed += other.confirmed;
        self.confirmed_sampled += other.confirmed_sampled;
        self.frames_wrong += other.frames_wrong;
        self.agreed_in_frames += other.agreed_in_frames;
        self.frames_blind += other.frames_blind;
        self.restarts += other.restarts;
        self.tiles_time += other.tiles_time;
        self.frames_time += other.frames_time;
        self.alone_time += other.alone_time;
    }
}

/// Whether a page belongs to the random sample: one of `every` pages does, on average, none if `every` is 0. It
/// depends on nothing but the seed and the page's id, so that shards and resumed runs draw the same sample.
///
/// The id goes through the finalizer of `SplitMix64` (Steele, Lea and Flood, OOPSLA 2014).
///
/// ```
/// use dpgen_browsers::sampled;
///
/// let drawn = (0..10_000).filter(|&id| sampled(1, id, 100)).count();
/// assert!((60..140).contains(&drawn));
/// assert!(sampled(1, 5, 1) && !sampled(1, 5, 0));
/// ```
#[must_use]
pub fn sampled(seed: u64, id: u64, every: u64) -> bool {
    let mut mixed = seed.wrapping_add(id.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^= mixed >> 31;
    mixed.checked_rem(every) == Some(0)
}
