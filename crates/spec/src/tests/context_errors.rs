//! Errors of contexts, each with its place, its message and its advice.

use super::changed;

const LETS: &str = r#"(
    name: "lets", root: "Expr", params: {"most": 3},
    types: {
        "Expr": (
            context: {"scope": List(OneOf(["int", "bool"])), "want": OneOf(["int", "bool"]), "depth": Int, "open": Bool},
            constructors: {
                "Var": (fields: {"name": Int(0, "size(context.scope) - 1"), "few": OneOf(["a", "b"], "context.depth")}),
                "Any": (fields: {"name": Among("positions(context.scope, context.want)")}),
                "Let": (
                    fields: {"ty": OneOf(["int", "bool"]), "init": Type("Expr"), "body": Type("Expr"), "late": Bool},
                    give: {"init": {"want": "ty"}, "body": {"scope": "context.scope + [ty]", "depth": "init.height"}},
                ),
                "Flat": (fields: {"flat": Type("Flat"), "all": List(Type("Expr"))}),
            },
            attributes: {"height": {"Var": "0", "Any": "0", "Let": "1 + max(init.height, body.height)", "Flat": "0"}},
            rep_ok: {"Var": ["context.scope[name] == context.want"]},
        ),
        "Flat": (constructors: {"Flat": (fields: {"low": Int(0, 3), "high": Int("low + 1", 4)})}),
        "List(Expr)": (give: {"rest": {"depth": "context.depth + 1"}}),
    },
    root_context: {"scope": "[]", "want": "'int'", "depth": 0, "open": "false"},
)"#;

#[test]
fn the_spec_that_they_are_made_from_is_good() {
    assert!(crate::Spec::parse("t.ron", LETS).map_err(|error| panic!("{error}")).is_ok());
}

