//! [`SizeSampler`]: samples the next target size, by the share of new structures at each target so far.

use dpgen_forest::index::{at, small};

use crate::search_space::Space;

/// The number of sizes that compete in each draw.
const SIZES_PER_DRAW: u32 = 3;
/// After so many draws the older half of a size's counts is forgotten.
const MAX_COUNTED_DRAWS: u32 = 200;

/// The results of the draws of a size.
#[derive(Debug, Clone, Copy, Default)]
struct DrawCounts {
    drawn: u32,
    new: u32,
}

/// The results of the draws of all sizes.
#[derive(Debug)]
pub(crate) struct SizeSampler(Vec<DrawCounts>);

impl SizeSampler {
    pub(crate) fn new(space: &Space) -> Self {
        Self(vec![DrawCounts::default(); at(space.bounds.size) + 1])
    }

    /// A size to draw: of a few at random the one that had the largest share of new structures. It counts as drawn.
    pub(crate) fn draw(&mut self, space: &mut Space) -> u32 {
        let mut best = (0, 0.0);
        for _ in 0..SIZES_PER_DRAW {
            let size = space.below(small(self.0.len()));
            let DrawCounts { drawn, new } = self.0[at(size)];
            let share = (f64::from(new) + 1.0) / (f64::from(drawn) + 1.0);
            if share >= best.1 {
                best = (size, share);
            }
        }
        let luck = &mut self.0[at(best.0)];
        luck.drawn += 1;
        if luck.drawn > MAX_COUNTED_DRAWS {
            *luck = DrawCounts { drawn: luck.drawn / 2, new: luck.new / 2 };
        }
        best.0
    }

    /// Notes that what was drawn with this target was new.
    pub(crate) fn was_new(&mut self, size: u32) {
        self.0[at(size)].new += 1;
    }
}
