//! What a leaf's integers depend on, grouped by value.
//!
//! An *entity* is a hole or a data slot that some integer of the leaf's answers still depends on. Its groups
//! are the parts in which all those integers are decided; leaves are multiplied out over them.

use bumpalo::Bump;
use bumpalo::collections::Vec as BumpVec;
use smallvec::SmallVec;

use dpgen_forest::index::at;

use crate::classes::source::{ClassAtom, ClassRun};
use crate::run::int::Int;
use crate::run::state::Atom;
use crate::watch::Pace;

/// What a leaf's integers depend on, with its groups: the value of each atom, and what is left of the entity.
pub(crate) struct Entity<'b> {
    /// The node, or the atom of the data slot.
    pub(crate) of: Of,
    pub(crate) atoms: SmallVec<[u32; 4]>,
    pub(crate) groups: BumpVec<'b, (SmallVec<[i64; 4]>, u32)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Of {
    Node(u32),
    Data(u32),
}

/// Notes the entities that a (settled) integer depends on.
pub(crate) fn depends_on<'b>(
    run: &mut ClassRun,
    int: Int,
    bump: &'b Bump,
    entities: &mut SmallVec<[Entity<'b>; 4]>,
) {
    let Some(atom) = int.base.checked_sub(1) else { return };
    let of = match run.atoms[at(atom)].clone() {
        Atom::Data { .. } => Of::Data(atom),
        // Symbolic parts of answers have become terms of the condition.
        Atom::Own(ClassAtom::Symbol(_)) => return,
        Atom::Own(ClassAtom::Attr { node, .. }) => Of::Node(node),
        Atom::Linear(terms) => {
            for (base, _) in terms {
                depends_on(run, run.of_base(base), bump, entities);
            }
            return;
        }
        Atom::Own(ClassAtom::Pending { .. }) => {
            let settled = run.settled(int);
            depends_on(run, settled, bump, entities);
            return;
        }
    };
    match entities.iter_mut().find(|entity| entity.of == of) {
        Some(entity) if entity.atoms.contains(&atom) => {}
        Some(entity) => entity.atoms.push(atom),
        None => {
            let atoms = SmallVec::from_slice(&[atom]);
            entities.push(Entity { of, atoms, groups: BumpVec::new_in(bump) });
        }
    }
}

/// Groups an entity by the values of its atoms; `false` if the build is to stop.
pub(crate) fn group(run: &mut ClassRun, entity: &mut Entity<'_>, pace: &mut Pace<'_>) -> bool {
    match entity.of {
        Of::Data(atom) => {
            let Atom::Data { domain, lo, hi } = run.atoms[at(atom)] else { return true };
            let schema = run.schema.clone();
            let domain = schema.domain(domain);
            for index in lo..=hi {
                if pace.step() || !pace.watch().reserve(&mut entity.groups, 1) {
                    return false;
                }
                entity.groups.push((SmallVec::from_slice(&[domain.value(index)]), index));
            }
        }
        Of::Node(node) => {
            let mut groups: Vec<(SmallVec<[i64; 4]>, u32)> = vec![(SmallVec::new(), run.set_of(node))];
            for atom in &entity.atoms {
                let Atom::Own(ClassAtom::Attr { attr, position, .. }) = run.atoms[at(*atom)] else {
                    continue;
                };
                let mut finer = Vec::new();
                for (values, set) in groups {
                    for (value, part) in run.parts().by_value(set, attr, position).iter() {
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
            if !pace.watch().reserve(&mut entity.groups, groups.len()) {
                return false;
            }
            entity.groups.extend(groups);
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
            let parts = &run.source.parts;
            let class = parts.members(run.set_of(*node))[0];
            i128::from(parts.classes.value(*attr, class).1[at(*position)])
        }
        (None, Atom::Own(ClassAtom::Symbol(_))) => 0,
        (None, Atom::Own(ClassAtom::Pending { parent, slot })) => {
            evaluate(run, run.pending_data(*parent, *slot)?, known)?
        }
    };
    value.checked_add(int.constant_part())
}
