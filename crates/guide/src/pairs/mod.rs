//! [`Pairs`]: a guide that learns which choices do not go together, and avoids them.
//!
//! It goes through the structures from the smallest on (the *sweep*), leaving out all that have a refuted feature, and draws
//! larger ones in between. So what is small is tried exhaustively, and proves or refutes what larger structures are made of.
//! Once the sweep ends, everything that is not refuted has been tried. What is likely harmful is avoided before that is certain, and
//! tried now and then ([`guesses`]). Read [`feature_knowledge`], then [`backtracking_search`].

mod backtracking_search;
mod descendant_features;
pub(crate) mod feature;
mod feature_knowledge;
mod feature_text;
mod guesses;
mod name_lookup;
mod refuted_conditions;

use dpgen_forest::index::at;

use self::backtracking_search::{Search, SearchEnd};
use self::feature::FeatureId;
use self::feature_knowledge::{FeatureStatus, Knowledge};
use self::name_lookup::Names;
use crate::draft::Bounds;
use crate::guide_policy::{JudgedStructure, Next, Policy};
use crate::judge_feedback::Feedback;
use crate::learned_conditions::Conditions;
use crate::pending_proposals::PendingProposals;
use crate::saved_knowledge::{Learned, LearnedFeature};
use crate::search_space::{Admission, Proposal, Space};
use crate::size_sampler::SizeSampler;
use crate::unique_names::UniqueNames;

/// The number of structures from the sweep before larger ones are drawn in between.
const FIRST_SWEEP_LEN: u64 = 1000;
/// The number of proposals that the sweep has after draws have failed, at first; then twice as many each time.
const FIRST_PATIENCE: u64 = 64;
/// The maximum number of steps of a search before something else is tried.
const MAX_SEARCH_STEPS: u32 = 10_000;
/// The number of draws in a row that may fail before the sweep has its turn.
const MAX_FAILED_DRAWS: u32 = 40;
/// The number of times that a refuted feature has to be tried.
const REFUTATION_TRIES: u32 = 3;

/// The maximum number of structures with refuted features to try before the hunt reports that all others were tried.
const MAX_REFUTED_TRIES: u32 = 200;

/// The maximum number of judged structures to keep.
const MAX_HISTORY_LEN: usize = 20_000;

/// The number of features of a draw that may be open; more, the more draws have failed before.
const MAX_OPEN: usize = 3;
/// The share of a sweep's structures that have to be accepted, where draws find more, for it to have most proposals.
const MIN_SWEEP_YIELD: f64 = 0.05;
/// The weight of each proposal in the share that was accepted lately.
const YIELD_LEARNING_RATE: f64 = 0.02;

/// Where a proposal comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Source {
    Sweep,
    Draw,
}

/// Learns which choices do not go together.
#[derive(Debug)]
pub(crate) struct Pairs {
    knowledge: Knowledge,
    sweep: Search,
    /// The size that the sweep is at; `None` once it has ended.
    size: Option<u32>,
    /// The size of the sweep: all smaller structures have been visited.
    from: u32,
    /// The number of overturned refutations when the sweep began.
    overturned: u64,
    draws: Search,
    sizes: SizeSampler,
    proposed: u64,
    /// The number of proposals that are left to the sweep, as draws failed.
    rest: u64,
    patience: u64,
    /// The share of draws that were new lately.
    fresh: f64,
    open: Vec<u32>,
    /// The number of structures with refuted features that are still to be tried, once the sweep has ended.
    doubts: u32,
    /// Proposals that are not judged yet, with their features.
    pending: PendingProposals<(Vec<FeatureId>, Source)>,
    /// The share of proposals of the sweep, and of draws, that were accepted lately.
    yields: [f64; 2],
    /// Judged structures, for the next level.
    history: Vec<(Box<[u32]>, bool)>,
}

