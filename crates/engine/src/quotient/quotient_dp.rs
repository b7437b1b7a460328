//! Quotient DP: builds by sizes, over classes of structures that no attribute in use tells apart.
//!
//! For each size, each type and constructor, and each split of the size among the recursive slots, one task runs the
//! predicate over holes that hold *all* classes of their type and size ([`super::judge_tasks`]). An accepting leaf becomes
//! productions of the classes with the leaf's attribute values ([`super::leaf`]). Tasks run in parallel and are merged in
//! task order ([`super::assembly`]). Read `README.md` beside this crate for why this is right.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use dpgen_forest::{Algorithm, Catalog, Count, Fields, RoundReport};

use super::answer_groups::AnswerGroup;
use super::build_state::{Builder, PassEnd, restart_until_attributes_known};
use super::pools_by_demand::build_pools_by_demand;
use crate::build_job::Job;
use crate::error::BuildError;
use crate::predicate_run::attributes_in_use::Attributes;
use crate::predicate_run::model::Attribute;
use crate::value_interner::ValueTable;

/// Builds the catalog by sizes.
pub(crate) fn build(job: &Job<'_>, fields: Fields) -> Result<Catalog, BuildError> {
    let begin = Instant::now();
    let (builder, complete) =
        restart_until_attributes_known(job, fields, Attributes::default(), |builder| run_pass(builder, job))?;
    Ok(builder.finish(job, Algorithm::Quotient, complete, begin))
}

/// The attributes in use, each with the answers of accepted structures, up to the scope's size or as far as the limits
/// allow.
pub(crate) fn accepted_answers(job: &Job<'_>) -> Result<(Arc<Attributes>, Vec<ValueTable>), BuildError> {
    let (fields, none) = (Fields::Concrete, Attributes::default());
    let (builder, _) = restart_until_attributes_known(job, fields, none, |builder| run_pass(builder, job))?;
    Ok(builder.into_answers())
}

/// The catalog of a build with an attribute of the root type in use, and the groups of the structures of a size by their
/// answer; none if the size is not complete.
pub(crate) fn distribution(
    job: &Job<'_>,
    fields: Fields,
    attribute: &Arc<Attribute>,
    size: u32,
) -> Result<(Catalog, Vec<AnswerGroup>), BuildError> {
    let begin = Instant::now();
    let mut asked = Attributes::default();
    let root = job.model.schema.root();
    asked.add(root, attribute.clone())?;
    let attr = asked.find(root, attribute.key);
    let (builder, mut complete) =
        restart_until_attributes_known(job, fields, asked, |builder| run_pass(builder, job))?;
    let mut answers = None;
    if let Some(attr) = attr.filter(|_| size < complete) {
        answers = builder.answer_groups(attr, size, job.watch);
        if answers.is_none() {
            complete = size;
        }
    }
    Ok((builder.finish(job, Algorithm::Quotient, complete, begin), answers.unwrap_or_default()))
}

/// One pass over the sizes.
fn run_pass(builder: &mut Builder<'_>, job: &Job<'_>) -> Result<PassEnd, BuildError> {
    let Job { scope, watch, .. } = *job;
    if builder.classes.has_contexts {
        return build_pools_by_demand(builder, job);
    }
    builder.lay_out_types()?;
    let schema = builder.model.schema.clone();
    let reach = schema.size_bounds(scope.max_size());
    // The outcomes in a memory are of candidates to which no rules of slots apply.
    builder.memoizes = job.remembers && builder.model.contexts.is_none();
    let mut total = Count::ZERO;
    for size in 0..=scope.max_size() {
        let begin = Instant::now();
        watch.progress.size.store(size, Ordering::Relaxed);
        let mut round = RoundReport::default();
        for ty in schema.order().iter().filter(|ty| reach.contains(**ty, size)) {
            let tasks = builder.pool_tasks((ty.word(), size), 1, job);
            let leaves = builder.judge(&tasks, watch);
            if let Some(ended) = builder.tally(&leaves, &mut round)? {
                return Ok(ended);
            }
            if watch.stopped().is_some() {
                return Ok(PassEnd::Complete(size));
            }
            let Some((classes, accepted)) = builder.merge((ty.word(), size), &tasks, leaves, watch)? else {
                return Ok(PassEnd::Complete(size));
            };
            round.classes += classes;
            round.accepted += accepted;
        }
        if let Some(ended) = builder.end_size((size, begin), round, &mut total, job) {
            return Ok(ended);
        }
    }
    Ok(PassEnd::Complete(scope.max_size() + 1))
}
