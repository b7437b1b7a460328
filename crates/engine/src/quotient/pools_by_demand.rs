//! Builds pools of contexts: each size of each pool when a larger structure asks for it.
//!
//! A pool of a type with contexts is made from the context of the whole downwards. For each size of the whole, a stack has the
//! pools that are wanted, each up to a size; those on top are wanted by those below. What a pool's context decides
//! ([`Layout`](crate::context_pools::Layout)) says which pools come first; what depends on fields to the left is met by the runs,
//! whose leaves do not count then. A pool asks for smaller sizes, or for its own size of a type that comes before its type in
//! [`Schema::order`](dpgen_forest::schema::Schema::order), so that the stack ends.
//!
//! Invariant: a pool's sizes are complete one after the other, so that its classes are numbered by size. Which pools there are and
//! how they are numbered does not depend on threads: a batch of pools is judged as a whole, and merged in order.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use dpgen_forest::{Count, RoundReport};

use super::build_state::{Builder, PassEnd, batch_len};
use crate::build_job::Job;
use crate::context_pools::{Demand, PoolSize};
use crate::error::BuildError;
use crate::limit_monitor::LimitMonitor;
use crate::quotient::leaf::batch_leaves::BatchLeaves;
use crate::round_tasks::Task;

/// One pass over the sizes of the whole.
pub(super) fn build_pools_by_demand(builder: &mut Builder<'_>, job: &Job<'_>) -> Result<PassEnd, BuildError> {
    let Job { scope, watch, .. } = *job;
    let mut total = Count::ZERO;
    for size in 0..=scope.max_size() {
        let begin = Instant::now();
        watch.progress.size.store(size, Ordering::Relaxed);
        let mut round = RoundReport::default();
        let ended = complete_pool(builder, (builder.classes.root_pool, size), &mut round, job)?;
        if let Some(PassEnd::Discovered(found)) = ended {
            return Ok(PassEnd::Discovered(found));
        }
        if ended.is_some() || watch.stopped().is_some() {
            return Ok(PassEnd::Complete(size));
        }
        if let Some(ended) = builder.end_size((size, begin), round, &mut total, job) {
            return Ok(ended);
        }
    }
    Ok(PassEnd::Complete(scope.max_size() + 1))
}

/// Completes a pool up to a size, and all that this needs. The end of the pass, if it ends here.
fn complete_pool(
    builder: &mut Builder<'_>,
    wanted: PoolSize,
    round: &mut RoundReport,
    job: &Job<'_>,
) -> Result<Option<PassEnd>, BuildError> {
    let Job { watch, .. } = *job;
    let mut stack = vec![vec![wanted]];
    while let Some(batch) = stack.last() {
        let ready = builder.classes.pools.next_sizes(batch);
        if ready.is_empty() {
            stack.pop();
            continue;
        }
        if watch.is_over() {
            return Ok(Some(PassEnd::Complete(0)));
        }
        let Some(first) = builder.parts_of(&ready, watch)? else { return Ok(Some(PassEnd::Complete(0))) };
        if !first.is_empty() {
            stack.push(first);
            continue;
        }
        let tasks: Vec<Vec<Task>> =
            ready.iter().map(|of| builder.pool_tasks(*of, ready.len(), job)).collect();
        let mut demands: Vec<Demand> = Vec::new();
        let judged = builder.judge_pools(&tasks, watch);
        for ((of, tasks), leaves) in ready.iter().zip(&tasks).zip(judged) {
            let demanded: Vec<Demand> = leaves.iter().flat_map(|leaves| leaves.demands.clone()).collect();
            if let Some(ended) = Builder::discovered(&leaves) {
                return Ok(Some(ended));
            }
            if !demanded.is_empty() {
                demands.extend(demanded);
                continue;
            }
            if let Some(ended) = builder.tally(&leaves, round)? {
                return Ok(Some(ended));
            }
            if watch.stopped().is_some() {
                return Ok(Some(PassEnd::Complete(0)));
            }
            let Some((classes, accepted)) = builder.merge(*of, tasks, leaves, watch)? else {
                return Ok(Some(PassEnd::Complete(0)));
            };
            Arc::make_mut(&mut builder.classes).pools.complete_next(of.0);
            round.classes += classes;
            round.accepted += accepted;
        }
        if !demands.is_empty() {
            let Some(first) = builder.pools_of(&demands, watch)? else {
                return Ok(Some(PassEnd::Complete(0)));
            };
            stack.push(first);
        }
    }
    Ok(None)
}

