//! [`Job`]: the input of an engine: a model, a scope, limits and options.

use std::sync::Arc;

use dpgen_forest::Scope;

use crate::coin_toss_sampling::CoinToss;
use crate::limit_monitor::LimitMonitor;
use crate::run::model::Model;

/// A build, as its engine sees it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Job<'a> {
    pub(crate) model: &'a Arc<Model>,
    pub(crate) scope: &'a Scope,
    pub(crate) watch: &'a Arc<LimitMonitor>,
    /// Keeps larger structures with a probability.
    pub(crate) coin: Option<CoinToss>,
    /// A task has at most about this many combinations, where it can be cut.
    pub(crate) chunk: u64,
    /// Whether tasks of Quotient DP are remembered, so that others like them are not judged.
    pub(crate) remembers: bool,
    /// Whether `!=` between symbolic integers is kept as one condition.
    pub(crate) joins_unequal: bool,
}
