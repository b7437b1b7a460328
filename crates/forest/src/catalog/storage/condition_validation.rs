//! Checks that the variables of saved path conditions exist: as a symbolic data slot of every structure in which the
//! condition can occur, or as a variable of a part's condition.
//!
//! A path leads from a record down to all records that can be there; each of them must have what the variable names. A path
//! and the family in which it starts are checked once, however many records share them. Nothing here recurses: a crafted
//! path can be as long as its file.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::graph::dag::Dag;
use crate::graph::graph_validation::Flaw;
use crate::graph::record_references::Family;
use crate::index::at;
use crate::path_condition::{PathCondition, PathVar, Term};
use crate::schema::Schema;
use crate::schema::domain::Domain;
use crate::schema::types::SlotKind;

/// Checks all conditions, each in the records that it belongs to.
///
/// # Errors
/// The first broken invariant, if there is one.
pub(crate) fn check(schema: &Schema, dag: &Dag, paths: &[PathCondition]) -> Result<(), Flaw> {
    if !paths.iter().all(is_sound) {
        return Err("a path condition names no variable of its own");
    }
    let mut targets = PathTargets { schema, dag, paths, known: FxHashMap::default() };
    for record in (0..).take(dag.paths.len()) {
        let Some(condition) = targets.condition(record) else { continue };
        for var in &condition.vars {
            if !targets.exists(record, var) {
                return Err("a path condition leads to no such part or value");
            }
        }
    }
    Ok(())
}

/// Whether a path condition mentions its own variables only, and each extremum is one of these.
fn is_sound(path: &PathCondition) -> bool {
    let is_own = |var: u32| 1 <= var && at(var) <= path.vars.len();
    let own = |terms: &[(u32, i64)]| terms.iter().all(|(var, _)| is_own(*var));
    let own_term = |term: &Term| own(&term.0);
    let is_extremum =
        |var: u32| is_own(var) && matches!(path.vars.get(at(var) - 1), Some(PathVar::Extremum { .. }));
    let bounds = path.vars.iter().all(|var| match var {
        PathVar::Data { lo, hi, .. } | PathVar::Extremum { lo, hi } => lo <= hi,
        PathVar::Part { .. } => true,
    });
    bounds
        && path.constraints.iter().all(|(terms, _, relation)| own(terms) && *relation <= 2)
        && path.extrema.iter().all(|row| is_extremum(row.var) && row.of.iter().all(own_term))
        && path.shown.iter().all(|var| is_own(*var))
}

/// The variable that a path must end at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum End {
    /// A data slot with this range.
    Data(u32, i64, i64),
    /// A condition that shows this variable.
    Shown(u32),
}

/// The records to which paths lead, and the checks done so far.
struct PathTargets<'c> {
    schema: &'c Schema,
    dag: &'c Dag,
    paths: &'c [PathCondition],
    /// Whether all records of a family have the target of a path.
    known: FxHashMap<(Family, &'c [u32], End), bool>,
}

impl<'c> PathTargets<'c> {
    fn condition(&self, record: u32) -> Option<&'c PathCondition> {
        self.paths.get(at(self.dag.path_of(record)?))
    }

    fn exists(&mut self, record: u32, var: &'c PathVar) -> bool {
        let (path, end) = match var {
            PathVar::Data { path, slot, lo, hi } => (path, End::Data(*slot, *lo, *hi)),
            PathVar::Part { path, var } if !path.is_empty() => (path, End::Shown(*var)),
            PathVar::Part { .. } => return false,
            PathVar::Extremum { .. } => return true,
        };
        let Some((first, rest)) = path.split_first() else { return self.has(record, end) };
        let Some(families) = self.families(&[record], *first) else { return false };
        families.into_iter().all(|family| {
            if let Some(known) = self.known.get(&(family, rest, end)) {
                return *known;
            }
            let holds = self.leads_to(family, rest, end);
            self.known.insert((family, rest, end), holds);
            holds
        })
    }

    /// Whether the path leads from every record of a family to an end.
    fn leads_to(&self, family: Family, path: &[u32], end: End) -> bool {
        let mut records = self.records([family]);
        for slot in path {
            let Some(families) = self.families(&records, *slot) else { return false };
            records = self.records(families);
        }
        records.into_iter().all(|record| self.has(record, end))
    }

    /// Whether a record has the target of a path.
    fn has(&self, record: u32, end: End) -> bool {
        match end {
            End::Data(slot, lo, hi) => {
                let ctor = self.schema.constructor(self.dag.ctor(record));
                ctor.slots.get(at(slot)).is_some_and(|slot| match slot.kind {
                    SlotKind::Data(domain) => *self.schema.domain(domain) == Domain::Range { lo, hi },
                    SlotKind::Recursive(_) => false,
                })
            }
            End::Shown(var) => {
                self.condition(record).is_some_and(|condition| at(var) < condition.shown.len())
            }
        }
    }

    /// All records that families hold.
    fn records(&self, families: impl IntoIterator<Item = Family>) -> Vec<u32> {
        let (mut records, mut seen) = (Vec::new(), FxHashSet::default());
        let mut open: Vec<Family> = families.into_iter().collect();
        while let Some(family) = open.pop() {
            if !seen.insert(family) {
                continue;
            }
            match family.split() {
                Ok(record) => records.push(record),
                Err(union) => open.extend(self.dag.members(union).iter().copied().map(Family::from_word)),
            }
        }
        records
    }

    /// The families in a recursive slot of records, or their rests if it is further on; `None` if one has no such slot.
    fn families(&self, records: &[u32], slot: u32) -> Option<FxHashSet<Family>> {
        let mut families = FxHashSet::default();
        let (mut open, mut seen) = (records.to_vec(), FxHashSet::default());
        while let Some(record) = open.pop() {
            if !seen.insert(record) {
                continue;
            }
            let item = self.dag.decode(self.schema, self.dag.records.get(record));
            let place = at(slot).checked_sub(item.from)?;
            match (item.slots.get(place), item.rest) {
                (Some(slot), _) if slot.is_recursive() => {
                    families.insert(Family::from_word(item.words[place]));
                }
                (None, Some(rest)) => open.extend(self.records([rest])),
                _ => return None,
            }
        }
        Some(families)
    }
}
