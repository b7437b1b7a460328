//! Large and hostile specs: what must work works, the rest is an error at its place.

use super::super::MAX_SPEC_BYTES;
use super::{Failure, Spec, with_condition};

fn parse(condition: &str) -> Result<Spec, String> {
    Spec::parse("t.ron", &with_condition(condition)).map_err(|error| error.to_string())
}

/// Whether `N(5, false, 'z', ...)` is accepted by a condition.
fn holds(condition: &str) -> Result<bool, Failure> {
    super::holds(condition, 5, 0, 2)
}

#[test]
fn long_chains_are_one_level() {
    let chain = |term: &str, operator: &str| vec![term; 10_000].join(operator);
    assert_eq!(holds(&format!("{} == 50000", chain("a", " + "))), Ok(true));
    assert_eq!(holds(&format!("{} == 5", chain("a", " - a + "))), Ok(true));
    assert_eq!(holds(&format!("{} == 0", chain("(a - a)", " * "))), Ok(true));
    assert_eq!(holds(&chain("a == 5", " && ")), Ok(true));
    assert_eq!(holds(&chain("a == 4", " || ")), Ok(false));
    assert_eq!(holds(&format!("({} : a) == 5", chain("b ? 1", " : "))), Ok(true));
    assert_eq!(holds(&format!("a in [{}, 5]", chain("a + 1", ", "))), Ok(true));
    assert_eq!(holds(&format!("{}b", "!".repeat(9_999))), Ok(true));
    assert_eq!(holds(&format!("{}a == 5", "-".repeat(10_000))), Ok(true));
}

#[test]
fn nesting_has_a_limit() {
    let nested =
        |open: &str, close: &str, levels| format!("{}a == 5{}", open.repeat(levels), close.repeat(levels));
    assert!(parse(&nested("(", ")", 90)).is_ok());
    assert_eq!(holds(&format!("{}a{} == 5", "max(1, ".repeat(90), ")".repeat(90))), Ok(true));
    let all = [("(", ")"), ("!(true && ", ")"), ("b ? b : (", ")"), ("0 < 1 + 2 * -(", ")"), ("abs(", ")")];
    for (open, close) in all {
        for levels in [101, 3_000] {
            let error = parse(&nested(open, close, levels)).expect_err("it is nested too deeply");
            assert!(error.starts_with("t.ron:13:") && error.contains("100 levels deep"), "{error}");
        }
    }
    let error = parse(&format!("t{}.kind == 'E'", ".t".repeat(10_000))).expect_err("the path is long");
    assert!(error.contains("more than 200 names"), "{error}");
    let error = parse(&vec!["a"; 10_000].join(" < ")).expect_err("comparisons are no chain");
    assert!(error.contains("a second comparison"), "{error}");
}

fn message(text: &str) -> String {
    Spec::parse("t.ron", text).err().map(|error| error.message().to_owned()).unwrap_or_default()
}

/// The message for a spec with these fields of its only constructor.
fn fields(fields: &str) -> String {
    let types = format!(r#"{{"T": (constructors: {{"A": (fields: {{{fields}}})}})}}"#);
    message(&format!(r#"(name: "t", root: "T", types: {types})"#))
}

#[test]
fn sizes_have_limits() {
    assert_eq!(
        message(&" ".repeat(MAX_SPEC_BYTES + 1)),
        "the text has 1048577 bytes, which is too large for a spec"
    );
    assert_eq!(
        fields(r#""x": Array(1000000000, Bool)"#),
        "the length of an `Array` is 1000000000, which is too large: at most 4096"
    );
    let long = |count: usize| (0..count).map(|at| format!("\"x{at}\": Bool,")).collect::<String>();
    assert_eq!(fields(&long(20_001)), "the spec has more than 20000 fields");
    let arrays = |count: usize| {
        (0..count).map(|at| format!("\"x{at}\": Array(4096, Int(0, {at})),")).collect::<String>()
    };
    assert_eq!(fields(&arrays(5)), "the spec has more than 20000 fields");
    let deep = format!("\"x\": {}Bool{}", "List(".repeat(200), ")".repeat(200));
    assert_eq!(fields(&deep), "more than 100 brackets within each other");
    let labels = |count: usize| (0..count).map(|at| format!("\"{at}\",")).collect::<String>();
    let one_of = |count| format!("OneOf([{}])", labels(count));
    assert_eq!(fields(&format!("\"x\": {}", one_of(10_001))), "`OneOf` has more than 10000 strings");
    assert_eq!(fields(&format!("\"x\": Array(4096, {})", one_of(10_000))), "");
    let sum = vec!["n"; 5_000].join(" + ");
    assert_eq!(fields(&format!("\"x\": Array(4096, Int(0, \"{sum}\"))")), "");
}

#[test]
fn integers_have_ends() {
    assert!(fields(r#""x": Int(0, 9223372036854775807)"#).contains("2^31 values"));
    assert_eq!(
        fields(r#""x": Int(0, 9223372036854775808)"#),
        "`9223372036854775808` is beyond the integers of 64 bits"
    );
    assert_eq!(fields(r#""x": Int(-9223372036854775808, "-9223372036854775808")"#), "");
    assert_eq!(
        fields(r#""x": Int(0, "9223372036854775807 + n")"#),
        "`9223372036854775807 + n` has no value: it divides by zero or leaves the range of 64 bits"
    );
    let weight = |weight: &str| {
        let types = format!(r#"{{"T": (constructors: {{"A": (weight: {weight})}})}}"#);
        message(&format!(r#"(name: "t", root: "T", types: {types})"#))
    };
    assert_eq!((weight("1000000"), weight("Some(7)")), (String::new(), String::new()));
    assert_eq!(weight("4294967295"), "the weight of `A` is 4294967295, which is too large: at most 1000000");
    assert_eq!(weight("-1"), "`-1` is not a whole number from 0 to 2^64 - 1");
}

#[test]
fn attributes_of_a_layer_have_limits() {
    let chain = |count: usize, body: fn(usize) -> String| {
        let body = |at: usize| format!("\"a{}\": {{\"A\": \"{}\"}},", at + 1, body(at));
        let attributes: String = (0..count).rev().map(body).collect();
        message(&format!(
            "(name: \"t\", root: \"T\", types: {{\"T\": (constructors: {{\"A\": ()}}, attributes: \
             {{{attributes} \"a0\": {{\"A\": \"1\"}}}}, rep_ok: {{\"A\": [\"a{count} > 0\"]}})}})"
        ))
    };
    assert_eq!(chain(100, |at| format!("a{at}")), "");
    assert!(chain(900, |at| format!("a{at}")).contains("nested more than 300 levels"));
    assert!(chain(40, |at| format!("a{at} + a{at}")).contains("takes more than 1000000 operations"));
    assert_eq!(chain(1_000, |at| format!("a{at}")), "more than 1000 attributes of a type");
}
