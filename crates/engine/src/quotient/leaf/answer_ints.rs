//! The integers of a leaf's answers, by the groups of the leaf's dependencies, and from them the keys of its productions.

use bumpalo::Bump;
use bumpalo::collections::Vec as BumpVec;
use smallvec::SmallVec;

use dpgen_forest::index::small;

use super::answer_dependencies::{Dependency, collect_axes, evaluate};
use super::batch_leaves::{BatchLeaves, ClassKey};
use crate::limit_monitor::PollCounter;
use crate::predicate_run::predicate_int::Int;
use crate::quotient::run_state::class_nodes::ClassRun;

/// The values of an integer of a leaf's answers.
pub(super) enum IntValues<'b> {
    /// It has this value in all productions.
    Fixed(i64),
    /// It depends on this axis alone: the value for each group.
    Axis(usize, BumpVec<'b, i64>),
    /// It depends on several axes, or leaves 64 bits for some group.
    Several(Int),
}

impl<'b> IntValues<'b> {
    /// The values of an integer, evaluated once for each group of the one axis that it depends on.
    pub(super) fn of(run: &ClassRun, int: Int, dependencies: &[Dependency<'_>], bump: &'b Bump) -> Self {
        let value = |known: &[(u32, i64)]| i64::try_from(evaluate(run, int, known)?).ok();
        let mut axes: SmallVec<[usize; 4]> = SmallVec::new();
        collect_axes(run, int, dependencies, &mut axes);
        let known = match axes[..] {
            [] => value(&[]).map(Self::Fixed),
            [axis] => {
                let Dependency { atoms, groups, .. } = &dependencies[axis];
                let mut values = BumpVec::with_capacity_in(groups.len(), bump);
                let mut known: SmallVec<[(u32, i64); 4]> = SmallVec::new();
                let evaluated = (0..groups.len()).try_for_each(|group| {
                    known.clear();
                    known.extend(atoms.iter().copied().zip(groups.values(group).iter().copied()));
                    values.push(value(&known)?);
                    Some(())
                });
                evaluated.map(|()| Self::Axis(axis, values))
            }
            _ => None,
        };
        known.unwrap_or(Self::Several(int))
    }

    /// The value for a combination of groups; `None` if it leaves 64 bits.
    pub(super) fn get(
        &self,
        run: &ClassRun,
        (dependencies, picked): (&[Dependency<'_>], &[usize]),
    ) -> Option<i64> {
        match self {
            Self::Fixed(value) => Some(*value),
            Self::Axis(axis, values) => Some(values[picked[*axis]]),
            Self::Several(int) => {
                i64::try_from(evaluate(run, *int, &known_atoms(dependencies, picked))?).ok()
            }
        }
    }
}

/// Integers of an axis: the place of each in the key, and its value for each group.
type PlacedValues<'v> = SmallVec<[(usize, &'v [i64]); 4]>;

/// The values of all atoms, for a combination of groups.
pub(super) fn known_atoms(dependencies: &[Dependency<'_>], picked: &[usize]) -> SmallVec<[(u32, i64); 8]> {
    let groups = dependencies.iter().zip(picked);
    let atoms = groups.flat_map(|(dependency, picked)| {
        dependency.atoms.iter().copied().zip(dependency.groups.values(*picked).iter().copied())
    });
    atoms.collect()
}

impl BatchLeaves {
    /// Adds the keys of a product's productions, one for each combination of groups, the last axis fastest. `None` if some
    /// integer depends on several axes; `false` if the build is to stop.
    pub(super) fn add_product_keys(
        &mut self,
        shape: u32,
        (values, dependencies): (&[IntValues<'_>], &[Dependency<'_>]),
        pace: &mut PollCounter<'_>,
    ) -> Option<bool> {
        let mut key = ClassKey { shape, ints: SmallVec::from_elem(0, values.len()) };
        let mut by_axis: SmallVec<[PlacedValues<'_>; 4]> =
            dependencies.iter().map(|_| SmallVec::new()).collect();
        for (place, values) in values.iter().enumerate() {
            match values {
                IntValues::Fixed(value) => key.ints[place] = *value,
                IntValues::Axis(axis, values) => by_axis[*axis].push((place, values)),
                IntValues::Several(_) => return None,
            }
        }
        let (last_len, last_ints) = match dependencies.last() {
            Some(dependency) => (dependency.groups.len(), by_axis.pop().unwrap_or_default()),
            None => (1, SmallVec::new()),
        };
        let mut picked: SmallVec<[usize; 4]> = SmallVec::from_elem(0, by_axis.len());
        loop {
            for (ints, picked) in by_axis.iter().zip(&picked) {
                ints.iter().for_each(|(place, values)| key.ints[*place] = values[*picked]);
            }
            for group in 0..last_len {
                last_ints.iter().for_each(|(place, values)| key.ints[*place] = values[group]);
                let index = match self.keys.get_index_of(&key) {
                    Some(index) => index,
                    None if pace.watch().reserve(&mut self.keys, 1) => self.keys.insert_full(key.clone()).0,
                    None => return Some(false),
                };
                if pace.step() {
                    return Some(false);
                }
                self.productions.push(small(index));
            }
            let is_last = |axis: &usize| picked[*axis] + 1 == dependencies[*axis].groups.len();
            let Some(next) = (0..picked.len()).rev().find(|axis| !is_last(axis)) else { return Some(true) };
            picked[next] += 1;
            picked[next + 1..].fill(0);
        }
    }
}
