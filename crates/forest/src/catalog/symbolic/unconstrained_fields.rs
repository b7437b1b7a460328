//! Warns about symbolic fields that no path condition constrains.
//!
//! A field is constrained if some path condition has a constraint on it, or contains it in an attribute's answer. Any other
//! symbolic field takes one value whatever the structure is: that is no mistake, and rarely what was meant.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use crate::catalog::Catalog;
use crate::index::{CtorIx, at};
use crate::path_condition::{PathCondition, PathVar};
use crate::schema::Schema;
use crate::schema::types::SlotKind;

impl Catalog {
    /// The same with a note for each symbolic field that no path condition constrains.
    #[doc(hidden)]
    #[must_use]
    pub fn with_unconstrained_field_notes(self) -> Self {
        let notes: Vec<String> = unconstrained(&self)
            .into_iter()
            .map(|(ctor, slot)| {
                let ctor = self.schema.constructor(ctor);
                format!(
                    "`{}.{}` is symbolic and nothing compares it: mark it `payload`, or leave it out",
                    ctor.name, ctor.slots[slot].name
                )
            })
            .collect();
        notes.iter().fold(self, |catalog, note| catalog.with_note(note))
    }
}

/// The symbolic slots of constructors in use that no path condition mentions.
fn unconstrained(catalog: &Catalog) -> BTreeSet<(CtorIx, usize)> {
    let (schema, dag) = (&catalog.schema, &catalog.dag);
    let (mut all, mut constrained) = (BTreeSet::new(), BTreeSet::new());
    let mut used: FxHashSet<(CtorIx, u32)> = FxHashSet::default();
    let mut latest = None;
    for (record, path) in (0_u32..).zip(&dag.paths) {
        let begun = dag.begun(record).map(|ctor| (ctor, *path));
        // Neighbours mostly are alike.
        if begun != latest {
            used.extend(begun);
            latest = begun;
        }
    }
    for (ctor, path) in used {
        for (slot, it) in schema.constructor(ctor).slots.iter().enumerate() {
            if matches!(it.kind, SlotKind::Data(domain) if schema.domain(domain).is_range() && schema.domain(domain).len() > 1)
            {
                all.insert((ctor, slot));
            }
        }
        if let Some(condition) = catalog.paths.get(at(path)) {
            mentioned(schema, ctor, condition, &mut constrained);
        }
    }
    &all - &constrained
}

/// Adds the slots that a condition of a constructor mentions.
fn mentioned(
    schema: &Schema,
    ctor: CtorIx,
    condition: &PathCondition,
    constrained: &mut BTreeSet<(CtorIx, usize)>,
) {
    let of_constraints = condition.constraints.iter().flat_map(|(terms, ..)| terms);
    let of_extrema = condition.extrema.iter().flat_map(|row| &row.of).flat_map(|(terms, _)| terms);
    let numbers =
        of_constraints.chain(of_extrema).map(|(var, _)| *var).chain(condition.shown.iter().copied());
    let numbers: BTreeSet<u32> = numbers.collect();
    // Variables are numbered from 1.
    for (_, var) in (1_u32..).zip(&condition.vars).filter(|(number, _)| numbers.contains(number)) {
        let PathVar::Data { path, slot, .. } = var else { continue };
        constrained.extend(ends(schema, ctor, path).into_iter().map(|ctor| (ctor, at(*slot))));
    }
}

/// The constructors that may stand where these slots lead from one.
fn ends(schema: &Schema, ctor: CtorIx, path: &[u32]) -> Vec<CtorIx> {
    path.iter().fold(vec![ctor], |ctors, slot| {
        let types: BTreeSet<_> = ctors
            .iter()
            .filter_map(|ctor| match schema.constructor(*ctor).slots.get(at(*slot))?.kind {
                SlotKind::Recursive(ty) => Some(ty),
                SlotKind::Data(_) => None,
            })
            .collect();
        types.into_iter().flat_map(|ty| schema.constructors_of(ty)).collect()
    })
}
