//! Finds predicates that are not *hereditary*: they accept a structure but reject a part of it.
//!
//! The DP engines build on accepted parts, so they would silently miss such a structure. At small sizes, the
//! top-down search (which asks `rep_ok` of the whole alone) is compared with what DP accepted.
//!
//! For a predicate in whole style (it asks its parts for `rep_ok`, or is opaque), any accepted structure with a
//! rejected part is a violation. One in layer style leaves its parts to dpgen, so that a rejected part is normal. There
//! is a hint if some attribute of the part has an answer that no accepted structure gives, also none that is several
//! times larger (`accepted_answers.rs`), although the part's own layer is accepted with other parts
//! (`compare_with_dp.rs`). Then the predicate accepts something *because of* a part that DP can not offer within
//! these sizes; whether that was meant can not be told here.

mod accepted_answers;
mod compare_with_dp;

use std::sync::Arc;

use dpgen_forest::index::{at, wide};
use dpgen_forest::structure::nodes_of;
use dpgen_forest::{Scope, StopReason};

use crate::build::with_threads;
use crate::build_job::Job;
use crate::dp::{compact, judge_dp, judge_lazy_dp, rounds, share_equal_records};
use crate::error::BuildError;
use crate::first_rejection::first_rejection;
use crate::options::Options;
use crate::predicate_run::Model;
use crate::round_tasks::COMBINATIONS_PER_TASK;
use crate::top_down::{JudgedParts, run_search};
use accepted_answers::AcceptedAnswers;
use compare_with_dp::SearchComparison;

/// Up to this size every size is tried.
const MAX_CONSECUTIVE_SIZE: u32 = 8;

/// The result of the comparison.
///
/// ```
/// # use dpgen::prelude::*; #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
/// let trees = Generator::<Tree>::new().check_hereditary(4)?; // without a predicate: every tree is valid
/// assert_eq!((trees.compared, trees.sizes), (1 + 1 + 2 + 5 + 14, 5));
/// assert_eq!(trees.accepted, trees.compared);
/// assert_eq!((trees.violation, trees.hint, trees.stop), (None, None, None));
/// # Ok::<(), dpgen::BuildError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Heredity {
    /// The number of structures that the predicate accepts as wholes, up to the last size that was covered. In layer style it
    /// looks at their tops only.
    pub compared: u64,
    /// How many of these it accepts in every part, too.
    pub accepted: u64,
    /// The number of sizes covered, from 0 on.
    pub sizes: u32,
    /// A structure that DP misses, if there is one; a smallest.
    pub violation: Option<Violation>,
    /// For a predicate in layer style: a structure that DP misses within these sizes, which may be what was meant.
    pub hint: Option<Violation>,
    /// The limit that ended the search before all sizes were covered, if one did.
    pub stop: Option<StopReason>,
}

/// A structure that the predicate accepts although it rejects a part of it.
///
/// ```
/// use dpgen::prelude::*;
///
/// #[derive(DpGen)]
/// #[dpgen(rep_ok = even)]
/// enum Chain {
///     End,
///     Link(Box<Chain>),
/// }
///
/// /// Chains of an even number of links: a valid one has a rest that is not.
/// fn even(chain: ChainView) -> bool {
///     let ChainView::Link(rest) = chain else { return true };
///     !rest.get(even)
/// }
///
/// let found = Generator::<Chain>::new().check_hereditary(4)?.violation.unwrap();
/// assert_eq!(found.structure, "Link { 0: Link { 0: End } }");
/// assert_eq!(found.substructure, "Link { 0: End }");
/// assert_eq!(found.attribute, None);
/// # Ok::<(), dpgen::BuildError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Violation {
    /// The structure that is accepted.
    pub structure: String,
    /// The part of it that is rejected.
    pub substructure: String,
    /// The attribute by which the part shows, for a predicate in layer style.
    pub attribute: Option<String>,
    /// The condition that rejects the part, in words, if the model has a text of it.
    pub condition: Option<String>,
    /// The number of that condition in [`Model::conditions`].
    pub condition_number: Option<u32>,
}

impl std::fmt::Display for Violation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { structure, substructure, attribute, condition, .. } = self;
        match attribute {
            None => write!(
                f,
                "the predicate is not hereditary: it accepts\n  {structure}\nbut rejects its part\n  {substructure}\n\
                 Engines that build from accepted parts miss that structure. If the condition is meant for the whole \
                 structure alone, move it to root_ok."
            ),
            Some(_) => write!(
                f,
                "hint: {} may be meant for the whole structure alone. It rejects\n  {substructure}\nwhich is a part of\n  \
                 {structure}\nSo this structure is not accepted, although the conditions hold at its top. That is right if \
                 every part has to satisfy the condition; if not, move it to root_ok.",
                condition.as_deref().unwrap_or("a condition of rep_ok")
            ),
        }
    }
}

