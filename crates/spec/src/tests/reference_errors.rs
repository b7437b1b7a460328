//! Errors of references, each with its place, its message and its advice.

use super::changed;

const GRAPHS_SPEC: &str = r#"(
    name: "graphs", root: "Node", params: {"most": 3},
    types: {
        "Node": (
            constructors: {
                "End": (),
                "Node": (fields: {"value": Int(1, "most"), "a": Type("Edge"), "b": List(Type("Edge"))}),
            },
            attributes: {"first": {"End": "-1", "Node": "a.to"}},
            rep_ok: {"Node": ["a.to != id"]},
        ),
        "Edge": (
            constructors: {
                "New": (fields: {"node": Type("Node")}, weight: 1),
                "Met": (fields: {"node": Ref("Node")}, weight: 1),
            },
            attributes: {"to": {"New": "node.first", "Met": "node"}},
        ),
        "Mark": (constructors: {"Dot": ()}),
    },
)"#;

#[test]
fn the_spec_that_they_are_made_from_is_good() {
    assert!(crate::Spec::parse("t.ron", GRAPHS_SPEC).map_err(|error| panic!("{error}")).is_ok());
}

#[test]
fn mistakes_with_references_have_a_place_and_advice() {
    const ALL: &[(&str, &str, &str)] = &[
        // What is referred to.
        ("Ref(\"Node\")", "Ref(\"Nod\")", "Nod | unknown type `Nod`; did you mean `Node`?"),
        (
            "Ref(\"Node\")",
            "Ref(\"Mark\")",
            "node | no structure of type `Mark` weighs something, so that there is no node to refer to; a node is a structure whose constructor has fields, or a `weight` above 0",
        ),
        (
            "Ref(\"Node\")",
            "Ref",
            "Ref | `Ref` has the wrong number of parts here; write it as in `Ref(\"Node\")`",
        ),
        (
            "Ref(\"Node\")",
            "Ref()",
            "Ref() | `Ref` has the wrong number of parts here; write it as in `Ref(\"Node\")`",
        ),
        (
            "Ref(\"Node\")",
            "Ref(\"Node\", 3)",
            "Ref(\"Node\", 3) | `Ref` has the wrong number of parts here; write it as in `Ref(\"Node\")`",
        ),
        (
            "Ref(\"Node\")",
            "Ref(Type(\"Node\"))",
            "Type(\"Node\") | `Ref` takes a string in quotes, found `Type(...)`",
        ),
        ("Ref(\"Node\")", "ref(\"Node\")", "ref | unknown kind of field `ref`; did you mean `Ref`?"),
        // Other meanings of `id`.
        (
            "\"value\"",
            "\"id\"",
            "node | `id` names a field, and the number of a `Node` that this field refers to; give the field another name",
        ),
        (
            "\"first\"",
            "\"id\"",
            "node | `id` names an attribute, and the number of a `Node` that this field refers to; give the attribute another name",
        ),
        (
            "\"most\": 3",
            "\"most\": 3, \"id\": 4",
            "node | `id` names a parameter, and the number of a `Node` that this field refers to; give the parameter another name",
        ),
        // Where there is no number.
        (
            "\"End\": \"-1\"",
            "\"End\": \"id\"",
            "id | `id` is the number of a node, and structures of the constructor `End` are no nodes; only what weighs something is a node: give `End` a `weight`",
        ),
        (
            "\"Met\": \"node\"}}",
            "\"Met\": \"id\"}}",
            "id | unknown name `id`; known here: `node`, `to`, `kind`, `n`, `most`",
        ),
        (
            "\"Met\": \"node\"}}",
            "\"Met\": \"node.first\"}}",
            "first | `node` is an integer and has no `first`",
        ),
        (
            "a.to != id",
            "a.to != a.id",
            "id | type `Edge` has no field or attribute `id`; known here: `node`, `to`, `kind`",
        ),
        // What a reference gets: nothing, as it is data.
        (
            "Ref(\"Node\")}, weight: 1",
            "Ref(\"Node\")}, give: {\"node\": {\"above\": \"1\"}}, weight: 1",
            "node | `node` is given a context, but is no structure; only fields that are structures have one",
        ),
        (
            "\"Edge\": (",
            "\"Edge\": (context: {\"from\": Ref(\"Node\")}, ",
            "Ref | unknown kind of value of a context `Ref`; expected one of `Int`, `Bool`, `OneOf`, `List`",
        ),
    ];
    let wrong: Vec<String> = ALL
        .iter()
        .map(|(from, to, expected)| (changed(GRAPHS_SPEC, from, to), expected))
        .filter(|(found, expected)| found != *expected)
        .map(|(found, expected)| format!("{found}\nnot\n{expected}"))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
