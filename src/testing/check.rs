//! [`check`]: runs a body on every structure up to a size, without a test's attribute, and groups failures by cause.
//!
//! Invariant: structures come in the order of their ranks, also after a run that died. Those that it died in are recorded by
//! themselves (`watch/`), not tried first.

use std::fmt::Debug;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Instant;

use dpgen_engine::BuildError;
use dpgen_forest::Count;
use dpgen_forest::index::wide;

use super::case_set::{CaseSet, CaseSource, Origin};
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
        let statistics = StatisticsScope::begin();
        let started = Instant::now();
        let name = RunName::of_thread::<T>("check");
        let (file, recorded) = name.open();
        let watched = |size, origin, ranks| WatchedCases {
            case_set: CaseSet { size, origin, source: CaseSource::Consecutive(self.clone(), ranks) },
            show: None,
            label: name.label.clone(),
            options: TestOptions::DEFAULT,
            overrides: Arc::default(),
        };
        let died_in = self.consecutive(recorded);
        if let Some((size, ranks)) = &died_in {
            watched(*size, Origin::Interrupted, ranks.clone()).say_interrupted(false);
        }
        let mut watch = Watch::begin(file, None);
        let mut ran = 0;
        let mut checked = Checked { stop: self.stop_reason(), ..Checked::default() };
        'sizes: for size in 0..self.complete_sizes() {
            checked.sizes.push(CheckedSize { size, run: 0, failed: 0 });
            let died_in = died_in.as_ref().filter(|(of, _)| *of == size).map(|(_, ranks)| ranks);
            for (origin, ranks) in around(self.count(size), died_in) {
                let cases = watched(size, origin, ranks);
                let case_set = cases.case_set.clone();
                watch.cases(Arc::new(cases), ran, origin == Origin::Interrupted);
                let mut cases = case_set.cases_in_place();
                while let Some(value) = cases.next_case() {
                    let result = catch_unwind(AssertUnwindSafe(|| body(value).failure()));
                    statistics.case_ended();
                    ran += 1;
                    watch.case(ran);
                    let Some(last) = checked.sizes.last_mut() else { break };
                    let rank = last.run;
                    last.run += 1;
                    let Some(failure) = Failure::of(result) else { continue };
                    last.failed += 1;
                    match checked.failures.iter_mut().find(|known| known.failure.same_kind(&failure)) {
                        Some(known) => known.times += 1,
                        None => {
                            let value = format!("{value:?}");
                            checked.failures.push(CheckFailure { size, rank, value, times: 1, failure });
                        }
                    }
                    if wide(checked.failures.len()) >= causes {
                        let last_size = size + 1 == self.complete_sizes();
                        checked.ended = !last_size || Count::from(last.run) < self.count(size);
                        break 'sizes;
                    }
                }
            }
        }
        watch.pause();
        checked.time = started.elapsed();
        checked.statistics = statistics.statistics();
        checked
    }

    /// The size and the ranks that a record has, if there are such structures.
    fn consecutive(&self, recorded: Option<Recorded>) -> Option<(u32, Range<Count>)> {
        let Some(Recorded::Ranks(size, Ranks::Consecutive(Range { start, end }))) = recorded else {
            return None;
        };
        let end = end.min(self.try_count(size)?);
        (start < end).then_some((size, start..end))
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
