//! [`LogContents`]: the findings and the progress that the lines of a log add up to.

use std::collections::BTreeSet;
use std::path::Path;

use crate::findings::finding_store::Findings;
use crate::judge::Tally;
use crate::refusals::Refusals;
use crate::run_log::run_header::RunHeader;

/// The findings of a run and its progress.
#[derive(Debug)]
pub(super) struct LogContents {
    pub(super) header: RunHeader,
    pub(super) findings: Findings,
    /// All cases before this position are judged.
    pub(super) done: u64,
    /// The figures of all blocks together.
    pub(super) tally: Tally,
    /// The refused cases of all blocks together.
    pub(super) refusals: Refusals,
    /// The keys of the findings that are reduced.
    pub(super) reduced: BTreeSet<String>,
}

impl LogContents {
    /// A run that has only its header. Findings that do not fit into memory are stored in `folder`.
    pub(super) fn new(header: RunHeader, folder: Option<&Path>) -> Self {
        Self {
            findings: Findings::new(header.vocabulary.clone(), folder),
            header,
            done: 0,
            tally: Tally::new(),
            refusals: Refusals::default(),
            reduced: BTreeSet::new(),
        }
    }

    /// Adds the end of a block of judged cases.
    pub(super) fn add_judged(&mut self, to: u64, tally: &Tally, refused: &Refusals) {
        self.done = to;
        self.refusals.add(refused);
        for (name, count) in tally {
            let sum = self.tally.entry(name.clone()).or_default();
            *sum = sum.saturating_add(*count);
        }
    }
}
