//! [`Hunt`]: the loop of a hunt: propose a structure, have it judged, update.
//!
//! It knows neither how a structure becomes a value or a text, nor who judges it: a typed library and a command line drive
//! the same hunt. Invariant: what it asks for depends on the catalog, the options, and on what it was told, in order; on
//! neither time nor threads, but for where a limit ends it. What it is told is in [`record_feedback`].

mod record_feedback;

use std::collections::VecDeque;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use dpgen_forest::Catalog;
use dpgen_forest::index::wide;
use rustc_hash::FxHashSet;

use crate::cost_distribution::Costs;
use crate::guide_kind::Guide;
use crate::guide_policy::{Next, Policy};
use crate::hunt_journal::{Event, Journal, JournalError, Replayed};
use crate::hunt_limits::{HuntEnd, Limits};
use crate::hunt_report::{Report, SizeTried, VerdictCounts};
use crate::novelty::Novelty;
use crate::saved_knowledge::Learned;
use crate::search_space::{Admission, Proposal, Space};

/// A policy that knows of nothing is asked so often before it is believed.
const MAX_EMPTY_PROPOSALS: u32 = 1000;
/// One that searches is asked so often.
const MAX_EMPTY_SEARCHES: u32 = 20_000;

/// A hunt: ask, judge, tell.
///
/// ```
/// use std::sync::Arc;
/// use dpgen::prelude::*;
/// use dpgen_guide::{HuntEnd, Feedback, Guide, Hunt, Limits};
///
/// #[derive(DpGen)]
/// enum Digits {
///     End,
///     Then(#[dpgen(range = 1..=3)] i64, Box<Digits>),
/// }
///
/// let digits = Generator::<Digits>::up_to(3).build()?;
/// let mut hunt = Hunt::new(Arc::new(digits.catalog().clone()), Guide::Uniform, 7, Limits::default());
/// while let Some(proposal) = hunt.ask() {
///     let sum: u32 = proposal.words.iter().skip(1).step_by(2).sum(); // the judge
///     hunt.tell(proposal, Feedback::from(sum % 2 == 0));
/// }
/// assert_eq!(hunt.ended(), Some(HuntEnd::AllTried));
/// assert_eq!(hunt.report().executions, 1 + 3 + 9 + 27);
/// # Ok::<(), dpgen::BuildError>(())
/// ```
#[derive(Debug)]
pub struct Hunt {
    space: Space,
    policy: Box<dyn Policy + Send>,
    limits: Limits,
    begun: Option<Instant>,
    ended: Option<HuntEnd>,
    asked: u64,
    repeats: u64,
    tally: VerdictCounts,
    behaviours: FxHashSet<u64>,
    sizes: Vec<SizeTried>,
    /// Structures to try before the proposals of the guide.
    seeds: VecDeque<Proposal>,
    /// Which of those asked for, and not told of, are seeds: in order.
    asked_seeds: VecDeque<bool>,
    novelty: Novelty,
    /// By size, the costs of late structures, and the highest of all.
    costs: Vec<Costs>,
    journal: Option<Journal>,
    replayed: Replayed,
    /// Proposals made before the end of the hunt whose feedback is missing.
    outstanding: VecDeque<Proposal>,
    failure: Option<JournalError>,
    name: String,
}

impl Hunt {
    /// A hunt over the structures of a catalog.
    ///
    /// # Panics
    /// When data is symbolic, as a judge needs values, or when [`no_guide_because`](crate::no_guide_because) says why not.
    #[must_use]
    pub fn new(catalog: Arc<Catalog>, guide: Guide, seed: u64, limits: Limits) -> Self {
        let space = Space::new(catalog, seed);
        let policy = guide.policy(&space);
        let sizes = space.counts().iter().map(|count| SizeTried::new(count.clone())).collect();
        let (begun, ended, tally, behaviours) = (None, None, VerdictCounts::default(), FxHashSet::default());
        // What a journal of this hunt begins with.
        let schema = dpgen_forest::fnv1a(format!("{:?}", space.schema().all_constructors()).as_bytes());
        let (total, sizes_known) = (space.total(), space.counts().len());
        let name = format!(
            "dpgen-hunt 2 {guide:?} seed {seed}, {total} structures of {sizes_known} sizes, schema {schema:x}"
        );
        let (seeds, asked_seeds, costs) = (VecDeque::new(), VecDeque::new(), Vec::new());
        Self {
            space,
            policy,
            limits,
            begun,
            ended,
            asked: 0,
            repeats: 0,
            tally,
            behaviours,
            sizes,
            seeds,
            asked_seeds,
            novelty: Novelty::default(),
            costs,
            journal: None,
            replayed: Replayed::default(),
            outstanding: VecDeque::new(),
            failure: None,
            name,
        }
    }

    /// Keeps all that happens in a file; if it is there, the hunt first goes on to where the file ends, without a judge. To be
    /// called before the first structure is asked for, after seeds and what was learned are given.
    ///
    /// # Errors
    /// When the file can not be read or written, is another hunt's, or was changed.
    pub fn journal(&mut self, path: &Path) -> Result<(), JournalError> {
        let (journal, events, cut) = Journal::open(path, &self.name)?;
        self.replayed = Replayed { asked: 0, cut };
        let mut asked = VecDeque::new();
        for (event, number) in events.into_iter().zip(2..) {
            let misfit = || JournalError::Line(path.to_owned(), number);
            match event {
                Event::Proposed => {
                    asked.push_back(self.next().ok_or_else(misfit)?);
                    self.replayed.asked += 1;
                }
                Event::Judged(feedback) => {
                    self.told(asked.pop_front().ok_or_else(misfit)?, feedback);
                }
                Event::Cost(cost) => {
                    self.cost(asked.pop_front().ok_or_else(misfit)?, cost);
                }
            }
        }
        (self.outstanding, self.journal) = (asked, Some(journal));
        Ok(())
    }

