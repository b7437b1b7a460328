//! Conditions outside of difference logic, and domains at the limits of what symbols can be.

use dpgen::Scope;
use dpgen::prelude::*;
use dpgen_spec::Spec;

use super::{SYMBOLIC, agrees, build, engines_agree, try_build};

/// A list of pairs `a`, `b` of numbers from `0..=most`, with one condition.
fn pairs(most: i64, condition: &str) -> Spec {
    let text = format!(
        r#"(name: "pairs", root: "List", types: {{"List": (
            constructors: {{
                "Nil": (),
                "Cons": (fields: {{"a": Int("0", "{most}"), "b": Int("0", "{most}"), "rest": Type("List")}}),
            }},
            attributes: {{
                "sum": {{"Nil": "0", "Cons": "a + b + rest.sum"}},
                "first": {{"Nil": "0", "Cons": "a"}},
                "last": {{"Nil": "{most}", "Cons": "rest.kind == 'Nil' ? b : rest.last"}},
                "wide": {{"Nil": "0", "Cons": "max(b - a, rest.wide)"}},
                "low": {{"Nil": "{most}", "Cons": "min(a, min(b, rest.low))"}},
                "high": {{"Nil": "0", "Cons": "max(b, max(rest.high, a))"}},
            }},
            rep_ok: {{"Cons": ["{condition}"]}},
        )}})"#
    );
    Spec::parse("pairs", &text).unwrap_or_else(|error| panic!("{condition}: {error}"))
}

#[test]
fn predicates_outside_of_difference_logic_have_the_same_structures() {
    for condition in [
        "2 * a < b",
        "a * b == 6",
        "a * b <= rest.first * 2",
        "a % 3 == b % 2",
        "a / 2 == b",
        "a + b <= 4",
        "a + b == rest.sum",
        "a != b",
        "a != b && a != rest.first",
        "2 * a + b > rest.sum && 3 * b >= a",
        "a + b == rest.first + rest.last",
        "abs(a - b) <= 1",
        "max(a, b) == 4 || min(a, b) + 1 == max(a, b)",
        "a in [1, 3, 5] && b == a",
        "a <= rest.last && b - a >= rest.wide",
        "a <= rest.low",
        "rest.low <= a",
        "rest.low < a && b < rest.high",
        "a == rest.low && rest.high >= b",
        "rest.high - rest.low <= 2",
        "min(a, rest.low) == min(b, rest.low)",
        "min(a, b) <= rest.first && rest.first <= max(a, b)",
        "min(a, b) + 1 == rest.low || rest.low == rest.high",
        "min(a, b) * 2 == rest.high",
        "rest.low % 2 == a % 2",
        "rest.kind == 'Nil' || a == rest.b",
        "rest.kind == 'Nil' || 2 * rest.a < a + b",
    ] {
        let spec = pairs(5, condition);
        let concrete = build(&spec, 2, Algorithm::Quotient, Fields::Concrete);
        for algorithm in SYMBOLIC {
            let symbolic = build(&spec, 2, algorithm, Fields::Symbolic);
            agrees(&format!("{condition}: {algorithm}"), &concrete, &symbolic);
        }
    }
    engines_agree(&pairs(2, "a + b == rest.sum"), 4);
    engines_agree(&pairs(2, "2 * a <= b + rest.sum"), 3);
    engines_agree(&pairs(2, "a <= rest.low || rest.high < b"), 4);
    engines_agree(&pairs(3, "a - rest.low <= rest.high - b"), 3);
}

#[test]
fn a_sum_of_two_unknown_sums_has_the_same_structures() {
    let text = r#"(name: "sums", root: "Tree", types: {"Tree": (
        constructors: {
            "Nil": (),
            "Node": (fields: {"left": Type("Tree"), "key": Int("0", "4"), "right": Type("Tree")}),
        },
        attributes: {"key_sum": {"Nil": "0", "Node": "key + left.key_sum + right.key_sum"}},
        rep_ok: {"Node": ["left.kind == 'Nil' && right.kind == 'Nil' || key == left.key_sum + right.key_sum"]},
    )})"#;
    engines_agree(&Spec::parse("sums", text).unwrap(), 4);
}

#[test]
fn a_domain_too_large_to_try_is_an_error_that_names_the_slot() {
    let spec = pairs(100_000, "a * b == 6");
    for algorithm in SYMBOLIC {
        let error = try_build(&spec, &Scope::new(2), algorithm, Fields::Symbolic).unwrap_err().to_string();
        assert!(error.contains("`Cons.a`") || error.contains("`Cons.b`"), "{algorithm}: {error}");
        assert!(error.contains("100001 values"), "{algorithm}: {error}");
    }
    // Nothing but differences: no domain is too large.
    let lists = build(&pairs(1 << 30, "a < b && b <= rest.last"), 20, Algorithm::Quotient, Fields::Symbolic);
    assert!(!lists.count(20).is_zero());
}

/// A range of one value is no symbol, but path conditions hold its value all the same.
#[test]
fn a_range_beyond_the_symbols_is_refused_whether_it_has_one_value_or_more() {
    for range in ["9223372036854775806, 9223372036854775807", "9223372036854775807, 9223372036854775807"] {
        let text = format!(
            r#"(name: "far", root: "Far", types: {{"Far": (constructors: {{"Far": (fields: {{"far": Int({range})}})}})}})"#
        );
        let spec = Spec::parse("far", &text).unwrap();
        for algorithm in SYMBOLIC {
            let built =
                try_build(&spec, &Scope::new(1), algorithm, Fields::Symbolic).map(|found| found.total());
            let refused =
                matches!(&built, Err(BuildError::SymbolicRange { slot }) if slot.contains("Far.far"));
            assert!(refused, "{algorithm}: {range}: {built:?}");
        }
    }
}
