//! [`Shrinking`]: searches for a smaller case that fails for the same cause as a sample did.
//!
//! It goes from a case that fails to a smaller one that does, step by step, until none that is one edit (`edits.rs`) smaller
//! fails: a *local minimum*. Smaller sizes are tried first. Only valid cases are tried, and only those that the test would
//! have run by their size: each is looked up in the build of its own size, which has what the predicates accept in the scope
//! that cases of that size have. So it has a rank, by which it can be run again.
//!
//! Bounds on tries and look-ups end the search the same on each machine; a bound on time ends it where a case takes long.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use dpgen_forest::catalog::Ranker;
use dpgen_forest::schema::Schema;
use dpgen_forest::{Catalog, Count, Fields, from_ron, grouped, to_ron};

use super::case_set::{CaseSet, CaseSource, Origin};
use super::edits::{Edit, Measure, MeasuredStructure};

/// The most cases that are run.
const MAX_TRIES: usize = 1_000;
/// The most structures that are looked up, which may be valid or not.
const MAX_LOOKUPS: u32 = 20_000;
/// The most parts that are looked at to find the edits of a case.
const MAX_PARTS: usize = 100_000;
/// The longest that it takes, one case apart.
const MAX_TIME: Duration = Duration::from_secs(5);

/// A search that is going on.
#[derive(Debug)]
pub(super) struct Shrinking {
    /// The smallest size of cases that were not all tried.
    min_size: u32,
    /// The size that it began with, and how many times it got smaller.
    first_size: u32,
    steps: u32,
    /// The smallest case that fails.
    smallest: MeasuredStructure,
    schema: Arc<Schema>,
    edits: std::vec::IntoIter<(Measure, Edit)>,
    /// Whether these are all that there are.
    has_all: bool,
    /// By size, if its cases can be built, and whether their schema is that of the smallest case.
    builds: HashMap<u32, Option<(Arc<Catalog>, bool)>>,
    rankers: Rankers,
    tried: HashSet<(u32, Count)>,
    lookups: u32,
    began: Instant,
    progress: Progress,
}

/// The progress of the search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Progress {
    GoingOn,
    /// No edit of the smallest case fails.
    Minimal,
    /// A bound was reached.
    HuntEnd(&'static str),
}

/// Looks up ranks in one build or several: what is tried differs little from what was looked up before.
#[derive(Debug, Default)]
struct Rankers(Vec<Ranker>);

impl Rankers {
    /// The size and rank of a structure, if it is one of the build.
    fn find(&mut self, catalog: &Arc<Catalog>, words: &[u32]) -> Option<(u32, Count)> {
        let known = self.0.iter().position(|ranker| std::ptr::eq(ranker.catalog(), &**catalog));
        let place = known.unwrap_or(self.0.len());
        if known.is_none() {
            self.0.push(Ranker::new(catalog.clone()));
        }
        self.0[place].find(words)
    }
}

impl Shrinking {
    /// Begins at a case that fails; `None` if it is one of a path condition, of which the steps are not known.
    pub(super) fn from(catalog: &Catalog, size: u32, rank: &Count, min_size: u32) -> Option<Self> {
        if catalog.fields() == Fields::Symbolic {
            return None;
        }
        let words = catalog.nth_compact(size, rank).ok()??;
        let schema = Arc::new(catalog.schema().clone());
        let smallest = MeasuredStructure::new(schema.clone(), &words);
        let (edits, has_all) = smallest.edits(MAX_PARTS);
        Some(Self {
            min_size,
            first_size: size,
            steps: 0,
            smallest,
            schema,
            edits: edits.into_iter(),
            has_all,
            builds: HashMap::new(),
            rankers: Rankers::default(),
            tried: HashSet::from([(size, rank.clone())]),
            lookups: 0,
            began: Instant::now(),
            progress: Progress::GoingOn,
        })
    }

