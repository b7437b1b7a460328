//! What a leaf's integers depend on, grouped by value.
//!
//! An *entity* is a hole or a data slot that some integer of the leaf's answers still depends on. Its groups
//! are the parts in which all those integers are decided; leaves are multiplied out over them.

use bumpalo::Bump;
use bumpalo::collections::Vec as BumpVec;
use smallvec::SmallVec;

use dpgen_forest::index::at;

use crate::quotient::run_state::class_source::{ClassAtom, ClassRun};
use crate::run::int::Int;
use crate::run::state::Atom;
use crate::watch::Pace;

/// What a leaf's integers depend on, with its groups: the value of each atom, and what is left of the entity.
pub(crate) struct Dependency<'b> {
    /// The node, or the atom of the data slot.
    pub(crate) of: DependsOn,
    pub(crate) atoms: SmallVec<[u32; 4]>,
    pub(crate) groups: BumpVec<'b, (SmallVec<[i64; 4]>, u32)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DependsOn {
    Node(u32),
    Data(u32),
}

/// Notes the entities that a (settled) integer depends on.
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

/// Groups an entity by the values of its atoms; `false` if the build is to stop.
pub(crate) fn group_by_values(
    run: &mut ClassRun,
    dependency: &mut Dependency<'_>,
    pace: &mut Pace<'_>,
) -> bool {
    match dependency.of {
        DependsOn::Data(atom) => {
            let Atom::Data { domain, lo, hi } = run.atoms[at(atom)] else { return true };
            let schema = run.schema.clone();
            let domain = schema.domain(domain);
            for index in lo..=hi {
                if pace.step() {
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
                        if pace.step() {
                            return false;
                        }
                        let mut values = values.clone();
                        values.push(*value);
                        finer.push((values, *part));
                    }
                }
                groups = finer;
            }
            dependency.groups.extend(groups);
        }
    }
    true
}

/// The value of an integer, once its atoms are known; `None` if it leaves the range of integers.
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
