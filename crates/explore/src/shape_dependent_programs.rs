//! Explores programs that read structures, where structures of several shapes share a path.
//!
//! A look at a node is a decision, as a comparison is. Integers have labels by their place, so that the constraints of a path mean
//! the same for every structure that *agrees* with the path: that has the constructors which the path has read. A way is possible
//! if an agreeing structure has integers that meet the path's constraints and its own; the first such structure takes it. If none
//! does, the way is proved impossible without a run. As with inputs that are [judged after the program](super::lazy_validity), the run
//! that grows the tree assumes the comparisons of the program, and nothing about the structure.

use dpgen_engine::run::Failure;
use dpgen_engine::steer::{QuestionKind, Setup, Trial};
use dpgen_forest::Count;
use dpgen_solver::{Constraint, Linear, Outcome, Var};

use crate::input_counting;
use crate::lazy_validity::{Valid, WayValidity, watch};
use crate::path_replay::PathReplay;
use crate::path_tree::Place;
use crate::path_walker::Walker;
use crate::subject::{ExploreError, ShapeTable, Subject};

/// The constructors that a path has read: by place, the number within the type.
fn seen(walker: &Walker, path: &[Place]) -> Vec<(u32, u32)> {
    let looks = path.iter().filter_map(|edge| match walker.tree.node(edge.node).asked?.kind {
        QuestionKind::Looks(place) => Some((place, walker.tree.way(*edge))),
        _ => None,
    });
    looks.collect()
}

/// Iterates over the structures that agree with a path.
///
/// It goes through the structures with the rarest of the constructors read, so that a long path goes through few of them.
struct AgreeingStructures<'s> {
    seen: &'s [(u32, u32)],
    /// The number of structures visited.
    gone: usize,
}

impl<'s> AgreeingStructures<'s> {
    const fn with(seen: &'s [(u32, u32)]) -> Self {
        Self { seen, gone: 0 }
    }

    fn next(&mut self, structures: &dyn ShapeTable) -> Option<u32> {
        let agrees = |structure: u32| {
            self.seen.iter().all(|(place, ctor)| structures.constructor(structure, *place) == Some(*ctor))
        };
        let having = self.seen.iter().map(|(place, ctor)| structures.having(*place, *ctor));
        let Some(fewest) = having.min_by_key(|having| having.len()) else {
            let structure =
                u32::try_from(self.gone).ok().filter(|number| *number < structures.structures())?;
            self.gone += 1;
            return Some(structure);
        };
        let found = fewest.get(self.gone..)?.iter().position(|structure| agrees(*structure))?;
        self.gone += found + 1;
        fewest.get(self.gone - 1).copied()
    }
}

/// The first structure that takes a way of the walker's tree, with values.
pub(crate) fn search(
    subject: &mut dyn Subject,
    trial: &mut Trial,
    walker: &Walker,
    place: Place,
) -> Result<WayValidity, ExploreError> {
    let (ways, seen) = (walker.ways_to(place), seen(walker, &walker.tree.path_to(place)));
    let mut is_unknown = false;
    let mut agreeing = AgreeingStructures::with(&seen);
    while let Some(structure) = subject.shape_table().and_then(|all| agreeing.next(all)) {
        let (setup, _) = subject.begin(structure).map_err(ExploreError::Beginning)?;
        let replay = PathReplay::new(ways.clone());
        let (replay, ended) = trial.run(&setup, replay, |ints| subject.call(structure, ints));
        match ended {
            Err(failure @ Failure::Internal(_)) => return Err(ExploreError::Internal(failure.to_string())),
            Err(Failure::Impure) => return Err(ExploreError::Impure { beginning: structure }),
            _ if !replay.is_there() => {
                return Err(ExploreError::Impure { beginning: structure });
            }
            _ => {}
        }
        match trial.solve() {
            Outcome::Sat(model) => {
                let values = model.values().to_vec();
                let ways = watch(subject, trial, (structure, &setup), &values, walker.limit)?;
                return Ok(WayValidity::Valid(Valid { values, ways, beginning: structure }));
            }
            Outcome::Unsat => {}
            Outcome::Unknown(_) => is_unknown = true,
        }
    }
    Ok(if is_unknown { WayValidity::Unknown } else { WayValidity::Invalid })
}

/// The number of inputs, of all agreeing structures, that take the latest path of the walker; `assumed` are its constraints on the
/// structure that took it. None if they are not counted.
pub(crate) fn count(
    subject: &mut dyn Subject,
    walker: &Walker,
    structure: u32,
    assumed: &[Constraint],
) -> Result<Option<Count>, ExploreError> {
    let seen = seen(walker, &walker.tree.path_to(walker.cursor));
    let labels = subject.shape_table().map_or(&[][..], |all| all.labels(structure)).to_vec();
    let mut sum = Count::ZERO;
    let mut agreeing = AgreeingStructures::with(&seen);
    while let Some(structure) = subject.shape_table().and_then(|all| agreeing.next(all)) {
        let (Setup { domains, mut constraints, labels: others, .. }, _) =
            subject.begin(structure).map_err(ExploreError::Beginning)?;
        for constraint in assumed {
            constraints.push(relabelled(constraint, &labels, &others)?);
        }
        let Some(count) = input_counting::count(&domains, &constraints) else {
            return Ok(None);
        };
        sum += &count;
    }
    Ok(Some(sum))
}

/// Renames the variables of a constraint from one structure's integers to those of another one. They are numbered from 1.
fn relabelled(constraint: &Constraint, from: &[u32], to: &[u32]) -> Result<Constraint, ExploreError> {
    let other = |var: Var| -> Option<Var> {
        let Some(own) = var.index().checked_sub(1) else { return Some(var) };
        let label = from.get(own)?;
        Var::from_index(to.iter().position(|other| other == label)? + 1)
    };
    let internal = || ExploreError::Internal("a path is of a structure that has not what it saw".to_owned());
    let term = constraint.term();
    let terms = term.terms().iter().map(|(var, factor)| Some((other(*var)?, *factor)));
    let terms: Vec<(Var, i64)> = terms.collect::<Option<_>>().ok_or_else(internal)?;
    let term = Linear::new(terms, term.constant_part()).map_err(|_| internal())?;
    Ok(Constraint::new(term, constraint.relation()))
}
