//! Messages of conditions and attributes that fail while structures are built.

use std::sync::Arc;

use dpgen::Scope;
use dpgen_engine::Options;
use dpgen_spec::Spec;
use insta::assert_snapshot;

/// Builds lists of numbers with this attribute and this condition up to size 2.
fn fails(attribute: &str, condition: &str) -> String {
    let text = format!(
        r#"(name: "t", root: "T", types: {{"T": (
    constructors: {{"N": (), "C": (fields: {{"x": Int(0, 2), "r": Type("T")}})}},
    attributes: {{"q": {{"C": "{attribute}"}}}},
    rep_ok: {{"C": [
        "{condition}",
    ]}},
)}})"#
    );
    let spec = Spec::parse("t.ron", &text).expect("a good spec");
    let scope = Scope::new(2);
    let model = Arc::new(spec.model(&scope).expect("a good scope"));
    match dpgen_engine::build(&model, &scope, &Options::default()) {
        Ok(_) => "built".to_owned(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn the_condition_is_named() {
    let message = fails("x", "10 / x > 1");
    assert!(
        message.contains("the condition \"10 / x > 1\" of `C` (t.ron:5): a division by zero"),
        "{message}"
    );
    let message = fails("x", "-9223372036854775808 / (x - x - 1) > 1");
    let wanted = "the condition \"-9223372036854775808 / (x - x - 1) > 1\" of `C` (t.ron:5): ";
    assert!(message.contains(wanted), "{message}");
}

/// Each message says what to do, in a form that fits where the read is.
#[test]
fn what_is_not_defined_is_told_with_a_remedy() {
    let reason = |attribute: &str, condition: &str| {
        let message = fails(attribute, condition);
        message.find("}: ").map(|at| message[at + 3..].to_owned()).unwrap_or(message)
    };
    assert_snapshot!(reason("x", "r.q >= 0"), @r#"the condition "r.q >= 0" of `C` (t.ron:5): attribute `q` of type `T` is not defined for constructor `N` (read as `r.q`); give `q` a value for `N` (t.ron:3), or guard the read, as in `r.kind == 'N' || ...`"#);
    assert_snapshot!(reason("x", "r.x >= 0"), @r#"the condition "r.x >= 0" of `C` (t.ron:5): field `x` of type `T` is not defined for constructor `N` (read as `r.x`); guard the read, as in `r.kind == 'N' || ...`"#);
    assert_snapshot!(reason("x", "r.kind == 'N' || r.r.q >= 0"), @r#"the condition "r.kind == 'N' || r.r.q >= 0" of `C` (t.ron:5): attribute `q` of type `T` is not defined for constructor `N` (read as `r.r.q`); give `q` a value for `N` (t.ron:3), or guard the read, as in `r.r.kind == 'N' || ...`"#);
    assert_snapshot!(reason("min(x, r.x)", "q >= 0"), @"the attribute `q` of `C` (t.ron:3): field `x` of type `T` is not defined for constructor `N` (read as `r.x`); guard the read, as in `r.kind == 'N' ? ... : r.x`");
}

#[test]
fn the_attribute_is_named() {
    let message = fails("6 % x", "q >= 0");
    assert!(message.contains("the attribute `q` of `C` (t.ron:3): a division by zero"), "{message}");
    let message = fails("6 % x", "r.kind == 'N' || r.q >= 0");
    assert!(message.contains("the attribute `q` of `C` (t.ron:3): a division by zero"), "{message}");
}

#[test]
fn a_long_condition_is_cut_short() {
    let condition = format!("{} > 9 / x", vec!["x"; 100].join(" + "));
    let message = fails("x", &condition);
    let found = message.find("the condition").map(|at| &message[at..]).unwrap_or_default();
    assert_snapshot!(found, @r#"the condition "x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + …" of `C` (t.ron:5): a division by zero"#);
}
