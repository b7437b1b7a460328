//! What verdicts say: a spec with every kind of clause, with messages by hand.

use crate::{ClauseKind, Outcome, Spec, Verdict};
use dpgen_forest::Scope;

/// What is written of a verdict: `outcome | place | node | reads`.
fn line(spec: &Spec, verdict: &Verdict) -> String {
    let place = verdict.place.as_ref().map(|place| format!("{}:{} {}", place.line, place.column, place.text));
    let node = verdict.node.as_ref().map(|node| format!("#{} {}", node.preorder, node.path));
    let reads: Vec<String> = verdict.reads.iter().map(|read| format!("{read} @{}", read.node)).collect();
    if let Some(place) = &verdict.place {
        let shown = spec.clause_error(place, &verdict.message).to_string();
        assert!(shown.contains(&verdict.message), "{shown}");
    }
    let (place, node) = (place.unwrap_or_default(), node.unwrap_or_default());
    format!("{} {} | {place} | {node} | {}", verdict.outcome, verdict.message, reads.join("; "))
}

/// A spec with a condition of each kind, and what structures of it are told.
const FIELD_KINDS_SPEC: &str = r#"(name: "k", root: "T", params: {"m": 2}, types: {
    "T": (
        context: {"depth": Int, "seen": List(OneOf(["x", "y", "z"]))},
        constructors: {
            "E": (),
            "N": (
                fields: {"a": Int("0", "9"), "b": Int("a + 1", "m * 4"), "c": OneOf(["x", "y", "z"]), "t": Type("T"), "list": List(Type("U"))},
                give: {"t": {"depth": "10 / (context.depth - 2)", "seen": "context.seen + [c]"}},
            ),
        },
        attributes: {"sum": {"E": "0", "N": "a + t.sum"}, "top": {"N": "c"}, "ratio": {"N": "b / (a - 1)"}},
        rep_ok: {"N": [
            "!(c in context.seen) || a == 7",
            "t.kind == 'E' || a < t.a && t.top != c",
            "size(list) <= m",
            "a in [t.sum + 3, 5, 7, b - 1] ? b > 0 : max(a, b) == 4 && list.kind == 'Nil'",
            "t.kind == 'E' || ratio > 0",
        ]},
    ),
    "U": (constructors: {"U": (weight: 1)}),
}, root_ok: ["kind == 'E' || context.depth + sum < 12"], root_context: {"depth": "0", "seen": "[]"})"#;

