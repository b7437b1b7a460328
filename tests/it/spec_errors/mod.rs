//! The messages for mistakes in specs: where they point, what they name, what they suggest. `first_spec.rs` has the
//! likeliest ones with their excerpts, `guessed_forms.rs` those of guesses, `entries.rs` those in files, presets, odds and lists of strings, `evaluation.rs` those that
//! show when a spec is used.

mod entries;
mod evaluation;
mod first_spec;
mod guessed_forms;

use dpgen_spec::{Spec, SpecError, builtin};
use insta::assert_snapshot;

/// The red-black tree with one piece of its text replaced.
fn changed(from: &str, to: &str) -> SpecError {
    let text = builtin::text("red-black-tree").expect("it comes with the crate");
    assert!(text.contains(from), "the spec has no {from:?} any more");
    match Spec::parse("red-black-tree.ron", &text.replacen(from, to, 1)) {
        Ok(_) => panic!("{to:?} is accepted"),
        Err(error) => error,
    }
}

/// A spec with these types, whose root is `T`.
fn types(types: &str) -> SpecError {
    match Spec::parse("t.ron", &format!("(name: \"t\", root: \"T\", types: {{{types}}})")) {
        Ok(_) => panic!("{types} is accepted"),
        Err(error) => error,
    }
}

