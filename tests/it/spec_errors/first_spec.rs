//! The likeliest mistakes of a first spec, as they are shown: the message, the line, the place in it.

use dpgen_spec::Spec;
use insta::assert_snapshot;

const SPEC: &str = r#"(
    name: "mine",
    root: "Tree",
    types: {
        "Tree": (
            constructors: {
                "Nil": (),
                "Node": (fields: {"left": Type("Tree"), "key": Int(1, "n"), "right": Type("Tree")}),
            },
            attributes: {"least": {"Node": "left.kind == 'Nil' ? key : left.least"}},
            rep_ok: {"Node": ["left.kind == 'Nil' || left.least <= key"]},
        ),
    },
)"#;

fn refused(text: &str) -> String {
    match Spec::parse("mine.ron", text) {
        Ok(_) => "accepted".to_owned(),
        Err(error) => format!("{error}\n{}", error.excerpt()),
    }
}

/// The spec with one piece of its text replaced.
fn changed(from: &str, to: &str) -> String {
    assert!(SPEC.contains(from), "the spec has no {from:?} any more");
    refused(&SPEC.replacen(from, to, 1))
}

#[test]
fn nothing_is_wrong_with_it() {
    assert_eq!(refused(SPEC), "accepted");
    assert_eq!(refused(&format!("\u{feff}{SPEC}")), "accepted");
    assert_eq!(refused(&SPEC.replace('\n', "\r\n")), "accepted");
    assert_eq!(refused(&SPEC.replace("    ", "\t")), "accepted");
    assert_eq!(
        refused(&format!("#![enable(implicit_some)]\nSpec{SPEC} // the end\n/* really /* the */ end */")),
        "accepted"
    );
}