impl Pairs {
    fn words<'a>(&self, space: &'a Space) -> UniqueNames<'a> {
        UniqueNames { schema: space.schema(), layout: &space.layout }
    }

    pub(crate) fn new(space: &Space) -> Self {
        let bounds = Bounds { size: 0, depth: space.bounds.depth };
        let mut sweep = Search::new(&space.layout, bounds);
        sweep.begin(&space.layout, bounds, None, 0);
        Self {
            knowledge: Knowledge::new(&space.layout),
            sweep,
            size: Some(0),
            from: 0,
            overturned: 0,
            draws: Search::new(&space.layout, bounds),
            sizes: SizeSampler::new(space),
            proposed: 0,
            rest: FIRST_SWEEP_LEN,
            patience: FIRST_PATIENCE,
            fresh: 1.0,
            open: Vec::new(),
            doubts: 0,
            pending: PendingProposals::default(),
            yields: [1.0; 2],
            history: Vec::new(),
        }
    }

    /// The next structure of the sweep.
    fn swept(&mut self, space: &mut Space) -> Next {
        let Some(mut size) = self.size else { return Next::Nothing };
        for _ in 0..1000 {
            match self.sweep.next(&space.layout, &mut self.knowledge, &mut space.rng, MAX_SEARCH_STEPS) {
                SearchEnd::GaveUp => {
                    self.knowledge.guesses.gave_up();
                    return Next::Searching;
                }
                SearchEnd::Exhausted => {
                    let ended = !self.sweep.cut || size == space.bounds.size;
                    self.from = size + 1;
                    // Every small size is tried whole before larger ones, as it proves what these are made of; each bound visits
                    // what is below it again, so that steps grow with the size.
                    size = (size + 1 + size / 5).min(space.bounds.size);
                    if ended {
                        if !self.knowledge.guesses.is_empty() {
                            // What was left out by a guess is visited before an end is claimed.
                            self.knowledge.guesses.clear();
                        } else if self.overturned == self.knowledge.overturned() {
                            self.size = None;
                            self.doubts = MAX_REFUTED_TRIES.min(3 * self.knowledge.refuted());
                            return Next::Nothing;
                        }
                        (self.overturned, size, self.from) = (self.knowledge.overturned(), 0, 0);
                    }
                    self.size = Some(size);
                    let bounds = Bounds { size, depth: space.bounds.depth };
                    self.sweep.begin(&space.layout, bounds, None, 0);
                }
                SearchEnd::Whole if self.sweep.draft.size() < self.from => {}
                SearchEnd::Whole => {
                    self.knowledge.open(self.sweep.features(), &mut self.open);
                    if self.knowledge.refutes(&self.open) {
                        self.sweep.leave_refuted(&space.layout, &mut self.knowledge);
                        continue;
                    }
                    let words = self.sweep.draft.words(&space.layout);
                    match space.admit(words) {
                        Admission::New(proposal) => {
                            let features = self.sweep.features().to_vec();
                            self.knowledge.guesses.tried(&self.open);
                            self.pending.push(proposal.words.clone(), (features, Source::Sweep));
                            return Next::Try(proposal);
                        }
                        Admission::Again { .. } => {}
                        Admission::Excluded => self.knowledge.learn(self.sweep.features(), false),
                    }
                }
            }
        }
        Next::Searching
    }

    /// A structure drawn at random.
    fn drawn(&mut self, space: &mut Space, pardons: u32) -> Option<Proposal> {
        for failed in 0..MAX_FAILED_DRAWS {
            let target = self.sizes.draw(space);
            self.fresh *= 0.95;
            self.draws.begin(&space.layout, space.bounds, Some(target), pardons);
            let found =
                self.draws.next(&space.layout, &mut self.knowledge, &mut space.rng, MAX_SEARCH_STEPS / 10);
            if found != SearchEnd::Whole {
                continue;
            }
            self.knowledge.open(self.draws.features(), &mut self.open);
            let mut refuted = self.open.iter().copied();
            let refuted =
                refuted.find(|feature| self.knowledge.known(*feature).standing == FeatureStatus::Refuted);
            match refuted {
                Some(feature)
                    if self.size.is_some() && self.knowledge.known(feature).refused >= REFUTATION_TRIES =>
                {
                    continue;
                }
                None if pardons > 0
                    || self.open.len() > MAX_OPEN + at(failed / 4) && !space.once_in(8)
                    || self.knowledge.refutes(&self.open) =>
                {
                    continue;
                }
                _ => {}
            }
            let words = self.draws.draft.words(&space.layout);
            match space.admit(words) {
                Admission::New(proposal) => {
                    self.sizes.was_new(target);
                    self.fresh += 0.05;
                    let features = self.draws.features().to_vec();
                    self.knowledge.guesses.tried(&self.open);
                    self.pending.push(proposal.words.clone(), (features, Source::Draw));
                    return Some(proposal);
                }
                Admission::Again { .. } => {}
                Admission::Excluded => self.knowledge.learn(self.draws.features(), false),
            }
        }
        None
    }
}

impl Pairs {
    /// Learns from a judged structure.
    fn note(&mut self, space: &Space, words: &[u32], valid: bool) {
        let mut features = Vec::new();
        let Self { draws, knowledge, .. } = self;
        draws.read(space.schema(), &space.layout, words, |feature| features.push(knowledge.id(feature)));
        knowledge.learn(&features, valid);
    }

