//! Programs that look at structures: which structure takes a way of a path that others of other shapes may share.
//!
//! A look at a node is a decision as a comparison is, and integers are named by where they are, so that a path says the
//! same of each structure that agrees in what the path has seen. A way is possible if one of these has integers that meet
//! the path's constraints and its own; the first such structure takes it. So no run is spent on a way that none takes, which is
//! proved instead. As with inputs that are [judged after the program](super::judged), the run that grows the tree assumes what
//! the program compares and nothing of the structure.

use dpgen_engine::run::Failure;
use dpgen_engine::steer::{Kind, Setup, Trial};
use dpgen_forest::Count;
use dpgen_solver::{Constraint, Outcome};

use crate::counting;
use crate::judged::{Judged, Valid, watch};
use crate::leading::Leading;
use crate::subject::{ExploreError, LookedAt, Subject};
use crate::tree::Place;
use crate::walker::Walker;

/// What a path has seen: the constructor's number at each place that it has looked at.
fn seen(walker: &Walker, path: &[Place]) -> Vec<(u32, u32)> {
    let looks = path.iter().filter_map(|edge| match walker.tree.node(edge.node).asked?.kind {
        Kind::Looks(place) => Some((place, walker.tree.way(*edge))),
        _ => None,
    });
    looks.collect()
}

fn agrees(structures: &dyn LookedAt, structure: u32, seen: &[(u32, u32)]) -> bool {
    seen.iter().all(|(place, ctor)| structures.constructor(structure, *place) == Some(*ctor))
}

/// The first structure that takes a way of the walker's tree, with values.
pub(crate) fn search(
    subject: &mut dyn Subject,
    trial: &mut Trial,
    walker: &Walker,
    place: Place,
) -> Result<Judged, ExploreError> {
    let (ways, seen) = (walker.ways_to(place), seen(walker, &walker.tree.path_to(place)));
    let mut is_unknown = false;
    for structure in 0..subject.looked_at().map_or(0, LookedAt::structures) {
        if !subject.looked_at().is_some_and(|all| agrees(all, structure, &seen)) {
            continue;
        }
        let (setup, _) = subject.begin(structure).map_err(ExploreError::Beginning)?;
        let leading = Leading::new(ways.clone());
        let (leading, ended) = trial.run(&setup, leading, |ints| subject.call(structure, ints));
        match ended {
            Err(failure @ Failure::Internal(_)) => return Err(ExploreError::Internal(failure.to_string())),
            Err(Failure::Impure) => return Err(ExploreError::Impure { beginning: structure }),
            _ if !leading.is_there() => {
                return Err(ExploreError::Impure { beginning: structure });
            }
            _ => {}
        }
        match trial.solve() {
            Outcome::Sat(model) => {
                let values = model.values().to_vec();
                let ways = watch(subject, trial, (structure, &setup), &values, walker.limit)?;
                return Ok(Judged::Valid(Valid { values, ways, beginning: structure }));
            }
            Outcome::Unsat => {}
            Outcome::Unknown(_) => is_unknown = true,
        }
    }
    Ok(if is_unknown { Judged::Unknown } else { Judged::Invalid })
}

/// How many inputs take the path that the walker took last, on which so much was assumed: those of all structures that agree in what
/// it has seen; none if that is not counted.
pub(crate) fn count(
    subject: &mut dyn Subject,
    walker: &Walker,
    assumed: &[Constraint],
) -> Result<Option<Count>, ExploreError> {
    let seen = seen(walker, &walker.tree.path_to(walker.cursor));
    let mut sum = Count::ZERO;
    for structure in 0..subject.looked_at().map_or(0, LookedAt::structures) {
        if subject.looked_at().is_some_and(|all| agrees(all, structure, &seen)) {
            let (Setup { domains, constraints, .. }, _) =
                subject.begin(structure).map_err(ExploreError::Beginning)?;
            let Some(count) = counting::count(&domains, &[constraints.as_slice(), assumed].concat()) else {
                return Ok(None);
            };
            sum += &count;
        }
    }
    Ok(Some(sum))
}
