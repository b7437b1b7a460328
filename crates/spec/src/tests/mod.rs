//! Specs against hand-built values; the files beside this one have the built-in specs, damaged and large ones.

mod attribute_answers;
pub(crate) mod builtin;
mod candidates;
mod container_kinds;
mod context_errors;
mod contexts;
mod damaged_specs;
mod edits;
mod error_messages;
mod expression_types;
mod large_specs;
mod literals;
mod near_misses;
mod nesting;
mod reference_errors;
mod rejections;
mod same_names;
mod verdict_messages;
mod verdicts;

use super::{Spec, SpecError};
use dpgen_engine::concrete_evaluation;
use dpgen_engine::predicate_run::{Failure, Model, Predicate};
use dpgen_forest::index::CtorIx;
use dpgen_forest::scope::Scope;
use dpgen_forest::structure::ValueNode;

/// A value as nested constructors: the number of the constructor, then its slots.
enum Value {
    Node(u32, Vec<Value>),
    Data(i64),
}

use Value::{Data, Node};

fn lay(value: &Value, nodes: &mut Vec<ValueNode>) -> i64 {
    match value {
        Data(data) => *data,
        Node(ctor, slots) => {
            let place = nodes.len();
            nodes.push(ValueNode { ctor: CtorIx::from_word(*ctor), slots: Vec::new() });
            nodes[place].slots = slots.iter().map(|slot| lay(slot, nodes)).collect();
            dpgen_forest::index::signed(place)
        }
    }
}

/// What a predicate says of a value, and the condition that rejected.
fn judge(
    model: &Model,
    predicate: Option<&Predicate>,
    value: &Value,
) -> Result<(bool, Option<String>), Failure> {
    let Some(predicate) = predicate else { return Ok((true, None)) };
    let mut nodes = Vec::new();
    lay(value, &mut nodes);
    let (accepted, condition) = concrete_evaluation::holds(model, predicate, nodes, 0)?;
    Ok((accepted, condition.map(|number| model.conditions[dpgen_forest::index::at(number)].clone())))
}

fn model(text: &str, scope: &Scope) -> Model {
    match Spec::parse("test.ron", text).and_then(|spec| spec.model(scope)) {
        Ok(model) => model,
        Err(error) => panic!("{error}"),
    }
}

/// Why a text is no spec.
fn refused(text: &str) -> SpecError {
    match Spec::parse("t.ron", text) {
        Ok(_) => panic!("{text} is accepted"),
        Err(error) => error,
    }
}

/// What is marked in a spec with one text in the place of another, and the message with its advice.
fn changed(spec: &str, from: &str, to: &str) -> String {
    assert!(spec.contains(from), "{from}");
    let text = spec.replacen(from, to, 1);
    let error = refused(&text);
    let (start, len) = error.span().expect("it has a place");
    let advice = error.advice().map(|advice| format!("; {advice}")).unwrap_or_default();
    format!("{} | {}{advice}", &text[start..start + len], error.message())
}

/// A spec of one constructor with these fields and these more entries of its type.
fn spec_of_fields(fields: &str, more: &str) -> String {
    format!(
        r#"(name: "t", root: "T", types: {{"T": (constructors: {{"T": (fields: {{{fields}}})}}, {more})}})"#
    )
}

/// A spec of one type with one condition on its node.
fn with_condition(condition: &str) -> String {
    format!(
        r#"(name: "t", root: "T", params: {{"m": 4}}, types: {{"T": (
            constructors: {{
                "E": (),
                "N": (fields: {{"a": Int("0", "9"), "b": Bool, "c": OneOf(["x", "y", "z"]), "t": Type("T")}}),
            }},
            attributes: {{
                "sum": {{"E": "0", "N": "a + t.sum"}},
                "label": {{"N": "c"}},
                "flag": {{"E": "true", "N": "b"}},
                "twice": {{"E": "2 * sum", "N": "2 * sum"}},
                "shape": {{"E": "kind", "N": "t.kind"}}, "shaky": {{"N": "1 % (a - 1)"}},
            }},
            rep_ok: {{"N": [r"{condition}"]}},
        )}})"#
    )
}

/// `N(a, b, c, N(3, true, 'y', E))` judged by one condition; `m` is 4, `n` 7.
fn holds(condition: &str, a: i64, b: i64, c: i64) -> Result<bool, Failure> {
    let model = model(&with_condition(condition), &Scope::new(7));
    let inner = Node(1, vec![Data(3), Data(1), Data(1), Node(0, vec![])]);
    let value = Node(1, vec![Data(a), Data(b), Data(c), inner]);
    judge(&model, model.rep_ok[0].as_ref(), &value).map(|(accepted, _)| accepted)
}