    /// The next case to try; `build` makes the cases up to a size.
    pub(super) fn next(&mut self, mut build: impl FnMut(u32) -> Option<Arc<Catalog>>) -> Option<CaseSet> {
        while let Some((measure, edit)) = self.edits.next() {
            if let Some(bound) = self.bound() {
                self.progress = Progress::HuntEnd(bound);
                return None;
            }
            if measure.size() < self.min_size.into() {
                continue;
            }
            let Some(words) = self.smallest.apply(edit) else { continue };
            self.lookups += 1;
            // What a part weighs may depend on where it stands.
            let measure = MeasuredStructure::new(self.schema.clone(), &words).whole();
            let Ok(size) = u32::try_from(measure.size()) else { continue };
            if measure >= self.smallest.whole() || size < self.min_size {
                continue;
            }
            let schema = &self.schema;
            let built = self.builds.entry(size).or_insert_with(|| {
                let catalog = build(size)?;
                let is_same = catalog.schema() == &**schema;
                catalog.try_count(size).map(|_| (catalog, is_same))
            });
            let Some((catalog, is_same)) = built else { continue };
            let found = match is_same {
                true => self.rankers.find(catalog, &words),
                // Numbers of constructors may differ, names do not.
                false => from_ron(catalog.schema(), &to_ron(schema, &words))
                    .ok()
                    .and_then(|words| self.rankers.find(catalog, &words)),
            };
            let Some((size, rank)) = found else { continue };
            if self.tried.insert((size, rank.clone())) {
                let source = CaseSource::Ranks(catalog.clone(), vec![rank]);
                return Some(CaseSet { size, origin: Origin::Shrunk, source });
            }
        }
        self.progress =
            if self.has_all { Progress::Minimal } else { Progress::HuntEnd("as there are too many") };
        None
    }

    /// Goes on from a case that was tried, and fails.
    pub(super) fn step(&mut self, catalog: &Catalog, size: u32, rank: &Count) {
        let Ok(Some(words)) = catalog.nth_compact(size, rank) else { return };
        if *catalog.schema() != *self.schema {
            self.schema = Arc::new(catalog.schema().clone());
            let schema = &self.schema;
            for (catalog, is_same) in self.builds.values_mut().flatten() {
                *is_same = catalog.schema() == &**schema;
            }
        }
        self.smallest = MeasuredStructure::new(self.schema.clone(), &words);
        let (edits, has_all) = self.smallest.edits(MAX_PARTS);
        (self.edits, self.has_all) = (edits.into_iter(), has_all);
        self.steps += 1;
    }

    /// The bound that was reached, if one was.
    fn bound(&self) -> Option<&'static str> {
        if self.tried.len() > MAX_TRIES {
            Some("by the bound on tries")
        } else if self.lookups >= MAX_LOOKUPS {
            Some("by the bound on look-ups")
        } else if self.began.elapsed() >= MAX_TIME {
            Some("after 5 s")
        } else {
            None
        }
    }

    /// The progress in words; `stopped` is the reason that the test was stopped for, if it was.
    pub(super) fn text(&self, stopped: Option<&'static str>) -> String {
        let steps = match self.steps {
            0 => String::new(),
            1 => format!("made smaller in 1 step, from size {}: ", self.first_size),
            steps => format!("made smaller in {} steps, from size {}: ", grouped(steps), self.first_size),
        };
        let tried = grouped(self.tried.len() - 1);
        let stopped = stopped.map(|why| format!("by {why}"));
        match self.progress {
            Progress::Minimal => format!("{steps}none that is one step smaller fails ({tried} tried)"),
            Progress::HuntEnd(why) => {
                format!("{steps}ended {why}, with smaller ones left to try ({tried} tried)")
            }
            Progress::GoingOn => {
                let why = stopped.unwrap_or_else(|| "early".to_owned());
                format!("{steps}ended {why}, with smaller ones left to try ({tried} tried)")
            }
        }
    }
}
