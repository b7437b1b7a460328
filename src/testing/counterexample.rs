//! [`Counterexample`]: a case that failed, as a test shows it, with the line that runs it again.

use std::env;
use std::fmt::{Display, Write};

use dpgen_forest::{Count, grouped, to_ron};

use super::Show;
use super::failure::Failure;
use super::portion::{Part, Portion};
use crate::view::DpGen;

/// A case that failed.
#[derive(Debug)]
pub(super) struct Counterexample<T> {
    pub(super) portion: Portion<T>,
    /// Its place in the portion.
    pub(super) index: u64,
    pub(super) failure: Failure,
    /// How many cases of all that come first passed before it.
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
        let Self { portion, index, failure, passed } = self;
        let size = portion.size;
        let before = match (&portion.part, drawn) {
            (Part::Remembered(remembered), _) => format!("remembered in {}", remembered.place),
            _ if replayed => "replayed".to_owned(),
            (Part::Drawn(..), (seed, Some(all))) => format!("drawn with seed {seed}, after {all} passed"),
            (Part::Drawn(..), (seed, None)) => format!("drawn with seed {seed}"),
            (Part::All(..), _) => format!("{} smaller and equal-sized cases passed first", grouped(passed)),
        };
        let rank = portion.rank(*index).map(|(structures, rank)| (rank, grouped(structures.count(size))));
        let at = rank.as_ref().map(|(rank, count)| format!("rank {rank} of {count} at that size; "));
        let mut text = format!("counterexample of size {size} ({}{before})\n", at.unwrap_or_default());
        match portion.case(*index) {
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
        let replay = rank.map(|(rank, _)| format!("DPGEN_REPLAY={size}:{rank} ")).unwrap_or_default();
        // What nextest sets for the tests that it runs.
        let runner = if env::var_os("NEXTEST").is_some() { "cargo nextest run" } else { "cargo test" };
        let _ = write!(text, "replay: {replay}{runner} {function}");
        text
    }

    /// What a later run can find it by: its rank, what `n` was, and itself; `None` if it was found by that.
    pub(super) fn to_remember(&self) -> Option<(Count, u32, String)> {
        let (structures, rank) = self.portion.rank(self.index)?;
        let catalog = structures.catalog();
        let words = catalog.nth_compact(self.portion.size, &rank).ok()??;
        let n = catalog.scope().param("n").and_then(|n| u32::try_from(n).ok());
        let n = n.unwrap_or_else(|| catalog.scope().max_size());
        Some((rank, n, to_ron(catalog.schema(), &words)))
    }
}
