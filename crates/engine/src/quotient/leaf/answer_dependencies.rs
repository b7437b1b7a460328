//! The open parts that a leaf's answers depend on, grouped by the values of the answers' integers.
//!
//! A *dependency* is a hole or a data slot that some integer of the answers still depends on. Its groups are the subsets in
//! which all those integers are decided; a leaf has a production for each combination of groups.

use bumpalo::Bump;
use bumpalo::collections::Vec as BumpVec;
use smallvec::SmallVec;

use dpgen_forest::index::at;

use crate::limit_monitor::PollCounter;
use crate::predicate_run::predicate_int::Int;
use crate::predicate_run::run_state::Atom;
use crate::quotient::run_state::class_nodes::{ClassAtom, ClassRun};

/// A hole or data slot that a leaf's integers depend on, with its groups.
pub(crate) struct Dependency<'b> {
    /// The hole or data slot.
    pub(crate) of: DependsOn,
    /// The integers' atoms that belong to it.
    pub(crate) atoms: SmallVec<[u32; 4]>,
    /// The value of each atom, and what is left: a set of classes, or an index of the domain.
    pub(crate) groups: BumpVec<'b, (SmallVec<[i64; 4]>, u32)>,
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
            dependencies.push(Dependency { of, atoms, groups: BumpVec::new_in(bump) });
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
            let schema = run.schema.clone();
            let domain = schema.domain(domain);
            for index in lo..=hi {
                if pace.step() || !pace.watch().reserve(&mut dependency.groups, 1) {
                    return false;
                }
                dependency.groups.push((SmallVec::from_slice(&[domain.value(index)]), index));
            }
        }
        DependsOn::Node(node) => {
            let mut groups: Vec<(SmallVec<[i64; 4]>, u32)> = vec![(SmallVec::new(), run.set_of(node))];
            for atom in &dependency.atoms {
                let Atom::Own(ClassAtom::Attr { attr, position, .. }) = run.atoms[at(*atom)] else {
                    continue;
                };
                let mut finer = Vec::new();
                for (values, set) in groups {
                    for (value, part) in run.sets().by_value(set, attr, position).iter() {
                        if pace.step() || !pace.watch().reserve(&mut finer, 1) {
                            return false;
                        }
                        let mut values = values.clone();
                        values.push(*value);
                        finer.push((values, *part));
                    }
                }
                groups = finer;
            }
            if !pace.watch().reserve(&mut dependency.groups, groups.len()) {
                return false;
            }
            dependency.groups.extend(groups);
        }
    }
    true
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