/// Compares the top-down search with DP, size by size, up to the scope's size; meant for small sizes.
///
/// The options' engine and fields do not matter; its threads and limits do.
///
/// ```
/// use std::sync::Arc;
///
/// use dpgen::Scope;
/// use dpgen::engine::{Options, check_hereditary};
/// use dpgen_spec::Spec;
///
/// let scope = Scope::new(3);
/// let model = Arc::new(Spec::builtin("sorted-list").unwrap().model(&scope)?);
/// let found = check_hereditary(&model, &scope, &Options::default())?;
/// assert_eq!((found.violation, found.sizes), (None, 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the predicate panics, fails or reads without end.
pub fn check_hereditary(
    model: &Arc<Model>,
    scope: &Scope,
    options: &Options,
) -> Result<Heredity, BuildError> {
    with_threads(options, |watch| {
        let mut found =
            Heredity { compared: 0, accepted: 0, sizes: 0, violation: None, hint: None, stop: None };
        for size in steps(scope.max_size()) {
            // Domains are the model's: a smaller scope only leaves out larger structures.
            let scope = Scope::new(size);
            let (coin, remembers, joins_unequal) = (None, true, false);
            let job = Job {
                model,
                scope: &scope,
                watch,
                coin,
                chunk: COMBINATIONS_PER_TASK,
                remembers,
                joins_unequal,
            };
            let compared = compare(&job, &mut found)?;
            if watch.stopped().is_some() {
                found.stop = watch.stopped();
                break;
            }
            (found.compared, found.accepted) = compared;
            found.sizes = size + 1;
            if found.violation.is_some() || found.hint.is_some() {
                break;
            }
        }
        Ok(found)
    })
}

/// The sizes that are tried: every one at first, then each twice the one before, and the largest.
fn steps(max: u32) -> impl Iterator<Item = u32> {
    let next = move |size: &u32| {
        let next = if *size < MAX_CONSECUTIVE_SIZE { size + 1 } else { size.saturating_mul(2) };
        (*size < max).then(|| next.min(max))
    };
    std::iter::successors(Some(0), next)
}

/// Compares all structures up to the job's size: how many the predicate accepts as wholes, and how many of them in every part.
fn compare(job: &Job<'_>, found: &mut Heredity) -> Result<(u64, u64), BuildError> {
    let Job { model, watch, .. } = *job;
    let search = run_search(job, &JudgedParts::Root, false)?;
    if watch.is_over() {
        return Ok((0, 0));
    }
    let dp = rounds::run(job, if model.is_opaque() { judge_dp } else { judge_lazy_dp })?;
    if watch.is_over() {
        return Ok((0, 0));
    }
    let schema = &*model.schema;
    let records = search.records();
    let words = |record| compact(schema, records, record);
    let text = |record| dpgen_forest::debug_text(schema, &words(record));
    let dp_records = &dp.columns.pool.records;
    let shared = model.contexts.as_ref().map(|_| share_equal_records(schema, dp_records, Vec::new()));
    let shared = shared.transpose()?;
    let dp_records = shared.as_ref().map_or(dp_records, |(records, _)| records);
    let compared = SearchComparison::new(schema, &search, dp_records);
    let roots = || search.accepted.iter().flatten();
    let accepted = roots().filter(|root| compared.is_accepted(**root)).count();
    let numbers = (wide(roots().count()), wide(accepted));
    let whole = !search.asked.is_empty() || model.is_opaque();
    let has_contexts = model.contexts.as_ref().is_some_and(|rules| rules.has_contexts());
    let mut seen: Option<AcceptedAnswers<'_>> = None;
    // Structures share their parts: a part is looked at once.
    let mut tried = vec![false; records.len()];
    for root in roots().filter(|root| !compared.is_accepted(**root)) {
        for part in compared.rejected_parts(*root) {
            if watch.is_over() {
                return Ok((0, 0));
            }
            if std::mem::replace(&mut tried[at(part)], true) {
                continue;
            }
            let violation = || Violation {
                structure: text(*root),
                substructure: text(part),
                attribute: None,
                condition: None,
                condition_number: None,
            };
            if whole {
                found.violation = Some(violation());
                return Ok(numbers);
            }
            // Answers may depend on the context, and a part may stand in several.
            if has_contexts || !compared.is_possible_layer(part) {
                continue;
            }
            let seen = match &mut seen {
                Some(seen) => seen,
                None => seen.insert(AcceptedAnswers::new(job, &search)?),
            };
            // Answers that a limit cut short are not all that there are.
            if watch.is_over() {
                return Ok((0, 0));
            }
            if let Some(attribute) = seen.unseen(part) {
                let number = rejecting_condition(model, &words(part));
                found.hint = Some(Violation {
                    attribute: Some(attribute),
                    condition: number.and_then(|number| model.conditions.get(at(number)).cloned()),
                    condition_number: number,
                    ..violation()
                });
                return Ok(numbers);
            }
        }
    }
    Ok(numbers)
}

/// The number of the condition that is the first to reject a structure, given as its compact words; `None` if it has no number.
fn rejecting_condition(model: &Model, words: &[u32]) -> Option<u32> {
    let rejection = first_rejection(model, nodes_of(&model.schema, words)).ok()??;
    rejection.clause.condition()
}
