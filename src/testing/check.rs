//! [`check`]: runs a body on every structure up to a size, without a test's attribute, and groups failures by cause.
//!
//! Invariant: structures come in the order of their ranks, also after a run that died. Those that it died in are recorded by
//! themselves (`watch/`), not tried first.

use std::fmt::Debug;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::time::Instant;

use dpgen_engine::BuildError;
use dpgen_forest::index::wide;
use dpgen_forest::{Catalog, Count};

use super::case_body::{ByReference, CaseBody};
use super::case_set::{CaseSet, CaseSource, Origin};
use super::case_type::CaseType;
use super::check_report::{CheckFailure, Checked, CheckedSize};
use super::failure::{Failure, Outcome, Quiet, install_hook};
use super::options::TestOptions;
use super::run_name::RunName;
use super::statistics::StatisticsScope;
use super::watch::{Ranks, Recorded, Watch, WatchedCases};
use crate::generator::Generator;
use crate::structures::Structures;
use crate::types::DpGen;

/// Runs a body on every structure up to a size, smallest first, until it fails: it panics, or returns an error.
///
/// [`Structures::check`] does the same with structures that were built otherwise, and goes on after a failure.
///
/// ```
/// use dpgen::prelude::*;
///
/// #[derive(DpGen, Debug)]
/// enum Tree {
///     Leaf,
///     Node(Box<Tree>, Box<Tree>),
/// }
///
/// fn height(tree: &Tree) -> u32 {
///     let Tree::Node(left, right) = tree else { return 0 };
///     1 + height(left).max(height(right))
/// }
///
/// let checked = dpgen::check(5, |tree: &Tree| if height(tree) < 4 { Ok(()) } else { Err("too high") })?;
/// let failure = &checked.failures()[0];
/// assert_eq!((failure.size(), failure.message()), (4, "Error: \"too high\""));
/// assert_eq!(failure.value(), "Node(Leaf, Node(Leaf, Node(Leaf, Node(Leaf, Leaf))))");
/// # Ok::<(), dpgen::BuildError>(())
/// ```
///
/// # Errors
/// When the structures can not be built: see [`Generator::build`].
pub fn check<T: DpGen + Debug, O: Outcome>(
    max_size: u32,
    body: impl Fn(&T) -> O,
) -> Result<Checked, BuildError> {
    Ok(Generator::<T>::up_to(max_size).build()?.check(1, body))
}

impl<T: DpGen + Debug> Structures<T> {
    /// Runs a body on every structure, smallest first, until it has failed from so many causes.
    ///
    /// Failures from one place in the code with one message, numbers and other values in it apart, are one cause, of which
    /// the first is kept. Panics are not printed while this runs.
    ///
    /// A structure that the body runs on for ten seconds is shown on the standard error. If the process dies in one, because it hangs,
    /// aborts, or overflows the stack, the next check of the type in the same thread of a test shows that structure. The main thread
    /// and threads without a name keep no record, as they run no test.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::up_to(5).build()?;
    /// let checked = trees.check(100, |tree| assert_ne!(*tree, Tree::Leaf));
    /// assert_eq!(checked.failures().len(), 1);
    /// assert_eq!(checked.failures()[0].value(), "Leaf");
    /// assert_eq!(checked.to_string().lines().next(), Some("all 65 structures of size ≤ 5: 1 failed, from 1 cause"));
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    pub fn check<O: Outcome>(&self, causes: u64, body: impl Fn(&T) -> O) -> Checked {
        install_hook();
        let _quiet = Quiet::begin();
        let name = RunName::of_thread::<T>("check");
        let debug = |case_set: &CaseSet, index| {
            case_set.case::<T>(index).map(|value| format!("{value:?}")).unwrap_or_default()
        };
        let check = Check { catalog: &self.catalog, case_type: CaseType::of::<T>(None), name, debug: &debug };
        check.run(causes, &ByReference::new(body))
    }
}

/// A check of the structures of a catalog.
struct Check<'a> {
    catalog: &'a Arc<Catalog>,
    case_type: CaseType,
    name: RunName,
    /// A case of a set of cases as `Debug` shows it.
    debug: &'a dyn Fn(&CaseSet, u64) -> String,
}

