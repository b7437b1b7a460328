//! [`Hunt`]: which structures are tried, and what comes of it: ask for a structure, judge it, tell.
//!
//! It knows neither how a structure becomes a value or a text, nor who judges it: a typed library and a command line drive
//! the same hunt. Invariant: what it asks for depends on the catalog, the options, and on what it was told, in order; on
//! neither time nor threads, but for where a limit ends it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use dpgen_forest::Catalog;
use dpgen_forest::index::{at, wide};
use rustc_hash::FxHashSet;

use crate::feedback::Feedback;
use crate::kind::Guide;
use crate::policy::{Next, Policy, Tried};
use crate::report::{Report, SizeTried};
use crate::space::{Proposal, Space};

/// A policy that knows of nothing is asked so often before it is believed.
const PATIENCE: u32 = 1000;

/// When a hunt ends at the latest.
///
/// ```
/// use dpgen_guide::Limits;
/// use std::time::Duration;
///
/// let limits = Limits { executions: Some(100_000), time: Some(Duration::from_secs(60)) };
/// assert_eq!(Limits::default(), Limits { executions: None, time: None });
/// # let _ = limits;
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Limits {
    /// After so many executions, those of repeats included.
    pub executions: Option<u64>,
    /// After this time, from the first structure on.
    pub time: Option<Duration>,
}

/// Why a hunt has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// Every structure of the catalog was tried.
    AllTried,
    /// Every structure was tried that has nothing refuted, and what was learned explains all answers.
    AllUnrefuted,
    /// The guide finds nothing that it has not tried, though there is more.
    Stuck,
    /// The limit on executions.
    Executions,
    /// The limit on time.
    Time,
}

/// What a structure turned out to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verdict {
    /// Whether it is accepted.
    pub is_valid: bool,
    /// Whether it is a bug, or showed what no structure before it did: a behaviour, or, where the judge names none, that it is
    /// accepted.
    pub is_new: bool,
}

/// A hunt: ask, judge, tell.
///
/// ```
/// use std::sync::Arc;
/// use dpgen::prelude::*;
/// use dpgen_guide::{Ended, Feedback, Guide, Hunt, Limits};
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
/// assert_eq!(hunt.ended(), Some(Ended::AllTried));
/// assert_eq!(hunt.report().executions, 1 + 3 + 9 + 27);
/// # Ok::<(), dpgen::BuildError>(())
/// ```
#[derive(Debug)]
pub struct Hunt {
    space: Space,
    policy: Box<dyn Policy + Send>,
    limits: Limits,
    begun: Option<Instant>,
    ended: Option<Ended>,
    asked: u64,
    repeats: u64,
    told: Told,
    behaviours: FxHashSet<u64>,
    sizes: Vec<SizeTried>,
}

/// How many structures were told of.
#[derive(Debug, Default)]
struct Told {
    valid: u64,
    invalid: u64,
    bugs: u64,
    /// Whether the judge has named behaviours.
    named: bool,
}

impl Hunt {
    /// A hunt over the structures of a catalog.
    ///
    /// # Panics
    /// When data is symbolic: a judge needs values.
    #[must_use]
    pub fn new(catalog: Arc<Catalog>, guide: Guide, seed: u64, limits: Limits) -> Self {
        let space = Space::new(catalog, seed);
        let policy = guide.policy(&space);
        let sizes = space.counts().iter().map(|count| SizeTried::new(count.clone())).collect();
        let (begun, ended, told, behaviours) = (None, None, Told::default(), FxHashSet::default());
        Self { space, policy, limits, begun, ended, asked: 0, repeats: 0, told, behaviours, sizes }
    }

    /// The next structure to judge; `None` once the hunt has [`ended`](Self::ended). Several may be asked for before the
    /// first is told of.
    pub fn ask(&mut self) -> Option<Proposal> {
        let begun = *self.begun.get_or_insert_with(Instant::now);
        for _ in 0..PATIENCE {
            let executions = self.asked + self.repeats;
            self.ended = if self.limits.executions.is_some_and(|limit| limit <= executions) {
                Some(Ended::Executions)
            } else if self.limits.time.is_some_and(|limit| limit <= begun.elapsed()) {
                Some(Ended::Time)
            } else if self.space.is_exhausted() {
                Some(Ended::AllTried)
            } else {
                None
            };
            if self.ended.is_some() {
                return None;
            }
            match self.policy.propose(&mut self.space) {
                Next::Try(proposal) => {
                    self.asked += 1;
                    return Some(proposal);
                }
                Next::Repeat => self.repeats += 1,
                Next::Nothing if self.policy.has_ended() => {
                    self.ended = Some(Ended::AllUnrefuted);
                    return None;
                }
                Next::Nothing => {}
            }
        }
        self.ended = Some(Ended::Stuck);
        None
    }

    /// Tells what the judge said of a structure that was asked for.
    pub fn tell(&mut self, proposal: Proposal, feedback: Feedback) -> Verdict {
        let is_valid = feedback.is_valid();
        let size = &mut self.sizes[at(proposal.size)];
        size.tried += 1;
        let is_new = match &feedback {
            Feedback::Invalid => false,
            Feedback::Valid => !self.told.named,
            Feedback::Behaviour(behaviour) => {
                self.told.named = true;
                self.behaviours.insert(*behaviour)
            }
            Feedback::Bug(_) => true,
        };
        if is_valid {
            size.valid += 1;
            self.told.valid += 1;
            self.space.accept(proposal.size, &proposal.rank);
        } else if matches!(feedback, Feedback::Bug(_)) {
            self.told.bugs += 1;
        } else {
            self.told.invalid += 1;
        }
        self.policy.learn(&self.space, &Tried { proposal, feedback, is_new });
        Verdict { is_valid, is_new }
    }

    /// Why the hunt has ended, if it has.
    #[must_use]
    pub fn ended(&self) -> Option<Ended> {
        self.ended
    }

    /// The structures that it chooses from.
    #[must_use]
    pub fn catalog(&self) -> &Catalog {
        self.space.catalog()
    }

    /// What has been tried, and what came of it.
    #[must_use]
    pub fn report(&self) -> Report {
        let Told { valid, invalid, bugs, .. } = self.told;
        Report {
            executions: valid + invalid + bugs + self.repeats,
            repeats: self.repeats,
            valid,
            invalid,
            bugs,
            behaviours: wide(self.behaviours.len()),
            sizes: self.sizes.clone(),
            time: self.begun.map(|begun| begun.elapsed()).unwrap_or_default(),
            ended: self.ended,
            learned: self.policy.learned(&self.space),
        }
    }
}
