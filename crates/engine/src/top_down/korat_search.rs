//! Korat's search (Boyapati, Khurshid, Marinov: "Korat: Automated Testing Based on Java Predicates", ISSTA 2002).
//!
//! It starts from one hole for the whole structure. What the predicate reads decides it, piece by piece; a
//! run that says false rejects everything it did not read; one that says true accepts every completion.
//! Substructures are judged as the run's own nodes, not taken from a pool, so nothing is assumed about them.
//!
//! A predicate in *layer style* says what must hold at one layer: it is asked of every node, the whole
//! first. One in *whole style* asks its substructures for `rep_ok` itself: it is asked of the root, and of parts of
//! structures of other types that do not ask. Which types ask which is found by running, and a new pair of types
//! starts the search again.

use std::time::Instant;

use smallvec::SmallVec;

use dpgen_forest::graph::Dag;
use dpgen_forest::index::{CtorIx, at, wide};
use dpgen_forest::schema::Schema;
use dpgen_forest::{Algorithm, Catalog, ConditionReport, Report, Roots, RoundReport};

use super::enumerate_unread_parts::accept;
use super::judge::{Question, judge};
use super::judged_parts::JudgedParts;
use super::open_nodes::{Hole, TopDownRun, TopDownSource};
use super::resume_points::ResumePoints;
use super::search_branches::{BranchEnd, OpenBranch, SearchBranches};
use super::structure_records::TopDownFound;
use crate::build_job::Job;
use crate::error::BuildError;
use crate::predicate_run::choice_stack::Branch;
use crate::predicate_run::current_run::enter;
use crate::predicate_run::failure::{Failure, guarded};
use crate::predicate_run::run_state::Run;

/// The number of runs between two polls of the limits.
const RUNS_PER_POLL: u64 = 256;

/// Builds by Korat's search.
pub(crate) fn build(job: &Job<'_>) -> Result<Catalog, BuildError> {
    let begin = Instant::now();
    let Job { model, scope, watch, .. } = *job;
    let mut asked = Vec::new();
    let mut search = loop {
        let search = run_search(job, &JudgedParts::Parts(asked.clone()), true)?;
        if search.asked.iter().all(|pair| asked.contains(pair)) || watch.stopped().is_some() {
            break search;
        }
        asked.extend(search.asked);
        watch.forget_candidates();
    };
    let schema = &*model.schema;
    let complete = if watch.stopped().is_some() { 0 } else { scope.max_size() + 1 };
    let mut report = Report::up_to(scope.max_size());
    let accepted = search.accepted.iter().map(|list| wide(list.len())).sum();
    let time = begin.elapsed();
    report.rounds.push(RoundReport::of_runs(search.candidates, accepted, time));
    if let Some(last) = report.sizes.last_mut() {
        last.candidates = search.candidates;
        last.runs = search.candidates;
        last.time = time;
    }
    for (of_size, list) in report.sizes.iter_mut().zip(&search.accepted) {
        of_size.classes = wide(list.len());
        of_size.productions = of_size.classes;
    }
    let rejected = search.rejected.iter().copied().chain(std::iter::repeat(0));
    let texts = model.conditions.iter().zip(rejected);
    report.conditions = texts.map(|(text, rejected)| ConditionReport::new(text.clone(), rejected)).collect();
    report
        .notes
        .push("top-down searches all sizes at once: its candidates are shown at the largest".to_owned());
    report.time = time;
    // Of a search that was stopped no size is complete, and nothing is sorted or copied.
    if watch.stopped().is_some() {
        search = TopDownFound::new(scope.max_size());
    }
    let mut lists = std::mem::take(&mut search.accepted);
    for list in &mut lists {
        list.sort_by_cached_key(|root| order_key(schema, &search, *root));
    }
    let dag = Dag::unit(search.into_records());
    let roots = lists.into_iter().map(|list| Roots::new(schema, &dag, list)).collect();
    let (schema, scope) = (model.schema.clone(), scope.clone());
    Ok(Catalog::new(schema, scope, Algorithm::TopDown, dag, roots, complete, watch.stopped(), report))
}

