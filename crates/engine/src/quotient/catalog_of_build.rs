//! The catalog and the report of a build over classes, from its state.

use std::sync::Arc;
use std::time::Instant;

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use dpgen_forest::index::{AttrIx, wide};
use dpgen_forest::schema::Schema;
use dpgen_forest::{Algorithm, AttributeReport, Catalog, ConditionReport, ReadReport, Roots};

use super::build_state::Builder;
use crate::build_job::Job;
use crate::context_reports::context_reports;
use crate::predicate_run::attributes_in_use::Attributes;
use crate::predicate_run::choice_stack::Read;

impl Builder<'_> {
    /// The catalog.
    pub(crate) fn finish(
        self,
        job: &Job<'_>,
        algorithm: Algorithm,
        complete: u32,
        begin: Instant,
    ) -> Catalog {
        let Job { model, scope, watch, .. } = *job;
        let schema = &*model.schema;
        let mut report = self.report;
        for (attr, ty, attribute) in self.attributes.iter() {
            let answers = wide(self.classes.tables[attr.index()].len());
            let (ty, name) = (schema.ty(ty).name.clone(), attribute.name.clone());
            report.attributes.push(AttributeReport::new(ty, name, answers));
        }
        let name = |read: Read| read_name(schema, &self.attributes, read);
        report.reads = self.splits.iter().map(|(read, runs)| ReadReport::new(name(*read), *runs)).collect();
        report.reads.sort_by_key(|read| std::cmp::Reverse(read.runs));
        let texts = model.conditions.iter().zip(&self.rejected);
        report.conditions =
            texts.map(|(text, rejected)| ConditionReport::new(text.clone(), *rejected)).collect();
        report.contexts = context_reports(&self.classes.pools, model);
        let mut classes = Arc::try_unwrap(self.classes).unwrap_or_else(|shared| (*shared).clone());
        let conditions = Arc::try_unwrap(self.conditions).unwrap_or_else(|shared| (*shared).clone());
        let mut dag = std::mem::take(&mut classes.dag);
        // A merge that was stopped has appended members for classes that it did not add.
        dag.drop_uncovered_members();
        // There is much to free.
        let (workers, sets) = (self.workers, self.sets);
        rayon::join(
            || drop(classes),
            || rayon::join(|| workers.into_par_iter().for_each(drop), || drop(sets)),
        );
        let mut roots = self.roots;
        let roots = roots
            .iter_mut()
            .map(|segments| {
                // Those of a size are freed before the next: they would be there twice.
                let mut segments = std::mem::take(segments);
                // Stable: within one constructor and split, the engine's order stays.
                segments.sort_by(|a, b| a.order.cmp(&b.order));
                let count = segments.iter().map(|segment| &segment.count).sum();
                let mut records =
                    Vec::with_capacity(segments.iter().map(|segment| segment.records.len()).sum());
                segments.iter().for_each(|segment| records.extend_from_slice(&segment.records));
                Roots::with_count(records, count)
            })
            .collect();
        report.time = begin.elapsed();
        let catalog = Catalog::new(
            model.schema.clone(),
            scope.clone(),
            algorithm,
            dag,
            roots,
            complete,
            watch.stopped(),
            report,
        );
        catalog.with_paths(self.fields, conditions.into_paths()).with_unconstrained_field_notes()
    }
}

/// A kind of read, as text in a report.
fn read_name(schema: &Schema, attributes: &Attributes, read: Read) -> String {
    let attribute = |attr: AttrIx| {
        let Some((ty, attribute)) = attributes.get(attr) else { return String::new() };
        format!("`{}` of `{}`", attribute.name, schema.ty(ty).name)
    };
    match read {
        Read::Answer(attr) => format!("asking for {}", attribute(attr)),
        Read::Integer(attr) => format!("comparing {}", attribute(attr)),
        Read::Layer(ty) => format!("looking into a `{}`", schema.ty(ty).name),
        Read::Data(domain) => format!("reading {}", schema.slot_of(domain)),
        Read::Symbol => "comparing symbolic data".to_owned(),
    }
}