#[test]
fn every_kind_of_clause_says_what_it_read() {
    let spec = Spec::parse("k.ron", FIELD_KINDS_SPEC).unwrap_or_else(|error| panic!("{error}"));
    let judge = spec.judge(&Scope::new(3)).unwrap_or_else(|error| panic!("{error}"));
    let said = |text: &str| line(&spec, &judge.verdict_on_text(text));
    let node = |a: i64, b: i64, c: &str, t: &str, list: &str| {
        format!("N(a: {a}, b: {b}, c: \"{c}\", t: {t}, list: [{list}])")
    };
    for (text, expected) in [
        ("E".to_owned(), "accepted  |  |  | "),
        (node(3, 4, "x", "E", ""), "accepted  |  |  | "),
        // The condition that rejects, and what `&&`, `||`, `in` and `? :` read of it.
        (
            node(3, 4, "x", &node(2, 6, "y", "E", ""), ""),
            "rejected the condition \"a in [t.sum + 3, 5, 7, b - 1] ? b > 0 : max(a, b) == 4 && li…\" of `N` does not hold \
             | 16:14 a in [t.sum + 3, 5, 7, b - 1] ? b > 0 : max(a, b) == 4 && list.kind == 'Nil' | #1 t | a = 2 @1; t.sum = 0 @2; b = 6 @1",
        ),
        (
            node(3, 4, "x", &node(3, 4, "y", "E", ""), ""),
            "rejected the condition \"t.kind == 'E' || a < t.a && t.top != c\" of `N` does not hold | 14:14 \
             t.kind == 'E' || a < t.a && t.top != c | #0  | t.kind = N @1; a = 3 @0; t.a = 3 @1",
        ),
        (
            node(3, 4, "x", "E", "U, U, U"),
            "rejected the condition \"size(list) <= m\" of `N` does not hold | 15:14 size(list) <= m | #0  | size(list) = 3 @2; m = 2 @0",
        ),
        (
            node(3, 4, "x", &node(4, 5, "x", "E", ""), ""),
            "rejected the condition \"!(c in context.seen) || a == 7\" of `N` does not hold | 13:14 !(c in context.seen) || a == 7 \
             | #1 t | c = x @1; context.seen = [x] @1; a = 4 @1",
        ),
        (
            node(5, 6, "x", &node(7, 8, "y", "E", ""), ""),
            "rejected the condition \"kind == 'E' || context.depth + sum < 12\" of `root_ok` does not hold | 21:15 \
             kind == 'E' || context.depth + sum < 12 | #0  | kind = N @0; context.depth = 0 @0; sum = 12 @0",
        ),
        // Values: none of the domain, and none where it stands.
        (
            node(12, 4, "x", "E", ""),
            "rejected `N.a` is 12, and can be 0..=9 | 7:31 Int(\"0\", \"9\") | #0  | ",
        ),
        (
            node(3, 4, "x", &node(5, 9, "y", "E", ""), ""),
            "rejected `N.b` is 9, and can be 6..=8 where it stands | 7:51 Int(\"a + 1\", \"m * 4\") | #1 t | a = 5 @1; m = 2 @1",
        ),
        // Failures: the innermost expression, and how far the condition came.
        (
            node(1, 2, "x", &node(3, 4, "y", "E", ""), ""),
            "failed the attribute `ratio` of `N` (k.ron:11): a division by zero | 11:94 b / (a - 1) | #0  | \
             t.kind = N @1; ratio fails: the attribute `ratio` of `N` (k.ron:11): a division by zero @0",
        ),
        ("M".to_owned(), "malformed `T` has no constructor `M` |  |  | "),
        (node(3, 4, "q", "E", ""), "malformed \"q\" is not among the values of `N.c` |  |  | "),
    ] {
        assert_eq!(said(&text), expected, "{text}");
    }
    assert_eq!(judge.verdict(&[9]).message, "word 0: there is no constructor 9, where a `T` stands");
    assert_eq!(judge.verdict(&[0, 0]).outcome, Outcome::Malformed);
}

#[test]
fn what_is_given_fails_at_its_place() {
    let text = FIELD_KINDS_SPEC.replace("(context.depth - 2)", "context.depth");
    let spec = Spec::parse("k.ron", &text).unwrap_or_else(|error| panic!("{error}"));
    let judge = spec.judge(&Scope::new(3)).unwrap_or_else(|error| panic!("{error}"));
    let inner = "N(a: 5, b: 6, c: \"y\", t: E, list: [])";
    let verdict = judge.verdict_on_text(&format!("N(a: 3, b: 4, c: \"x\", t: {inner}, list: [])"));
    let place = verdict.place.as_ref().map(|place| (place.kind, place.text.as_str(), place.name.as_str()));
    assert_eq!(place, Some((ClauseKind::Give, "10 / context.depth", "t.depth")), "{verdict:?}");
    assert_eq!(verdict.outcome, Outcome::Failed);
}

#[test]
fn structures_above_the_maximum_size_are_rejected_last() {
    let spec = Spec::builtin("sorted-list").expect("it is built in");
    let judge = spec.judge(&Scope::new(1)).expect("the scope fits");
    let list = |rest: &str| format!("Cons(value: 1, rest: {rest})");
    let verdict = judge.verdict_on_text(&list(&list("Nil")));
    assert_eq!(verdict.message, "its size is 2, and structures have at most 1", "{verdict:?}");
    assert!(judge.verdict_on_text(&list("Nil")).is_accepted());
}