#[test]
fn operators_and_names_mean_what_they_say() {
    for (condition, expected) in [
        ("a == 5 && m == 4 && n == 7", true),
        ("a + 2 * 3 - 1 == 10 && -a == -5 && a / 2 == 2 && a % 3 == 2", true),
        // Quotients are rounded towards zero, and a remainder has the sign of what is divided: constants and fields.
        (
            "-7 / 2 == -3 && -7 % 2 == -1 && 7 / -2 == -3 && 7 % -2 == 1 && -7 / -2 == 3 && -7 % -2 == -1",
            true,
        ),
        (
            "-a / 2 == -2 && -a % 3 == -2 && a / -2 == -2 && a % -3 == 2 && -a / -2 == 2 && -a % -3 == -2",
            true,
        ),
        ("min(a, 3) == 3 && max(a, 3) == 5 && abs(2 - a) == 3 && abs(a - 2) == 3", true),
        ("a != 5 || a < 5 || a > 5", false),
        ("a <= 5 && a >= 5", true),
        ("a in [1, 5] && !(a in [1, 4]) && c in ['x', 'z']", true),
        ("b ? false : a == 5", true),
        ("(b ? 1 : 2) == 2", true),
        ("b == false && b != t.b && t.flag", true),
        ("c == 'z' && c > 'y' && t.label < c && t.c == 'y'", true),
        ("t.kind == 'N' && t.t.kind == 'E' && kind == 'N' && t.kind == kind", true),
        ("t.kind == 'E'", false),
        ("sum == 8 && t.sum == 3 && twice == 16 && t.twice == 6 && t.a == 3", true),
        ("shape == 'N' && t.shape == 'E'", true),
        ("t.t.kind == 'E' || t.t.label == 'x'", true),
        ("false && 1 / 0 == 1", false),
    ] {
        assert_eq!(holds(condition, 5, 0, 2), Ok(expected), "{condition}");
    }
}

#[test]
fn reading_what_is_not_defined_names_both() {
    let message = |condition| match holds(condition, 1, 1, 1) {
        Err(Failure::Failed(message)) => message,
        other => panic!("{condition}: {other:?}"),
    };
    assert_eq!(
        message("t.t.label == 'x'"),
        "the condition \"t.t.label == 'x'\" of `N` (test.ron:13): attribute `label` of type `T` is not defined for \
         constructor `E` (read as `t.t.label`); give `label` a value for `E` (test.ron:8), or guard the read, as in \
         `t.t.kind == 'E' || ...`"
    );
    assert_eq!(
        message("t.t.a == 1"),
        "the condition \"t.t.a == 1\" of `N` (test.ron:13): field `a` of type `T` is not defined for constructor \
         `E` (read as `t.t.a`); guard the read, as in `t.t.kind == 'E' || ...`"
    );
    assert_eq!(
        message("1 / (a - 1) == 1"),
        "the condition \"1 / (a - 1) == 1\" of `N` (test.ron:13): a division by zero"
    );
    assert_eq!(
        message("-9223372036854775808 / (0 - a) > 0"),
        "the condition \"-9223372036854775808 / (0 - a) > 0\" of `N` (test.ron:13): an integer of the predicate leaves the \
         range of i64"
    );
    // The innermost that fails is named: an attribute that a condition reads.
    assert_eq!(message("shaky == 1"), "the attribute `shaky` of `N` (test.ron:11): a division by zero");
}

#[test]
fn the_condition_that_rejects_is_noted() {
    let spec = Spec::builtin("red-black-tree").expect("it comes with the crate");
    let model = spec.model(&Scope::new(5)).expect("a good scope");
    let leaf = |key, red| Node(1, vec![Node(0, vec![]), Data(key), Data(red), Node(0, vec![])]);
    let tree = |left, key, red, right| Node(1, vec![left, Data(key), Data(red), right]);
    let rep_ok = |value: &Value| judge(&model, model.rep_ok[0].as_ref(), value);
    let root_ok = |value: &Value| judge(&model, model.root_ok.as_ref(), value);
    let no = |text: &str| Ok((false, Some(text.to_owned())));
    assert_eq!(rep_ok(&tree(leaf(1, 1), 2, 0, leaf(3, 1))), Ok((true, None)));
    assert_eq!(
        rep_ok(&tree(leaf(1, 1), 2, 1, leaf(3, 1))),
        no("Tree/Node: !(red && (left.is_red || right.is_red))")
    );
    assert_eq!(
        rep_ok(&tree(leaf(2, 1), 2, 0, leaf(3, 1))),
        no("Tree/Node: left.kind == 'Nil' || left.max < key")
    );
    assert_eq!(
        rep_ok(&tree(leaf(1, 0), 2, 0, leaf(3, 1))),
        no("Tree/Node: left.black_height == right.black_height")
    );
    assert_eq!(root_ok(&leaf(1, 1)), no("root: any_root == 1 || !is_red"));
    assert_eq!(root_ok(&leaf(1, 0)), Ok((true, None)));
    assert_eq!(root_ok(&Node(0, vec![])), Ok((true, None)));
}

