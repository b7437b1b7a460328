//! Edits of a structure: against the engines, and by hand.

use std::collections::BTreeSet;

use crate::{Alternative, ChangeKind, Spec, builtin};
use dpgen_engine::{Options, build};
use dpgen_forest::index::small;
use dpgen_forest::structure::{NodePaths, check_words, nodes_of, words_of};
use dpgen_forest::{Count, Scope, from_ron, to_ron};

/// Each edit changes one node, gives another structure, and is accepted exactly if the structure was built.
#[test]
fn edits_change_one_node_and_are_judged_as_engines_do() {
    const MAX_SIZE: u32 = 3;
    let (mut accepted, mut rejected) = (0, 0);
    for name in builtin::names() {
        let spec = Spec::builtin(name).unwrap_or_else(|| panic!("{name}"));
        let scope = Scope::new(MAX_SIZE);
        let judge = spec.judge(&scope).unwrap_or_else(|error| panic!("{error}"));
        let catalog = build(judge.model(), &scope, &Options::default().threads(1));
        let catalog = catalog.unwrap_or_else(|error| panic!("{error}"));
        let schema = &judge.model().schema;
        for size in 0..=MAX_SIZE {
            let last = catalog.count(size).checked_sub(&Count::ONE);
            for rank in [Some(Count::ZERO), last.clone()].into_iter().flatten().filter(|_| last.is_some()) {
                let words = catalog.nth_compact(size, &rank).ok().flatten().expect("there is such a rank");
                let nodes = nodes_of(schema, &words);
                let paths = NodePaths::new(schema, &nodes);
                for number in 0..small(nodes.len()) {
                    let node = paths.at_preorder(number).expect("there are as many");
                    let own = words_of(schema, &nodes, small(node));
                    let found = judge.edits(&words, number, 5).expect("they are words");
                    let mut seen = BTreeSet::from([words.clone()]);
                    for Alternative { kind, words: after, verdict, .. } in &found.list {
                        let said = format!("{name}: {kind:?} {}", to_ron(schema, after));
                        assert_eq!(check_words(schema, after), Ok(()), "{said}");
                        assert!(seen.insert(after.clone()), "{said} is there twice");
                        let begin = words.iter().zip(after).take_while(|(a, b)| a == b).count();
                        let end =
                            words.iter().rev().zip(after.iter().rev()).take_while(|(a, b)| a == b).count();
                        let outside = words.len() - own.len();
                        assert!(begin + end >= outside, "{said}: {own:?} in {words:?}");
                        let known = catalog.find(&nodes_of(schema, after)).is_some();
                        assert_eq!(verdict.is_accepted(), known, "{said} {verdict:?}");
                        accepted += usize::from(known);
                        rejected += usize::from(!known);
                    }
                }
            }
        }
    }
    assert!(accepted > 300 && rejected > 300, "{accepted} {rejected}");
}

/// What a structure of a spec can be changed to at a node: each with a mark if it is rejected.
fn said(spec: &str, max_size: u32, text: &str, node: u32, limit: usize) -> Vec<String> {
    let spec =
        Spec::builtin(spec).unwrap_or_else(|| Spec::parse("t.ron", spec).unwrap_or_else(|e| panic!("{e}")));
    let judge = spec.judge(&Scope::new(max_size)).unwrap_or_else(|error| panic!("{error}"));
    let words = from_ron(&judge.model().schema, text).unwrap_or_else(|error| panic!("{error}"));
    let found = judge.edits(&words, node, limit).unwrap_or_else(|error| panic!("{error}"));
    let shown = |one: &Alternative| {
        let kind = match one.kind {
            ChangeKind::Value => "=",
            ChangeKind::Constructor => "::",
            ChangeKind::Part => "<-",
        };
        format!("{}{kind}{}{}", one.path, one.text, if one.verdict.is_accepted() { "" } else { " !" })
    };
    found.list.iter().map(shown).collect()
}

