//! [`BottomUp`]: a number for each family of a graph, worked out from those of the families that it is made of.
//!
//! A graph can be deeper than a thread's stack, so what waits for its parts lies on a stack of our own. Invariant: each
//! family is worked out once.

use crate::graph::{Dag, Family};
use crate::index::at;
use crate::schema::Schema;

/// What is to be worked out, and when.
#[derive(Debug, Clone, Copy)]
enum Step {
    Visit(Family),
    Finish(Family),
}

/// The numbers that are known.
#[derive(Debug)]
pub(super) struct BottomUp<'a> {
    schema: &'a Schema,
    dag: &'a Dag,
    records: Vec<Option<u32>>,
    unions: Vec<Option<u32>>,
}

impl<'a> BottomUp<'a> {
    pub(super) fn new(schema: &'a Schema, dag: &'a Dag) -> Self {
        Self { schema, dag, records: vec![None; dag.records.len()], unions: vec![None; dag.unions()] }
    }

    /// The number of a family, if it is known.
    pub(super) fn known(&self, family: Family) -> Option<u32> {
        match family.split() {
            Ok(record) => self.records[at(record)],
            Err(union) => self.unions[at(union)],
        }
    }

    /// The families that a family is made of: the members of a union, the parts and the rest of a record.
    fn parts(&self, family: Family) -> impl Iterator<Item = Family> + use<'a> {
        let Self { schema, dag, .. } = *self;
        let (record, members) = match family.split() {
            Ok(record) => (Some(dag.item(schema, dag.records.get(record))), &[][..]),
            Err(union) => (None, dag.members(union)),
        };
        let members = members.iter().map(|word| Family::from_word(*word));
        record.into_iter().flat_map(|item| item.families()).chain(members)
    }

    /// Works out the number of a family. `of_record` and `of_union` have the numbers of all parts in [`known`](Self::known).
    pub(super) fn work_out(
        &mut self,
        family: Family,
        of_record: impl Fn(&Self, u32) -> u32,
        of_union: impl Fn(&mut dyn Iterator<Item = u32>) -> u32,
    ) -> u32 {
        let mut steps = vec![Step::Visit(family)];
        while let Some(step) = steps.pop() {
            match step {
                Step::Visit(family) if self.known(family).is_some() => {}
                Step::Visit(family) => {
                    steps.push(Step::Finish(family));
                    let unknown = self.parts(family).filter(|part| self.known(*part).is_none());
                    steps.extend(unknown.map(Step::Visit));
                }
                Step::Finish(family) => match family.split() {
                    Ok(record) => self.records[at(record)] = Some(of_record(self, record)),
                    Err(union) => {
                        let of = of_union(&mut self.parts(family).filter_map(|part| self.known(part)));
                        self.unions[at(union)] = Some(of);
                    }
                },
            }
        }
        self.known(family).unwrap_or(0)
    }

    /// The numbers by union; `None` for those that nothing asked for depends on.
    pub(super) fn into_unions(self) -> Vec<Option<u32>> {
        self.unions
    }
}
