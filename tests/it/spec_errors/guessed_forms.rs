//! Mistakes of a first spec that is written by guessing: quotes within quotes, an `if`, constructors as values, entries in another
//! place or of another form.

use dpgen_spec::{Spec, builtin};
use insta::assert_snapshot;

const RIGHT_SPEC: &str = r#"(
    name: "mine",
    root: "Tree",
    types: {
        "Tree": (
            constructors: {"Nil": (), "Node": (fields: {"left": Type("Tree"), "key": Int(1, "n")})},
            attributes: {"height": {"Nil": "0", "Node": "1 + left.height"}},
            rep_ok: {"Node": ["left.kind == 'Nil' || key > 1"]},
        ),
    },
)"#;

/// The spec with one piece of its text replaced.
fn changed(from: &str, to: &str) -> String {
    assert!(RIGHT_SPEC.contains(from), "the spec has no {from:?} any more");
    match Spec::parse("mine.ron", &RIGHT_SPEC.replacen(from, to, 1)) {
        Ok(_) => "accepted".to_owned(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn quotes_within_quotes() {
    assert_eq!(changed("name", "name"), "accepted");
    assert_snapshot!(changed("'Nil'", "\"Nil\""), @r#"mine.ron:8:46: the string `"left.kind == "` ends here, before `Nil`; text within an expression stands in single quotes, as in `'Nil'`"#);
    assert_snapshot!(changed("\"1 + left.height\"", "\"left.kind == \"Nil\" ? 1 : 2\""), @r#"mine.ron:7:72: the string `"left.kind == "` ends here, before `Nil`; text within an expression stands in single quotes, as in `'Nil'`"#);
    assert_snapshot!(changed("'Nil' || key > 1\"", "'Nil'\" \"key > 1\""), @r#"mine.ron:8:52: a `,` is missing before `"key > 1"`"#);
}

#[test]
fn choices_of_other_languages() {
    assert_snapshot!(changed("1 + left.height", "if left.kind == 'Nil' { 1 } else { 2 }"), @"mine.ron:7:58: there is no `if`; a choice is written `test ? a : b`");
    assert_snapshot!(changed("1 + left.height", "1 if left.kind == 'Nil' else 2"), @"mine.ron:7:60: there is no `if`; a choice is written `test ? a : b`");
}

#[test]
fn constructors_as_values() {
    assert_snapshot!(changed("left.kind == 'Nil'", "left == 'Nil'"), @"mine.ron:8:32: `left` is a whole `Tree`, not a value; to ask for its constructor, write `left.kind == 'Nil'`");
    assert_snapshot!(changed("left.kind == 'Nil'", "left == Nil"), @"mine.ron:8:32: `left` is a whole `Tree`, not a value; to ask for its constructor, write `left.kind == 'Nil'`");
    assert_snapshot!(changed("left.kind == 'Nil'", "Nil != left"), @"mine.ron:8:39: `left` is a whole `Tree`, not a value; to ask for its constructor, write `left.kind != 'Nil'`");
    assert_snapshot!(changed("left.kind == 'Nil'", "left.kind == Nil"), @"mine.ron:8:45: unknown name `Nil`; a constructor stands in single quotes: write `'Nil'`");
    assert_snapshot!(changed("left.kind == 'Nil'", "left == key"), @"mine.ron:8:32: `left` is a whole `Tree`, not a value; ask it for one of `left`, `key`, `height`, `kind`");
    assert_snapshot!(changed("left.kind == 'Nil'", "left < 'Nil'"), @"mine.ron:8:32: `left` is a whole `Tree`, not a value; ask it for one of `left`, `key`, `height`, `kind`");
}

#[test]
fn forms_of_entries() {
    assert_snapshot!(changed("Type(\"Tree\")", "\"Tree\""), @r#"mine.ron:6:65: the field `left` takes one of the kinds `Type`, `Ref`, `Int`, `Among`, `Bool`, `OneOf`, `List`, `Option`, `Array`, found a string; a structure is written `Type("Tree")`"#);
    assert_snapshot!(changed("{\"Nil\": \"0\", \"Node\": \"1 + left.height\"}", "\"1 + left.height\""), @r#"mine.ron:7:36: the attribute `height` takes a map, as in `{"Nil": "...", "Node": "..."}`, found a string"#);
    assert_snapshot!(changed("{\"height\": {\"Nil\": \"0\", \"Node\": \"1 + left.height\"}}", "[\"1 + left.height\"]"), @r#"mine.ron:7:25: `attributes` takes a map, as in `{"height": {"Nil": "...", "Node": "..."}}`, found a list"#);
    assert_snapshot!(changed("{\"Node\": [\"left.kind == 'Nil' || key > 1\"]}", "[\"key > 1\"]"), @r#"mine.ron:8:21: `rep_ok` takes a map, as in `{"Nil": ["..."], "Node": ["..."]}`, found a list"#);
    assert_snapshot!(changed("[\"left.kind == 'Nil' || key > 1\"]", "\"key > 1\""), @r#"mine.ron:8:30: the `rep_ok` of `Node` takes a list in square brackets, found a string; as in `["..."]`"#);
    assert_snapshot!(changed("root: \"Tree\",", "root: \"Tree\", root_ok: \"key > 1\","), @r#"mine.ron:3:28: `root_ok` takes a list in square brackets, found a string; as in `["..."]`"#);
}

#[test]
fn entries_in_another_place() {
    assert_snapshot!(changed("root: \"Tree\",", "root: \"Tree\", rep_ok: [\"key > 1\"],"), @"mine.ron:3:19: `rep_ok` is no entry of the spec; it stands within a type, with conditions on each part; `root_ok` has conditions on the whole structure");
    assert_snapshot!(changed("root: \"Tree\",", "root: \"Tree\", attributes: {},"), @"mine.ron:3:19: `attributes` is no entry of the spec; it stands within a type, beside its `constructors`");
    assert_snapshot!(changed("            rep_ok", "            root_ok: [\"key > 1\"],\n            rep_ok"), @"mine.ron:8:13: `root_ok` is no entry of the type `Tree`; it stands beside `types`; `rep_ok` of a type has conditions on each part");
    assert_snapshot!(changed("root: \"Tree\",", "root: \"Tree\", params: {\"n\": 15},"), @"mine.ron:3:29: the parameter `n` is the maximum size and needs no default; leave it out: `--max-size` sets it");
}

#[test]
fn contexts_have_no_bounds() {
    let context =
        |kind: &str| changed("constructors", &format!("context: {{\"low\": {kind}}}, constructors"));
    assert_snapshot!(context("Int(0, \"n\")"), @"mine.ron:6:30: a value of a context has no bounds: `Int` takes no parts here; write `Int`");
    assert_snapshot!(context("List(Int(0, 3))"), @"mine.ron:6:35: a value of a context has no bounds: `Int` takes no parts here; write `Int`");
}

#[test]
fn parameters_that_nothing_reads() {
    let unread = |params: &str| {
        let text = RIGHT_SPEC.replace("root:", &format!("params: {params}, root:"));
        let spec = Spec::parse("mine.ron", &text).expect("a good spec");
        spec.unread_params().iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    };
    assert_snapshot!(unread("{\"m\": 9}"), @"mine.ron:3:15: nothing reads the parameter `m`");
    assert_snapshot!(unread("{\"m\": 9, \"k\": \"m\"}"), @"mine.ron:3:23: nothing reads the parameter `k`");
    for name in builtin::names() {
        let spec = Spec::builtin(name).expect("it comes with the crate");
        assert!(spec.unread_params().is_empty(), "{name}");
    }
}
