//! Containers are told apart by what they hold, not by how that looks.

use std::sync::Arc;

use super::{Spec, model};
use dpgen_engine::{self as engine, Options};
use dpgen_forest::index::CtorIx;
use dpgen_forest::schema::SlotKind;
use dpgen_forest::scope::Scope;

/// A list of elements with these fields.
fn list(fields: &str, more: &str) -> String {
    format!(
        r#"(name: "t", root: "L", params: {{"m": 2, "k": 2}}, types: {{
            "L": (constructors: {{"Nil": (), "Cons": (fields: {{{fields}, "rest": Type("L")}})}}), {more}
        }})"#
    )
}

/// How many structures of size 1 there are.
fn ones(spec: &Spec) -> String {
    let scope = Scope::new(1);
    let model = Arc::new(spec.model(&scope).expect("a good scope"));
    engine::build(&model, &scope, &Options::default()).expect("a good model").count(1).to_string()
}

/// The same of a spec's text, or what is wrong with it.
pub(super) fn ones_of(text: &str) -> String {
    Spec::parse("t.ron", text).map_or_else(|error| error.to_string(), |spec| ones(&spec))
}

#[test]
fn containers_that_look_alike_differ() {
    let fields =
        r#""a": Option(OneOf(["x","y"])), "b": Option(OneOf(["x, y"])), "c": Option(OneOf(["x","y","z"]))"#;
    assert_eq!(ones_of(&list(fields, "")), "24");
    let fields = r#""a": Option(OneOf(["New York"])), "b": Option(OneOf(["NewYork", "a"]))"#;
    assert_eq!(ones_of(&list(fields, "")), "6");
    assert_eq!(ones_of(&list(r#""a": Array(2, Int("1","2")), "b": Array(2, Int("1","3"))"#, "")), "36");
    let fields = r#""a": Option(OneOf(["x","y"], 1)), "b": Option(OneOf(["x","y"], 2))"#;
    assert_eq!(ones_of(&list(fields, "")), "6");
    // A type may have the name of a kind.
    let more = r#""Bool": (constructors: {"Maybe": (), "No": (), "Yes": ()})"#;
    assert_eq!(ones_of(&list(r#""a": Option(Bool), "b": Option(Type("Bool"))"#, more)), "12");
}

#[test]
fn containers_of_equal_elements_are_one_type() {
    let fields =
        r#""a": Array(2, Int(1, "m")), "b": Array(2, Int("1", " m ")), "c": Array(2, Int("1", "k"))"#;
    let model = model(&list(fields, ""), &Scope::new(1));
    let cons = model.schema.constructor(CtorIx::from_word(1));
    let kinds: Vec<SlotKind> = cons.slots.iter().map(|slot| slot.kind).collect();
    assert_eq!(kinds[0], kinds[1]);
    assert_ne!(kinds[1], kinds[2]);
}

#[test]
fn entries_find_their_container() {
    let find = |fields: &str, name: &str| {
        let entry = format!(r##"r#"{name}"#: (rep_ok: {{"Some": ["false"]}})"##);
        Spec::parse("t.ron", &list(fields, &entry)).map(|spec| ones(&spec))
    };
    let one = r#""a": Option(OneOf(["x","y"]))"#;
    for name in ["Option(OneOf(x,y))", r#"Option( OneOf(["x", "y"]) )"#, "Option(OneOf(['x','y']))"] {
        assert_eq!(find(one, name).as_deref(), Ok("1"), "{name}");
    }
    let two = r#""a": Option(OneOf(["x","y"])), "b": Option(OneOf(["x, y"]))"#;
    assert_eq!(find(two, r#"Option(OneOf(["x", "y"]))"#).as_deref(), Ok("2"));
    assert_eq!(find(two, r#"Option(OneOf(["x, y"]))"#).as_deref(), Ok("3"));
    let error = find(two, "Option(OneOf(x,y))").expect_err("it may be either");
    assert_eq!(
        error.message(),
        r#"`Option(OneOf(x,y))` may be any of `Option(OneOf(["x","y"]))`, `Option(OneOf(["x, y"]))`"#
    );
}

#[test]
fn containers_may_hold_containers() {
    let more = r#""P": (constructors: {"P": (fields: {"q": List(List(Type("U")))})}),
        "U": (constructors: {"U": (weight: 1)}),
        "List(List(U))": (attributes: {"long": {"Nil": "0", "Cons": "size(first) + rest.long"}}),"#;
    let error = ones_of(&list(r#""a": Option(Option(Bool))"#, more));
    assert!(error.contains("type `List(List(U))` can grow without growing in size"), "{error}");
    let more = r#""P": (constructors: {"P": (fields: {"q": List(Option(Type("U")))})}),
        "U": (constructors: {"U": (weight: 1)}),"#;
    let error = ones_of(&list(r#""a": Option(Option(Bool))"#, more));
    assert!(error.contains("type `List(Option(U))` can grow without growing in size"), "{error}");
    assert_eq!(ones_of(&list(r#""a": Option(Option(Bool)), "b": Option(Array(2, Bool))"#, "")), "20");
}