impl Builder<'_> {
    /// Works out how the constructors of types without contexts are laid out.
    pub(super) fn lay_out_types(&mut self) -> Result<(), BuildError> {
        Arc::make_mut(&mut self.classes).pools.lay_out_types(self.model)
    }

    /// The pools that come before some that are wanted; `None` if the build is to stop.
    fn parts_of(
        &mut self,
        wanted: &[PoolSize],
        watch: &LimitMonitor,
    ) -> Result<Option<Vec<PoolSize>>, BuildError> {
        let classes = Arc::make_mut(&mut self.classes);
        let Some(first) = classes.pools.parts_of(self.model, wanted)? else {
            watch.evaluation_was_ended();
            return Ok(None);
        };
        Ok(classes.add_buckets(watch)?.then_some(first))
    }

    /// The pools that runs asked for; `None` if the build is to stop.
    fn pools_of(
        &mut self,
        demands: &[Demand],
        watch: &LimitMonitor,
    ) -> Result<Option<Vec<PoolSize>>, BuildError> {
        let classes = Arc::make_mut(&mut self.classes);
        let first = classes.pools.demanded(demands)?;
        Ok(classes.add_buckets(watch)?.then_some(first))
    }

    /// Judges the tasks of some pools in parallel: the leaves of the batches of each.
    fn judge_pools(&self, tasks: &[Vec<Task>], watch: &LimitMonitor) -> Vec<Vec<BatchLeaves>> {
        let mut batches: Vec<&[Task]> = Vec::new();
        let mut counts = Vec::new();
        // Many pools have few tasks each: a batch costs as much as some runs.
        let len = batch_len(tasks.iter().map(Vec::len).sum());
        for tasks in tasks {
            let begun = batches.len();
            batches.extend(tasks.chunks(len));
            counts.push(batches.len() - begun);
        }
        let mut leaves = self.judge_batches(&batches, watch).into_iter();
        counts.into_iter().map(|count| leaves.by_ref().take(count).collect()).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use dpgen_forest::schema::{Domain, SchemaBuilder, Shape, Slot, SlotKind, TypeKey};
    use dpgen_forest::{Algorithm, Scope};

    use crate::predicate_run::{ContextRules, Model, Rule, SlotRule};
    use crate::{Options, build};

    /// Terms of the lambda calculus in de Bruijn's notation; the context is the number of binders above.
    fn lambda_terms(max_size: u32) -> Model {
        let mut builder = SchemaBuilder::new(Scope::new(max_size));
        let (term, _) = builder.begin(TypeKey::Named("Term".to_owned()), "Term", Shape::Plain);
        let part = |name: &str| Slot { name: name.to_owned(), kind: SlotKind::Recursive(term) };
        let kind = builder.data("Var.index", Domain::Range { lo: 0, hi: 1000 });
        builder.constructor(term, "Var", Some(0), vec![Slot { name: "index".to_owned(), kind }]);
        builder.constructor(term, "Lam", Some(1), vec![part("body")]);
        builder.constructor(term, "App", Some(1), vec![part("function"), part("argument")]);
        let schema = builder.finish(SlotKind::Recursive(term), "Term").expect("it is finite");
        let mut rules = ContextRules::new(1, 3);
        rules.add_type(term);
        rules.set_root(vec![0]);
        let [var, lam, _] = schema.constructors_of(term).collect::<Vec<_>>()[..] else { unreachable!() };
        let below = |context: &[i64]| [(0, context[0] - 1)].into_iter().collect();
        rules.add_rule(var, 0, SlotRule::Narrow(Rule::FromContext(Arc::new(below))));
        rules.add_rule(lam, 0, SlotRule::Give(Rule::FromContext(Arc::new(|context| vec![context[0] + 1]))));
        Model {
            name: "Term".to_owned(),
            schema: Arc::new(schema),
            rep_ok: vec![None],
            root_ok: None,
            conditions: Vec::new(),
            contexts: Some(Arc::new(rules)),
        }
    }

    /// OEIS A220894: closed terms in which variables weigh nothing.
    #[test]
    fn closed_lambda_terms_are_as_many_as_published() {
        let counts = [0, 1, 3, 14, 82, 579, 4741, 43977, 454_283, 5_159_441];
        let scope = Scope::new(9);
        let model = Arc::new(lambda_terms(9));
        let sizes =
            [(Algorithm::Quotient, 9), (Algorithm::LazyDp, 7), (Algorithm::Dp, 6), (Algorithm::TopDown, 5)];
        for (algorithm, max_size) in sizes {
            let scope = if max_size == 9 { scope.clone() } else { Scope::new(max_size) };
            let catalog = build(&model, &scope, &Options::default().algorithm(algorithm)).expect("it builds");
            let built: Vec<_> = (0..=max_size).map(|size| catalog.count(size)).collect();
            assert_eq!(built, counts[..built.len()], "{algorithm}");
        }
    }
}
