//! Catalogs of lists that are put together by hand: of any depth at once, and with path conditions of one's choice.

use std::sync::Arc;

use dpgen_forest::graph::{Dag, Family, Records, Span};
use dpgen_forest::path_condition::PathCondition;
use dpgen_forest::schema::{Domain, SchemaBuilder, Shape, Slot, SlotKind, TypeKey};
use dpgen_forest::{Algorithm, Catalog, Count, Fields, Report, Roots, Schema, Scope};

/// `Nil` is 0, `Cons { value: 1..=values, rest }` is 1.
pub(crate) fn schema(scope: &Scope, values: i64) -> Schema {
    let mut builder = SchemaBuilder::new(scope.clone());
    let (list, _) = builder.begin(TypeKey::Named("List".to_owned()), "List", Shape::Plain);
    let value = builder.data("value", Domain::Range { lo: 1, hi: values });
    let slot = |name: &str, kind| Slot { name: name.to_owned(), kind };
    builder.constructor(list, "Nil", None, Vec::new());
    let rest = slot("rest", SlotKind::Recursive(list));
    builder.constructor(list, "Cons", None, vec![slot("value", value), rest]);
    builder.finish(SlotKind::Recursive(list), "List").unwrap()
}

fn catalog(scope: &Scope, schema: Schema, dag: Dag, roots: Vec<Roots>) -> Catalog {
    let complete = scope.max_size() + 1;
    let (schema, report) = (Arc::new(schema), Report::default());
    Catalog::new(schema, scope.clone(), Algorithm::Quotient, dag, roots, complete, None, report)
}

/// All lists of values from `1..=values` of exactly this length.
pub(crate) fn concrete(size: u32, values: u32) -> Catalog {
    let scope = Scope::new(size);
    let schema = schema(&scope, values.into());
    let mut dag = Dag::default();
    let span = dag.push_interval(0, values - 1).unwrap();
    let mut count = Count::ONE;
    let mut record = dag.records.push(&[0]).unwrap();
    for _ in 0..size {
        let rest = dag.push_union([Family::record(record)], count.clone()).unwrap();
        record = dag.records.push(&[1, span.word(), rest.word()]).unwrap();
        count *= &Count::from(values);
    }
    let mut roots = vec![Roots::default(); size.try_into().unwrap()];
    roots.push(Roots::with_count(vec![record], count));
    catalog(&scope, schema, dag, roots)
}

/// One list of each length up to `size`, whose values meet a path condition a layer: that of the innermost element, and
/// that of every other one.
pub(crate) fn symbolic(size: u32, values: u32, last: PathCondition, inner: PathCondition) -> Catalog {
    let scope = Scope::new(size);
    let schema = schema(&scope, values.into());
    let mut records = Records::default();
    let mut roots = Vec::new();
    let mut paths = Vec::new();
    let mut rest = Vec::new();
    for length in 0..=size {
        let record = match rest.last() {
            None => records.push(&[0]).unwrap(),
            Some(rest) => records.push(&[1, Span::one(0).word(), *rest]).unwrap(),
        };
        rest.push(record);
        paths.push(length.min(2));
        roots.push(Roots::with_count(vec![record], Count::ONE));
    }
    let mut dag = Dag::unit(records);
    dag.paths = paths;
    let conditions = vec![PathCondition::default(), last, inner];
    catalog(&scope, schema, dag, roots).with_paths(Fields::Symbolic, conditions)
}