#[test]
fn values_constructors_and_parts_are_offered() {
    let tree = "Node(left: Node(left: Nil, key: 1, red: true, right: Nil), key: 2, red: false, right: Nil)";
    assert_eq!(
        said("red-black-tree", 3, tree, 1, 2)[..4],
        ["left.key=2 !", "left.key=3 !", "left.red=false !", "left::Nil"]
    );
    // The whole, by its left part: a red root.
    assert!(
        said("red-black-tree", 3, tree, 0, 4)
            .contains(&"<-Node(left: Nil, key: 1, red: true, right: Nil) !".to_owned())
    );
}

/// Two constructors with fields in common, and data that depends on where it stands.
const TERMS_SPEC: &str = r#"(name: "t", root: "E", types: {"E": (
    context: {"depth": Int},
    constructors: {
        "Var": (fields: {"name": Int("10 * context.depth", "10 * context.depth + 2")}),
        "Plus": (fields: {"left": Type("E"), "right": Type("E"), "wraps": Bool}),
        "Minus": (fields: {"left": Type("E"), "right": Type("E")}),
        "Let": (fields: {"value": Type("E"), "body": Type("E")}, give: {"body": {"depth": "context.depth + 1"}}),
        "Zero": (weight: 1),
    },
)}, root_context: {"depth": "1"})"#;

#[test]
fn constructors_keep_what_fits_and_new_values_fit_where_they_stand() {
    let plus = "Plus(left: Zero, right: Var(name: 11), wraps: true)";
    let found = said(TERMS_SPEC, 5, plus, 0, 3);
    assert_eq!(found[0], "wraps=false");
    assert_eq!(found[1..5], ["::Var", "::Minus", "::Let !", "::Zero"]);
    let spec = Spec::parse("t.ron", TERMS_SPEC).unwrap_or_else(|error| panic!("{error}"));
    let judge = spec.judge(&Scope::new(5)).unwrap_or_else(|error| panic!("{error}"));
    let schema = &judge.model().schema;
    let words = from_ron(schema, plus).unwrap_or_else(|error| panic!("{error}"));
    let found = judge.edits(&words, 0, 3).unwrap_or_else(|error| panic!("{error}"));
    let texts: Vec<String> = found.list.iter().map(|one| to_ron(schema, &one.words)).collect();
    assert_eq!(texts[1], "Var(name: 10)");
    assert_eq!(texts[2], "Minus(left: Zero, right: Var(name: 11))");
    // The variable keeps its name, which is none of two levels down.
    assert_eq!(texts[3], "Let(value: Zero, body: Var(name: 11))");
    assert_eq!(found.list[3].verdict.message, "`Var.name` is 11, and can be 20..=22 where it stands");
    // New parts get names of their own level.
    assert!(texts.iter().all(|text| !text.contains("name: 0")), "{texts:?}");
    // The values near those that are allowed, of which two are not.
    let names = said(TERMS_SPEC, 5, plus, 2, 9);
    assert_eq!(names[..4], ["right.name=9 !", "right.name=10", "right.name=12", "right.name=13 !"]);
}

#[test]
fn what_is_left_out_is_said() {
    let spec = Spec::builtin("sorted-list").unwrap_or_else(|| panic!("it is built in"));
    let judge = spec.judge(&Scope::new(9)).unwrap_or_else(|error| panic!("{error}"));
    let of = |limit: usize| {
        let found = judge.edits(&[1, 4, 0], 0, limit).unwrap_or_else(|error| panic!("{error}"));
        let values =
            found.list.iter().filter(|one| one.kind == ChangeKind::Value).map(|one| one.text.clone());
        (values.collect::<Vec<_>>().join(" "), found.is_cut)
    };
    assert_eq!(of(8).0, "1 2 3 4 6 7 8 9");
    assert_eq!(of(4), ("3 4 6 7".to_owned(), true));
    assert!(judge.edits(&[1, 9, 0], 0, 4).is_err());
    assert!(judge.edits(&[1, 4, 0], 2, 4).is_ok_and(|found| found.list.is_empty() && !found.is_cut));
}
