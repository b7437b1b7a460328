//! [`BottomUp`]: computes a number for each family of a graph from the numbers of its parts.
//!
//! A graph can be deeper than a thread's stack, so families that wait for their parts lie on an explicit stack. Invariant:
//! each family is computed once.

use crate::graph::dag::Dag;
use crate::graph::record_references::Family;
use crate::index::at;
use crate::schema::Schema;

/// A step of the traversal: before or after the parts of a family.
#[derive(Debug, Clone, Copy)]
enum Step {
    Visit(Family),
    Finish(Family),
}

/// The numbers computed so far.
#[derive(Debug)]
pub(crate) struct BottomUp<'a> {
    schema: &'a Schema,
    dag: &'a Dag,
    records: Vec<Option<u32>>,
    unions: Vec<Option<u32>>,
}

impl<'a> BottomUp<'a> {
    pub(crate) fn new(schema: &'a Schema, dag: &'a Dag) -> Self {
        Self { schema, dag, records: vec![None; dag.records.len()], unions: vec![None; dag.unions()] }
    }

    /// The number of a family, if it is known.
    pub(crate) fn known(&self, family: Family) -> Option<u32> {
        match family.split() {
            Ok(record) => self.records[at(record)],
            Err(union) => self.unions[at(union)],
        }
    }

    /// The families that a family is made of: the members of a union, the parts and the rest of a record.
    fn parts(&self, family: Family) -> impl Iterator<Item = Family> + use<'a> {
        let Self { schema, dag, .. } = *self;
        let (record, members) = match family.split() {
            Ok(record) => (Some(dag.decode(schema, dag.records.get(record))), &[][..]),
            Err(union) => (None, dag.members(union)),
        };
        let members = members.iter().map(|word| Family::from_word(*word));
        record.into_iter().flat_map(|item| item.families()).chain(members)
    }

    /// Computes the number of a family; `of_record` and `of_union` find the numbers of all parts in [`known`](Self::known).
    pub(crate) fn compute(
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

    /// The numbers by union; `None` for unions below no computed family.
    pub(crate) fn into_unions(self) -> Vec<Option<u32>> {
        self.unions
    }
}
