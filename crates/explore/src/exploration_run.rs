//! [`ExplorationRun`]: an exploration in progress: chooses an item, runs the program once, and updates the strategy.
//!
//! Invariant: between two attempts the walker is here, and every untried way of the tree was offered to the strategy. If inputs
//! are judged after the program, an attempt first searches for a valid input that takes the way.

use dpgen_engine::run::Failure;
use dpgen_engine::steer::Trial;
use dpgen_forest::Count;
use dpgen_forest::index::at;
use dpgen_solver::Outcome as Solution;

use crate::branches;
use crate::exploration_result::Explored;
use crate::input_counting;
use crate::lazy_validity::{Valid, WayValidity, judge};
use crate::path::{End, Path};
use crate::path_tree::{Edge, Place, Tree};
use crate::path_walker::Walker;
use crate::shape_dependent_programs;
use crate::strategy::{Item, Outcome, condition_of};
use crate::subject::{ExploreError, Subject};

/// An exploration in progress.
pub(crate) struct ExplorationRun<'a> {
    subject: &'a mut dyn Subject,
    trial: Trial,
    walker: Option<Walker>,
    offered: u64,
    pub(crate) explored: Explored,
    /// Whether the inputs of each path are counted.
    counts: bool,
}

/// The result of one run.
struct RunResult {
    end: End,
    beginning: u32,
    covered: branches::RunCoverage,
    /// The number of inputs that take the same path, if they are counted.
    inputs: Option<Count>,
}

impl<'a> ExplorationRun<'a> {
    pub(crate) fn new(subject: &'a mut dyn Subject, trial: Trial, walker: Walker, counts: bool) -> Self {
        Self { subject, trial, walker: Some(walker), offered: 0, explored: Explored::default(), counts }
    }

    /// Ends the exploration and returns its result.
    pub(crate) fn finished(self) -> Explored {
        let Self { walker, mut explored, .. } = self;
        if let Some(walker) = walker {
            explored.coverage = walker.coverage;
            explored.nodes = walker.tree.len();
            explored.has_checkpoints = walker.has_checkpoints;
        }
        explored
    }

    /// The walker, which is away only during a run.
    pub(crate) fn walker(&mut self) -> &mut Walker {
        self.walker.get_or_insert_with(|| unreachable!("a run gives its walker back"))
    }

    fn offer(&mut self, place: Place, aim: Option<u32>, branches: Vec<u32>) {
        let number = self.offered;
        self.offered += 1;
        let walker = self.walker();
        let condition = match walker.strategy.wants_conditions() {
            true => condition_of(&walker.clauses_to(place), branches),
            false => None,
        };
        let (way, depth) = (walker.tree.way(place), walker.tree.node(place.node).depth);
        walker.strategy.offer(Item { number, place, aim, way, depth, condition });
    }

    /// Offers the beginnings to the strategy, the first one last, so that it is on top of a stack.
    pub(crate) fn offer_beginnings(&mut self) {
        for edge in (0..self.subject.beginnings()).rev() {
            self.offer(Place { node: Tree::ROOT, edge }, None, Vec::new());
        }
    }

    /// Tries one item: a path, unless no input that may be given takes it.
    pub(crate) fn attempt(&mut self) -> Result<Option<Path>, ExploreError> {
        let walker = self.walker();
        let item = loop {
            match walker.strategy.next(&walker.coverage) {
                Some(item) if walker.tree.edge(item.place) == Edge::Untried => break Some(item),
                Some(_) => {}
                None => break None,
            }
        };
        let mut edge = item.as_ref().map(|item| item.place);
        let mut valid = None;
        let looks = self.subject.shape_table().is_some();
        if looks || self.subject.judged_by().is_some() {
            let place = edge.unwrap_or_else(|| self.walker().descend());
            valid = self.judge(place)?;
            if valid.is_none() {
                self.fail(item.as_ref(), place, looks);
                return Ok(None);
            }
            edge = Some(place);
        }
        let taken = valid.map(|Valid { values, ways, beginning }| (values, (ways, beginning)));
        let (values, follows) = taken.unzip();
        let ran = self.run(edge, follows)?;
        let grown: Vec<u32> = self.walker().grown.clone();
        let comparisons = self.walker().comparisons;
        let is_uncertain = self.trial.is_uncertain();
        let path = match values {
            Some(values) => Some(values),
            None => match self.trial.solve() {
                Solution::Sat(model) => Some(model.values().to_vec()),
                Solution::Unsat => None,
                Solution::Unknown(_) => {
                    self.explored.unsolved += 1;
                    None
                }
            },
        };
        self.explored.uncertain += u64::from(is_uncertain && path.is_some());
        let is_feasible = path.is_some();
        let walker = self.walker();
        let outcomes = if is_feasible { walker.coverage.take(&ran.covered) } else { Vec::new() };
        let beginnings = if is_feasible { walker.beginnings() } else { Vec::new() };
        let steps = if is_feasible { walker.steps(&ran.covered) } else { Vec::new() };
        let (history, decisions) = (walker.history.as_slice(), walker.decisions);
        let outcome = Outcome { is_feasible, history, beginnings: &beginnings, steps: &steps, decisions };
        walker.strategy.learn(item.as_ref(), &outcome);
        self.explored.runs += 1;
        self.explored.failed += u64::from(!is_feasible);
        if is_feasible {
            self.offer_from(&grown, &ran);
        }
        let Some(values) = path else { return Ok(None) };
        self.explored.cut += u64::from(ran.end == End::Cut);
        let beginning = ran.beginning;
        let cost = ran.covered.cost;
        let RunResult { end, inputs, .. } = ran;
        Ok(Some(Path { beginning, values, decisions, comparisons, cost, outcomes, end, inputs }))
    }