    /// Begins anew with more kinds of features: too many structures are refused for no reason that is known.
    fn look_at_more(&mut self, space: &Space) {
        let Some(level) = self.draws.reader.level.next() else { return };
        (self.draws.reader.level, self.sweep.reader.level) = (level, level);
        self.knowledge = Knowledge::new(&space.layout);
        self.pending.clear();
        for (words, valid) in std::mem::take(&mut self.history) {
            self.note(space, &words, valid);
            self.history.push((words, valid));
        }
        self.restart(space);
    }

    /// Begins the sweep anew; what was tried is passed over.
    fn restart(&mut self, space: &Space) {
        (self.size, self.from, self.overturned) = (Some(0), 0, self.knowledge.overturned());
        self.sweep.begin(&space.layout, Bounds { size: 0, depth: space.bounds.depth }, None, 0);
    }

    /// A structure with a refuted feature that was not tried often: one refutation may be wrong.
    fn doubted(&mut self, space: &mut Space) -> Option<Proposal> {
        if self.rest > 0 || !self.proposed.is_multiple_of(128) {
            return None;
        }
        self.drawn(space, 1)
    }
}

impl Policy for Pairs {
    fn propose(&mut self, space: &mut Space) -> Next {
        self.proposed += 1;
        if let Some(proposal) = self.doubted(space) {
            return Next::Try(proposal);
        }
        let [of_sweep, of_draws] = self.yields;
        // A sweep goes through many structures that begin alike: where these are refused, draws go on elsewhere.
        let is_stuck = of_sweep < MIN_SWEEP_YIELD && of_sweep < of_draws / 2.0;
        if is_stuck && self.patience == FIRST_PATIENCE {
            // No draw has failed yet.
            self.rest = 0;
        }
        let turn = if self.fresh < 0.5 && !is_stuck { 64 } else { 2 };
        if self.rest == 0 && self.proposed.is_multiple_of(turn) && self.size.is_some() {
            if let Some(proposal) = self.drawn(space, 0) {
                self.patience = FIRST_PATIENCE;
                return Next::Try(proposal);
            }
            self.rest = self.patience;
            self.patience = self.patience.saturating_mul(2);
        }
        self.rest = self.rest.saturating_sub(1);
        let swept = self.swept(space);
        if !matches!(swept, Next::Nothing) {
            return swept;
        }
        while self.size.is_none() && self.doubts > 0 {
            self.doubts -= 1;
            if let Some(proposal) = self.drawn(space, 1 + self.doubts % 2) {
                return Next::Try(proposal);
            }
        }
        Next::Nothing
    }

    fn needs_all(&self) -> bool {
        true
    }

    fn has_ended(&self) -> bool {
        self.size.is_none() && self.doubts == 0
    }

    fn is_ending(&self) -> bool {
        self.size.is_none() && self.doubts > 0
    }

    fn learned(&self, space: &Space) -> Vec<String> {
        self.words(space).lines(&self.knowledge)
    }

    fn conditions(&self, space: &Space) -> Conditions {
        self.words(space).conditions(&self.knowledge)
    }

    fn save(&self, space: &Space, learned: &mut Learned) {
        let words = self.words(space);
        learned.level = self.draws.reader.level;
        let known = self.knowledge.all().iter().filter(|known| known.accepted + known.refused > 0);
        learned.pairs = known
            .map(|known| LearnedFeature {
                feature: words.named(known.feature),
                accepted: known.accepted,
                refused: known.refused,
            })
            .collect();
    }

    fn load(&mut self, space: &Space, learned: &Learned) {
        (self.draws.reader.level, self.sweep.reader.level) = (learned.level, learned.level);
        let names = Names::new(space.schema(), &space.layout);
        for LearnedFeature { feature, accepted, refused } in &learned.pairs {
            if let Some(feature) = names.numbered(feature) {
                self.knowledge.remember(feature, *accepted, *refused);
            }
        }
    }

    fn learn(&mut self, space: &Space, tried: &JudgedStructure) {
        let (words, valid) = (&tried.proposal.words, tried.feedback.is_valid());
        if matches!(tried.feedback, Feedback::Bug(_)) {
            // Neither accepted nor refused.
            self.pending.take(words);
            return;
        }
        match self.pending.take(words) {
            Some((features, source)) => {
                let of_source = &mut self.yields[usize::from(source == Source::Draw)];
                *of_source += (f64::from(u8::from(valid)) - *of_source) * YIELD_LEARNING_RATE;
                self.knowledge.learn(&features, valid);
            }
            None => self.note(space, words, valid),
        }
        if self.history.len() < MAX_HISTORY_LEN {
            self.history.push((words.clone().into(), valid));
        }
        if self.size.is_none() && self.overturned != self.knowledge.overturned() {
            // What was left out for no good reason is visited after all.
            self.restart(space);
        }
        let (unexplained, expected) = self.knowledge.unexplained();
        if expected >= 64 && unexplained * 20 > expected {
            self.look_at_more(space);
        }
    }
}