/// Constructor, then the sizes of the recursive slots; the search's order comes last.
fn order_key(schema: &Schema, search: &TopDownFound, root: u32) -> SmallVec<[u32; 4]> {
    let record = search.records().get(root);
    let ctor = schema.constructor(CtorIx::from_word(record[0]));
    let sizes = ctor.recursive.iter().map(|slot| search.sizes[at(record[slot + 1])]);
    std::iter::once(record[0]).chain(sizes).collect()
}

/// Runs the search; `root_ok` is judged unless `with_root` is false.
pub(crate) fn run_search(
    job: &Job<'_>,
    style: &JudgedParts,
    with_root: bool,
) -> Result<TopDownFound, BuildError> {
    let Job { model, watch, .. } = *job;
    let schema = &*model.schema;
    let max_size = job.scope.max_size();
    let least = schema.ty(schema.root()).min_size;
    let Some(least) = least.filter(|least| *least <= max_size) else {
        return Ok(TopDownFound::new(max_size));
    };
    let below = style.below(model);
    let question = Question { model, style, below: &below, with_root };
    let mut search = SearchBranches::search(schema, watch, |branch, open| {
        let source = TopDownSource::new(schema, max_size, least);
        search_branch(job, question, source, (branch, open))
    })?;
    match search.failure.take() {
        Some((Failure::Stopped, _)) | None => Ok(search),
        Some((failure, structure)) => Err(BuildError::failed(failure, structure)),
    }
}

/// Searches a branch, of which parts are given to idle threads.
fn search_branch(
    job: &Job<'_>,
    question: Question<'_>,
    source: TopDownSource,
    (branch, open): (&Branch, &OpenBranch<'_, '_>),
) -> Result<BranchEnd, BuildError> {
    let Job { model, watch, .. } = *job;
    let schema = &*model.schema;
    let mut search = TopDownFound::new(job.scope.max_size());
    let mut run = Run::new(model, Default::default(), source);
    run.choices.begin_branch(branch);
    let mut steps = ResumePoints::default();
    let runs_per_poll = RUNS_PER_POLL.min(job.chunk.max(1));
    let mut is_early = true;
    let (run, result) = enter(run, || {
        let mut handle = TopDownRun::with(|run| {
            run.restart();
            let root = run.push_node(Hole(schema.root()));
            steps.begin(run, root);
            run.handle(root)
        });
        loop {
            let verdict = guarded(|| judge(question, handle, &mut steps));
            search.candidates += 1;
            if verdict == Ok(true) {
                accept(schema, handle, &mut search, watch)?;
            }
            let polls = search.candidates.is_multiple_of(runs_per_poll);
            let stop =
                polls && (watch.spend(runs_per_poll) || open.is_in_vain()) || watch.stopped().is_some();
            let more = TopDownRun::with(|run| {
                if let (false, Some(condition)) = (verdict?, run.condition) {
                    if search.rejected.len() <= at(condition) {
                        search.rejected.resize(at(condition) + 1, 0);
                    }
                    search.rejected[at(condition)] += 1;
                }
                // A predicate that turns out to ask parts is searched again as such.
                let restart = match question.style {
                    JudgedParts::Parts(asked) => {
                        run.source.asked_rep_ok.iter().any(|pair| !asked.contains(pair))
                    }
                    JudgedParts::Root => false,
                };
                if stop || restart {
                    return Ok(None);
                }
                if polls
                    && open.has_idle_thread()
                    && let Some(branch) = run.choices.split_off()
                {
                    open.give_away(branch);
                }
                if !run.choices.advance()? {
                    is_early = false;
                    return Ok(None);
                }
                steps.go_back(run);
                Ok(Some(run.handle(handle.node)))
            });
            match more {
                Ok(Some(again)) => handle = again,
                Ok(None) => return Ok::<(), BuildError>(()),
                Err(failure) => {
                    search.failure = Some((failure, TopDownRun::with(|run| run.describe(handle.node))));
                    return Ok(());
                }
            }
        }
    });
    result?;
    watch.spend(search.candidates % runs_per_poll);
    search.asked = run.source.asked_rep_ok;
    search.discovered = run.discovered;
    Ok(BranchEnd { found: search, is_early })
}
