//! [`MemberSizes`]: the sizes of families, each from its first member, as all members have one size.
//!
//! A graph can be deeper than a thread's stack, so families that wait for their parts lie on an explicit stack. Read
//! [`production_table`](super::production_table) next.

use crate::graph::production_dag::Dag;
use crate::graph::record_references::Family;
use crate::index::at;
use crate::schema::Schema;

/// The size of a family that has not been asked for.
const UNKNOWN_SIZE: u32 = u32::MAX;

/// The sizes computed so far.
pub(super) struct MemberSizes {
    records: Vec<u32>,
    unions: Vec<u32>,
}

impl MemberSizes {
    /// None yet.
    pub(super) fn new(dag: &Dag) -> Self {
        Self { records: vec![UNKNOWN_SIZE; dag.records.len()], unions: vec![UNKNOWN_SIZE; dag.unions()] }
    }

    fn known(&self, family: Family) -> Option<u32> {
        let size = match family.split() {
            Ok(record) => self.records.get(at(record)),
            Err(union) => self.unions.get(at(union)),
        };
        size.copied().filter(|size| *size != UNKNOWN_SIZE)
    }

    /// The size of the structures of a family; the weight of a constructor counts where it begins.
    pub(super) fn of(&mut self, schema: &Schema, dag: &Dag, family: Family) -> u32 {
        if let Some(size) = self.known(family) {
            return size;
        }
        let mut open = vec![family];
        let mut found = 0;
        while let Some(family) = open.last().copied() {
            if let Some(size) = self.known(family) {
                (found, _) = (size, open.pop());
                continue;
            }
            let mut first = family;
            while let Err(union) = first.split() {
                first = Family::from_word(dag.members(union)[0]);
            }
            let Ok(record) = first.split() else { return found };
            let item = dag.decode(schema, dag.records.get(record));
            let begun = open.len();
            let mut size = if item.is_rest { 0 } else { schema.constructor(item.ctor).weight };
            for part in item.families() {
                match self.known(part) {
                    Some(known) => size = size.saturating_add(known),
                    None => open.push(part),
                }
            }
            if open.len() == begun {
                found = size;
                open.pop();
                match family.split() {
                    Ok(record) => self.records[at(record)] = size,
                    Err(union) => self.unions[at(union)] = size,
                }
            }
        }
        found
    }
}