#[test]
fn ron() {
    assert_snapshot!(changed("root: \"Tree\",", "root: \"Tree\""), @"red-black-tree.ron:6:5: a `,` is missing before `types`");
    assert_snapshot!(changed("attributes:", "atributes:"), @"red-black-tree.ron:14:13: unknown entry `atributes` of the type `Tree`; did you mean `attributes`?");
    assert_snapshot!(changed("root: \"Tree\",", ""), @r#"red-black-tree.ron:2:1: the spec lacks the entry `root`; add `root: "Tree"`"#);
    assert_snapshot!(changed("root: \"Tree\",", "root: 3,"), @"red-black-tree.ron:5:11: `root` takes a string in quotes, found a number");
    assert_snapshot!(changed("Bool,", "Boolean,"), @"red-black-tree.ron:11:72: unknown kind of field `Boolean`; did you mean `Bool`?");
    assert_snapshot!(changed("Type(\"Tree\")", "Part(\"Tree\")"), @r#"red-black-tree.ron:11:29: unknown kind of field `Part`; expected one of `Type`, `Ref`, `Int`, `Among`, `Bool`, `OneOf`, `List`, `Option`, `Array`; a type of this spec is written `Type("Part")`"#);
    assert_snapshot!(changed("Int(\"1\", \"n\")", "Int(\"1\")"), @r#"red-black-tree.ron:11:50: `Int` has the wrong number of parts here; write it as in `Int(1, "n")`"#);
    assert_snapshot!(changed("\"Nil\": (),", "\"Nil\": 5,"), @"red-black-tree.ron:9:24: the constructor `Nil` takes entries in parentheses, found a number; as in `(fields: ...)`");
    assert_snapshot!(changed("fields: {", "fields: [], weight: {"), @r#"red-black-tree.ron:10:34: `fields` takes a map, as in `{"name": ...}`, found a list"#);
    assert_snapshot!(changed("about:", "name: \"twice\", about:"), @"red-black-tree.ron:4:5: the entry `name` is here twice");
    assert_snapshot!(changed("|| !is_red\"]", "|| !is_red]"), @r#"red-black-tree.ron:30:15: a `,` is missing before `Nil`; or the string that begins in line 29 lacks its closing `"`"#);
}

#[test]
fn names() {
    assert_snapshot!(changed("left.max < key", "lefft.max < key"), @"red-black-tree.ron:24:40: unknown name `lefft`; did you mean `left`?");
    assert_snapshot!(changed("left.max < key", "left.mx < key"), @"red-black-tree.ron:24:45: type `Tree` has no field or attribute `mx`; did you mean `max`?");
    assert_snapshot!(changed("left.max < key", "left.entirely_else < key"), @"red-black-tree.ron:24:45: type `Tree` has no field or attribute `entirely_else`; known here: `left`, `key`, `red`, `right`, `black_height`, `height`, `is_red`, `min`, `max`, `kind`");
    assert_snapshot!(changed("\"right\": Type(\"Tree\")", "\"right\": Type(\"Tre\")"), @"red-black-tree.ron:11:93: unknown type `Tre`; did you mean `Tree`?");
    assert_snapshot!(changed("root: \"Tree\"", "root: \"Three\""), @"red-black-tree.ron:5:12: unknown type `Three`; did you mean `Tree`?");
    assert_snapshot!(changed("{\"Nil\": \"1\",", "{\"Nill\": \"1\","), @"red-black-tree.ron:15:35: type `Tree` has no constructor `Nill`; did you mean `Nil`?");
    assert_snapshot!(changed("rep_ok: {\"Node\"", "rep_ok: {\"Noode\""), @"red-black-tree.ron:21:23: type `Tree` has no constructor `Noode`; did you mean `Node`?");
    assert_snapshot!(changed("render: {\"Nil\"", "render: {\"Leaf\""), @"red-black-tree.ron:30:15: unknown constructor `Leaf` in `render`; known here: `Nil`, `Node`");
    assert_snapshot!(changed("\"left.kind == 'Nil' || left.max", "\"left.kind == 'Nul' || left.max"), @"red-black-tree.ron:24:31: type `Tree` has no constructor `Nul`; did you mean `Nil`?");
    assert_snapshot!(changed("Int(\"1\", \"n\")", "Int(\"1\", \"keys\")"), @"red-black-tree.ron:11:60: unknown parameter `keys` in the bounds of `Node.key`; known here: `n`, `any_root`");
    assert_snapshot!(changed("\"is_red\": ", "\"black_height\": "), @"red-black-tree.ron:17:18: the attribute `black_height` is here twice");
    assert_snapshot!(changed("\"key\": Int", "\"left\": Int"), @"red-black-tree.ron:11:44: the field `left` is here twice");
    assert_snapshot!(changed("\"key\": Int", "\"n\": Int"), @"red-black-tree.ron:11:44: `n` names a field and a parameter");
    assert_snapshot!(changed("\"key\": Int", "\"the key\": Int"), @"red-black-tree.ron:11:44: `the key` can not name a field; names are letters, digits and `_`, no digit first");
    assert_snapshot!(changed("\"is_red\": ", "\"kind\": "), @"red-black-tree.ron:17:18: `kind` can not name an attribute: the word is taken");
    assert_snapshot!(changed("\"is_red\": ", "\"red\": "), @"red-black-tree.ron:17:18: `red` names an attribute and a field");
    assert_snapshot!(changed("!is_red\"]", "!is_read\"]"), @"red-black-tree.ron:29:34: unknown name `is_read`; did you mean `is_red`?");
    assert_snapshot!(changed("{\"Nil\": \"1\",", "{\"Nil\": \"max\","), @"red-black-tree.ron:15:42: attribute `max` of type `Tree` is not defined for constructor `Nil`; give `max` an entry for `Nil`");
}

#[test]
fn the_length_of_names() {
    let (most, more) = ("n".repeat(256), "n".repeat(257));
    let places: [(&str, &str); 7] = [
        ("the spec", "red-black-tree"),
        ("a type", "Tree"),
        ("a constructor", "Nil"),
        ("a field", "right"),
        ("an attribute", "is_red"),
        ("a parameter", "any_root"),
        ("a preset", "small"),
    ];
    let text = builtin::text("red-black-tree").expect("it comes with the crate");
    let text = text.replacen("root:", "presets: {\"small\": {\"n\": 3}}, root:", 1);
    for (what, name) in places {
        let with = |new: &str| {
            let text = match what {
                "the spec" | "a preset" => text.replacen(&format!("\"{name}\""), &format!("\"{new}\""), 1),
                _ => text.replace(name, new),
            };
            Spec::parse("long.ron", &text).map(drop).map_err(|error| error.to_string())
        };
        assert_eq!(with(&most), Ok(()), "{what}");
        let error = with(&more).expect_err(what);
        let wanted = format!("the name of {what} has 257 bytes; names have at most 256 bytes");
        assert!(error.starts_with("long.ron:") && error.ends_with(&wanted), "{error}");
        let error = with("").expect_err(what);
        assert!(
            error.contains(&format!("the name of {what} is empty")) || what != "the spec",
            "{what}: {error}"
        );
    }
    assert_snapshot!(types(r#""": ()"#), @"t.ron:1:33: the name of a type is empty");
    assert_snapshot!(types(r#""T": (constructors: {"": ()})"#), @"t.ron:1:54: the name of a constructor is empty");
    assert_snapshot!(types(r#""T": (constructors: {"A": (fields: {"": Bool})})"#), @"t.ron:1:69: the name of a field is empty");
    assert_snapshot!(types(r#""T": (constructors: {"A": ()}, attributes: {"": {"A": "1"}})"#), @"t.ron:1:77: the name of an attribute is empty");
}

#[test]
fn control_characters_are_escaped() {
    let text = "(name: \"t\u{1b}[31m\u{9b}\", root: \"T\u{202e}\u{7f}\", types: {})";
    let error = Spec::parse("t\u{7}.ron", text).expect_err("there is no such type");
    assert_eq!(error.to_string(), r"t\u{7}.ron:1:26: unknown type `T\u{202e}\u{7f}`");
    let marks = "^".repeat(r"T\u{202e}\u{7f}".len());
    let excerpt = format!(
        "1 | {}\n  | {}{marks}",
        r#"(name: "t\u{1b}[31m\u{9b}", root: "T\u{202e}\u{7f}", types: {})"#,
        " ".repeat(35)
    );
    assert_eq!(error.excerpt(), excerpt);
}

#[test]
fn expressions() {
    assert_snapshot!(changed("left.max < key", "left.max < "), @"red-black-tree.ron:24:51: the expression ends where an operand was expected");
    assert_snapshot!(changed("left.max < key", "left.max << key"), @"red-black-tree.ron:24:50: found `<` where an operand was expected");
    assert_snapshot!(changed("left.max < key", "(left.max < key"), @"red-black-tree.ron:24:55: the expression ends before the `)` of the `(` before");
    assert_snapshot!(changed("left.max < key", "left.max = key"), @"red-black-tree.ron:24:49: `=` is no operator; `==` compares");
    assert_snapshot!(changed("left.max < key", "left.max() < key"), @"red-black-tree.ron:24:45: `max` is called like a method, which is not supported; the functions are `min(a, b)`, `max(a, b)`, `abs(a)` and `size(list)`");
    assert_snapshot!(changed("left.max < key", "maximum(left.max, key) < 3"), @"red-black-tree.ron:24:40: unknown function `maximum`; did you mean `max`?");
    assert_snapshot!(changed("left.max < key", "min(key) < 3"), @"red-black-tree.ron:24:40: `min` takes two arguments, found 1; the functions are `min(a, b)`, `max(a, b)`, `abs(a)` and `size(list)`");
    assert_snapshot!(changed("left.max < key", "left.all(x, x < key)"), @r#"red-black-tree.ron:24:45: the macro `all` is not supported; give the list's type an attribute that says it, as in `"List(Tree)": (attributes: {...})`"#);
    assert_snapshot!(changed("left.max < key", "has(left.max)"), @"red-black-tree.ron:24:40: `has` is not supported; ask for a constructor, as in `left.kind == 'Nil'`");
    assert_snapshot!(changed("left.max < key", "left == null"), @"red-black-tree.ron:24:48: `null` is not supported; ask for a constructor, as in `value.kind == 'None'`");
    assert_snapshot!(changed("left.max < key", "key in left"), @"red-black-tree.ron:24:47: `in` looks into a list of values, and `left` is none; as in `key in [1, 2]` or `key in context.keys`");
    assert_snapshot!(changed("left.max < key", "1.5 < key"), @"red-black-tree.ron:24:40: `1.5` is not an integer; numbers are integers, such as `12` or `0xc`");
    assert_snapshot!(changed("left.max < key", "size(left) == 2"), @"red-black-tree.ron:24:45: `size` takes a list, but `left` is a `Tree`");
    // Places are exact beside escapes, too.
    assert_snapshot!(changed("left.max < key", "left.kind == \\\"Nill\\\""), @"red-black-tree.ron:24:53: type `Tree` has no constructor `Nill`; did you mean `Nil`?");
}

#[test]
fn types_of_expressions() {
    assert_snapshot!(changed("left.max < key", "left.max < red"), @"red-black-tree.ron:24:40: `left.max` is an integer, but `red` is a bool: they can not be compared");
    assert_snapshot!(changed("left.max < key", "left.max + key"), @"red-black-tree.ron:24:40: expected a bool, but `left.max + key` is an integer");
    assert_snapshot!(changed("left.max < key", "left < key"), @"red-black-tree.ron:24:40: `left` is a whole `Tree`, not a value; ask it for one of `left`, `key`, `red`, `right`, `black_height`, `height`, `is_red`, `min`, `max`, `kind`");
    assert_snapshot!(changed("left.max < key", "key == 'red'"), @"red-black-tree.ron:24:40: `key` is an integer, but `'red'` is a string: they can not be compared");
    assert_snapshot!(changed("left.max < key", "'a' == 'b'"), @"red-black-tree.ron:24:40: two strings are compared, and neither is a field, an attribute or a `kind`");
    assert_snapshot!(changed("left.max < key", "red < left.is_red"), @"red-black-tree.ron:24:40: `red` is a bool, which has no order; compare with `==` or `!=`");
    assert_snapshot!(changed("left.max < key", "key.left == 3"), @"red-black-tree.ron:24:44: `key` is an integer and has no `left`");
    assert_snapshot!(changed("left.max < key", "key && red"), @"red-black-tree.ron:24:40: expected a bool, but `key` is an integer");
    assert_snapshot!(changed("(red ? 0 : 1)", "(red ? 0 : false)"), @"red-black-tree.ron:15:82: one side of `:` is an integer (`0`), the other is a bool (`false`)");
    assert_snapshot!(changed("{\"Nil\": \"false\",", "{\"Nil\": \"0\","), @"red-black-tree.ron:17:55: the attribute `is_red` is an integer, but for `Node` it is a bool");
    assert_snapshot!(changed("\"Node\": \"red\"", "\"Node\": \"is_red\""), @"red-black-tree.ron:17:18: the attribute `is_red` of `Node` is defined by itself: `is_red` -> `is_red`; ask a substructure for it, as in `left.height`");
    assert_snapshot!(changed("{\"Nil\": \"false\", \"Node\": \"red\"}", "{\"Node\": \"left.is_red\"}"), @"red-black-tree.ron:17:18: the attribute `is_red` is only defined by way of itself; define it for `Nil`, which has no substructures");
    assert_snapshot!(changed("left.black_height + (red ? 0 : 1)", "black_height + 1"), @"red-black-tree.ron:15:18: the attribute `black_height` of `Node` is defined by itself: `black_height` -> `black_height`; ask a substructure for it, as in `left.height`");
}

#[test]
fn structure() {
    assert_snapshot!(types(r#""T": (constructors: {"A": (fields: {"next": Type("T")})})"#), @"t.ron:1:33: type `T` has no finite value: `T` -> `T`. Add a constructor without that field");
    assert_snapshot!(types(r#""T": (constructors: {"E": (), "A": (fields: {"t": Type("T")}, weight: 0)})"#), @"t.ron:1:33: type `T` can grow without growing in size: `T` -> `T`. Give a constructor on that cycle a weight of at least 1, or make every value of the repeated type weigh something");
    assert_snapshot!(types(r#""T": ()"#), @"t.ron:1:33: type `T` has no constructors, so it has no values");
    assert_snapshot!(types(r#""T": (constructors: {"A": ()}), "T": (constructors: {"A": ()})"#), @"t.ron:1:65: the type `T` is here twice");
    assert_snapshot!(types(r#""T": (constructors: {"A": (fields: {"x": Int(0, 99999999999)})})"#), @"t.ron:1:69: `A.x`: the domain has 2^31 values or more; give it a smaller range");
    assert_snapshot!(types(r#""T": (constructors: {"A": (fields: {"x": Int(0, 3)})}),
        "U": (constructors: {"A": (fields: {"x": Int(0, 99999999999)})})"#), @"t.ron:2:46: `A.x`: the domain has 2^31 values or more; give it a smaller range");
    assert_snapshot!(types(r#""T": (constructors: {"A": (fields: {"x": Option(Int(0, 3)),
        "y": Option(Int(0, 99999999999))})})"#), @"t.ron:2:14: `Some.value`: the domain has 2^31 values or more; give it a smaller range");
    assert_snapshot!(types(r#""T": (constructors: {"A": (fields: {"x": Int(0, "n / 0")})})"#), @"t.ron:1:81: `n / 0` has no value: it divides by zero or leaves the range of 64 bits; here `n` is 3");
    assert_snapshot!(types(r#""T": (constructors: {"A": (fields: {"x": OneOf(["a", "b", "a"])})})"#), @"t.ron:1:91: the string 'a' is in the list twice");
    assert_snapshot!(types(r#""T": (constructors: {"A": ()}), "List(U)": ()"#), @"t.ron:1:65: no field holds a `List(U)`");
    assert_snapshot!(types(
        r#""T": (constructors: {"A": (fields: {"x": OneOf(["red", "black"])})}, rep_ok: {"A": ["x == 'rad'"]})"#
    ), @"t.ron:1:122: 'rad' is none of 'red', 'black'; did you mean 'red'?");
    assert_snapshot!(types(
        r#""T": (constructors: {"A": (fields: {"x": List(Type("T"))})}),
           "List(T)": (constructors: {"Nil": ()})"#
    ), @"t.ron:2:13: `List(T)` is a container: its constructors are given; give it attributes, rep_ok and `give` only");
}

#[test]
fn a_scope_may_set_what_the_spec_knows_only() {
    let spec = Spec::builtin("hash-table").expect("it comes with the crate");
    let error = spec.model(&dpgen::Scope::new(3).with("mm", 4)).expect_err("there is no `mm`");
    assert_snapshot!(error, @"hash-table: the spec has no parameter `mm`; did you mean `m`?");
}
