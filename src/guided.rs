//! [`Guided`]: structures chosen by what has been learned of a judge that can only be asked.

use std::marker::PhantomData;
use std::sync::Arc;
use std::time::Duration;

use dpgen_forest::{Catalog, Count, Fields};
use dpgen_guide::{Hunt, Limits, Proposal};

pub use dpgen_guide::{Abstraction, Ended, Feedback, Guide, Report, SizeTried};

use crate::view::{DpGen, ValueBuilder};

/// A hunt over the structures of a build, with a judge that can only be asked.
///
/// What is known of validity, the type and its `rep_ok`, is exact: the build knows it, and nothing outside of it is tried.
/// What is not known is learned from the judge's answers. No structure is tried twice.
#[derive(Debug)]
pub struct Guided<T> {
    catalog: Arc<Catalog>,
    guide: Guide,
    seed: u64,
    limits: Limits,
    hunt: Option<Hunt>,
    of: PhantomData<fn() -> T>,
}

impl<T: DpGen> Guided<T> {
    pub(crate) fn new(catalog: Arc<Catalog>) -> Self {
        assert!(
            catalog.fields() == Fields::Concrete,
            "a guide needs values: build with concrete fields, not with symbolic ones"
        );
        let (guide, limits) = (Guide::Auto, Limits::default());
        Self { catalog, guide, seed: 0, limits, hunt: None, of: PhantomData }
    }

    /// Sets who decides which structure is tried next; [`Guide::Auto`] if nothing is said.
    #[must_use]
    pub fn guide(mut self, guide: Guide) -> Self {
        self.guide = guide;
        self
    }

    /// Sets the seed: the same one, with the same answers, gives the same structures.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Ends the hunt after so many executions of the judge.
    #[must_use]
    pub fn executions(mut self, executions: u64) -> Self {
        self.limits.executions = Some(executions);
        self
    }

    /// Ends the hunt after this time, from its first structure on.
    #[must_use]
    pub fn time(mut self, time: Duration) -> Self {
        self.limits.time = Some(time);
        self
    }

    /// The hunt itself.
    fn hunt(&mut self) -> &mut Hunt {
        let Self { catalog, guide, seed, limits, .. } = self;
        self.hunt.get_or_insert_with(|| Hunt::new(catalog.clone(), *guide, *seed, *limits))
    }

    /// Judges structures as the iterator is asked for more, and gives those that are new: valid ones, those with a behaviour
    /// that none before had, and bugs.
    pub fn run<F: Into<Feedback>, J: FnMut(&T) -> F>(&mut self, judge: J) -> Run<'_, T, J> {
        Run { guided: self, judge }
    }

    /// What has been tried, and what came of it.
    #[must_use]
    pub fn report(&mut self) -> Report {
        self.hunt().report()
    }

    fn value(&self, proposal: &Proposal) -> T {
        T::build(&mut ValueBuilder::new(self.catalog.schema(), &proposal.words))
    }
}

/// A structure that showed something new.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Found<T> {
    /// It.
    pub value: T,
    /// Its size.
    pub size: u32,
    /// Its rank: [`Structures::nth`](crate::Structures::nth) gives it again.
    pub rank: Count,
    /// What the judge said.
    pub feedback: Feedback,
}

/// Runs a hunt: see [`Guided::run`].
#[derive(Debug)]
pub struct Run<'a, T, J> {
    guided: &'a mut Guided<T>,
    judge: J,
}

impl<T: DpGen, F: Into<Feedback>, J: FnMut(&T) -> F> Iterator for Run<'_, T, J> {
    type Item = Found<T>;

    fn next(&mut self) -> Option<Found<T>> {
        loop {
            let proposal = self.guided.hunt().ask()?;
            let value = self.guided.value(&proposal);
            let feedback = (self.judge)(&value).into();
            let (size, rank) = (proposal.size, proposal.rank.clone());
            if self.guided.hunt().tell(proposal, feedback.clone()).is_new {
                return Some(Found { value, size, rank, feedback });
            }
        }
    }
}
