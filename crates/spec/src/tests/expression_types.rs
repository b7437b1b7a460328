//! Types in expressions and fields: which values are compared, what lists hold, what a choice gives, when fields and containers
//! are of one type. Tables over each kind of value in each place.

use super::{Data, Node, holds, judge, model, refused, with_condition};
use crate::Spec;
use dpgen_forest::scope::Scope;

/// Operands of each type: integers, bools, strings of a list, constructors.
const OPERANDS: [[&str; 3]; 4] =
    [["a", "t.sum", "7 - m"], ["b", "t.flag", "!b"], ["c", "t.label", "t.c"], ["kind", "t.kind", "t.shape"]];

#[test]
fn only_values_of_one_type_are_compared() {
    for (left_type, lefts) in OPERANDS.iter().enumerate() {
        for (right_type, rights) in OPERANDS.iter().enumerate() {
            for (left, right) in lefts.iter().zip(rights) {
                for op in ["==", "!=", "<", "<=", ">", ">="] {
                    let condition = format!("{left} {op} {right}");
                    let parsed = Spec::parse("t.ron", &with_condition(&condition));
                    // Bools and constructors have no order.
                    let ordered = !matches!(op, "==" | "!=");
                    let expected = left_type == right_type && !(ordered && matches!(left_type, 1 | 3));
                    match parsed {
                        Ok(_) => assert!(expected, "{condition} is accepted"),
                        Err(error) if left_type == right_type => {
                            assert!(
                                !expected && error.message().contains("has no order"),
                                "{condition}: {error}"
                            );
                            assert_eq!(error.advice(), Some("compare with `==` or `!=`"), "{condition}");
                        }
                        Err(error) => {
                            assert!(error.message().contains("can not be compared"), "{condition}: {error}");
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn lists_hold_values_of_one_type() {
    let elements =
        [("a", "1"), ("a", "m"), ("c", "'x'"), ("c", "t.c"), ("t.kind", "'N'"), ("kind", "t.kind")];
    let type_of = |item: &str| match item {
        "a" => 0,
        "c" => 1,
        _ => 2,
    };
    for (item, good) in elements {
        let alone = format!("{item} in [{good}]");
        assert!(Spec::parse("t.ron", &with_condition(&alone)).is_ok(), "{alone}");
        for (other, bad) in elements {
            let condition = format!("{item} in [{good}, {bad}]");
            let parsed = Spec::parse("t.ron", &with_condition(&condition));
            assert_eq!(parsed.is_ok(), type_of(item) == type_of(other), "{condition}");
        }
        for bad in ["true", "b", "t"] {
            let condition = format!("{item} in [{good}, {bad}]");
            assert!(Spec::parse("t.ron", &with_condition(&condition)).is_err(), "{condition}");
        }
    }
    assert!(refused(&with_condition("b in [true]")).message().contains("not for a bool"));
}

/// `?:` of bools, of integers and within another, in all cases of its tests; constants are left out before.
#[test]
fn choices_choose() {
    for a in 0..3 {
        for b in 0..2 {
            let flag = b == 1;
            for (condition, expected) in [
                ("b ? a == 1 : a == 2", if flag { a == 1 } else { a == 2 }),
                ("a == 0 ? b : a == 1 ? !b : true", [flag, !flag, true][usize::try_from(a).unwrap()]),
                ("(a == 0 ? 5 : a == 1 ? 6 : 7) == (b ? 5 : 6)", a == i64::from(!flag)),
                ("true ? b : a == 1", flag),
                ("false ? b : a == 1", a == 1),
                ("a == 0 ? true : false ? false : b", a == 0 || flag),
                ("a == 0 ? b : true ? a == 1 : b", if a == 0 { flag } else { a == 1 }),
                ("(false ? 1 : a) == 1", a == 1),
                ("(true ? a : 1) == 2", a == 2),
                ("(b ? c : 'y') == 'x'", flag),
            ] {
                assert_eq!(holds(condition, a, b, 0), Ok(expected), "{condition} of a = {a}, b = {b}");
            }
        }
    }
}

/// A parameter is an integer wherever it stands alone.
#[test]
fn parameters_have_a_type_of_their_own() {
    for (body, expected) in [("n", 7), ("m", 4), ("n - m", 3), ("-n", -7), ("abs(-m)", 4), ("min(n, m)", 4)] {
        let text = format!(
            r#"(name: "t", root: "T", params: {{"m": 4}}, types: {{"T": (
                constructors: {{"T": (fields: {{"x": Int("-9", "9")}})}},
                attributes: {{"of": {{"T": "{body}"}}}},
                rep_ok: {{"T": ["x == of"]}},
            )}})"#
        );
        let model = model(&text, &Scope::new(7));
        for x in -9..=9 {
            let verdict = judge(&model, model.rep_ok[0].as_ref(), &Node(0, vec![Data(x)]));
            assert_eq!(verdict.map(|(accepted, _)| accepted), Ok(x == expected), "{body} and {x}");
        }
    }
}

/// A field that two constructors have is read where both agree; how many strings of a list each takes does not matter.
#[test]
fn fields_of_one_name_are_read_where_they_agree() {
    let kinds = [
        r#"Int("0", "3")"#,
        "Bool",
        r#"OneOf(["a", "b"])"#,
        r#"OneOf(["b", "a"])"#,
        r#"OneOf(["a", "b", "c"])"#,
        r#"OneOf(["a", "b", "c"], 1)"#,
        r#"OneOf(["a", "b", "c"], 2)"#,
        r#"Type("T")"#,
        r#"Type("U")"#,
    ];
    let base = |kind: &str| kind.replace(", 1)", ")").replace(", 2)", ")");
    for (i, one) in kinds.iter().enumerate() {
        for other in kinds {
            let text = format!(
                r#"(name: "t", root: "R", types: {{
                    "U": (constructors: {{"V": ()}}),
                    "T": (constructors: {{"E": (), "A": (fields: {{"x": {one}}}), "B": (fields: {{"x": {other}}})}}),
                    "R": (constructors: {{"R": (fields: {{"t": Type("T"), "u": Type("T")}})}},
                          rep_ok: {{"R": ["t.kind == 'E' || u.kind == 'E' || t.x{0} == u.x{0}"]}}),
                }})"#,
                if i >= 7 { ".kind" } else { "" }
            );
            match Spec::parse("t.ron", &text) {
                Ok(_) => assert_eq!(base(one), base(other), "{one} and {other} are accepted"),
                Err(error) => {
                    assert_ne!(base(one), base(other), "{error}");
                    assert_eq!(
                        error.message(),
                        "the field `x` differs between `A` and `B`",
                        "{one} and {other}"
                    );
                }
            }
        }
    }
}

/// Containers are one type exactly if what they hold is written alike, the number of strings of a list included.
#[test]
fn containers_of_strings_differ_by_how_many_they_take() {
    let taken = ["", ", 1", ", 2", r#", "m""#, r#", "n""#, r#", "m + 1""#];
    for one in taken {
        for other in taken {
            let fields = format!(
                r#""a": Option(OneOf(["x", "y", "z"]{one})), "b": Option(OneOf(["x", "y", "z"]{other}))"#
            );
            let text = format!(
                r#"(name: "t", root: "T", params: {{"m": 2}}, types: {{"T": (constructors: {{"T": (fields: {{{fields}}})}})}})"#
            );
            let expected = if one == other { 2 } else { 3 };
            assert_eq!(model(&text, &Scope::new(2)).schema.types(), expected, "{one:?} and {other:?}");
        }
    }
}
