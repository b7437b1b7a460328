//! Searches for worst cases by one method alone, as published; [`Search::Auto`] is compared with these.

use std::cell::RefCell;
use std::rc::Rc;

use dpgen_forest::Limits;

use super::cost_report::{AtSize, Worst};
use super::policy_learning::agreed;
use super::search_method::Search;
use super::search_over_ints::OverRange;
use super::tried_inputs::Inputs;
use crate::strategy::{PySe, Random, Strategy, Taken};
use crate::subject::ExploreError;

impl OverRange<'_> {
    /// Searches for the worst cases of all sizes by one method.
    pub(super) fn alone(&self, search: Search) -> Result<Worst, ExploreError> {
        let mut worst = Worst { sizes: Vec::new(), learned_from: Vec::new(), policy: None };
        let asked = self.settings.sizes();
        let (paths, tries, seed) = (self.settings.paths, self.settings.tries, self.settings.seed);
        match search {
            Search::Auto | Search::Exhaustive => {
                for size in asked {
                    worst.sizes.extend(self.exhaust(size)?.map(|(at, _)| at));
                }
            }
            Search::Inputs => {
                for size in asked {
                    let ints = self.ints_of(size);
                    let interrupt = Limits::none().time(self.settings.time).interrupt();
                    let found = Inputs::new(&ints, self.settings.measured).random(tries, seed, &interrupt);
                    worst.sizes.extend(found.map(|found| found_at(size, found, "by random inputs")));
                }
            }
            Search::Adversary => {
                for size in asked {
                    let ints = self.ints_of(size);
                    let interrupt = Limits::none().time(self.settings.time).interrupt();
                    let found = Inputs::new(&ints, self.settings.measured).against(tries, seed, &interrupt);
                    worst.sizes.extend(found.map(|found| found_at(size, found, "by an adversary")));
                }
            }
            Search::Paths => {
                for size in asked {
                    self.along_strategy(&mut worst, size, Random::new(seed), tries, "by random paths")?;
                }
            }
            Search::Branches { history } => {
                let (known, _) = self.small_sizes(asked.last().copied().unwrap_or(0))?;
                // One worst path a size, as in both papers.
                let paths_of: Vec<&[Taken]> =
                    known.iter().filter_map(|(_, kept)| kept.first().map(Vec::as_slice)).collect();
                let policy = agreed(&paths_of[paths_of.len() / 2..], history);
                for size in asked {
                    self.along_strategy(&mut worst, size, policy.clone(), paths, "by a table of branches")?;
                }
            }
            Search::PySe { history } => {
                let learner = Rc::new(RefCell::new(PySe::new(history, seed)));
                for size in asked {
                    self.along_strategy(&mut worst, size, learner.clone(), tries, "by Q-learning")?;
                }
            }
        }
        Ok(worst)
    }

    /// Adds the worst of the paths of a strategy, up to a number.
    fn along_strategy(
        &self,
        worst: &mut Worst,
        size: u32,
        strategy: impl Strategy + 'static,
        paths: u64,
        by: &'static str,
    ) -> Result<(), ExploreError> {
        let found = self.try_at(size, strategy, paths)?;
        worst.sizes.extend(found.map(|found| found_at(size, found, by)));
        Ok(())
    }
}

fn found_at(size: u32, (cost, witness, paths): (u64, Vec<i64>, u64), by: &'static str) -> AtSize {
    AtSize { size, cost, bound: None, witness, paths, by }
}
