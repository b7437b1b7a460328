//! How a hunt is run: in order ([`Run`]), in several threads, or for the highest cost; and what it finds.

use dpgen_forest::Count;
use dpgen_guide::{Feedback, Proposal, Report};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use super::Guided;
use crate::types::DpGen;
use crate::types::value::builder::ValueBuilder;

impl<T: DpGen> Guided<T> {
    /// Judges structures in several threads, those of rayon's pool, [`batch`](Self::batch) at a time, and hands on those that
    /// are new, in the order in which they were drawn.
    ///
    /// ```
    /// # use dpgen::prelude::*; use dpgen::guided::*;
    /// # #[derive(DpGen, Debug, Clone, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::up_to(6).build()?;
    /// # fn low(tree: &Tree) -> bool { let Tree::Node(left, _) = tree else { return true }; **left == Tree::Leaf }
    /// let mut hunt = trees.guided().batch(8);
    /// hunt.run_parallel(low, |found| assert!(low(&found.value)));
    /// // Nothing, or a root without a left part and any of the 65 trees of up to 5 nodes.
    /// assert_eq!(hunt.report().valid, 1 + 65);
    /// assert!(matches!(hunt.report().ended, Some(HuntEnd::AllTried | HuntEnd::AllUnrefuted)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
    /// assert_eq!(hunt.report().ended, Some(dpgen::guided::HuntEnd::AllTried)); // so it is the worst
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
    ///
    /// ```
    /// # use dpgen::prelude::*; use dpgen::guided::*;
    /// # #[derive(DpGen, Debug, Clone, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::up_to(6).build()?;
    /// # fn low(tree: &Tree) -> bool { let Tree::Node(left, _) = tree else { return true }; **left == Tree::Leaf }
    /// let mut hunt = trees.guided();
    /// let first = hunt.run(low).next().map(|found| found.value);
    /// assert_eq!(first, Some(Tree::Leaf));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn run<F: Into<Feedback>, J: FnMut(&T) -> F>(&mut self, judge: J) -> Run<'_, T, J> {
        Run { guided: self, judge }
    }

    /// What has been tried, and what came of it.
    ///
    /// ```
    /// # use dpgen::prelude::*; use dpgen::guided::*;
    /// # #[derive(DpGen, Debug, Clone, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::up_to(6).build()?;
    /// # fn low(tree: &Tree) -> bool { let Tree::Node(left, _) = tree else { return true }; **left == Tree::Leaf }
    /// let mut hunt = trees.guided();
    /// hunt.run(low).for_each(drop);
    /// let report = hunt.report();
    /// assert_eq!(report.executions, report.valid + report.invalid);
    /// assert!(report.to_string().contains("executions"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
