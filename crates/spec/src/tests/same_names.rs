//! Fields of several constructors that have one name and are different: what each is belongs to its constructor.

use super::Spec;
use super::container_kinds::ones_of;

/// A kind of field, a condition on a field `x` of it, and how many values meet that.
const FIELD_KINDS: [(&str, &str, u32); 9] = [
    ("Int(1, 5)", "x > 3", 2),
    ("Int(-5, 4)", "x % 2 == 0", 5),
    ("Bool", "!x", 1),
    (r#"OneOf(["a", "b", "c"])"#, "x != 'b'", 2),
    (r#"OneOf(["c", "d"])"#, "x == 'd' || x in ['c', 'd']", 2),
    // The numbers of its strings are other ones.
    (r#"OneOf(["b", "a"])"#, "x == 'b'", 1),
    (r#"OneOf(["b", "a"], 1)"#, "x < 'a'", 1),
    (r#"Type("U")"#, "x.kind == 'W' || x.kind in ['W']", 1),
    ("Option(Bool)", "x.kind == 'None' || x.value", 2),
];

/// A spec with fields `x` of these kinds. `entries` are those of the type, `root_ok` is that of the spec.
fn spec((a, b): (&str, &str), entries: &str, root_ok: &str) -> String {
    format!(
        r#"(name: "t", root: "T", types: {{
            "U": (constructors: {{"V": (), "W": ()}}),
            "T": (
                constructors: {{"A": (fields: {{"x": {a}}}), "B": (fields: {{"x": {b}}}), "C": (weight: 1)}},
                {entries}
            ),
        }}, root_ok: [{root_ok}])"#
    )
}

#[test]
fn fields_of_one_name_are_what_their_constructors_say() {
    let mut wrong = Vec::new();
    for (a, of_a, some_a) in FIELD_KINDS {
        for (b, of_b, some_b) in FIELD_KINDS {
            let rep_ok = format!(r#"rep_ok: {{"A": ["{of_a}"], "B": ["{of_b}"]}}"#);
            let attribute = format!(
                r#"attributes: {{"q": {{"A": "{of_a}", "B": "{of_b}"}}}}, rep_ok: {{"A": ["q"], "B": ["q"]}}"#
            );
            let number = format!(
                r#"attributes: {{"q": {{"A": "({of_a}) ? 1 : 0", "B": "({of_b}) ? 1 : 0"}}}},
                rep_ok: {{"A": ["1 == q"], "B": ["q in [1]"]}}"#
            );
            let choice = format!(r#""kind == 'A' ? {of_a} : kind == 'B' ? {of_b} : true""#);
            let two = format!(r#""kind != 'A' || ({of_a})", "!(kind == 'B' && !({of_b}))""#);
            let ended = format!(r#""kind != 'C'", "kind == 'A' && ({of_a}) || kind == 'B' && ({of_b})""#);
            for (place, entries, root_ok, of_c) in [
                ("rep_ok", &*rep_ok, "", 1),
                ("an attribute", &attribute, "", 1),
                ("an attribute that is a number", &number, "", 1),
                ("a choice in root_ok", "", &choice, 1),
                ("two conditions of root_ok", "", &two, 1),
                ("root_ok that ended before", "", &ended, 0),
            ] {
                let found = ones_of(&spec((a, b), entries, root_ok));
                if found != (some_a + some_b + of_c).to_string() {
                    wrong.push(format!("{place}, {a} beside {b}: {found}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn an_attribute_can_give_what_fields_of_one_name_have() {
    let kinds = (r#"OneOf(["a", "b"])"#, r#"OneOf(["c", "d"])"#);
    let entries = r#"attributes: {"q": {"A": "x == 'a' ? 1 : 2", "B": "x == 'c' ? 3 : 4"}}"#;
    assert_eq!(ones_of(&spec(kinds, entries, r#""kind == 'C' || q in [2, 3, 4]""#)), "4");
}

#[test]
fn what_no_constructor_reads_is_looked_up_all_the_same() {
    let refused = |root_ok: &str| match Spec::parse("t.ron", &spec(("Int(1, 5)", "Bool"), "", root_ok)) {
        Ok(_) => panic!("{root_ok} is accepted"),
        Err(error) => error.message().to_owned(),
    };
    assert_eq!(refused(r#""kind == 'A' || kind != 'A' || y""#), "unknown name `y`");
    assert_eq!(refused(r#""false", "y""#), "unknown name `y`");
    assert_eq!(refused(r#""true ? kind == 'A' : y""#), "unknown name `y`");
    assert_eq!(refused(r#""false ? y : kind == 'A'""#), "unknown name `y`");
    assert_eq!(
        refused(r#""kind == 'A' ? x : true""#),
        "expected a bool, but `kind == 'A' ? x : true` is an integer"
    );
}
