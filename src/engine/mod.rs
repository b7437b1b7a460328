//! The engines: each turns a `Model` and a [`Scope`] into a [`Catalog`] of every valid structure.
//!
//! `top_down.rs` is Korat's search, the reference. `rounds.rs` is the paper's loop (pool, last round, this
//! round), shared by `dp.rs` and `lazy_dp.rs`. Read `README.md` here for the algorithms.

mod builder;
mod coin;
mod columns;
mod combinations;
mod completions;
mod dp;
mod groups;
mod heredity;
mod judge;
mod lazy_dp;
mod leaf;
mod leaf_condition;
mod merge;
mod parts;
mod quotient;
mod report;
mod rounds;
mod spell_out;
mod symbolazy_dp;
mod top_down;
mod watch;

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

pub use coin::CoinToss;
pub use heredity::{Heredity, Violation, check_hereditary};
pub use report::{AttributeReport, ConditionReport, ReadReport, Report, RoundReport, SizeReport};
pub use watch::Progress;
pub(crate) use watch::Watch;

use crate::error::BuildError;
use crate::index::DomainIx;
use crate::run::Model;
use crate::schema::Domain;
use crate::scope::{Limits, Scope};
use crate::solver::DOMAIN_LIMIT;
use crate::structures::Catalog;

/// Which engine builds. See the README for when to use which; all give the same set, one of path conditions if data is
/// symbolic.
///
/// ```
/// use dpgen::Algorithm;
///
/// assert_eq!("lazy-dp".parse(), Ok(Algorithm::LazyDp));
/// assert!("lazy".parse::<Algorithm>().is_err());
/// assert_eq!(Algorithm::Quotient.to_string(), "quotient");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Algorithm {
    /// Korat's search from one hole for the whole structure: assumes nothing about substructures.
    TopDown,
    /// The paper's DP: every candidate fully built.
    Dp,
    /// The paper's LazyDP: substructures and data are looked at only as far as the predicate reads.
    LazyDp,
    /// The paper's SymboLazyDP: as LazyDP, with symbolic data and one structure a path condition.
    SymbolazyDp,
    /// Quotient DP: classes of indistinguishable structures. The default.
    Quotient,
}

impl Algorithm {
    /// Every engine, in the order of the documentation.
    pub const ALL: &'static [Self] =
        &[Self::TopDown, Self::Dp, Self::LazyDp, Self::SymbolazyDp, Self::Quotient];

    /// The name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::TopDown => "top-down",
            Self::Dp => "dp",
            Self::LazyDp => "lazy-dp",
            Self::SymbolazyDp => "symbolazy-dp",
            Self::Quotient => "quotient",
        }
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Algorithm {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.iter().copied().find(|algorithm| algorithm.name() == text);
        found.ok_or_else(|| {
            let names: Vec<&str> = Self::ALL.iter().map(|algorithm| algorithm.name()).collect();
            format!("there is no engine `{text}`; there are {}", names.join(", "))
        })
    }
}

/// How data slots are treated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum Fields {
    /// As values of their domain.
    #[default]
    Concrete,
    /// As symbols with constraints, solved at the end.
    Symbolic,
}

impl fmt::Display for Fields {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Concrete => "concrete",
            Self::Symbolic => "symbolic",
        })
    }
}

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
/// # #[cfg(feature = "spec")] {
/// use std::sync::Arc;
///
/// use dpgen::engine::{Options, build};
/// use dpgen::{Scope, spec::Spec};
///
/// let scope = Scope::new(12);
/// let model = Spec::builtin("red-black-tree").unwrap().model(&scope)?;
/// let catalog = build(&Arc::new(model), &scope, &Options::default())?;
/// assert_eq!(catalog.count(12), 688);
/// # }
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
    });
    built.map(|mut catalog| {
        if model.is_opaque() && options.algorithm.is_none() {
            let note = "the predicate takes a finished value, so that dp builds each one; a predicate over a view \
                        would let quotient, the default, work on classes";
            catalog.report.notes.push(note.to_owned());
        }
        catalog
    })
}

/// Refuses ranges that the solver can not represent.
fn fit_for_symbols(model: &Model) -> Result<(), BuildError> {
    let fits = |bound: &i64| bound.unsigned_abs() <= DOMAIN_LIMIT.unsigned_abs();
    for (number, domain) in model.schema.domains.iter().enumerate() {
        if let Domain::Range { lo, hi } = domain
            && lo < hi
            && !(fits(lo) && fits(hi))
        {
            let slot = model.schema.slot_of(DomainIx::new(number)?);
            return Err(BuildError::SymbolicRange { slot });
        }
    }
    Ok(())
}
