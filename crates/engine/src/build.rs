//! [`build`]: checks that the engine fits the model, starts the threads, and runs the engine.

use std::sync::Arc;

use dpgen_forest::index::DomainIx;
use dpgen_forest::schema::Domain;
use dpgen_forest::{Algorithm, Catalog, Fields, Limits, Scope};
use dpgen_solver::DOMAIN_LIMIT;

use crate::classes::{quotient, symbolazy_dp};
use crate::coin::CoinToss;
use crate::error::BuildError;
use crate::hole::top_down;
use crate::pool::rounds;
use crate::run::Model;
use crate::watch::{Progress, Watch};

/// How to build.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The engine; without one, the best for the predicate.
    pub algorithm: Option<Algorithm>,
    /// How data slots are treated.
    pub fields: Fields,
    /// How many threads work; 0: one a core.
    pub threads: usize,
    /// Keeps larger structures by chance only (DP and LazyDP).
    pub coin_toss: Option<CoinToss>,
    /// What the build may spend.
    pub limits: Limits,
    /// Figures that another thread may watch.
    pub progress: Option<Arc<Progress>>,
}

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
    if model.is_opaque() && !matches!(algorithm, Algorithm::Dp | Algorithm::TopDown) {
        return Err(BuildError::Opaque { algorithm });
    }
    if scope.max_size() > Scope::LARGEST {
        return Err(BuildError::TooLarge { max_size: scope.max_size() });
    }
    if symbolic || algorithm == Algorithm::SymbolazyDp {
        fit_for_symbols(model)?;
    }
    let watch = Watch::new(&options.limits, options.progress.clone());
    let threads = rayon::ThreadPoolBuilder::new().num_threads(options.threads).stack_size(1 << 24).build();
    let threads = threads.map_err(|error| BuildError::Threads(error.to_string()))?;
    let built = threads.install(|| match algorithm {
        Algorithm::TopDown => top_down::build(model, scope, &watch),
        Algorithm::Quotient => quotient::build(model, scope, &watch, options.fields),
        Algorithm::SymbolazyDp => symbolazy_dp::build(model, scope, &watch, options.coin_toss),
        Algorithm::Dp | Algorithm::LazyDp => {
            rounds::build(model, scope, &watch, algorithm, options.coin_toss)
        }
        other => Err(BuildError::Internal(format!("there is no engine {other}"))),
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

/// Refuses ranges that the solver can not represent.
fn fit_for_symbols(model: &Model) -> Result<(), BuildError> {
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