    /// The content of the journal when the hunt resumed from it.
    #[must_use]
    pub fn replayed(&self) -> Replayed {
        self.replayed
    }

    /// The error of the journal, if it has ended the hunt.
    #[must_use]
    pub fn failure(&self) -> Option<&JournalError> {
        self.failure.as_ref()
    }

    /// Writes to the journal; `false` if that fails.
    fn keep(&mut self, event: &Event) -> bool {
        let Some(journal) = &mut self.journal else { return true };
        let Err(failure) = journal.write(event) else { return true };
        (self.failure, self.ended) = (Some(failure), Some(HuntEnd::Journal));
        false
    }

    /// Has a structure tried before anything that the guide proposes: the seeds of a corpus. `false` if it is none of the
    /// catalog's, or was given before.
    pub fn seed(&mut self, words: Vec<u32>) -> bool {
        let Admission::New(proposal) = self.space.admit(words) else { return false };
        self.seeds.push_back(proposal);
        true
    }

    /// Takes over what another hunt has learned; to be called before the first structure is asked for.
    pub fn load(&mut self, learned: &Learned) {
        self.policy.load(&self.space, learned);
    }

    /// The knowledge of the guide, to be saved.
    #[must_use]
    pub fn learned(&self) -> Learned {
        let mut learned = Learned::default();
        self.policy.save(&self.space, &mut learned);
        learned
    }

    /// The knowledge of the guide as conditions of a spec, for review.
    #[must_use]
    pub fn conditions(&self) -> crate::learned_conditions::Conditions {
        self.policy.conditions(&self.space)
    }

    /// The next structure to judge; `None` once the hunt has [`ended`](Self::ended). Several may be asked for before the
    /// first is told of.
    pub fn ask(&mut self) -> Option<Proposal> {
        self.begun.get_or_insert_with(Instant::now);
        if self.failure.is_some() {
            return None;
        }
        if self.is_late() {
            self.ended = Some(HuntEnd::Time);
            return None;
        }
        if let Some(proposal) = self.outstanding.pop_front() {
            return Some(proposal);
        }
        let executions = self.asked + self.repeats;
        if self.limits.executions.is_some_and(|limit| limit <= executions) {
            self.ended = Some(HuntEnd::Executions);
            return None;
        }
        let proposal = self.next()?;
        self.keep(&Event::Proposed).then_some(proposal)
    }

    /// Whether the time is over.
    fn is_late(&self) -> bool {
        let elapsed = self.begun.map(|begun| begun.elapsed());
        self.limits.time.zip(elapsed).is_some_and(|(limit, elapsed)| limit <= elapsed)
    }

    /// The next structure, whatever the limit on executions.
    fn next(&mut self) -> Option<Proposal> {
        if let Some(seed) = self.seeds.pop_front() {
            self.asked += 1;
            self.asked_seeds.push_back(true);
            return Some(seed);
        }
        let (mut patience, mut searches) = (MAX_EMPTY_PROPOSALS, MAX_EMPTY_SEARCHES);
        while patience > 0 && searches > 0 {
            if self.space.is_exhausted() {
                self.ended = Some(HuntEnd::AllTried);
                return None;
            }
            // Who has seen nothing accepted knows nothing; and a low cost is no proof that what is like it costs little.
            if self.tally.valid > 0 && self.costs.is_empty() && self.policy.has_ended() {
                self.ended = Some(HuntEnd::AllUnrefuted);
                return None;
            }
            match self.policy.propose(&mut self.space) {
                Next::Try(proposal) => {
                    self.asked += 1;
                    self.asked_seeds.push_back(false);
                    self.ended = None;
                    return Some(proposal);
                }
                Next::Repeat => {
                    self.repeats += 1;
                    if self.limits.executions.is_some_and(|limit| limit <= self.asked + self.repeats) {
                        self.ended = Some(HuntEnd::Executions);
                        return None;
                    }
                }
                Next::Searching if self.is_late() => {
                    self.ended = Some(HuntEnd::Time);
                    return None;
                }
                Next::Searching => searches -= 1,
                Next::Nothing => patience -= 1,
            }
        }
        self.ended = Some(HuntEnd::Stuck);
        None
    }

    /// The reason for the end of the hunt, if it has ended.
    #[must_use]
    pub fn ended(&self) -> Option<HuntEnd> {
        self.ended
    }

    /// The structures that it chooses from.
    #[must_use]
    pub fn catalog(&self) -> &Catalog {
        self.space.catalog()
    }

    /// The figures of the hunt.
    #[must_use]
    pub fn report(&self) -> Report {
        Report { learned: self.policy.learned(&self.space), ..self.progress() }
    }

    /// The same without what was learned, which takes time to put into words: for who looks often.
    #[must_use]
    pub fn progress(&self) -> Report {
        let VerdictCounts { valid, invalid, bugs, .. } = self.tally;
        Report {
            executions: valid + invalid + bugs + self.repeats,
            repeats: self.repeats,
            again: self.space.again(),
            valid,
            invalid,
            bugs,
            behaviours: wide(self.behaviours.len()),
            sizes: self.sizes.clone(),
            guides: self.policy.turns(),
            time: self.begun.map(|begun| begun.elapsed()).unwrap_or_default(),
            ended: self.ended,
            learned: Vec::new(),
        }
    }
}