    /// A valid input that takes a way; none if there is none, or none was found.
    fn judge(&mut self, place: Place) -> Result<Option<Valid>, ExploreError> {
        let Self { subject, trial, walker: Some(walker), .. } = self else { return Ok(None) };
        let judged = if subject.shape_table().is_some() {
            shape_dependent_programs::search(&mut **subject, trial, walker, place)?
        } else {
            let first = walker.tree.path_to(place).first().copied().unwrap_or(place);
            let (setup, _) = subject.begin(walker.tree.way(first)).map_err(ExploreError::Beginning)?;
            judge(&**subject, trial, walker, (place, &setup))?
        };
        match judged {
            WayValidity::Valid(valid) => Ok(Some(valid)),
            WayValidity::Invalid => Ok(None),
            WayValidity::Unknown => {
                self.explored.unsolved += 1;
                Ok(None)
            }
        }
    }

    /// Notes that no valid input takes a way; whether that was proved without a run of the program that counts.
    fn fail(&mut self, item: Option<&Item>, place: Place, is_proved: bool) {
        let walker = self.walker();
        let outcome = Outcome { is_feasible: false, history: &[], beginnings: &[], steps: &[], decisions: 0 };
        walker.strategy.learn(item, &outcome);
        walker.tree.finish(place);
        if !is_proved {
            self.explored.runs += 1;
            self.explored.failed += 1;
        }
    }

    /// Offers the ways that a run has left: the last ones last, so that they are on top of a stack.
    fn offer_from(&mut self, grown: &[u32], ran: &RunResult) {
        for node in grown {
            let walker = self.walker();
            let known = walker.tree.node(*node);
            let untried: Vec<u32> =
                known.open_edges().filter(|edge| known.edges[at(*edge)] == Edge::Untried).collect();
            let depth = known.depth;
            let aim = ran.covered.after.get(&depth).copied();
            let aim =
                aim.map(|hit| walker.coverage.outcome(hit)).map(|outcome| walker.coverage.branch_of(outcome));
            let branches = match walker.strategy.wants_conditions() {
                true => self.branches_before(depth, &ran.covered),
                false => Vec::new(),
            };
            if !self.walker().tree.node(*node).is_choice() {
                continue;
            }
            for edge in untried.into_iter().rev() {
                self.offer(Place { node: *node, edge }, aim, branches.clone());
            }
        }
    }

    /// The branches that the run went through up to a decision.
    fn branches_before(&mut self, depth: u32, covered: &branches::RunCoverage) -> Vec<u32> {
        let coverage = &mut self.walker().coverage;
        let hits = covered.after.iter().filter(|(decision, _)| **decision <= depth).map(|(_, hit)| *hit);
        let mut branches: Vec<u32> = hits.map(|hit| coverage.outcome(hit)).collect();
        branches.iter_mut().for_each(|outcome| *outcome = coverage.branch_of(*outcome));
        branches.sort_unstable();
        branches.dedup();
        branches
    }

    /// Takes one run, along these ways and with this structure if they are known.
    fn run(
        &mut self,
        edge: Option<Place>,
        follows: Option<(Vec<u32>, u32)>,
    ) -> Result<RunResult, ExploreError> {
        let Some(mut walker) = self.walker.take() else { unreachable!("a run gives its walker back") };
        let (ways, known) = follows.unzip();
        let first = walker.begin(edge);
        walker.follow(ways.unwrap_or_default());
        let looks = self.subject.shape_table().is_some();
        let beginning = known.filter(|_| looks).unwrap_or(first);
        let (mut setup, origins) = self.subject.begin(beginning).map_err(ExploreError::Beginning)?;
        if looks {
            // What is known of the structure is not of others that the path is of.
            setup.constraints.clear();
            setup.number = setup.number.wrapping_add(1 << 32);
        }
        walker.begin_with(origins);
        let subject = &*self.subject;
        let (walker, ended) = self.trial.run(&setup, walker, |ints| {
            branches::start_recording();
            let returned = dpgen_engine::run::guarded(|| subject.call(beginning, ints));
            (returned, branches::stop_recording())
        });
        let cursor = walker.cursor;
        let full = walker.full;
        // With the same answers, another run went on from here.
        let is_short = matches!(walker.tree.edge(cursor), Edge::Node(_)) || walker.is_short();
        self.walker = Some(walker);
        if let Some(full) = full {
            return Err(ExploreError::TooMany(full.to_string()));
        }
        let (returned, covered) = ended.map_err(|failure| ExploreError::Internal(failure.to_string()))?;
        let end = match returned {
            Ok(()) | Err(Failure::Panic(_)) if is_short => return Err(ExploreError::Impure { beginning }),
            Ok(()) => End::Returned,
            Err(Failure::Panic(message)) => End::Panicked(message),
            Err(Failure::Failed(message) | Failure::Limit(message)) => End::Failed(message),
            Err(Failure::Endless) => {
                End::Failed("the program recurses too deep, or compares without end".to_owned())
            }
            Err(Failure::Stopped) => End::Cut,
            Err(Failure::Impure) => return Err(ExploreError::Impure { beginning }),
            Err(failure) => return Err(ExploreError::Internal(failure.to_string())),
        };
        self.walker().tree.finish(cursor);
        let inputs = match (self.counts, looks) {
            (false, _) => None,
            (true, false) => {
                let all = [setup.constraints.as_slice(), self.trial.assumed()].concat();
                input_counting::count(&setup.domains, &all)
            }
            (true, true) => {
                let Self { subject, trial, walker: Some(walker), .. } = self else {
                    unreachable!("a run gives its walker back")
                };
                shape_dependent_programs::count(&mut **subject, walker, beginning, trial.assumed())?
            }
        };
        Ok(RunResult { end, beginning, covered, inputs })
    }
}
