//! How many candidates each condition rejected, by size: against all combinations of accepted parts, judged one by one.

use std::sync::Arc;
use std::time::Duration;

use super::candidates::Candidates;
use crate::{ClauseKind, Spec, builtin};
use dpgen_engine::concrete_evaluation::holds;
use dpgen_engine::size_rejections::{RejectionTable, size_rejections};
use dpgen_engine::{Model, Options, build};
use dpgen_forest::index::{TypeIx, at, shown};
use dpgen_forest::structure::nodes_of;
use dpgen_forest::{Limits, Scope, StopReason};

fn table(name: &str, scope: &Scope, limits: Limits) -> (Arc<Model>, RejectionTable) {
    let spec = Spec::builtin(name).unwrap_or_else(|| panic!("{name}"));
    let model = Arc::new(spec.model(scope).unwrap_or_else(|error| panic!("{error}")));
    let options = Options::default().threads(1).limits(limits);
    let table = size_rejections(&model, scope, &options).unwrap_or_else(|error| panic!("{error}"));
    (model, table)
}

/// The first condition of `rep_ok` that rejects the whole, if no part is rejected: `None` where one is.
fn first_of_whole(model: &Model, words: &[u32]) -> Option<Option<u32>> {
    let nodes = nodes_of(&model.schema, words);
    for (node, layer) in nodes.iter().enumerate() {
        let Some(rep_ok) = &model.rep_ok[model.schema.constructor(layer.ctor).ty.index()] else { continue };
        let verdict = holds(model, rep_ok, nodes.clone(), node);
        match verdict.unwrap_or_else(|failure| panic!("{failure}")) {
            (true, _) => {}
            (false, condition) => return (node + 1 == nodes.len()).then_some(condition),
        }
    }
    Some(None)
}

#[test]
fn counts_are_those_of_all_combinations_of_accepted_parts() {
    for (name, max_size) in [
        ("avl-tree", 3),
        ("binary-heap", 3),
        ("hash-table", 2),
        ("red-black-tree", 3),
        ("sorted-list", 4),
        ("fibonacci-heap", 2),
    ] {
        let scope = Scope::new(max_size);
        let (model, table) = table(name, &scope, Limits::none());
        assert_eq!((table.complete, table.stop), (max_size + 1, None), "{name}");
        let bounds = model.schema.size_bounds(max_size);
        let mut of = Candidates::new(&model.schema, 0..=0, 1 << 20);
        for (size, found) in (0..).zip(&table.sizes) {
            let (mut candidates, mut accepted) = (0, 0);
            let mut rejected = vec![0_u64; model.conditions.len()];
            let types = (0..shown(model.schema.types())).map(TypeIx::from_word);
            // Parts that fit into no whole are not built.
            for ty in types.filter(|ty| bounds.contains(*ty, size)) {
                for words in of.of_type(ty, size).expect("they are few") {
                    let Some(first) = first_of_whole(&model, &words) else { continue };
                    candidates += 1;
                    match first {
                        None => accepted += 1,
                        Some(condition) => rejected[at(condition)] += 1,
                    }
                }
            }
            let of_rep_ok: Vec<u64> = (found.rejected.iter().zip(&model.conditions))
                .map(|(rejected, text)| if text.starts_with("root: ") { 0 } else { *rejected })
                .collect();
            let counted = (found.candidates, found.accepted, found.without_values);
            assert_eq!(counted, (candidates, accepted, 0), "{name} {size}");
            assert_eq!(of_rep_ok, rejected, "{name} {size}");
        }
    }
}

/// Also where parts stand in contexts: what is rejected and what is accepted are all candidates, and the structures are those built.
#[test]
fn every_candidate_is_accepted_or_counts_for_one_condition() {
    for name in builtin::names() {
        let scope = Scope::new(2);
        let (model, table) = table(name, &scope, Limits::none());
        let catalog = build(&model, &scope, &Options::default().threads(1)).unwrap_or_else(|e| panic!("{e}"));
        let places = Spec::builtin(name).map(|spec| spec.places()).unwrap_or_default();
        assert_eq!(table.sizes.len(), 3, "{name}");
        for (size, found) in (0..).zip(&table.sizes) {
            let of_rep_ok = found.rejected.iter().zip(&places);
            let rejected: u64 = of_rep_ok
                .filter(|(_, place)| place.kind == ClauseKind::RepOk)
                .map(|(rejected, _)| rejected)
                .sum();
            assert_eq!(found.candidates, found.accepted + rejected, "{name} {size}");
            assert_eq!(catalog.count(size), u128::from(found.structures), "{name} {size}");
        }
    }
    // Of the two trees of one node, the red one is rejected by `root_ok`.
    let (model, table) = table("red-black-tree", &Scope::new(1), Limits::none());
    let last = model.conditions.len() - 1;
    assert_eq!((table.sizes[1].structures, table.sizes[1].rejected[last]), (1, 1));
}

#[test]
fn a_limit_says_that_it_ended_the_work() {
    let limits = Limits::none().time(Duration::ZERO);
    let (_, table) = table("red-black-tree", &Scope::new(12), limits);
    assert_eq!(table.stop, Some(StopReason::Deadline));
    assert!(table.complete < 13 && !table.is_complete(12), "{}", table.complete);
}
