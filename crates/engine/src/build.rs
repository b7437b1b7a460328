//! [`build`]: checks that the engine fits the model, starts the threads, and runs the engine.

use std::sync::Arc;

use dpgen_forest::index::DomainIx;
use dpgen_forest::limits::memory;
use dpgen_forest::schema::Domain;
use dpgen_forest::{Algorithm, Catalog, Fields, Scope};
use dpgen_solver::DOMAIN_LIMIT;

use crate::build_job::Job;
use crate::dp::{judge_dp, judge_lazy_dp, rounds};
use crate::error::BuildError;
use crate::limit_monitor::LimitMonitor;
use crate::options::Options;
use crate::predicate_run::Model;
use crate::quotient::{build_symbolazy_dp, quotient_dp};
use crate::round_tasks::COMBINATIONS_PER_TASK;
use crate::thread_pools::Threads;
use crate::top_down::build_top_down;

/// Builds every valid structure of a model up to the scope's size.
///
/// ```
/// use std::sync::Arc;
///
/// use dpgen_engine::{Options, build};
/// use dpgen_forest::Scope;
/// use dpgen_spec::Spec;
///
/// let scope = Scope::new(12);
/// let model = Spec::builtin("red-black-tree").unwrap().model(&scope)?;
/// let catalog = build(&Arc::new(model), &scope, &Options::default())?;
/// assert_eq!(catalog.count(12), 688);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the engine does not fit the model, or the predicate panics or reads without end.
pub fn build(model: &Arc<Model>, scope: &Scope, options: &Options) -> Result<Catalog, BuildError> {
    let algorithm =
        options.algorithm.unwrap_or(if model.is_opaque() { Algorithm::Dp } else { Algorithm::Quotient });
    let symbolic = options.fields == Fields::Symbolic;
    if symbolic && !matches!(algorithm, Algorithm::Quotient | Algorithm::SymbolazyDp) {
        return Err(BuildError::Fields { algorithm, fields: options.fields });
    }
    if options.coin_toss.is_some()
        && !matches!(algorithm, Algorithm::Dp | Algorithm::LazyDp | Algorithm::SymbolazyDp)
    {
        return Err(BuildError::CoinToss { algorithm });
    }
    if options.coin_toss.is_some() && model.contexts.as_ref().is_some_and(|rules| rules.has_contexts()) {
        return Err(BuildError::ContextsByCoinToss);
    }
    if model.is_opaque() && !matches!(algorithm, Algorithm::Dp | Algorithm::TopDown) {
        return Err(BuildError::Opaque { algorithm });
    }
    if scope.max_size() > Scope::MAX_SIZE_LIMIT {
        return Err(BuildError::TooLarge { max_size: scope.max_size() });
    }
    if symbolic || algorithm == Algorithm::SymbolazyDp {
        fit_for_symbols(model)?;
    }
    if let Some(probability) = options.coin_toss.map(|toss| toss.probability)
        && !(0.0..=1.0).contains(&probability)
    {
        return Err(BuildError::Probability { probability: probability.to_string() });
    }
    let built = with_threads(options, |watch| {
        let chunk = options.chunk.unwrap_or(COMBINATIONS_PER_TASK);
        let remembers = !options.forgetful;
        let (coin, joins_unequal) = (options.coin_toss, options.joins_unequal);
        let job = Job { model, scope, watch, coin, chunk, remembers, joins_unequal };
        match algorithm {
            Algorithm::TopDown => build_top_down(&job),
            Algorithm::Quotient => quotient_dp::build(&job, options.fields),
            Algorithm::SymbolazyDp => build_symbolazy_dp(&job),
            Algorithm::Dp => rounds::build(&job, algorithm, judge_dp),
            Algorithm::LazyDp => rounds::build(&job, algorithm, judge_lazy_dp),
            other => Err(BuildError::Internal(format!("there is no engine {other}"))),
        }
    });
    built.map(|catalog| {
        if model.is_opaque() && options.algorithm.is_none() {
            let note = "the predicate takes a finished value, so that dp builds each one; a predicate over a view \
                        would let quotient, the default, work on classes";
            return catalog.with_note(note);
        }
        catalog
    })
}

/// Runs an engine on threads of its own, within the limits.
pub(crate) fn with_threads<R: Send>(
    options: &Options,
    work: impl FnOnce(&Arc<LimitMonitor>) -> Result<R, BuildError> + Send,
) -> Result<R, BuildError> {
    if options.limits.memory.is_some() && memory::resident_bytes().is_none() {
        return Err(BuildError::MemoryUnknown);
    }
    let watch = Arc::new(LimitMonitor::new(&options.limits, options.progress.clone()));
    Threads::new(options.threads)?.install(|| work(&watch))
}

/// Refuses ranges that the solver can not represent.
pub(crate) fn fit_for_symbols(model: &Model) -> Result<(), BuildError> {
    let fits = |bound: &i64| bound.unsigned_abs() <= DOMAIN_LIMIT.unsigned_abs();
    for (number, domain) in model.schema.all_domains().iter().enumerate() {
        if let Domain::Range { lo, hi } = domain
            && lo <= hi
            && !(fits(lo) && fits(hi))
        {
            let slot = model.schema.slot_of(DomainIx::new(number)?);
            return Err(BuildError::SymbolicRange { slot });
        }
    }
    Ok(())
}
