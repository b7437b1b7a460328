//! All models of a system, as an iterator.
//!
//! A thin coat over a [`Search`]: it spends a [`Limit`] across calls, says whether that ended the iteration,
//! and has every model judged in debug builds.

use super::checker;
use super::constraint::Constraint;
use super::interrupt::Reason;
use super::model::Model;
use super::search::{Limit, Outcome, Search};

/// The lexicographically ascending models of a system, one by one.
///
/// The iterator ends when there are no more, when the limit is reached or when it is interrupted; [`stopped`](Models::stopped)
/// tells which, and [`resume`](Models::resume) goes on.
#[derive(Debug)]
pub struct Models {
    search: Search<'static>,
    domains: Vec<(i64, i64)>,
    constraints: Vec<Constraint>,
    limit: Limit,
    left: u64,
    stopped: Option<Reason>,
}

impl Models {
    /// The models that `search` finds; `domains` and `constraints` are what the checker holds them to.
    pub(super) fn new(
        search: Search<'static>,
        domains: Vec<(i64, i64)>,
        constraints: Vec<Constraint>,
        limit: Limit,
    ) -> Models {
        Models { search, domains, constraints, limit, left: limit.nodes, stopped: None }
    }

    /// What ended the iteration before its end: the limit or an interrupt. After the last model, `None` says that
    /// these were all.
    #[must_use]
    pub fn stopped(&self) -> Option<Reason> {
        self.stopped
    }

    /// Allows as many further nodes, so that iteration can go on where it stopped.
    pub fn resume(&mut self, limit: Limit) {
        self.limit = limit;
        self.left = limit.nodes;
        self.stopped = None;
    }
}

impl Iterator for Models {
    type Item = Model;

    fn next(&mut self) -> Option<Model> {
        let before = self.search.nodes();
        let outcome = self.search.next(Limit::nodes(self.left));
        self.left = self.left.saturating_sub(self.search.nodes() - before);
        match outcome {
            Outcome::Sat(model) => {
                debug_assert_eq!(checker::check(&self.domains, &self.constraints, &model), Ok(()));
                Some(model)
            }
            Outcome::Unsat => None,
            Outcome::Unknown(reason) => {
                self.stopped = Some(match reason {
                    // The search was given what is left of it.
                    Reason::Limit(_) => Reason::Limit(self.limit),
                    Reason::Interrupted => reason,
                });
                None
            }
        }
    }
}