#[test]
fn mistakes_with_contexts_have_a_place_and_advice() {
    const ALL: &[(&str, &str, &str)] = &[
        // Names.
        (
            "context.scope[name] ==",
            "context.scop[name] ==",
            "scop | the context of type `Expr` has no value `scop`; did you mean `scope`?",
        ),
        (
            "== context.want\"]",
            "== context\"]",
            "context | `context` is no value: it holds some; write `context.scope` or `context.want` or `context.depth` or `context.open`",
        ),
        (
            "\"low + 1\"",
            "\"context.depth\"",
            "context | structures of type `Flat` have no context; give `Flat` the entry `context`, as in `context: {\"depth\": Int}`",
        ),
        (
            "\"late\": Bool",
            "\"context\": Bool",
            "context | `context` can not name a field of a type that has a context",
        ),
        (
            "\"Flat\": \"0\"}}",
            "\"Flat\": \"0\"}, \"context\": {\"Var\": \"0\"}}",
            "context | `context` can not name an attribute of a type that has a context",
        ),
        (
            "\"most\": 3",
            "\"context\": 3",
            "{\"scope\": List(OneOf([\"int\", \"bool\"])), \"want\": OneOf([\"int\", \"bool\"]), \"depth\": Int, \"open\": Bool} | `context` names a parameter, and what structures have; give the parameter another name",
        ),
        // Kinds.
        (
            "\"depth\": Int, \"open\"",
            "\"depth\": Itn, \"open\"",
            "Itn | unknown kind of value of a context `Itn`; did you mean `Int`?",
        ),
        (
            "\"depth\": Int, \"open\"",
            "\"depth\": Int(0, 1), \"open\"",
            "Int(0, 1) | a value of a context has no bounds: `Int` takes no parts here; write `Int`",
        ),
        (
            "context: {\"scope\": List(OneOf([\"int\", \"bool\"])), \"want\": OneOf([\"int\", \"bool\"]), \"depth\": Int, \"open\": Bool}",
            "context: {}",
            "{} | a context needs at least one value; as in `context: {\"depth\": Int}`; leave out the entry where there is no context",
        ),
        // What is given.
        (
            "\"init\": {\"want\"",
            "\"ini\": {\"want\"",
            "ini | constructor `Let` has no field `ini`; did you mean `init`?",
        ),
        (
            "\"init\": {\"want\"",
            "\"late\": {\"want\"",
            "late | `late` is given a context, but is no structure; only fields that are structures have one",
        ),
        (
            "\"init\": {\"want\"",
            "\"init\": {\"wnat\"",
            "wnat | the context of type `Expr` has no value `wnat`; did you mean `want`?",
        ),
        (
            "\"Flat\": (fields: {\"flat\": Type(\"Flat\"), \"all\": List(Type(\"Expr\"))})",
            "\"Flat\": (fields: {\"flat\": Type(\"Flat\")}, give: {\"flat\": {\"want\": \"0\"}})",
            "flat | `flat` is given a context, but structures of type `Flat` have none; give `Flat` the entry `context`",
        ),
        (
            "{\"want\": \"ty\"}",
            "{\"want\": \"size(context.scope)\"}",
            "size(context.scope) | expected one of 'int', 'bool', but `size(context.scope)` is an integer",
        ),
        (
            "{\"want\": \"ty\"}",
            "{\"want\": \"body.height > 0 ? ty : ty\"}",
            "body | `body` stands to the right and can not be read by the context value `want` of `Let.init`; it sees the context, parameters, and the fields to its left: put the field that is read first",
        ),
        (
            "{\"want\": \"ty\"}",
            "{\"depth\": \"init.height\"}",
            "init | `init` is the field itself and can not be read by the context value `depth` of `Let.init`; it sees the context, parameters, and the fields to its left: put the field that is read first",
        ),
        (
            "{\"want\": \"ty\"}",
            "{\"depth\": \"height\"}",
            "height | `height` is an attribute of the structure itself and can not be read by the context value `depth` of `Let.init`; it sees the context, parameters, and the fields to its left with their attributes",
        ),
        (
            "\"low\": Int(0, 3)",
            "\"low\": Int(0, 3), \"sub\": Type(\"Expr\")",
            "sub | the field `sub` of `Flat` is given no `scope`, which is a list of strings from 'int', 'bool', and `Flat` has none to pass on; write `give: {\"sub\": {\"scope\": \"...\"}}`",
        ),
        (
            "\"Flat\": (constructors",
            "\"Flat\": (give: {\"low\": {}}, constructors",
            "low | `give` of a type that is no container, `Flat`; it belongs to a constructor, beside its `fields`",
        ),
        (
            "\"List(Expr)\": (",
            "\"List(Expr)\": (context: {\"depth\": Int}, ",
            "{\"depth\": Int} | `List(Expr)` is a container: it has the context of its elements; give the entry `context` to the type of the elements",
        ),
        // The whole.
        (
            "    root_context: {\"scope\": \"[]\", \"want\": \"'int'\", \"depth\": 0, \"open\": \"false\"},\n",
            "",
            "Expr | structures of the root type `Expr` have a context, and there is no `root_context`; write `root_context: {\"scope\": \"...\", \"want\": \"...\", \"depth\": \"...\", \"open\": \"...\"}`",
        ),
        (
            "root: \"Expr\"",
            "root: \"Flat\"",
            "{\"scope\": \"[]\", \"want\": \"'int'\", \"depth\": 0, \"open\": \"false\"} | there is a `root_context`, but structures of the root type `Flat` have no context; give `Flat` the entry `context`",
        ),
        (
            ", \"open\": \"false\"}",
            "}",
            "{\"scope\": \"[]\", \"want\": \"'int'\", \"depth\": 0} | `root_context` lacks the value `open`; write `root_context: {\"scope\": \"...\", \"want\": \"...\", \"depth\": \"...\", \"open\": \"...\"}`",
        ),
        (
            ", \"open\": \"false\"}",
            ", \"opne\": \"false\"}",
            "opne | the context of type `Expr` has no value `opne`; did you mean `open`?",
        ),
        (
            "\"depth\": 0,",
            "\"depth\": \"context.depth\",",
            "context | unknown parameter `context` in the value `depth` of `root_context`; known here: `n`, `most`",
        ),
        (
            "\"depth\": 0,",
            "\"depth\": \"[1][most]\",",
            "[1][most] | `[1][most]` asks for item 3, and the list has 1: places count from 0",
        ),
        ("\"depth\": 0,", "\"depth\": \"true\",", "true | expected an integer, but `true` is a bool"),
        // Domains.
        (
            "size(context.scope) - 1",
            "name - 1",
            "name | `name` is the field itself and can not be read by the bounds of `Var.name`; it sees the context, parameters, and the fields to its left: put the field that is read first",
        ),
        ("\"low + 1\", 4", "\"low + x\", 4", "x | unknown name `x`; did you mean `n`?"),
        (
            "\"positions(context.scope, context.want)\"",
            "\"context.depth\"",
            "context.depth | expected a list of integers, but `context.depth` is an integer",
        ),
        (
            "\"positions(context.scope, context.want)\"",
            "\"context.scope\"",
            "context.scope | expected a list of integers, but `context.scope` is a list of strings from 'int', 'bool'",
        ),
        (
            "Among(\"positions(context.scope, context.want)\")",
            "Among()",
            "Among() | `Among` has the wrong number of parts here; write it as in `Among(\"positions(context.scope, 'int')\")`",
        ),
        (
            "\"positions(context.scope, context.want)\"",
            "\"positions(context.scope)\"",
            "positions | `positions` takes two arguments, found 1; on lists `count(list, a)`, `positions(list, a)`, `slice(list, from, to)`, `sort(list)`, `distinct(list)` and `range(a)`",
        ),
        (
            "\"positions(context.scope, context.want)\"",
            "\"position(context.scope, 'int')\"",
            "position | unknown function `position`; did you mean `positions`?",
        ),
        (
            "\"positions(context.scope, context.want)\"",
            "\"positions(context.scope, 3)\"",
            "3 | expected one of 'int', 'bool', but `3` is an integer",
        ),
        // Lists.
        (
            "context.scope + [ty]",
            "context.scope + ty",
            "ty | expected a list of strings from 'int', 'bool', but `ty` is one of 'int', 'bool'",
        ),
        (
            "context.scope + [ty]",
            "context.scope - [ty]",
            "context.scope - [ty] | `context.scope - [ty]` is an operation on integers, and a list is expected; lists are joined by `+`",
        ),
        (
            "context.scope + [ty]",
            "context.scope + [1]",
            "1 | expected one of 'int', 'bool', but `1` is an integer",
        ),
        (
            "context.scope[name] == context.want",
            "context.scope < context.scope",
            "context.scope | `context.scope` is a list of strings from 'int', 'bool', which has no order; compare with `==` or `!=`",
        ),
        (
            "context.scope[name] == context.want",
            "context.depth[name] == 1",
            "context.depth | expected a list, but `context.depth` is an integer",
        ),
        (
            "context.scope[name] == context.want",
            "context.depth[0] == 1",
            "0] | `context.depth` is an integer and has no `0`",
        ),
        (
            "context.scope[name] == context.want",
            "size([]) == 0",
            "[] | the items of `[]` have no type here; lists hold integers, bools, strings of a `OneOf` and lists of these; what stands beside an empty list, or a list of strings, says which",
        ),
        (
            "context.scope[name] == context.want",
            "name in context.depth",
            "context.depth | `in` looks into a list of values, and `context.depth` is none; as in `key in [1, 2]` or `key in context.keys`",
        ),
        (
            "\"1 + max(init.height, body.height)\"",
            "\"context.scope\"",
            "context.scope | the attribute `height` is a list, which an attribute can not be; attributes are integers, bools, strings of a `OneOf` and constructors",
        ),
        (
            "\"height\": {\"Var\": \"0\"",
            "\"list\": {\"Var\": \"context.scope\"}, \"height\": {\"Var\": \"0\"",
            "context.scope | the attribute `list` is a list, which an attribute can not be; attributes are integers, bools, strings of a `OneOf` and constructors",
        ),
    ];
    let found = ALL.iter().map(|(from, to, expected)| (changed(LETS, from, to), *expected));
    let wrong: Vec<String> = found
        .filter(|(found, expected)| found != expected)
        .map(|(found, expected)| format!("\n  found {found}\n  not   {expected}"))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.concat());
}
