//! [`SchemaMatch`]: the constructors of two schemas that stand for each other.
//!
//! Two structures are the same if they are written the same: the same constructors by name, with the same fields in the same
//! order, and the same values. So types are matched from the root on, whatever their names, and within a pair of types
//! constructors by name, whatever their order; a constructor without a counterpart is one of structures of one side only.
//! Invariant: matched constructors have the same weight and slots of the same kinds. Read
//! [`production_table`](super::production_table) next.

use rustc_hash::FxHashMap;

use crate::catalog::comparison::compare_error::CompareError;
use crate::catalog::comparison::domain_match::DomainMatch;
use crate::graph::production_dag::Dag;
use crate::index::{CtorIx, DomainIx, TypeIx, at};
use crate::schema::Schema;
use crate::schema::domain::Domain;
use crate::schema::types::{Slot, SlotKind};

/// The matched constructors and domains of two schemas.
#[derive(Debug)]
pub(super) struct SchemaMatch {
    /// By constructor of the old schema: its counterparts.
    counterparts: Vec<Vec<CtorIx>>,
    domains: FxHashMap<(DomainIx, DomainIx), DomainMatch>,
}

impl SchemaMatch {
    /// Matches two schemas.
    pub(super) fn new(old: &Schema, new: &Schema) -> Result<Self, CompareError> {
        let counterparts = vec![Vec::new(); old.all_constructors().len()];
        let mut found = Self { counterparts, domains: FxHashMap::default() };
        let mut pairs = vec![(old.root(), new.root())];
        let mut next = 0;
        while let Some((one, other)) = pairs.get(next).copied() {
            next += 1;
            for ctor in old.constructors_of(one) {
                let named = |other: &CtorIx| new.constructor(*other).name == old.constructor(ctor).name;
                let Some(counterpart) = new.constructors_of(other).find(named) else { continue };
                found.counterparts[ctor.index()].push(counterpart);
                found.match_slots((old, ctor), (new, counterpart), &mut pairs)?;
            }
        }
        found.check_nodes(old, new, &pairs)?;
        Ok(found)
    }

    /// Matches the slots of two constructors of one name, and notes the pairs of types of their parts.
    fn match_slots(
        &mut self,
        (old, ctor): (&Schema, CtorIx),
        (new, counterpart): (&Schema, CtorIx),
        pairs: &mut Vec<(TypeIx, TypeIx)>,
    ) -> Result<(), CompareError> {
        let (one, other) = (old.constructor(ctor), new.constructor(counterpart));
        let constructor = one.name.clone();
        let names =
            |slots: &[Slot]| slots.iter().map(|slot| slot.name.clone()).collect::<Vec<_>>().join(", ");
        let (names, new_names) = (names(&one.slots), names(&other.slots));
        if names != new_names {
            return Err(CompareError::Fields { constructor, old: names, new: new_names });
        }
        if one.weight != other.weight {
            return Err(CompareError::Weight { constructor, old: one.weight, new: other.weight });
        }
        for (slot, of_new) in one.slots.iter().zip(&other.slots) {
            let mismatch = || kind_error(&constructor, (old, slot), (new, of_new));
            match (slot.kind, of_new.kind) {
                (SlotKind::Recursive(ty), SlotKind::Recursive(of_new)) => {
                    if !pairs.contains(&(ty, of_new)) {
                        pairs.push((ty, of_new));
                    }
                }
                (SlotKind::Data(domain), SlotKind::Data(of_new)) => {
                    let common = DomainMatch::new(old.domain(domain), new.domain(of_new));
                    self.domains.insert((domain, of_new), common.ok_or_else(mismatch)?);
                }
                _ => return Err(mismatch()),
            }
        }
        Ok(())
    }

    /// Checks that matched references lead to nodes of matched types.
    fn check_nodes(
        &self,
        old: &Schema,
        new: &Schema,
        pairs: &[(TypeIx, TypeIx)],
    ) -> Result<(), CompareError> {
        for (ctor, counterparts) in old.all_constructors().iter().zip(&self.counterparts) {
            for counterpart in counterparts {
                for (slot, of_new) in ctor.slots.iter().zip(&new.constructor(*counterpart).slots) {
                    let (SlotKind::Data(one), SlotKind::Data(other)) = (slot.kind, of_new.kind) else {
                        continue;
                    };
                    let (Domain::Nodes { of, .. }, Domain::Nodes { of: other, .. }) =
                        (old.domain(one), new.domain(other))
                    else {
                        continue;
                    };
                    if !pairs.contains(&(*of, *other)) {
                        return Err(kind_error(&ctor.name, (old, slot), (new, of_new)));
                    }
                }
            }
        }
        Ok(())
    }

    /// The constructors of the new schema that a constructor of the old one stands for.
    pub(super) fn counterparts(&self, ctor: CtorIx) -> &[CtorIx] {
        &self.counterparts[ctor.index()]
    }

    /// The common values of two data slots that are matched.
    pub(super) fn domain(&self, old: DomainIx, new: DomainIx) -> Option<&DomainMatch> {
        self.domains.get(&(old, new))
    }

    /// By constructor, old and new: the slots before which the productions of both builds are cut.
    ///
    /// A production with parts of many sizes is cut after a slot, and two builds may cut at different slots. Matched constructors
    /// get all cuts of both, so that their productions can be laid side by side.
    pub(super) fn cuts(&self, old: &Dag, new: &Dag, new_schema: &Schema) -> [Vec<Vec<usize>>; 2] {
        let mut of_old = own_cuts(old, self.counterparts.len());
        let mut of_new = own_cuts(new, new_schema.all_constructors().len());
        loop {
            let mut changed = false;
            for (ctor, counterparts) in self.counterparts.iter().enumerate() {
                for counterpart in counterparts {
                    let (one, other) = (&mut of_old[ctor], &mut of_new[counterpart.index()]);
                    if one != other {
                        one.append(&mut other.clone());
                        one.sort_unstable();
                        one.dedup();
                        changed |= one != other;
                        other.clone_from(one);
                    }
                }
            }
            if !changed {
                return [of_old, of_new];
            }
        }
    }
}

/// By constructor: the slots before which a graph cuts its productions, ascending.
fn own_cuts(dag: &Dag, ctors: usize) -> Vec<Vec<usize>> {
    let mut cuts = vec![Vec::new(); ctors];
    for section in dag.sections() {
        for slot in [at(section.from), at(section.to)] {
            cuts[section.ctor.index()].push(slot);
        }
    }
    for of_ctor in &mut cuts {
        of_ctor.retain(|slot| *slot > 0);
        of_ctor.sort_unstable();
        of_ctor.dedup();
    }
    cuts
}

/// The error for a field of two kinds.
fn kind_error(constructor: &str, old: (&Schema, &Slot), new: (&Schema, &Slot)) -> CompareError {
    let words = |(schema, slot): (&Schema, &Slot)| match slot.kind {
        SlotKind::Recursive(ty) => format!("a `{}`", schema.ty(ty).name),
        SlotKind::Data(domain) => match schema.domain(domain) {
            Domain::Range { .. } | Domain::Ints(_) | Domain::Wide(_) => "integers".to_owned(),
            Domain::Bool => "true or false".to_owned(),
            Domain::Labels(_) => "names".to_owned(),
            Domain::Nodes { of, .. } => format!("references to a `{}`", schema.ty(*of).name),
        },
    };
    CompareError::FieldKind {
        field: format!("{constructor}.{}", old.1.name),
        old: words(old),
        new: words(new),
    }
}
