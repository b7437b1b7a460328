//! Mistakes in what a spec says of files, presets, odds, and how many strings of a list a field takes.

use dpgen_spec::{Spec, SpecError};
use insta::assert_snapshot;

/// A spec with one more entry.
fn entry(entry: &str) -> SpecError {
    let field = r#"{"x": OneOf(["a", "b"], "most")}"#;
    let types = format!(r#"{{"T": (constructors: {{"A": (fields: {field})}})}}"#);
    let text = format!(r#"(name: "t", root: "T", params: {{"most": 2}}, types: {types}, {entry})"#);
    Spec::parse("t.ron", &text).expect_err(entry)
}

/// A spec with a field of this kind.
fn kind(kind: &str) -> SpecError {
    let types = format!(r#"{{"T": (constructors: {{"A": (fields: {{"x": {kind}}})}})}}"#);
    let text = format!(r#"(name: "t", root: "T", params: {{"most": 3}}, types: {types})"#);
    Spec::parse("t.ron", &text).expect_err(kind)
}

#[test]
fn files() {
    assert_snapshot!(entry(r#"file: "html""#), @"t.ron:1:132: `file` takes entries in parentheses, found a string; as in `(extension: ...)`");
    assert_snapshot!(entry(r#"file: ()"#), @r#"t.ron:1:132: `file` lacks the entry `extension`; add `extension: "html"`"#);
    assert_snapshot!(entry(r#"file: (extension: ".html")"#), @"t.ron:1:145: `.html` can not be the extension of a file; extensions are 1 to 16 letters and digits, as in `html`");
    assert_snapshot!(entry(r#"file: (extension: "")"#), @"t.ron:1:145: `` can not be the extension of a file; extensions are 1 to 16 letters and digits, as in `html`");
    assert_snapshot!(entry(r#"file: (extension: html)"#), @r#"t.ron:1:144: `extension` takes a string in quotes, found the word `html`; write `"html"`"#);
    assert_snapshot!(entry(r#"file: (extension: "html", befor: "x")"#), @"t.ron:1:152: unknown entry `befor` of `file`; did you mean `before`?");
    assert_snapshot!(entry(r#"file: (extension: "html", before: 3)"#), @"t.ron:1:160: `before` takes a string in quotes, found a number");
    assert_snapshot!(entry(r#"files: (extension: "html")"#), @"t.ron:1:126: unknown entry `files` of the spec; did you mean `file`?");
}

#[test]
fn presets() {
    assert_snapshot!(entry(r#"presets: {"wide": {"mots": 3}}"#), @"t.ron:1:146: the spec has no parameter `mots`; did you mean `most`?");
    assert_snapshot!(entry(r#"presets: {"wide": {"most": "3"}}"#), @"t.ron:1:153: the parameter `most` takes an integer, found a string");
    assert_snapshot!(entry(r#"presets: {"wide": 3}"#), @r#"t.ron:1:144: the preset `wide` takes a map, as in `{"name": ...}`, found a number"#);
    assert_snapshot!(entry(r#"presets: {"wide": {"most": 1}, "wide": {}}"#), @"t.ron:1:158: the preset `wide` is here twice");
    assert_snapshot!(entry(r#"presets: {"wide": {"most": 1, "most": 2}}"#), @"t.ron:1:157: the parameter `most` is here twice");
    assert_snapshot!(entry(r#"presets: {"the wide": {"most": 1}}"#), @"t.ron:1:137: `the wide` can not name a preset; names are letters, digits and `_`, no digit first");
    assert_snapshot!(entry(r#"presets: {"wide": {"n": -1}}"#), @"t.ron:1:146: the maximum size of the preset `wide` is -1; sizes are 0 to 1000000");
}

#[test]
fn odds() {
    assert_snapshot!(entry(r#"odds: {"some": {"B": 3}}"#), @"t.ron:1:143: unknown constructor `B` in `odds`; did you mean `A`?");
    assert_snapshot!(entry(r#"odds: {"some": {"A": 0}}"#), @"t.ron:1:143: the odds of `A` are 0; odds are whole numbers from 1 to 1000000");
    assert_snapshot!(entry(r#"odds: {"some": {"A": -1}}"#), @"t.ron:1:143: the odds of `A` are -1; odds are whole numbers from 1 to 1000000");
    assert_snapshot!(entry(r#"odds: {"some": {"A": 1000001}}"#), @"t.ron:1:143: the odds of `A` are 1000001; odds are whole numbers from 1 to 1000000");
    assert_snapshot!(entry(r#"odds: {"some": {"A": "3"}}"#), @"t.ron:1:147: the constructor `A` takes an integer, found a string");
    assert_snapshot!(entry(r#"odds: {"some": {"A": 1}, "some": {}}"#), @"t.ron:1:152: the entry of odds `some` is here twice");
    assert_snapshot!(entry(r#"odds: {"some of it": {"A": 1}}"#), @"t.ron:1:134: `some of it` can not name odds; names are letters, digits and `_`, no digit first");
}

#[test]
fn the_first_strings_of_a_list() {
    assert_snapshot!(kind(r#"OneOf(["a", "b"], "most")"#), @"t.ron:1:113: `A.x` takes the first 3 strings of 2; give it 0 to 2");
    assert_snapshot!(kind(r#"OneOf(["a", "b"], -1)"#), @"t.ron:1:112: `A.x` takes the first -1 strings of 2; give it 0 to 2");
    assert_snapshot!(kind(r#"OneOf(["a", "b"], "mots")"#), @"t.ron:1:113: unknown parameter `mots` in the number of strings of `A.x`; did you mean `most`?");
    assert_snapshot!(kind(r#"OneOf(["a", "b"], 1, 2)"#), @r#"t.ron:1:94: `OneOf` has the wrong number of parts here; write it as in `OneOf(["red", "black"])`"#);
    assert_snapshot!(kind(r#"OneOf(["a", "b"], ["c"])"#), @"t.ron:1:112: the number of strings of `OneOf` takes a number, or an expression in quotes, found a list");
}

#[test]
fn a_scope_may_ask_for_too_many_strings() {
    let text = r#"(name: "t", root: "T", params: {"most": 1}, types: {"T": (constructors: {
        "A": (fields: {"x": OneOf(["a", "b"], "most")}),
    })})"#;
    let spec = Spec::parse("t.ron", text).expect("one of two is there");
    assert!(spec.model(&dpgen::Scope::new(3).with("most", 2)).is_ok());
    let error = spec.model(&dpgen::Scope::new(3).with("most", 3)).expect_err("there are two");
    assert_snapshot!(error, @"t.ron:2:48: `A.x` takes the first 3 strings of 2; give it 0 to 2");
}
