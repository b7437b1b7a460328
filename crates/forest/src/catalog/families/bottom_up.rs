//! [`BottomUp`]: computes a value for each family of a graph (a size, a count) from the values of its parts.
//!
//! A graph can be deeper than a thread's stack, so families that wait for their parts lie on an explicit stack. Invariant:
//! each family is computed once.

use crate::graph::production_dag::Dag;
use crate::graph::record_references::Family;
use crate::index::at;
use crate::schema::Schema;

/// A step of the traversal: before or after the parts of a family.
#[derive(Debug, Clone, Copy)]
enum Step {
    Visit(Family),
    Finish(Family),
}

/// The values computed so far.
#[derive(Debug)]
pub(crate) struct BottomUp<'a, T> {
    schema: &'a Schema,
    dag: &'a Dag,
    records: Vec<Option<T>>,
    unions: Vec<Option<T>>,
}

impl<'a, T: Clone> BottomUp<'a, T> {
    pub(crate) fn new(schema: &'a Schema, dag: &'a Dag) -> Self {
        Self { schema, dag, records: vec![None; dag.records.len()], unions: vec![None; dag.unions()] }
    }

    /// The value of a family, if it is known.
    pub(crate) fn known(&self, family: Family) -> Option<&T> {
        match family.split() {
            Ok(record) => self.records[at(record)].as_ref(),
            Err(union) => self.unions[at(union)].as_ref(),
        }
    }

    /// The families that a family is made of: the members of a union, the parts and the rest of a record.
    fn parts(&self, family: Family) -> impl Iterator<Item = Family> + use<'a, T> {
        let Self { schema, dag, .. } = *self;
        let (record, members) = match family.split() {
            Ok(record) => (Some(dag.decode(schema, dag.records.get(record))), &[][..]),
            Err(union) => (None, dag.members(union)),
        };
        let members = members.iter().map(|word| Family::from_word(*word));
        record.into_iter().flat_map(|item| item.families()).chain(members)
    }

    /// Computes the value of a family. `of_record` finds the values of all parts in [`known`](Self::known), `of_union` is given those
    /// of the members.
    pub(crate) fn compute(
        &mut self,
        family: Family,
        of_record: impl Fn(&Self, u32) -> T,
        of_union: impl Fn(&mut dyn Iterator<Item = &T>) -> T,
    ) -> Option<T> {
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
        self.known(family).cloned()
    }

    /// The values by record and by union; `None` for those below no computed family.
    pub(crate) fn into_parts(self) -> (Vec<Option<T>>, Vec<Option<T>>) {
        (self.records, self.unions)
    }
}
