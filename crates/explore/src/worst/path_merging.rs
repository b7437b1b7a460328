//! Merges paths at checkpoints: an upper bound on the cost without exhausting all paths.
//!
//! After a [`checkpoint`], the behaviour of a program depends on the state that it passes there only. So the paths between two
//! checkpoints are taken once from each *state*, and of all paths that arrive at one state only the greatest cost matters. A state
//! has the decided data, as words, and the closed matrix of differences between its integers. A state whose inputs are a subset of
//! those of another one costs no more from there on; if it costs no more up to there, it is dropped. If too many states are left,
//! they are joined: the least matrix that holds for all of them admits their inputs and perhaps more, so that the result is an
//! upper bound. A path of that cost shows that the bound is attained.
//!
//! This is dynamic programming over abstract states, difference bounds as in A. Miné's zones (PADO 2001). Invariant: every input
//! of the program meets some state of each round, with at most its cost.

use std::collections::BTreeMap;
use std::rc::Rc;

use dpgen_engine::run::{Encoder, Failure};
use dpgen_engine::steer::{
    AssumptionForm, BranchQuestion, CheckpointState, KnownWay, Steering, Trial, end_run, forget_but,
    with_steering,
};
use dpgen_solver::{Dbm, Interrupt, Limit, Linear};

use super::cost_measure::CostMeasure;
use super::int_program::IntProgram;
use crate::branches;
use crate::path_tree::Edge;
use crate::path_walker::Walker;
use crate::strategy::DepthFirst;
use crate::subject::ExploreError;

/// The maximum number of states that differ in their matrices only, for a first and a second attempt: one is fast and often enough.
pub(super) const MAX_MATRICES_PER_STATE: [usize; 2] = [1, 16];

/// Marks a place in a program of which the future depends on `state` only: all that is decided and all integers that it
/// still uses. Outside of a search for worst cases it does nothing.
///
/// An integer that is not shown and is used later is noticed, and ends the search with an error; other values that are
/// forgotten are not.
pub fn checkpoint(label: &'static str, state: impl FnOnce(&mut Encoder)) {
    let Some(stage) = with_steering(Segment::stage) else {
        let _ = with_steering(|walker: &mut Walker| walker.has_checkpoints = true);
        return;
    };
    let show = || {
        let mut encoder = Encoder::default();
        state(&mut encoder);
        CheckpointState::of(&encoder)
    };
    match stage {
        Stage::Pass => {}
        Stage::Resume(known) => {
            if let Some(shown) = show() {
                forget_but(&shown, &known);
            }
        }
        Stage::Arrive => {
            let Some(shown) = show() else { return };
            let known = shown.known();
            with_steering(|segment: &mut Segment| {
                segment.arrived = known.map(|known| (label, shown.words, known))
            });
            end_run();
        }
    }
}

/// The role of a checkpoint for a run.
enum Stage {
    /// One before that from which it goes on.
    Pass,
    /// The one from which it goes on, where this is known.
    Resume(Rc<Dbm>),
    /// The next one: the run ends.
    Arrive,
}

/// Steers a run from one checkpoint to the next.
struct Segment {
    /// The ways of all comparisons up to the checkpoint, and how many checkpoints there are; none to begin with.
    prefix: Vec<u32>,
    followed: usize,
    passes: u32,
    known: Option<Rc<Dbm>>,
    /// The cost up to the checkpoint.
    spent: (u64, u64),
    comparisons: u64,
    walker: Walker,
    arrived: Option<(&'static str, Vec<i64>, Dbm)>,
}

impl Segment {
    fn stage(&mut self) -> Stage {
        if self.passes > 0 {
            self.passes -= 1;
            if self.passes > 0 {
                return Stage::Pass;
            }
            if let Some(known) = self.known.take() {
                self.spent = (self.comparisons, branches::cost_so_far());
                return Stage::Resume(known);
            }
        }
        Stage::Arrive
    }

    fn is_under_way(&self) -> bool {
        self.passes == 0
    }
}

impl Steering for Segment {
    fn recall(&mut self, asked: BranchQuestion) -> Option<KnownWay> {
        self.comparisons += u64::from(asked.compares);
        if self.is_under_way() {
            return self.walker.recall(asked);
        }
        let way = self.prefix.get(self.followed).copied();
        self.followed += 1;
        match way {
            Some(way) => Some(KnownWay::Follow(way)),
            None => dpgen_engine::steer::end_impure(),
        }
    }

