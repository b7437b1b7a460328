//! That Quotient DP remembers tasks changes nothing but time: the same structures in the same order, and the same
//! figures, for any number of threads.

use std::sync::Arc;
use std::time::Duration;

use dpgen::engine::{self, Options, Report};
use dpgen::prelude::*;
use dpgen::{Catalog, Scope, Solutions};
use dpgen_spec::{Spec, builtin};

use crate::common::{Case, Value, Visitor, each};

/// How many structures are compared at each end of a size.
const ENDS: u32 = 40;

/// The figures of a report that are not times.
fn figures(report: &Report) -> Report {
    let mut report = report.clone();
    report.time = Duration::ZERO;
    report.rounds.iter_mut().for_each(|round| round.time = Duration::ZERO);
    report.sizes.iter_mut().for_each(|size| size.time = Duration::ZERO);
    report
}

/// The first and last path conditions of a size, each with its smallest solution.
fn ends(catalog: &Catalog, size: u32) -> Vec<Vec<u32>> {
    let count = catalog.count(size);
    let first = Count::from(ENDS).min(count.clone());
    let last = count.checked_sub(&first).unwrap();
    let mut words = Vec::new();
    for ranks in [Count::ZERO..first, last..count] {
        let mut compact = catalog.compact_with(size, ranks, Solutions::Smallest, 0);
        while let Some(next) = compact.next() {
            words.push(next.to_vec());
        }
    }
    words
}

fn same(name: &str, remembering: &Catalog, judging: &Catalog) {
    assert_eq!(figures(remembering.report()), figures(judging.report()), "{name}");
    for size in 0..=judging.scope().max_size() {
        assert_eq!(remembering.count(size), judging.count(size), "{name}: size {size}");
        assert_eq!(ends(remembering, size), ends(judging, size), "{name}: size {size}");
    }
}

fn build(spec: &Spec, scope: &Scope, options: Options) -> Catalog {
    let model = Arc::new(spec.model(scope).unwrap());
    engine::build(&model, scope, &options.fields(Fields::Symbolic)).unwrap()
}

fn changes_nothing(spec: &Spec, size: u32) {
    let scope = Scope::new(size);
    let judging = build(spec, &scope, Options::default().threads(1).forgetful());
    for threads in [1, 2] {
        same(spec.name(), &build(spec, &scope, Options::default().threads(threads)), &judging);
    }
}

#[test]
fn remembering_tasks_changes_nothing_of_specs() {
    for (name, _) in builtin::ALL {
        let size = match *name {
            "fibonacci-heap-graph" | "json" | "shell" => 5,
            "acyclic-automaton" | "dag" | "hash-table" | "sql-select" => 8,
            "binary-heap" | "fibonacci-heap" | "c-function" | "lambda-typed" => 16,
            _ => 32,
        };
        changes_nothing(&Spec::builtin(name).unwrap(), size);
    }
}

/// Keys end at 9: from some size on bounds decide comparisons, and the last trees have all their keys decided.
#[test]
fn remembering_tasks_changes_nothing_where_bounds_meet() {
    let text = r#"(
        name: "tree", root: "Tree", types: {"Tree": (
            constructors: {"Nil": (), "Node": (fields: {
                "left": Type("Tree"), "key": Int("1", "9"), "right": Type("Tree"),
            })},
            attributes: {
                "min": {"Node": "left.kind == 'Nil' ? key : left.min"},
                "max": {"Node": "right.kind == 'Nil' ? key : right.max"},
                "wide": {"Nil": "false", "Node": "left.wide || right.wide || key > 4"},
            },
            rep_ok: {"Node": [
                "left.kind == 'Nil' || left.max < key",
                "right.kind == 'Nil' || key < right.min",
                "left.kind == 'Nil' || left.wide || right.kind == 'Nil' || right.min != 7",
            ]},
        )},
    )"#;
    changes_nothing(&Spec::parse("tree", text).unwrap(), 10);
}

/// Parts are looked into, least values are left open, sums of three slots leave difference logic.
#[test]
fn remembering_tasks_changes_nothing_where_tasks_are_judged_one_by_one() {
    let text = r#"(
        name: "tree", root: "Tree", types: {"Tree": (
            constructors: {"Leaf": (fields: {"key": Int("0", "6")}), "Node": (weight: 1, fields: {
                "left": Type("Tree"), "key": Int("0", "6"), "right": Type("Tree"),
            })},
            attributes: {
                "least": {"Leaf": "key", "Node": "min(key, min(left.least, right.least))"},
                "is_leaf": {"Leaf": "true", "Node": "false"},
            },
            rep_ok: {"Node": [
                "left.least + right.least <= key + 2",
                "!(left.kind == 'Leaf') || left.key <= key",
            ]},
        )},
    )"#;
    changes_nothing(&Spec::parse("tree", text).unwrap(), 6);
}

/// Runs begin with choices among classes, by words and by integers, that leave sets which overlap where both parts have one
/// size; some end there.
#[test]
fn remembering_tasks_changes_nothing_where_tasks_are_taken_apart() {
    let text = r#"(
        name: "tree", root: "Tree", types: {"Tree": (
            constructors: {"Nil": (), "Node": (fields: {
                "left": Type("Tree"), "key": Int("1", "n"), "mark": Bool, "right": Type("Tree"),
            })},
            attributes: {
                "height": {"Nil": "0", "Node": "max(left.height, right.height) + 1"},
                "odd": {"Nil": "false", "Node": "left.odd == right.odd"},
                "marked": {"Nil": "false", "Node": "mark"},
                "max": {"Node": "right.kind == 'Nil' ? key : right.max"},
            },
            rep_ok: {"Node": [
                "left.odd || left.height <= right.height + 1",
                "right.height <= left.height + 1 || left.odd && right.marked",
                "!(mark && (left.marked || right.marked))",
                "left.kind == 'Nil' || left.max < key",
            ]},
        )},
    )"#;
    changes_nothing(&Spec::parse("tree", text).unwrap(), 14);
}

/// A run first chooses by whether the left part is marked, then by its height; neither is told of the whole, so that what each choice
/// leaves makes productions of the same classes, which stand in the order of the choices.
#[test]
fn remembering_tasks_keeps_the_order_where_tasks_are_taken_apart() {
    let text = r#"(
        name: "tree", root: "Tree", types: {"Tree": (
            constructors: {"Nil": (), "Node": (fields: {
                "left": Type("Tree"), "key": Int("1", "n"), "mark": Bool, "right": Type("Tree"),
            })},
            attributes: {
                "height": {"Nil": "0", "Node": "right.height + 1"},
                "marked": {"Nil": "false", "Node": "mark"},
                "max": {"Nil": "0", "Node": "key"},
            },
            rep_ok: {"Node": [
                "left.marked || left.height <= right.height + 1",
                "left.max < key",
            ]},
        )},
    )"#;
    changes_nothing(&Spec::parse("tree", text).unwrap(), 9);
}

struct Remembering;

impl Visitor for Remembering {
    fn visit<T: Value>(&mut self, case: &Case<T>) {
        if case.opaque || !case.every_engine().any(|fitting| fitting == Algorithm::Quotient) {
            return;
        }
        let spec_size = case.oracle_size + 2;
        let built = |threads| {
            let generator = case.generator(spec_size).fields(Fields::Symbolic).threads(threads);
            generator.build().unwrap_or_else(|error| panic!("{}: {error}", case.name))
        };
        let first = built(1);
        same(case.name, built(2).catalog(), first.catalog());
    }
}

#[test]
fn remembering_tasks_does_not_depend_on_threads() {
    each(&mut Remembering);
}
