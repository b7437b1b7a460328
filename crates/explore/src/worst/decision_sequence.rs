//! Samples and mutates structures as sequences of decisions.
//!
//! Where structures part, each way is as likely as any other, however many structures lie behind it. So one that has few like it, such as
//! a perfect tree, is drawn soon if it has a class of its own, or lies at an end of each choice. A change takes one decision
//! otherwise, and those that follow as before where they have as many ways, or anew.

use chacha20::ChaCha8Rng;
use dpgen_forest::Count;
use dpgen_forest::catalog::{Chooser, Decision, ProductionParts, RankChooser};
use rand::RngExt;

use super::shapes_by_size::Shapes;

/// A structure that is drawn.
pub(super) fn drawn<S: Shapes>(shapes: &S, size: u32, rng: &mut ChaCha8Rng) -> Option<Count> {
    shapes.rank_by(size, &mut |decision: &Decision<'_>| rng.random_range(0..decision.len()))
}

/// One that differs from that with a rank in a decision, and in what follows of it.
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

/// Notes what another chooser decides.
struct RecordingChooser<C> {
    chooser: C,
    /// Which way was taken, of how many.
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
