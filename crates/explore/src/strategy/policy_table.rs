//! Policy: follows a table from recent outcomes to the next one.
//!
//! WISE (Burnim, Juvekar and Sen, ICSE 2009) has one answer a branch; SPF-WCA (Luckow, Kersten and Pasareanu, ICST 2017) one for
//! each branch and the decisions before it. How such a table is found is in `worst/policy_learning.rs`.

use std::collections::BTreeMap;

use dpgen_engine::steer::Site;

use super::{Fork, Item, Strategy, Taken};
use crate::coverage::Coverage;

/// The context of a decision: the place that compares, and the ways of the comparisons before it, the latest last. In a table
/// lookup, which takes several comparisons, their outcomes follow.
pub type Context = (Site, Vec<u32>);

/// The context of a comparison, with `length` of the program's own comparisons before it.
pub(crate) fn context(site: Site, history: &[Taken], length: usize) -> Context {
    let compared = history.iter().rposition(|taken| taken.compares).map_or(0, |place| place + 1);
    let (before, steps) = history.split_at(compared);
    let mut ways: Vec<u32> =
        before.iter().rev().filter(|taken| taken.compares).take(length).map(|taken| taken.way).collect();
    ways.reverse();
    ways.extend(steps.iter().map(|taken| taken.way));
    (site, ways)
}

/// Follows a table of branches, from the root, whatever is offered; where the table says nothing, the first way is taken.
#[derive(Debug, Clone)]
pub struct Policy {
    /// The number of preceding decisions in a context.
    length: usize,
    ways: BTreeMap<Context, u32>,
}

impl Policy {
    /// A policy from a table of contexts with `length` preceding decisions.
    #[must_use]
    pub const fn new(length: usize, ways: BTreeMap<Context, u32>) -> Self {
        Self { length, ways }
    }

    /// The number of preceding decisions in a context.
    #[must_use]
    pub const fn length(&self) -> usize {
        self.length
    }

    /// The way of each context.
    #[must_use]
    pub const fn ways(&self) -> &BTreeMap<Context, u32> {
        &self.ways
    }
}

/// Lists the table: each context with its way; places by file name and line.
impl std::fmt::Display for Policy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.ways.is_empty() {
            return f.write_str("nothing is to decide");
        }
        for (number, ((site, before), way)) in self.ways.iter().enumerate() {
            let file = site.file().rsplit('/').next().unwrap_or_default();
            write!(f, "{}{file}:{} answers {way}", if number > 0 { ", " } else { "" }, site.line())?;
            if !before.is_empty() {
                let before: Vec<String> = before.iter().map(u32::to_string).collect();
                write!(f, " after {}", before.join(" "))?;
            }
        }
        Ok(())
    }
}

impl Strategy for Policy {
    fn offer(&mut self, _: Item) {}

    fn next(&mut self, _: &Coverage) -> Option<Item> {
        None
    }

    fn choose(&mut self, fork: &Fork<'_>) -> usize {
        let Some(asked) = fork.asked else { return 0 };
        let way = self.ways.get(&context(asked.site, fork.history, self.length));
        way.and_then(|way| fork.ways.iter().position(|possible| possible == way)).unwrap_or(0)
    }
}
