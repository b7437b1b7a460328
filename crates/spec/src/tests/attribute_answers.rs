//! Attributes of given structures: deep ones, failing ones, and those that are read on the way.

use std::sync::Arc;

use crate::{Answers, AttributeValue, Spec};
use dpgen_forest::scope::Scope;

/// Chains. `length` is read by `bad` at the end only, where it divides; `sound` reads `rep_ok`.
const CHAIN_SPEC: &str = r#"(name: "chain", root: "L", types: {"L": (
    constructors: {"N": (), "C": (fields: {"rest": Type("L")})},
    attributes: {
        "length": {"N": "0", "C": "1 + rest.length"},
        "bad": {"N": "1 / length", "C": "rest.bad"},
        "far": {"N": "0", "C": "rest.kind == 'N' ? 0 : rest.rest.length"},
        "sound": {"C": "rest.rep_ok"},
    },
    rep_ok: {"C": ["rest.rep_ok"]},
)})"#;

fn chain(length: usize, names: &[&str]) -> Answers {
    let spec = Spec::parse("chain", CHAIN_SPEC).expect("it is a spec");
    let attributes = Arc::new(spec.attributes(&Scope::new(3), Some(names)).expect("it fits the scope"));
    let words: Vec<u32> = std::iter::repeat_n(1, length).chain([0]).collect();
    attributes.ask(&words)
}

#[test]
fn chains_of_any_depth_answer() {
    const CHAIN_LEN: usize = 20_000;
    let answers = chain(CHAIN_LEN, &["far", "sound", "bad"]);
    let length = i64::try_from(CHAIN_LEN).expect("it is small");
    // What is read on the way is known as well.
    assert_eq!(answers.get(CHAIN_LEN, "length"), Ok(AttributeValue::Int(length)));
    assert_eq!(answers.get(CHAIN_LEN, "far"), Ok(AttributeValue::Int(length - 2)));
    assert_eq!(answers.get(CHAIN_LEN, "sound"), Ok(AttributeValue::Bool(true)));
    let failed = "the attribute `bad` of `C` fails: the attribute `bad` of `N` (chain:5): a division by zero";
    assert_eq!(answers.get(CHAIN_LEN, "bad"), Err(failed.to_owned()));
    assert_eq!(answers.get(CHAIN_LEN, "kind"), Ok(AttributeValue::Text("C".to_owned())));
}

#[test]
fn what_has_no_answer_is_said() {
    let answers = chain(1, &["sound"]);
    let said = |node, name| answers.get(node, name).expect_err("there is no answer");
    assert_eq!(said(0, "sound"), "the attribute `sound` is not defined for the constructor `N` of `L`");
    assert_eq!(said(1, "lenght"), "`L` has no attribute `lenght`; did you mean `length`?");
    assert_eq!(
        said(1, "size()"),
        "`L` has no attribute `size()`; it has `length`, `bad`, `far`, `sound`, `kind`"
    );
    assert_eq!(said(1, "length"), "the attribute `length` of `L` was not asked for");
    assert_eq!(said(2, "sound"), "there is no node to ask for the attribute `sound`");
}
