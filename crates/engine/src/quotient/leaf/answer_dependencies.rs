//! The open parts that a leaf's answers depend on, grouped by the values of the answers' integers.
//!
//! A *dependency* is a hole or a data slot that some integer of the answers still depends on. Its groups are the subsets in
//! which all those integers are decided; a leaf has a production for each combination of groups.

use std::sync::Arc;

use bumpalo::Bump;
use bumpalo::collections::Vec as BumpVec;
use smallvec::SmallVec;

use dpgen_forest::index::{at, small};

use crate::limit_monitor::PollCounter;
use crate::predicate_run::predicate_int::Int;
use crate::predicate_run::run_state::Atom;
use crate::quotient::run_state::class_nodes::{ClassAtom, ClassRun};
use crate::quotient::sets::set_partition::SetPartition;

/// A hole or data slot that a leaf's integers depend on, with its groups.
pub(crate) struct Dependency<'b> {
    /// The hole or data slot.
    pub(crate) of: DependsOn,
    /// The integers' atoms that belong to it.
    pub(crate) atoms: SmallVec<[u32; 4]>,
    pub(crate) groups: Groups<'b>,
}

/// The groups of a dependency.
pub(crate) enum Groups<'b> {
    /// Of a data slot: the index of the first group, and the value of each.
    Data(u32, BumpVec<'b, i64>),
    /// Of a hole: a partition of its set, by the number that the worker has for it.
    Parts(u32, Arc<SetPartition>),
}

impl Groups<'_> {
    /// The number of groups.
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Data(_, values) => values.len(),
            Self::Parts(_, partition) => partition.len(),
        }
    }

    /// The value of each atom in a group.
    pub(crate) fn values(&self, group: usize) -> &[i64] {
        match self {
            Self::Data(_, values) => std::slice::from_ref(&values[group]),
            Self::Parts(_, partition) => partition.values(group),
        }
    }

    /// What is left in a group: a set of classes, or an index of the domain.
    pub(crate) fn left(&self, group: usize) -> u32 {
        match self {
            Self::Data(first, _) => *first + small(group),
            Self::Parts(_, partition) => partition.sets()[group],
        }
    }
}

/// The subject of a dependency: a hole or a data slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DependsOn {
    /// A node, by its number.
    Node(u32),
    /// A data slot, by its atom.
    Data(u32),
}

/// Adds what a settled integer depends on.
pub(crate) fn collect_dependencies<'b>(
    run: &mut ClassRun,
    int: Int,
    bump: &'b Bump,
    dependencies: &mut SmallVec<[Dependency<'b>; 4]>,
) {
    let Some(atom) = int.base.checked_sub(1) else { return };
    let of = match run.atoms[at(atom)].clone() {
        Atom::Data { .. } => DependsOn::Data(atom),
        // Symbolic parts of answers have become terms of the condition.
        Atom::Own(ClassAtom::Symbol(_)) => return,
        Atom::Own(ClassAtom::Attr { node, .. }) => DependsOn::Node(node),
        Atom::Linear(terms) => {
            for (base, _) in terms {
                collect_dependencies(run, run.of_base(base), bump, dependencies);
            }
            return;
        }
        Atom::Own(ClassAtom::Pending { .. }) => {
            let settled = run.settled(int);
            collect_dependencies(run, settled, bump, dependencies);
            return;
        }
    };
    match dependencies.iter_mut().find(|dependency| dependency.of == of) {
        Some(dependency) if dependency.atoms.contains(&atom) => {}
        Some(dependency) => dependency.atoms.push(atom),
        None => {
            let atoms = SmallVec::from_slice(&[atom]);
            dependencies.push(Dependency { of, atoms, groups: Groups::Data(0, BumpVec::new_in(bump)) });
        }
    }
}

/// Groups a dependency by the values of its atoms. Returns `false` if the build is to stop.
pub(crate) fn group_by_values(
    run: &mut ClassRun,
    dependency: &mut Dependency<'_>,
    pace: &mut PollCounter<'_>,
) -> bool {
    match dependency.of {
        DependsOn::Data(atom) => {
            let Atom::Data { domain, lo, hi } = run.atoms[at(atom)] else { return true };
            let Groups::Data(first, values) = &mut dependency.groups else { return true };
            let schema = run.schema.clone();
            let domain = schema.domain(domain);
            *first = lo;
            for index in lo..=hi {
                if pace.step() || !pace.watch().reserve(values, 1) {
                    return false;
                }
                values.push(domain.value(index));
            }
            true
        }
        DependsOn::Node(node) => {
            let int_of = |atom: &u32| match run.atoms[at(*atom)] {
                Atom::Own(ClassAtom::Attr { attr, position, .. }) => Some((attr, position)),
                _ => None,
            };
            let ints = dependency.atoms.iter().filter_map(int_of).collect();
            let set = run.set_of(node);
            let parts = run.sets().partition(set, ints, pace);
            parts.is_some_and(|(number, partition)| {
                dependency.groups = Groups::Parts(number, partition);
                true
            })
        }
    }
}

/// Adds the indices of the dependencies that the value of an integer depends on.
pub(crate) fn collect_axes(
    run: &ClassRun,
    int: Int,
    dependencies: &[Dependency<'_>],
    axes: &mut SmallVec<[usize; 4]>,
) {
    let Some(atom) = int.base.checked_sub(1) else { return };
    let axis = dependencies.iter().position(|dependency| dependency.atoms.contains(&atom));
    match (axis, &run.atoms[at(atom)]) {
        (Some(axis), _) if axes.contains(&axis) => {}
        (Some(axis), _) => axes.push(axis),
        (None, Atom::Linear(terms)) => {
            for (base, _) in terms {
                collect_axes(run, run.of_base(*base), dependencies, axes);
            }
        }
        (None, Atom::Own(ClassAtom::Pending { parent, slot })) => {
            if let Some(data) = run.pending_data(*parent, *slot) {
                collect_axes(run, data, dependencies, axes);
            }
        }
        (None, _) => {}
    }
}

/// The value of an integer whose atoms are known; `None` if it leaves 128 bits.
pub(crate) fn evaluate(run: &ClassRun, int: Int, known: &[(u32, i64)]) -> Option<i128> {
    let Some(atom) = int.base.checked_sub(1) else { return Some(int.constant_part()) };
    let given = known.iter().find(|(of, _)| *of == atom).map(|(_, value)| i128::from(*value));
    let value = match (given, &run.atoms[at(atom)]) {
        (Some(value), _) => value,
        (None, Atom::Linear(terms)) => terms.iter().try_fold(0_i128, |sum, (base, factor)| {
            let part = evaluate(run, run.of_base(*base), known)?;
            sum.checked_add(part.checked_mul(i128::from(*factor))?)
        })?,
        (None, Atom::Data { domain, lo, .. }) => i128::from(run.schema.domain(*domain).value(*lo)),
        (None, Atom::Own(ClassAtom::Attr { node, attr, position })) => {
            let sets = &run.source.sets;
            let class = sets.members(run.set_of(*node))[0];
            i128::from(sets.classes.value(*attr, class).1[at(*position)])
        }
        (None, Atom::Own(ClassAtom::Symbol(_))) => 0,
        (None, Atom::Own(ClassAtom::Pending { parent, slot })) => {
            evaluate(run, run.pending_data(*parent, *slot)?, known)?
        }
    };
    value.checked_add(int.constant_part())
}
