//! [`Counterexample`]: a case that failed, as a test shows it, with the line that runs it again.

use std::fmt::{Display, Write};

use dpgen_forest::{Count, grouped};

use super::Show;
use super::failure::Failure;
use super::portion::{Portion, Ranks};
use crate::view::DpGen;

/// A case that failed.
#[derive(Debug)]
pub(super) struct Counterexample<T> {
    pub(super) portion: Portion<T>,
    pub(super) rank: Count,
    pub(super) failure: Failure,
    /// How many cases passed before it.
    pub(super) passed: u64,
}

impl<T: DpGen> Counterexample<T> {
    /// The case, why it failed if that was not printed, and how to run it again. `drawn` is what samples were drawn by,
    /// and what had passed before them.
    pub(super) fn text(
        &self,
        function: &str,
        replayed: bool,
        drawn: (u64, Option<impl Display>),
        show: Show<T>,
    ) -> String {
        let Self { portion, rank, failure, passed } = self;
        let size = portion.size;
        let count = grouped(portion.structures.count(size));
        let before = match (&portion.ranks, drawn) {
            _ if replayed => "replayed".to_owned(),
            (Ranks::Drawn(_), (seed, Some(all))) => format!("drawn with seed {seed}, after {all} passed"),
            (Ranks::Drawn(_), (seed, None)) => format!("drawn with seed {seed}"),
            (Ranks::All(_), _) => format!("{} smaller and equal-sized cases passed first", grouped(passed)),
        };
        let mut text =
            format!("counterexample of size {size} (rank {rank} of {count} at that size; {before})\n");
        match portion.structures.nth(size, rank.clone()) {
            Some(case) => {
                for (argument, value) in show(&case) {
                    // Writing to a string does not fail.
                    let _ = writeln!(text, "  {argument} = {value}");
                }
            }
            None => text += "  (it can not be made again)\n",
        }
        if !failure.shown {
            let place = failure.place.as_ref().map(|place| format!(" at {place}")).unwrap_or_default();
            let _ = writeln!(text, "  failed{place}: {}", failure.message);
        }
        let _ = write!(text, "replay: DPGEN_REPLAY={size}:{rank} cargo test {function}");
        text
    }
}
