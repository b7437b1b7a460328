//! [`Guided`]: structures chosen by what has been learned of a judge that can only be asked.

use std::marker::PhantomData;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use dpgen_forest::catalog::words_of;
use dpgen_forest::{Catalog, Count, Fields};
use dpgen_guide::{Hunt, Limits, Proposal};

pub use dpgen_guide::{
    Abstraction, Ended, Feedback, Guide, JournalError, Learned, LearnedError, Report, SizeTried, Turns,
};

use crate::view::{DpGen, ValueBuilder, ValueReader};

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
    batch: usize,
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
        Self { catalog, guide, seed: 0, limits, batch: 1, hunt: None, of: PhantomData }
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

    /// Sets how many structures [`run_parallel`](Self::run_parallel) judges at a time, before the guide learns from the
    /// first of them; 1 if nothing is said. Which structures come depends on this, and not on the number of threads.
    ///
    /// # Panics
    /// When it is 0.
    #[must_use]
    pub fn batch(mut self, structures: usize) -> Self {
        assert!(structures > 0, "a batch has at least one structure");
        self.batch = structures;
        self
    }

    /// Has these values tried first, and learns from them: a corpus that there is already. A value that is not among the
    /// structures of the build is left out. To be called after the guide, the seed and the limits are set.
    ///
    /// ```
    /// # use dpgen::prelude::*;
    /// #[derive(DpGen, Debug, PartialEq)]
    /// enum Digits {
    ///     End,
    ///     Then(#[dpgen(range = 1..=9)] u8, Box<Digits>),
    /// }
    ///
    /// let digits = Generator::<Digits>::up_to(3).build()?;
    /// let seven = || Digits::Then(7, Box::new(Digits::End));
    /// let mut hunt = digits.guided().seeds([seven()]);
    /// assert_eq!(hunt.run(|_| true).next().map(|found| found.value), Some(seven()));
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn seeds(mut self, values: impl IntoIterator<Item = T>) -> Self {
        for value in values {
            let schema = self.catalog.schema();
            let Ok(nodes) = ValueReader::read(schema, &value) else { continue };
            let Some(whole) = nodes.len().checked_sub(1) else { continue };
            let words = words_of(schema, &nodes, dpgen_forest::index::small(whole));
            self.hunt().seed(words);
        }
        self
    }

    /// Takes over what another hunt has learned: of smaller structures, perhaps. To be called after the guide, the seed and
    /// the limits are set.
    #[must_use]
    pub fn load(mut self, learned: &Learned) -> Self {
        self.hunt().load(learned);
        self
    }

    /// What was learned, to be kept: see [`Learned::to_ron`].
    #[must_use]
    pub fn learned(&mut self) -> Learned {
        self.hunt().learned()
    }

    /// Keeps all answers in a file. If it is there, the hunt goes on to where the file ends, without asking the judge; a hunt
    /// that was killed so loses nothing. To be called last.
    ///
    /// # Errors
    /// When the file can not be read or written, is another hunt's, or was changed.
    pub fn journal(mut self, path: impl AsRef<Path>) -> Result<Self, JournalError> {
        self.hunt().journal(path.as_ref())?;
        Ok(self)
    }

    /// What went wrong with the journal, if that has ended the hunt.
    #[must_use]
    pub fn failure(&self) -> Option<&JournalError> {
        self.hunt.as_ref()?.failure()
    }

    /// The hunt itself.
    fn hunt(&mut self) -> &mut Hunt {
        let Self { catalog, guide, seed, limits, .. } = self;
        self.hunt.get_or_insert_with(|| Hunt::new(catalog.clone(), *guide, *seed, *limits))
    }

    /// Judges structures in several threads, those of rayon's pool, [`batch`](Self::batch) at a time, and hands on those that
    /// are new, in the order in which they were drawn.
    pub fn run_parallel<F: Into<Feedback>>(
        &mut self,
        judge: impl Fn(&T) -> F + Sync,
        mut on_found: impl FnMut(Found<T>),
    ) where
        T: Send,
    {
        let catalog = self.catalog.clone();
        loop {
            let batch = self.batch;
            let proposals: Vec<Proposal> = std::iter::from_fn(|| self.hunt().ask()).take(batch).collect();
            if proposals.is_empty() {
                return;
            }
            let judged: Vec<(T, Feedback)> = proposals
                .par_iter()
                .map(|proposal| {
                    let value = T::build(&mut ValueBuilder::new(catalog.schema(), &proposal.words));
                    let feedback = judge(&value).into();
                    (value, feedback)
                })
                .collect();
            for (proposal, (value, feedback)) in proposals.into_iter().zip(judged) {
                let (size, rank) = (proposal.size, proposal.rank.clone());
                if self.hunt().tell(proposal, feedback.clone()).is_new {
                    on_found(Found { value, size, rank, feedback });
                }
            }
        }
    }

    /// Looks for structures that cost much: the iterator gives each that costs more than all others of its size before.
    ///
    /// The guides are the same; in place of a verdict they learn from the rank of a structure's cost among those of its size.
    ///
    /// ```
    /// # use dpgen::prelude::*;
    /// #[derive(DpGen, Debug)]
    /// enum Keys {
    ///     End,
    ///     Then(#[dpgen(range = 1..=5)] u8, Box<Keys>),
    /// }
    ///
    /// /// How many keys insertion sort moves.
    /// fn moves(keys: &Keys) -> u64 {
    ///     let (mut sorted, mut moves, mut rest) = (Vec::new(), 0, keys);
    ///     while let Keys::Then(key, next) = rest {
    ///         let place = sorted.partition_point(|other| other <= key);
    ///         moves += (sorted.len() - place) as u64;
    ///         sorted.insert(place, *key);
    ///         rest = next;
    ///     }
    ///     moves
    /// }
    ///
    /// let keys = Generator::<Keys>::up_to(5).build()?;
    /// let mut hunt = keys.guided();
    /// let worst = hunt.worst(moves).max_by_key(|costly| costly.cost).expect("there are keys");
    /// assert_eq!((worst.size, worst.cost), (5, 10)); // 5 * 4 / 2: descending
    /// assert_eq!(hunt.report().ended, Some(dpgen::guided::Ended::AllTried)); // so it is the worst
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    pub fn worst<C: FnMut(&T) -> u64>(&mut self, mut cost: C) -> impl Iterator<Item = Costly<T>> {
        std::iter::from_fn(move || {
            loop {
                let proposal = self.hunt().ask()?;
                let value = self.value(&proposal);
                let cost = cost(&value);
                let (size, rank) = (proposal.size, proposal.rank.clone());
                if self.hunt().tell_cost(proposal, cost).is_new {
                    return Some(Costly { value, size, rank, cost });
                }
            }
        })
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

/// A structure that costs more than all others of its size that were tried before.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Costly<T> {
    /// It.
    pub value: T,
    /// Its size.
    pub size: u32,
    /// Its rank.
    pub rank: Count,
    /// What it costs.
    pub cost: u64,
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