#[test]
fn misspelt_names() {
    assert_snapshot!(changed("? key :", "? kye :"), @r#"mine.ron:10:66: unknown name `kye`; did you mean `key`?
10 | …       attributes: {"least": {"Node": "left.kind == 'Nil' ? kye : left.least"}},
   |                                                              ^^^"#);
    assert_snapshot!(changed(": left.least", ": lefft.least"), @r#"mine.ron:10:72: unknown name `lefft`; did you mean `left`?
10 | … attributes: {"least": {"Node": "left.kind == 'Nil' ? key : lefft.least"}},
   |                                                              ^^^^^"#);
    assert_snapshot!(changed("rep_ok:", "repok:"), @r#"mine.ron:11:13: unknown entry `repok` of the type `Tree`; did you mean `rep_ok`?
11 |             repok: {"Node": ["left.kind == 'Nil' || 
   |             ^^^^^"#);
    assert_snapshot!(changed("constructors:", "ctors:"), @r#"mine.ron:6:13: unknown entry `ctors` of the type `Tree`; expected one of `context`, `constructors`, `give`, `attributes`, `rep_ok`
6 |             ctors: {
  |             ^^^^^"#);
    assert_snapshot!(changed("Int(1", "Integer(1"), @r#"mine.ron:8:64: unknown kind of field `Integer`; did you mean `Int`?
8 | …             "Node": (fields: {"left": Type("Tree"), "key": Integer(1, "n"), "right": Type("Tree")})
  |                                                              ^^^^^^^"#);
    assert_snapshot!(changed("Int(1, \"n\")", "String"), @r#"mine.ron:8:64: unknown kind of field `String`; expected one of `Type`, `Ref`, `Int`, `Among`, `Bool`, `OneOf`, `List`, `Option`, `Array`; a type of this spec is written `Type("String")`
8 | …             "Node": (fields: {"left": Type("Tree"), "key": String, "right": Type("Tree")}),
  |                                                              ^^^^^^"#);
    assert_snapshot!(changed("root: \"Tree\"", "root: \"tree\""), @r#"mine.ron:3:12: unknown type `tree`; did you mean `Tree`?
3 |     root: "tree",
  |            ^^^^"#);
}

#[test]
fn words_for_operators() {
    assert_snapshot!(changed("'Nil' || left", "'Nil' or left"), @r#"mine.ron:11:51: there is no operator `or`; write `||`
11 |             rep_ok: {"Node": ["left.kind == 'Nil' or left.least <= key"]},
   |                                                   ^^"#);
    assert_snapshot!(changed("'Nil' || left", "'Nil' AND left"), @r#"mine.ron:11:51: there is no operator `AND`; write `&&`
11 |             rep_ok: {"Node": ["left.kind == 'Nil' AND left.least <= key"]},
   |                                                   ^^^"#);
    assert_snapshot!(changed("\"left.kind == 'Nil' ||", "\"not left.rep_ok ||"), @r#"mine.ron:11:32: there is no operator `not`; write `!`, as in `!(a == b)`
11 |             rep_ok: {"Node": ["not left.rep_ok || left.least <= key"]},
   |                                ^^^"#);
    assert_snapshot!(changed("\"left.kind == 'Nil' ||", "\"not(left.rep_ok) ||"), @r#"mine.ron:11:32: there is no function `not`; write `!`, as in `!(a == b)`
11 |             rep_ok: {"Node": ["not(left.rep_ok) || left.least <= key"]}
   |                                ^^^"#);
    assert_snapshot!(changed("left.kind == 'Nil' ||", "left.kind = 'Nil' ||"), @r#"mine.ron:11:42: `=` is no operator; `==` compares
11 |             rep_ok: {"Node": ["left.kind = 'Nil' || left.least <= key"]},
   |                                          ^"#);
    assert_snapshot!(changed("left.kind == 'Nil' ||", "left.kind == 'Nil' |"), @r#"mine.ron:11:51: `|` is no operator; write `||`
11 |             rep_ok: {"Node": ["left.kind == 'Nil' | left.least <= key"]},
   |                                                   ^"#);
    assert_snapshot!(changed("<= key", "<= key < 5"), @r#"mine.ron:11:72: a second comparison, `<`, follows the first; write `a < b && b < c`, or put one of them in parentheses
11 | … rep_ok: {"Node": ["left.kind == 'Nil' || left.least <= key < 5"]},
   |                                                              ^"#);
    assert_snapshot!(changed("<= key", "=< key"), @r#"mine.ron:11:65: `=` is no operator; `==` compares
11 | …        rep_ok: {"Node": ["left.kind == 'Nil' || left.least =< key"]},
   |                                                              ^"#);
}

#[test]
fn missing_quotes() {
    assert_snapshot!(changed("Type(\"Tree\")", "Type(Tree)"), @r#"mine.ron:8:48: `Type` takes a string in quotes, found the word `Tree`; write `"Tree"`
8 |                 "Node": (fields: {"left": Type(Tree), "key": Int(1, "n"), "right": Type
  |                                                ^^^^"#);
    assert_snapshot!(changed("Int(1, \"n\")", "Int(1, n)"), @r#"mine.ron:8:71: `Int` takes a number, or an expression in quotes, found the word `n`; write `"n"`
8 | …      "Node": (fields: {"left": Type("Tree"), "key": Int(1, n), "right": Type("Tree")}),
  |                                                              ^"#);
    assert_snapshot!(changed("Int(1, \"n\")", "Int(1, n - 1)"), @r#"mine.ron:8:73: `-` has no place here; an expression stands in quotes, as in `"n + 1"`
8 | …    "Node": (fields: {"left": Type("Tree"), "key": Int(1, n - 1), "right": Type("Tree")}),
  |                                                              ^"#);
    assert_snapshot!(changed("Int(1, \"n\")", "Int(1..n)"), @r#"mine.ron:8:69: a range is not written with `..`; write `Int("1", "n")`: the least and the greatest value, both included
8 | …        "Node": (fields: {"left": Type("Tree"), "key": Int(1..n), "right": Type("Tree")}),
  |                                                              ^^"#);
    assert_snapshot!(changed("Int(1, \"n\")", "Int(1..=n)"), @r#"mine.ron:8:69: a range is not written with `..=`; write `Int("1", "n")`: the least and the greatest value, both included
8 | …        "Node": (fields: {"left": Type("Tree"), "key": Int(1..=n), "right": Type("Tree")}),
  |                                                              ^^^"#);
    assert_snapshot!(changed("Int(1, \"n\")", "Int(\"1..n\")"), @r#"mine.ron:8:64: `Int` has the wrong number of parts here; write it as in `Int(1, "n")`
8 | …             "Node": (fields: {"left": Type("Tree"), "key": Int("1..n"), "right": Type("Tree")}),
  |                                                              ^^^^^^^^^^^"#);
    assert_snapshot!(changed("\"Nil\": ()", "Nil: ()"), @r#"mine.ron:7:17: a key of `constructors` takes a string in quotes, found the word `Nil`; write `"Nil"`
7 |                 Nil: (),
  |                 ^^^"#);
    assert_snapshot!(changed("name: \"mine\"", "name: 'mine'"), @r#"mine.ron:2:11: found `'` where a value was expected; strings stand in double quotes
2 |     name: 'mine',
  |           ^"#);
    assert_snapshot!(changed("<= key\"]", "<= key]"), @r#"mine.ron:11:31: this string is not closed; it ends with `"`
11 |             rep_ok: {"Node": ["left.kind == 'Nil' || left.least <= key
   |                               ^"#);
}

#[test]
fn brackets_and_commas() {
    assert_snapshot!(changed("root: \"Tree\",", "root: \"Tree\""), @r#"mine.ron:4:5: a `,` is missing before `types`
4 |     types: {
  |     ^^^^^"#);
    assert_snapshot!(changed("            },\n            attributes", "            attributes"), @r#"mine.ron:11:9: `)` does not close the `{` of line 6; a `}` is missing before it, or one of the two is the wrong one
11 |         ),
   |         ^"#);
    assert_snapshot!(changed("    },\n)", "    },\n"), @r#"mine.ron:14:1: the text ends before the `(` of line 1 is closed; add a `)`
14 | 
   | ^"#);
    assert_snapshot!(changed("    },\n)", "    )\n)"), @r#"mine.ron:13:5: `)` does not close the `{` of line 4; a `}` is missing before it, or one of the two is the wrong one
13 |     )
   |     ^"#);
    assert_snapshot!(changed("    },\n)", "    },\n))"), @r#"mine.ron:14:2: found `)` where the end of the text was expected
14 | ))
   |  ^"#);
    assert_snapshot!(changed("root: \"Tree\"", "root = \"Tree\""), @r#"mine.ron:3:10: `=` has no place here; after a name stands a `:`
3 |     root = "Tree",
  |          ^"#);
    assert_snapshot!(changed("constructors: {", "constructors: ["), @r#"mine.ron:7:22: a list has no names before its values; a map, with names, stands in `{` and `}`
7 |                 "Nil": (),
  |                      ^"#);
    assert_snapshot!(changed("\"Tree\": (", "\"Tree\": {"), @r#"mine.ron:12:9: `)` does not close the `{` of line 5; a `}` is missing before it, or one of the two is the wrong one
12 |         ),
   |         ^"#);
    assert_snapshot!(changed("    types", "    /* types"), @r#"mine.ron:4:5: this comment is not closed; it ends with `*/`
4 |     /* types: {
  |     ^^"#);
    assert_snapshot!(refused(""), @r#"mine.ron:1:1: the text is empty, where a spec was expected
1 | 
  | ^"#);
    assert_snapshot!(refused("(name: \"\\q\")"), @r#"mine.ron:1:9: `\q` is no escape of a string; there are \" \\ \' \n \r \t \0 \x41 and \u{e9}; a backslash itself is \\
1 | (name: "\q")
  |         ^^"#);
    let deep = format!("\"left\": {}Bool{}", "List(".repeat(150), ")".repeat(150));
    assert_snapshot!(changed("\"left\": Type(\"Tree\")", &deep), @r#"mine.ron:8:517: more than 100 brackets within each other
8 | …(List(List(List(List(List(List(List(List(List(List(List(List(List(List(List(List(List(List(List(List
  |                                                              ^"#);
    let deep = format!("{}true{}", "(".repeat(150), ")".repeat(150));
    assert_snapshot!(changed("left.kind == 'Nil' ||", &deep), @r#"mine.ron:11:132: the expression is nested more than 100 levels deep here; give a part of it a name, as an attribute
11 | …((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((
   |                                                              ^"#);
}

#[test]
fn places_with_tabs_carriage_returns_and_marks() {
    let wrong = SPEC.replace("<= key", "<= kye");
    assert_snapshot!(refused(&wrong.replace("    ", "\t")), @r#"mine.ron:11:59: unknown name `kye`; did you mean `key`?
11 | 			rep_ok: {"Node": ["left.kind == 'Nil' || left.least <= kye"]},
   | 			                                                       ^^^"#);
    assert_snapshot!(refused(&wrong.replace('\n', "\r\n")), @r#"mine.ron:11:68: unknown name `kye`; did you mean `key`?
11 | …     rep_ok: {"Node": ["left.kind == 'Nil' || left.least <= kye"]},
   |                                                              ^^^"#);
    assert_snapshot!(refused(&format!("\u{feff}{}", wrong.replace('\n', " "))), @r#"mine.ron:1:394: unknown name `kye`; did you mean `key`?
1 | …     rep_ok: {"Node": ["left.kind == 'Nil' || left.least <= kye"]},         ),     }, )
  |                                                              ^^^"#);
    assert_snapshot!(refused("\u{feff}(nam: \"é\")"), @r#"mine.ron:1:2: unknown entry `nam` of the spec; did you mean `name`?
1 | (nam: "é")
  |  ^^^"#);
    assert_snapshot!(refused(&wrong.replace("'Nil' ||", "'\\u{4e}il' ||")), @r#"mine.ron:11:73: unknown name `kye`; did you mean `key`?
11 | …rep_ok: {"Node": ["left.kind == '\u{4e}il' || left.least <= kye"]},
   |                                                              ^^^"#);
}

#[test]
fn lists_of_lists() {
    assert_eq!(
        changed("\"key\": Int(1, \"n\")", "\"key\": Int(1, \"n\"), \"more\": Option(Option(Array(2, Bool)))"),
        "accepted"
    );
    assert_snapshot!(changed("\"left\": Type(\"Tree\")", "\"left\": Type(\"Tree\"), \"lists\": List(List(Type(\"Tree\")))"), @r#"mine.ron:8:71: type `List(Tree)` can grow without growing in size: `List(Tree)` -> `List(Tree)`. Give a constructor on that cycle a weight of at least 1, or make every value of the repeated type weigh something
8 | …      "Node": (fields: {"left": Type("Tree"), "lists": List(List(Type("Tree"))), "key": Int(1, "n"),
  |                                                              ^^^^^^^^^^^^^^^^^^"#);
    assert_snapshot!(changed("\"left\": Type(\"Tree\")", "\"left\": Type(\"Tree\"), \"lists\": List(Bool)"), @r#"mine.ron:8:66: type `List(Bool)` can grow without growing in size: `List(Bool)` -> `List(Bool)`. Give a constructor on that cycle a weight of at least 1, or make every value of the repeated type weigh something
8 | …           "Node": (fields: {"left": Type("Tree"), "lists": List(Bool), "key": Int(1, "n"), "right":
  |                                                              ^^^^^^^^^^"#);
}

/// No message shows what the parts inside are called.
#[test]
fn internals_do_not_show() {
    let hidden = [
        "Raw",
        "serde",
        " struct ",
        "enum",
        "variant",
        "recursion",
        "EOF",
        "token",
        "Spanned",
        "unwrap",
        "panick",
    ];
    let pieces =
        ["(", ")", "[", "]", "{", "}", "\"", "'", ",", ":", "\\", "..", "=", "x", "1", "é", "/*", " "];
    for at in (0..SPEC.len()).step_by(3) {
        for piece in pieces {
            let (before, after) = SPEC.split_at(at);
            for text in [format!("{before}{piece}{after}"), format!("{before}{piece}")] {
                let shown = refused(&text);
                let message = shown.split('\n').next().unwrap_or_default();
                let found = hidden.iter().find(|hidden| message.contains(*hidden));
                assert_eq!(found, None, "{message}");
            }
        }
    }
}
