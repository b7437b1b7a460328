//! Computes the exact distribution of an attribute over the structures of one size.
//!
//! Quotient DP keeps structures apart that differ in an attribute in use. With the asked attribute in use from the
//! start, each class of whole structures has one answer, and the classes' counts are the distribution: exact, and
//! without making a structure. Another engine's structures are asked one by one. `quotient/answer_groups.rs` reads the
//! answers off the classes.

use std::collections::BTreeMap;
use std::sync::Arc;

use dpgen_forest::structure::nodes_of;
use dpgen_forest::{Algorithm, Budget, Catalog, Count, Fields, Scope};

use crate::build::{build, fit_for_symbols, with_threads};
use crate::build_job::Job;
use crate::concrete_evaluation;
use crate::error::BuildError;
use crate::options::Options;
use crate::quotient::answer_groups::{Answer, AnswerGroup};
use crate::quotient::quotient_dp;
use crate::round_tasks::COMBINATIONS_PER_TASK;
use crate::run::{Attribute, Model};

/// The answers of all structures of a size to an attribute of the root type, ascending; and a catalog that has
/// them. The ranks of this catalog are its own: another attribute in use gives another order within a size.
///
/// The answers are empty if a limit stopped the build before the size was complete: see
/// [`Catalog::stop_reason`].
///
/// # Errors
/// As [`build`], and if the engine is SymboLazyDP, which does not keep answers apart.
pub fn distribution(
    model: &Arc<Model>,
    scope: &Scope,
    options: &Options,
    attribute: Attribute,
    size: u32,
) -> Result<(Catalog, Vec<AnswerGroup>), BuildError> {
    if size > scope.max_size() {
        return Err(BuildError::NotBuilt { size, complete: scope.max_size().saturating_add(1) });
    }
    match options.algorithm {
        None if model.is_opaque() => one_by_one(model, scope, options, attribute, size),
        None | Some(Algorithm::Quotient) if !model.is_opaque() => {
            by_classes(model, scope, options, attribute, size)
        }
        Some(Algorithm::SymbolazyDp) => Err(BuildError::Distribution { algorithm: Algorithm::SymbolazyDp }),
        _ => one_by_one(model, scope, options, attribute, size),
    }
}

fn by_classes(
    model: &Arc<Model>,
    scope: &Scope,
    options: &Options,
    attribute: Attribute,
    size: u32,
) -> Result<(Catalog, Vec<AnswerGroup>), BuildError> {
    if scope.max_size() > Scope::MAX_SIZE_LIMIT {
        return Err(BuildError::TooLarge { max_size: scope.max_size() });
    }
    if options.fields == Fields::Symbolic {
        fit_for_symbols(model)?;
    }
    let attribute = Arc::new(attribute);
    with_threads(options, |watch| {
        let chunk = options.chunk.unwrap_or(COMBINATIONS_PER_TASK);
        let (remembers, joins_unequal) = (!options.forgetful, options.joins_unequal);
        let job = Job { model, scope, watch, coin: None, chunk, remembers, joins_unequal };
        quotient_dp::distribution(&job, options.fields, &attribute, size)
    })
}

fn one_by_one(
    model: &Arc<Model>,
    scope: &Scope,
    options: &Options,
    attribute: Attribute,
    size: u32,
) -> Result<(Catalog, Vec<AnswerGroup>), BuildError> {
    let budget = Arc::new(Budget::from_now(&options.limits));
    let catalog = build(model, scope, options)?;
    let mut asked: Vec<Vec<Attribute>> = (0..model.schema.types()).map(|_| Vec::new()).collect();
    asked[model.schema.root().index()].push(attribute);
    let mut groups: BTreeMap<Answer, (Count, Count)> = BTreeMap::new();
    let mut rank = Count::ZERO;
    let mut structures = catalog.iter_compact(size).with_budget(budget.clone());
    while let Some(words) = structures.next() {
        if let Some(reason) = budget.reached() {
            return Ok((catalog.stopped_by(reason, size), Vec::new()));
        }
        let answers = concrete_evaluation::answers(model, nodes_of(&model.schema, words), &asked);
        let answer = match answers.last().and_then(|whole| whole.first()) {
            Some(Ok(answer)) => Answer::Value(answer.clone()),
            Some(Err(failure)) if failure.is_answer() => Answer::Failed(failure.to_string()),
            Some(Err(failure)) => {
                let structure = dpgen_forest::structure::debug_text(&model.schema, words);
                return Err(BuildError::failed(failure.clone(), structure));
            }
            None => return Err(BuildError::Internal("a structure was not asked".to_owned())),
        };
        let (count, _) = groups.entry(answer).or_insert_with(|| (Count::ZERO, rank.clone()));
        *count += &Count::ONE;
        rank += &Count::ONE;
    }
    let stopped = structures.stopped();
    drop(structures);
    if let Some(reason) = stopped {
        return Ok((catalog.stopped_by(reason, size), Vec::new()));
    }
    let groups =
        groups.into_iter().map(|(answer, (count, first_rank))| AnswerGroup { answer, count, first_rank });
    Ok((catalog, groups.collect()))
}