impl Check<'_> {
    /// Runs a body until it has failed from so many causes.
    fn run(&self, causes: u64, body: &dyn CaseBody) -> Checked {
        let statistics = StatisticsScope::begin();
        let started = Instant::now();
        let (file, recorded) = self.name.open();
        let died_in = self.consecutive(recorded);
        if let Some((size, ranks)) = &died_in {
            self.watched(*size, Origin::Interrupted, ranks.clone()).say_interrupted(false);
        }
        let mut watch = Watch::begin(file, None);
        let mut ran = 0;
        let mut checked = Checked { stop: self.catalog.stop_reason(), ..Checked::default() };
        'sizes: for size in 0..self.catalog.complete_sizes() {
            checked.sizes.push(CheckedSize { size, run: 0, failed: 0 });
            let died_in = died_in.as_ref().filter(|(of, _)| *of == size).map(|(_, ranks)| ranks);
            for (origin, ranks) in around(self.catalog.count(size), died_in) {
                let cases = self.watched(size, origin, ranks);
                let (case_set, mut index) = (cases.case_set.clone(), 0);
                watch.cases(Arc::new(cases), ran, origin == Origin::Interrupted);
                body.run(&case_set, &mut |failure| {
                    statistics.case_ended();
                    ran += 1;
                    index += 1;
                    watch.case(ran);
                    if let Some(failure) = failure {
                        checked.add_failure(failure, || (self.debug)(&case_set, index - 1));
                    }
                    checked.add_run();
                    match wide(checked.failures.len()) >= causes {
                        true => ControlFlow::Break(()),
                        false => ControlFlow::Continue(()),
                    }
                });
                if wide(checked.failures.len()) >= causes {
                    let is_last_size = size + 1 == self.catalog.complete_sizes();
                    let run = checked.sizes.last().map_or(0, |size| size.run);
                    checked.ended = !is_last_size || Count::from(run) < self.catalog.count(size);
                    break 'sizes;
                }
            }
        }
        watch.pause();
        checked.time = started.elapsed();
        checked.statistics = statistics.statistics();
        checked
    }

    fn watched(&self, size: u32, origin: Origin, ranks: Range<Count>) -> WatchedCases {
        WatchedCases {
            case_set: CaseSet { size, origin, source: CaseSource::Consecutive(self.catalog.clone(), ranks) },
            case_type: self.case_type.clone(),
            label: self.name.label.clone(),
            options: TestOptions::DEFAULT,
            overrides: Arc::default(),
        }
    }

    /// The size and the ranks that a record has, if there are such structures.
    fn consecutive(&self, recorded: Option<Recorded>) -> Option<(u32, Range<Count>)> {
        let Some(Recorded::Ranks(size, Ranks::Consecutive(Range { start, end }))) = recorded else {
            return None;
        };
        let end = end.min(self.catalog.try_count(size)?);
        (start < end).then_some((size, start..end))
    }
}

impl Checked {
    /// Notes that a structure of the last size was run.
    fn add_run(&mut self) {
        if let Some(size) = self.sizes.last_mut() {
            size.run += 1;
        }
    }

    /// Notes that the structure that runs has failed; `value` shows it.
    fn add_failure(&mut self, failure: Box<Failure>, value: impl FnOnce() -> String) {
        let Some(last) = self.sizes.last_mut() else { return };
        last.failed += 1;
        match self.failures.iter_mut().find(|known| known.failure.same_kind(&failure)) {
            Some(known) => known.times += 1,
            None => {
                let (size, rank) = (last.size, last.run);
                self.failures.push(CheckFailure { size, rank, value: value(), times: 1, failure });
            }
        }
    }
}

/// All ranks of a size, with those that the last run died in apart.
fn around(count: Count, died_in: Option<&Range<Count>>) -> Vec<(Origin, Range<Count>)> {
    let Some(Range { start, end }) = died_in.cloned() else {
        return vec![(Origin::InOrder, Count::ZERO..count)];
    };
    vec![
        (Origin::InOrder, Count::ZERO..start.clone()),
        (Origin::Interrupted, start..end.clone()),
        (Origin::InOrder, end..count),
    ]
}
