//! Tests that loading refuses crafted catalogs, fault by fault; the faults of a graph are in `graph/corrupt_graphs.rs`.

use crate::algorithm::Fields;
use crate::catalog::roots::Roots;
use crate::catalog::storage::catalog_validation::CatalogParts;
use crate::count::Count;
use crate::graph::corrupt_graphs::{flaws, lists};
use crate::graph::dag::Dag;
use crate::limits::StopReason;
use crate::path_condition::{ExtremumRow, PathCondition, PathVar};
use crate::scope::Scope;

/// The parts of a catalog, to be changed.
#[derive(Debug, Clone)]
struct Content {
    scope: Scope,
    fields: Fields,
    dag: Dag,
    paths: Vec<PathCondition>,
    roots: Vec<Roots>,
    complete: u32,
    stop: Option<StopReason>,
}

/// The value of a list's first element, where this path leads.
fn value(path: &[u32]) -> PathVar {
    PathVar::Data { path: path.to_vec(), slot: 0, lo: 1, hi: 3 }
}

/// A variable that the part shows to which this path leads.
fn shown(path: &[u32], var: u32) -> PathVar {
    PathVar::Part { path: path.to_vec(), var }
}

/// Three lists, up to size 2; with symbolic data, their conditions: 0 none, 1 of an element, 2 of a whole with one.
fn content(fields: Fields) -> Content {
    let (_, mut dag) = lists(1);
    let mut paths = Vec::new();
    if fields == Fields::Symbolic {
        dag.paths = vec![0, 1, 0, 0, 2];
        let element = PathCondition { vars: vec![value(&[])], shown: vec![1], ..PathCondition::default() };
        let whole = PathCondition {
            vars: vec![shown(&[0], 0), value(&[0]), PathVar::Extremum { lo: 1, hi: 3 }],
            constraints: vec![(vec![(1, 1), (2, -1)], 0, 1)],
            extrema: vec![ExtremumRow { var: 3, of: [(vec![(1, 1)], 0), (vec![(2, 1)], 0)], greatest: true }],
            shown: vec![],
        };
        paths = vec![PathCondition::default(), element, whole];
    }
    let roots = [(vec![], 0), (vec![3], 1), (vec![4], 3)];
    let roots = roots.map(|(records, count)| Roots::with_count(records, Count::new(count))).to_vec();
    Content { scope: Scope::new(2), fields, dag, paths, roots, complete: 3, stop: None }
}

fn check(content: &Content) -> Result<(), &'static str> {
    let (schema, _) = lists(1);
    let Content { scope, fields, dag, paths, roots, complete, stop } = content;
    let (fields, complete, stop) = (*fields, *complete, *stop);
    CatalogParts { schema: &schema, scope, fields, dag, paths, roots, complete, stop }.check()
}

#[test]
fn each_fault_of_a_catalog_is_refused() {
    let mut refused = Vec::new();
    let mut refuse = |fields: Fields, flaw: &'static str, change: &dyn Fn(&mut Content)| {
        let mut changed = content(fields);
        assert_eq!(check(&changed), Ok(()), "it is sound before");
        change(&mut changed);
        assert_eq!(check(&changed), Err(flaw));
        refused.push(flaw);
    };
    let concrete = Fields::Concrete;
    refuse(concrete, "it has not the sizes that it says", &|content| content.complete = 4);
    refuse(concrete, "it has not the sizes that it says", &|content| content.scope = Scope::new(1));
    refuse(concrete, "it lacks sizes, and nothing stopped it", &|content| content.complete = 2);
    refuse(concrete, "it lacks sizes, and nothing stopped it", &|content| content.scope = Scope::new(3));
    refuse(concrete, "a whole structure comes twice", &|content| {
        content.roots[2] = Roots::with_count(vec![4, 4], Count::new(6));
    });
    let misplaced = "a whole structure has another type or size than it should";
    refuse(concrete, misplaced, &|content| content.roots.swap(1, 2));
    refuse(concrete, misplaced, &|content| content.roots[1] = Roots::with_count(vec![1], Count::new(3)));
    refuse(concrete, misplaced, &|content| content.roots[0] = Roots::with_count(vec![2], Count::ONE));
    refuse(concrete, misplaced, &|content| content.roots[1] = Roots::with_count(vec![9], Count::ONE));
    let miscounted = "a size has another count than its structures";
    refuse(concrete, miscounted, &|content| content.roots[2] = Roots::with_count(vec![4], Count::new(2)));
    refuse(concrete, miscounted, &|content| content.roots[2] = Roots::with_count(vec![], Count::new(3)));
    refuse(concrete, "its records have not a path condition each", &|content| {
        content.fields = Fields::Symbolic
    });

    let symbolic = Fields::Symbolic;
    refuse(symbolic, "its records have not a path condition each", &|content| {
        content.fields = Fields::Concrete
    });
    refuse(symbolic, "its records have not a path condition each", &|content| content.dag.paths.truncate(4));
    refuse(symbolic, "a path condition is missing", &|content| content.dag.paths[0] = 3);
    let foreign = "a path condition names no variable of its own";
    refuse(symbolic, foreign, &|content| content.paths[2].constraints[0].0[0].0 = 0);
    refuse(symbolic, foreign, &|content| content.paths[2].constraints[0].0[0].0 = 4);
    refuse(symbolic, foreign, &|content| content.paths[2].constraints[0].2 = 3);
    refuse(symbolic, foreign, &|content| content.paths[2].extrema[0].var = 1);
    refuse(symbolic, foreign, &|content| content.paths[2].extrema[0].var = 4);
    refuse(symbolic, foreign, &|content| content.paths[2].extrema[0].of[1].0[0].0 = 4);
    refuse(symbolic, foreign, &|content| content.paths[1].shown[0] = 2);
    refuse(symbolic, foreign, &|content| content.paths[1].shown[0] = 0);
    refuse(symbolic, foreign, &|content| content.paths[2].vars[2] = PathVar::Extremum { lo: 3, hi: 1 });
    for var in [
        // No such slot, or one of another kind.
        value(&[3]),
        value(&[0, 0]),
        PathVar::Data { path: vec![0], slot: 1, lo: 1, hi: 3 },
        PathVar::Data { path: vec![0], slot: 2, lo: 1, hi: 3 },
        PathVar::Data { path: vec![], slot: 0, lo: 1, hi: 3 },
        // Another domain.
        PathVar::Data { path: vec![0], slot: 0, lo: 1, hi: 4 },
        PathVar::Data { path: vec![0], slot: 0, lo: 0, hi: 3 },
        // Empty lists: below the only element, and in the rest of the record.
        value(&[0, 1]),
        value(&[1]),
        value(&[2]),
        // Variables that are not shown, or by the layer itself only.
        shown(&[0], 1),
        shown(&[1], 0),
        shown(&[], 0),
        // Further down than anything is.
        value(&[0; 100_000]),
        shown(&[1; 100_000], 0),
    ] {
        refuse(symbolic, "a path condition leads to no such part or value", &|content| {
            content.paths[2].vars[1] = var.clone();
        });
    }
    for source in [include_str!("catalog_validation.rs"), include_str!("condition_validation.rs")] {
        for flaw in flaws(source) {
            assert!(refused.contains(&flaw), "no file is refused because {flaw}");
        }
    }
}