/// Lists, options and arrays in one spec.
const CONTAINERS: &str = r#"(name: "t", root: "T", params: {"m": "n + 1"}, types: {
    "T": (
        constructors: {"T": (fields: {
            "list": List(Type("U")), "pair": Array(2, Type("U")), "maybe": Option(Bool),
        })},
        rep_ok: {"T": [
            "size(list) == 2 && list.top == list.rest.first.value",
            "pair[0].value < pair[1].value",
            "maybe.kind == 'None' || maybe.value",
            "list.rep_ok && pair.rep_ok",
        ]},
    ),
    "U": (constructors: {"U": (fields: {"value": Int(0, "m")})}),
    "List( U )": (
        attributes: {"top": {"Cons": "rest.kind == 'Nil' ? first.value : max(first.value, rest.top)"}},
        rep_ok: {"Cons": ["rest.kind == 'Nil' || first.value < rest.first.value"]},
    ),
})"#;

#[test]
fn containers_have_sizes_fields_attributes_and_conditions() {
    let model = model(CONTAINERS, &Scope::new(7));
    let schema = &model.schema;
    assert_eq!(schema.domain(dpgen_forest::index::DomainIx::from_word(0)), &(0..=8).into());
    let names: Vec<&str> = (0..schema.types())
        .map(|ty| {
            schema.ty(dpgen_forest::index::TypeIx::from_word(dpgen_forest::index::shown(ty))).name.as_str()
        })
        .collect();
    assert_eq!(names, ["T", "U", "List(U)", "Array(2,U)", "Option(Bool)"]);
    // Constructors: T 0, U 1, Nil 2, Cons 3, Array 4, None 5, Some 6.
    let list = |values: &[i64]| {
        values
            .iter()
            .rev()
            .fold(Node(2, vec![]), |rest, value| Node(3, vec![Node(1, vec![Data(*value)]), rest]))
    };
    let pair = |a, b| Node(4, vec![Node(1, vec![Data(a)]), Node(1, vec![Data(b)])]);
    let accepts = |list, pair, maybe| {
        judge(&model, model.rep_ok[0].as_ref(), &Node(0, vec![list, pair, maybe]))
            .map(|(accepted, _)| accepted)
    };
    assert_eq!(accepts(list(&[1, 4]), pair(1, 2), Node(5, vec![])), Ok(true));
    assert_eq!(accepts(list(&[4]), pair(1, 2), Node(5, vec![])), Ok(false), "size");
    assert_eq!(accepts(list(&[4, 1]), pair(1, 2), Node(5, vec![])), Ok(false), "order");
    assert_eq!(accepts(list(&[4, 4]), pair(1, 2), Node(5, vec![])), Ok(false), "the list's own rep_ok");
    assert_eq!(accepts(list(&[1, 4]), pair(2, 2), Node(5, vec![])), Ok(false), "array");
    assert_eq!(accepts(list(&[1, 4]), pair(1, 2), Node(6, vec![Data(0)])), Ok(false), "option");
    assert_eq!(accepts(list(&[1, 4]), pair(1, 2), Node(6, vec![Data(1)])), Ok(true));
}

#[test]
fn root_ok_may_name_what_the_constructor_lacks_if_it_is_not_read() {
    let text = r#"(name: "t", root: "T", types: {"T": (
        constructors: {"E": (), "N": (fields: {"a": Int(0, 9), "t": Type("T")})},
        attributes: {"top": {"N": "a"}},
    )}, root_ok: ["kind == 'E' || a > 3 && t.kind == 'E'", "top > 4"])"#;
    let model = model(text, &Scope::new(2));
    let node = |a| Node(1, vec![Data(a), Node(0, vec![])]);
    let root_ok = |value: &Value| judge(&model, model.root_ok.as_ref(), value).map(|(accepted, _)| accepted);
    assert_eq!((root_ok(&node(5)), root_ok(&node(4)), root_ok(&node(3))), (Ok(true), Ok(false), Ok(false)));
    assert_eq!(
        root_ok(&Node(0, vec![])),
        Err(Failure::Failed(
            "the condition \"top > 4\" of `root_ok` (test.ron:4): attribute `top` of type `T` is not defined for \
             constructor `E` (read as `top`); give `top` a value for `E` (test.ron:3), or guard the read, as in `kind == 'E' || ...`"
                .to_owned()
        ))
    );
}
