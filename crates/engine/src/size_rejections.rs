//! [`size_rejections`]: for each size, how many candidates each condition rejected: why a size has few structures, or none.
//!
//! A *candidate* is a constructor with accepted parts and data, as DP judges it: each is decided in full, and counts for the first
//! condition that does not hold. Candidates of all types count, in each context in which they are asked for. Whole structures that
//! `rep_ok` accepts are judged by `root_ok` one by one. Invariant: for each size that is complete, what was rejected and what was
//! accepted by `rep_ok` are together the candidates.

use std::sync::Arc;

use dpgen_forest::index::{at, wide};
use dpgen_forest::structure::nodes_of;
use dpgen_forest::{Scope, StopReason};

use crate::build::with_threads;
use crate::build_job::Job;
use crate::concrete_evaluation::holds;
use crate::dp::{Pool, compact, judge_dp, rounds};
use crate::error::BuildError;
use crate::limit_monitor::LimitMonitor;
use crate::options::Options;
use crate::predicate_run::Model;
use crate::round_tasks::COMBINATIONS_PER_TASK;

/// The candidates of one size.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SizeRejections {
    /// The candidates judged, of all types.
    pub candidates: u64,
    /// Combinations that are no candidates: where they stand, a field has no value or no part.
    pub without_values: u64,
    /// Those that `rep_ok` accepted.
    pub accepted: u64,
    /// The whole structures: those of the root type that `root_ok` accepted, too.
    pub structures: u64,
    /// By condition, in the order of [`Model::conditions`]: how many candidates it was the first to reject; of a condition of
    /// `root_ok`, how many whole structures.
    pub rejected: Vec<u64>,
}

/// The candidates of each size.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct RejectionTable {
    /// Size by size, as far as candidates were judged.
    pub sizes: Vec<SizeRejections>,
    /// The number of sizes that are complete.
    pub complete: u32,
    /// The limit that ended the work before all sizes were complete, if one did.
    pub stop: Option<StopReason>,
}

/// Counts the candidates of all sizes up to the scope's, within the limits of the options; their engine and fields do not matter.
///
/// ```
/// use std::sync::Arc;
///
/// use dpgen_engine::{Options, size_rejections::size_rejections};
/// use dpgen_forest::Scope;
/// use dpgen_spec::Spec;
///
/// let scope = Scope::new(2);
/// let model = Arc::new(Spec::builtin("sorted-list").unwrap().model(&scope)?);
/// let table = size_rejections(&model, &scope, &Options::default())?;
/// // Values 1 and 2 before the lists 1 and 2: four candidates, and 2, 1 does not ascend.
/// let two = &table.sizes[2];
/// assert_eq!((two.candidates, two.accepted, two.rejected[0]), (4, 3, 1));
/// assert_eq!((two.structures, table.complete, table.stop), (3, 3, None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When a predicate is opaque, panics, or reads without end.
pub fn size_rejections(
    model: &Arc<Model>,
    scope: &Scope,
    options: &Options,
) -> Result<RejectionTable, BuildError> {
    if model.is_opaque() {
        return Err(BuildError::Opaque { algorithm: dpgen_forest::Algorithm::LazyDp });
    }
    // Conditions of `root_ok` are told apart below.
    let parts = Arc::new(Model { root_ok: None, ..Model::clone(model) });
    with_threads(options, |watch| {
        let (coin, remembers, joins_unequal, chunk) = (None, true, false, COMBINATIONS_PER_TASK);
        let job = Job { model: &parts, scope, watch, coin, chunk, remembers, joins_unequal };
        let ended = rounds::run(&job, judge_dp)?;
        let pool = &*ended.columns.pool;
        let mut table = RejectionTable { complete: ended.complete, ..RejectionTable::default() };
        for (size, of_size) in (0..).zip(&ended.report.sizes) {
            if of_size.candidates == 0 && size >= ended.complete {
                break;
            }
            let rejected: Vec<u64> =
                (0..model.conditions.len()).map(|number| ended.rejected.of_size(size, number)).collect();
            let accepted = of_size.classes;
            let candidates = accepted + rejected.iter().sum::<u64>();
            let without_values = of_size.candidates.saturating_sub(candidates);
            let mut found = SizeRejections {
                candidates,
                without_values,
                accepted,
                rejected,
                ..SizeRejections::default()
            };
            if !judge_roots(model, pool, size, watch, &mut found)? {
                table.complete = table.complete.min(size);
            }
            table.sizes.push(found);
        }
        table.stop = watch.stopped();
        Ok(table)
    })
}

/// Judges the whole structures of a size by `root_ok`; `false` if a limit ends it before.
fn judge_roots(
    model: &Model,
    pool: &Pool,
    size: u32,
    watch: &LimitMonitor,
    found: &mut SizeRejections,
) -> Result<bool, BuildError> {
    let ids = pool.ids(pool.bucket_of_pool(pool.root_pool, size));
    let Some(root_ok) = &model.root_ok else {
        found.structures = wide(ids.len());
        return Ok(true);
    };
    for id in ids {
        if watch.is_over() {
            return Ok(false);
        }
        let words = compact(&model.schema, &pool.records, *id);
        let nodes = nodes_of(&model.schema, &words);
        let whole = nodes.len().saturating_sub(1);
        match holds(model, root_ok, nodes, whole) {
            Ok((true, _)) => found.structures += 1,
            Ok((false, condition)) => {
                if let Some(sum) = condition.and_then(|condition| found.rejected.get_mut(at(condition))) {
                    *sum += 1;
                }
            }
            Err(failure) => {
                let structure = dpgen_forest::debug_text(&model.schema, &words);
                return Err(BuildError::failed(failure, structure));
            }
        }
    }
    Ok(true)
}

impl RejectionTable {
    /// The row of a size, if candidates of it were judged.
    #[must_use]
    pub fn size(&self, size: u32) -> Option<&SizeRejections> {
        self.sizes.get(at(size))
    }

    /// Whether a size is complete.
    #[must_use]
    pub fn is_complete(&self, size: u32) -> bool {
        size < self.complete && at(size) < self.sizes.len()
    }
}
