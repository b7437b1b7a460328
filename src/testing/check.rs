//! [`check`]: runs a body on every structure up to a size, without a test's attribute, and groups failures by cause.

use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use dpgen_engine::BuildError;
use dpgen_forest::Count;
use dpgen_forest::index::wide;

use super::check_report::{CheckFailure, Checked, CheckedSize};
use super::failure::{Failure, Outcome, Quiet, install_hook};
use super::statistics::StatisticsScope;
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
        let mut checked = Checked { stop: self.stop_reason(), ..Checked::default() };
        'sizes: for size in 0..self.complete_sizes() {
            let mut cases = self.iter_size(size).in_place();
            checked.sizes.push(CheckedSize { size, run: 0, failed: 0 });
            while let Some(value) = cases.next() {
                let result = catch_unwind(AssertUnwindSafe(|| body(value).failure()));
                statistics.case_ended();
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
        checked.time = started.elapsed();
        checked.statistics = statistics.statistics();
        checked
    }
}
