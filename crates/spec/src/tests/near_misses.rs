//! Near misses, one step away from a structure: against all structures that there are.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::Spec;
use dpgen_engine::near_miss::{Step, StepTo, StepVerdict, near_misses};
use dpgen_engine::{Model, Options, build};
use dpgen_forest::Catalog;
use dpgen_forest::index::small;
use dpgen_forest::scope::Scope;
use dpgen_forest::structure::{nodes_of, words_of};

fn built(spec: &str, max_size: u32) -> (Arc<Model>, Catalog) {
    let scope = Scope::new(max_size);
    let spec = Spec::builtin(spec).expect("it is built in");
    let model = Arc::new(spec.model(&scope).expect("it fits the scope"));
    let catalog = build(&model, &scope, &Options::default()).expect("it builds");
    (model, catalog)
}

fn verdicts(model: &Model, words: &[u32]) -> Vec<(Step, StepVerdict)> {
    let mut all = Vec::new();
    let nodes = nodes_of(&model.schema, words);
    let whole = near_misses(model, &nodes, |step, verdict| {
        all.push((step, verdict));
        ControlFlow::Continue(())
    });
    assert_eq!(whole, ControlFlow::Continue(()));
    all
}

/// A step never makes a structure larger, so that what is accepted is among those that were built.
#[test]
fn exactly_what_is_no_structure_is_a_near_miss() {
    for (spec, max_size) in [
        ("sorted-list", 4),
        ("red-black-tree", 5),
        ("binary-heap", 4),
        ("hash-table", 3),
        ("fibonacci-heap", 3),
        ("json", 2),
    ] {
        let (model, catalog) = built(spec, max_size);
        let mut structures = BTreeSet::new();
        for size in 0..=max_size {
            let mut iter = catalog.iter_compact(size);
            while let Some(words) = iter.next() {
                structures.insert(words.to_vec());
            }
        }
        let mut rejected = 0_usize;
        for words in &structures {
            let nodes = nodes_of(&model.schema, words);
            for (step, verdict) in verdicts(&model, words) {
                let after = words_of(&model.schema, &step.apply(&nodes), small(nodes.len() - 1));
                assert_ne!(after, *words);
                let known = structures.contains(&after);
                assert_eq!(verdict == StepVerdict::Accepted, known, "{spec}: {words:?} {step:?} {after:?}");
                rejected += usize::from(!known);
            }
        }
        assert!(rejected > 20 || spec == "json", "{spec} has only {rejected} near misses");
    }
}

#[test]
fn near_misses_name_the_condition() {
    let (model, _) = built("sorted-list", 3);
    // 1, 3, 3 with values from 1 to 3: the last may not sink below the one before it.
    let all = verdicts(&model, &[1, 0, 1, 2, 1, 2, 0]);
    assert_eq!(all.len(), 5);
    let near: Vec<_> = all.iter().filter(|(_, verdict)| *verdict != StepVerdict::Accepted).collect();
    let [(step, StepVerdict::Rejected(rejection))] = near[..] else { panic!("{near:?}") };
    let Some(condition) = rejection.clause.condition() else { panic!("{rejection:?}") };
    assert_eq!((step.node, step.slot, step.to), (1, 0, StepTo::Value(2)));
    let condition = usize::try_from(condition).expect("it is small");
    assert_eq!(model.conditions[condition], "List/Cons: rest.kind == 'Nil' || value <= rest.first");
}

#[test]
fn a_predicate_that_fails_a_step_away_is_said_to() {
    let text = r#"(name: "d", root: "T", types: {"T": (
        constructors: {"T": (fields: {"x": Int("0", "3")})},
        rep_ok: {"T": ["6 / x >= 2"]},
    )})"#;
    let spec = Spec::parse("d", text).expect("it is a spec");
    let model = spec.model(&Scope::new(1)).expect("it fits the scope");
    let kinds: Vec<bool> = verdicts(&model, &[0, 1])
        .iter()
        .map(|(_, verdict)| matches!(verdict, StepVerdict::Failed(_)))
        .collect();
    assert_eq!(kinds, [true, false]);
}
