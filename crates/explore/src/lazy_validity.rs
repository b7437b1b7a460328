//! Checks an input's validity after the program has run on it.
//!
//! This is how tools work that generate no valid inputs: they take the beginning of a path, search for a valid input of it,
//! and run the program on that input. An attempt has three steps. The program is called along the way to try, and ended there. The
//! predicates are run over the integers that are still open, once for each combination of outcomes, until they accept or none is
//! left. Then the program is called with the values of a solution, which decide each comparison. An attempt
//! fails if, and only if, no valid input takes the way.

use dpgen_engine::run::{Failure, guarded};
use dpgen_engine::steer::{
    BranchQuestion, KnownWay, Setup, Steering, Trial, accepts, end_run, with_steering,
};
use dpgen_forest::index::{at, wide};
use dpgen_solver::{Linear, Outcome};

use crate::path_replay::PathReplay;
use crate::path_tree::Place;
use crate::path_walker::{MAX_COMPARISONS_PER_DECISION, Walker};
use crate::strategy::DepthFirst;
use crate::subject::{ExploreError, Subject};

/// Steers a run along a path of the program, and then the predicates.
struct ValiditySteering {
    replay: PathReplay,
    /// Whether the program has ended, so that predicates run; and the walker of the predicates' outcomes.
    asks: bool,
    answers: Walker,
}

impl Steering for ValiditySteering {
    fn recall(&mut self, asked: BranchQuestion) -> Option<KnownWay> {
        if self.asks {
            return self.answers.recall(asked);
        }
        self.replay.recall(asked)
    }

    fn choose(&mut self, asked: BranchQuestion, term: &Linear, possible: &[u32]) -> usize {
        if self.asks {
            self.answers.choose(asked, term, possible)
        } else {
            self.replay.choose(asked, term, possible)
        }
    }
}

/// Records the ways of a run on concrete values.
struct WayRecorder {
    values: Vec<i64>,
    ways: Vec<u32>,
    most: u64,
}

impl Steering for WayRecorder {
    fn recall(&mut self, _: BranchQuestion) -> Option<KnownWay> {
        if wide(self.ways.len()) >= self.most {
            end_run();
        }
        None
    }

    fn values(&self) -> Option<&[i64]> {
        Some(&self.values)
    }

    fn saw(&mut self, way: u32) {
        self.ways.push(way);
    }

    fn choose(&mut self, _: BranchQuestion, _: &Linear, _: &[u32]) -> usize {
        0
    }
}

/// A valid input, and the way of each comparison that the program makes with it.
#[derive(Debug)]
pub(crate) struct Valid {
    /// The number of its structure.
    pub(crate) beginning: u32,
    pub(crate) values: Vec<i64>,
    pub(crate) ways: Vec<u32>,
}

/// The validity of a way: a valid input that takes it, none exists, or unknown.
#[derive(Debug)]
pub(crate) enum WayValidity {
    Valid(Valid),
    Invalid,
    Unknown,
}

/// Judges the inputs that take a way of the walker's tree. Their program begins with this setup.
pub(crate) fn judge(
    subject: &dyn Subject,
    trial: &mut Trial,
    walker: &Walker,
    (place, setup): (Place, &Setup),
) -> Result<WayValidity, ExploreError> {
    let beginning = walker.tree.path_to(place).first().map_or(0, |first| walker.tree.way(*first));
    let ways = walker.ways_to(place);
    let mut answers = Walker::new(1, Box::new(DepthFirst::default()), u32::MAX);
    let mut is_unknown = false;
    while !answers.tree.is_done() {
        answers.begin(None);
        let judging = ValiditySteering { replay: PathReplay::new(ways.clone()), asks: false, answers };
        let (judging, ended) = trial.run(setup, judging, |ints| {
            let program = guarded(|| subject.call(beginning, ints));
            let is_there = with_steering(|judging: &mut ValiditySteering| {
                judging.asks = true;
                judging.replay.is_there()
            });
            match program {
                Err(failure @ (Failure::Impure | Failure::Internal(_))) => Err(failure),
                _ if is_there != Some(true) => Err(Failure::Impure),
                _ => Ok(subject.judged_by().is_none_or(accepts)),
            }
        });
        answers = judging.answers;
        let accepted = match ended {
            Ok(Ok(accepted)) => accepted,
            Ok(Err(Failure::Impure)) | Err(Failure::Impure) => {
                return Err(ExploreError::Impure { beginning });
            }
            // A predicate that fails does not accept.
            Err(Failure::Panic(_) | Failure::Failed(_)) => false,
            Ok(Err(failure)) | Err(failure) => return Err(ExploreError::Internal(failure.to_string())),
        };
        if accepted {
            match trial.solve() {
                Outcome::Sat(model) => {
                    let values = model.values().to_vec();
                    let ways = watch(subject, trial, (beginning, setup), &values, walker.limit)?;
                    return Ok(WayValidity::Valid(Valid { values, ways, beginning }));
                }
                Outcome::Unsat => {}
                Outcome::Unknown(_) => is_unknown = true,
            }
        }
        answers.tree.finish(answers.cursor);
    }
    Ok(if is_unknown { WayValidity::Unknown } else { WayValidity::Invalid })
}

/// The way of each comparison that the program makes with some values, as far as a run may go.
pub(crate) fn watch(
    subject: &dyn Subject,
    trial: &mut Trial,
    (beginning, setup): (u32, &Setup),
    values: &[i64],
    limit: u32,
) -> Result<Vec<u32>, ExploreError> {
    let most = wide(at(limit)).saturating_mul(MAX_COMPARISONS_PER_DECISION);
    let watching = WayRecorder { values: values.to_vec(), ways: Vec::new(), most };
    let (watching, ended) = trial.run(setup, watching, |ints| subject.call(beginning, ints));
    match ended {
        Err(failure @ Failure::Internal(_)) => Err(ExploreError::Internal(failure.to_string())),
        _ => Ok(watching.ways),
    }
}