    fn choose(&mut self, asked: BranchQuestion, term: &Linear, possible: &[u32]) -> usize {
        self.walker.choose(asked, term, possible)
    }
}

/// A state, and how it is reached.
#[derive(Debug, Clone)]
struct State {
    /// The greatest cost of paths that reach it.
    cost: u64,
    /// The ways of a short path that shows it.
    shortest: Vec<u32>,
    /// The ways of the costliest one, as far as segments can be put together.
    costliest: Vec<u32>,
    known: Rc<Dbm>,
}

/// The result of merging.
#[derive(Debug)]
pub(super) struct MergeResult {
    /// A cost that no input exceeds.
    pub(super) bound: u64,
    /// The ways of a path that may have this cost.
    pub(super) ways: Vec<u32>,
    pub(super) runs: u64,
}

/// The bound for a program, with so many states told apart that differ in their matrices only; none if it was interrupted.
pub(super) fn merge(
    ints: &IntProgram,
    measured: CostMeasure,
    width: usize,
    interrupt: &Interrupt,
) -> Result<Option<MergeResult>, ExploreError> {
    let setup = ints.setup();
    let mut trial = Trial::new(None, AssumptionForm::Matrix, Limit::default(), interrupt.clone());
    let mut best: Option<(u64, Vec<u32>)> = None;
    let mut runs = 0;
    // The first state is the beginning, before any checkpoint.
    let mut states: Vec<Option<State>> = vec![None];
    for round in 0_u32.. {
        let mut arrived: BTreeMap<(&'static str, Vec<i64>), Vec<State>> = BTreeMap::new();
        for state in &states {
            let mut walker = Walker::new(1, Box::new(DepthFirst::default()), u32::MAX);
            while !walker.tree.is_done() {
                if interrupt.is_raised() {
                    return Ok(None);
                }
                walker.begin(None);
                let segment = Segment {
                    prefix: state.as_ref().map(|state| state.shortest.clone()).unwrap_or_default(),
                    followed: 0,
                    passes: round,
                    known: state.as_ref().map(|state| state.known.clone()),
                    spent: (0, 0),
                    comparisons: 0,
                    walker,
                    arrived: None,
                };
                branches::start_recording();
                let (segment, ended) = trial.run(&setup, segment, |values| ints.run(values));
                let cost = branches::stop_recording().cost;
                runs += 1;
                let Segment { walker: back, arrived: shown, spent, comparisons, .. } = segment;
                walker = back;
                match ended {
                    Ok(()) | Err(Failure::Panic(_)) => {}
                    Err(Failure::Stopped) if shown.is_some() => {}
                    Err(Failure::Impure) => return Err(ExploreError::Impure { beginning: 0 }),
                    Err(failure) => return Err(ExploreError::Internal(failure.to_string())),
                }
                // With the same answers, another run went on from here.
                if matches!(walker.tree.edge(walker.cursor), Edge::Node(_)) {
                    return Err(ExploreError::Impure { beginning: 0 });
                }
                walker.tree.finish(walker.cursor);
                let ways: Vec<u32> = walker.history.iter().map(|taken| taken.way).collect();
                let here = match measured {
                    CostMeasure::Comparisons => comparisons - spent.0,
                    CostMeasure::Added => cost - spent.1,
                };
                let before = state.as_ref();
                let cost = before.map_or(0, |state| state.cost) + here;
                let follow = |prefix: Option<&Vec<u32>>| {
                    prefix.into_iter().flatten().chain(&ways).copied().collect::<Vec<u32>>()
                };
                let costliest = follow(before.map(|state| &state.costliest));
                match shown {
                    Some((label, words, known)) => {
                        let shortest = follow(before.map(|state| &state.shortest));
                        let states = arrived.entry((label, words)).or_default();
                        add(states, State { cost, shortest, costliest, known: Rc::new(known) }, width);
                    }
                    None if best.as_ref().is_none_or(|(most, _)| cost > *most) => {
                        best = Some((cost, costliest))
                    }
                    None => {}
                }
            }
        }
        if arrived.is_empty() {
            break;
        }
        states = arrived.into_values().flatten().map(Some).collect();
    }
    Ok(best.map(|(bound, ways)| MergeResult { bound, ways, runs }))
}

/// Adds a state to those that differ from it in their matrices only.
fn add(states: &mut Vec<State>, new: State, width: usize) {
    if states.iter().any(|known| known.cost >= new.cost && new.known.is_within(&known.known)) {
        return;
    }
    states.retain(|known| !(known.cost <= new.cost && known.known.is_within(&new.known)));
    states.push(new);
    if states.len() <= width {
        return;
    }
    let shortest = states.iter().map(|state| &state.shortest).min_by_key(|ways| ways.len()).cloned();
    let joined = states.drain(..).reduce(|mut one, other| {
        Rc::make_mut(&mut one.known).join(&other.known);
        // Of equally costly ones, the later.
        let (cost, costliest) =
            if one.cost > other.cost { (one.cost, one.costliest) } else { (other.cost, other.costliest) };
        State { cost, costliest, ..one }
    });
    states.extend(joined.map(|joined| State { shortest: shortest.unwrap_or_default(), ..joined }));
}

/// Steers a run along given ways, as far as they are possible.
pub(super) struct FollowedWays {
    ways: Vec<u32>,
    pub(super) comparisons: u64,
    next: usize,
}

impl FollowedWays {
    pub(super) const fn new(ways: Vec<u32>) -> Self {
        Self { ways, comparisons: 0, next: 0 }
    }
}

impl Steering for FollowedWays {
    fn recall(&mut self, asked: BranchQuestion) -> Option<KnownWay> {
        self.comparisons += u64::from(asked.compares);
        None
    }

    fn choose(&mut self, _: BranchQuestion, _: &Linear, possible: &[u32]) -> usize {
        let way = self.ways.get(self.next).copied();
        self.next += 1;
        possible.iter().position(|possible| Some(*possible) == way).unwrap_or(0)
    }
}
