//! Samples and mutates structures as sequences of decisions.
//!
//! Each alternative of a decision has the same probability, however many structures it leads to. So a rare structure, such as a
//! perfect tree, is drawn soon if it has a class of its own, or is the first or last alternative of each decision. A mutation
//! changes one decision; later decisions stay as they were if they have as many alternatives, and are drawn anew if not.

use chacha20::ChaCha8Rng;
use dpgen_forest::Count;
use dpgen_forest::catalog::{Chooser, Decision, ProductionParts, RankChooser};
use rand::RngExt;

use super::shapes_by_size::Shapes;

/// A structure that is drawn.
pub(super) fn drawn<S: Shapes>(shapes: &S, size: u32, rng: &mut ChaCha8Rng) -> Option<Count> {
    shapes.rank_by(size, &mut |decision: &Decision<'_>| rng.random_range(0..decision.len()))
}

/// A mutation of the structure with a rank: it differs in one decision, and in the decisions that follow from it.
pub(super) fn changed<S: Shapes>(shapes: &S, size: u32, rank: &Count, rng: &mut ChaCha8Rng) -> Option<Count> {
    let mut taken = RecordingChooser { chooser: RankChooser::new(rank.clone()), ways: Vec::new() };
    shapes.rank_by(size, &mut taken)?;
    let (change, keeps) = (rng.random_range(0..taken.ways.len().max(1)), rng.random());
    let mut place = 0;
    shapes.rank_by(size, &mut |decision: &Decision<'_>| {
        let (now, known) = (place, taken.ways.get(place));
        place += 1;
        match known {
            Some((way, _)) if now < change => *way,
            Some((way, of)) if now > change && keeps && *of == decision.len() => *way,
            _ => rng.random_range(0..decision.len()),
        }
    })
}

/// Records the decisions of another chooser.
struct RecordingChooser<C> {
    chooser: C,
    /// The alternative taken at each decision, and the number of alternatives.
    ways: Vec<(usize, usize)>,
}

impl<C: Chooser> Chooser for RecordingChooser<C> {
    fn choose(&mut self, decision: &Decision<'_>) -> usize {
        let way = self.chooser.choose(decision);
        self.ways.push((way, decision.len()));
        way
    }

    fn begin(&mut self, parts: &ProductionParts<'_>) {
        self.chooser.begin(parts);
    }
}
