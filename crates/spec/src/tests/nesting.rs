//! What may stand inside of its like: comments, and attributes that read each other, up to a limit.

use crate::Spec;

/// A spec of one type, with this text before it and these attributes.
fn spec(before: &str, attributes: &str) -> Result<Spec, String> {
    let text = format!(
        r#"{before}(name: "t", root: "T", types: {{"T": (constructors: {{"A": ()}}, attributes: {{{attributes}}})}})"#
    );
    Spec::parse("t.ron", &text).map_err(|error| error.to_string())
}

#[test]
fn comments_end_where_those_in_them_have_ended() {
    for comment in
        ["/**/", "/***/", "/* * / */", "/* /**/ */", "/* /* */* */", "/*/**//**/*/", "/* // */", "// /*\n"]
    {
        assert_eq!(spec(comment, "").err(), None, "{comment}");
    }
    for comment in ["/*", "/*/", "/* /* */", "/*/* */*", "/* *", "/**/*/"] {
        assert!(spec(comment, "").is_err(), "{comment}");
    }
}

/// `a0` is one level high, and each that reads the one before as `before + 1` is two higher.
#[test]
fn attributes_that_read_each_other_are_at_most_300_levels_deep() {
    let chain = |last: u32| -> String {
        let read = (1..=last).map(|number| format!(r#", "a{number}": {{"A": "a{} + 1"}}"#, number - 1));
        [r#""a0": {"A": "1"}"#.to_owned()].into_iter().chain(read).collect()
    };
    assert_eq!(spec("", &chain(149)).err(), None);
    let error = spec("", &chain(150)).unwrap_err();
    let message =
        "the attribute `a150` of `A` is nested more than 300 levels deep, with the attributes that it reads";
    assert!(error.contains(message), "{error}");
}
