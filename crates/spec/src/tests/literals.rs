//! Literals and entries as texts: each escape, each form of an integer, each entry left out or given.

use super::{Data, Node, judge, model, refused, spec_of_fields};
use crate::Spec;
use dpgen_forest::scope::Scope;

#[test]
fn every_escape_of_an_expression_is_its_character() {
    // As the RON text has them, and as they stand in the expression.
    for (label, escape) in [
        (r"\u{7}", r"\\a"),
        (r"\u{8}", r"\\b"),
        (r"\u{c}", r"\\f"),
        (r"\n", r"\\n"),
        (r"\r", r"\\r"),
        (r"\t", r"\\t"),
        (r"\u{b}", r"\\v"),
        (r"\\", r"\\\\"),
        ("?", r"\\?"),
        (r#"\""#, r#"\\\""#),
        ("'", r"\\'"),
        ("`", r"\\`"),
        ("A", r"\\x41"),
        ("A", r"\\X41"),
        ("é", r"\\u00e9"),
        (r"\u{1f600}", r"\\U0001F600"),
        ("A", r"\\101"),
        (r"\0", r"\\000"),
        (r"A\nB", r"A\\nB"),
        (r"\nA\n", r"\\nA\\n"),
    ] {
        let fields = format!(r#""x": OneOf(["other", "{label}"])"#);
        let text = spec_of_fields(&fields, &format!(r#"rep_ok: {{"T": ["x == '{escape}'"]}}"#));
        let model = model(&text, &Scope::new(1));
        let verdict = |place| {
            judge(&model, model.rep_ok[0].as_ref(), &Node(0, vec![Data(place)])).map(|(accepted, _)| accepted)
        };
        assert_eq!((verdict(0), verdict(1)), (Ok(false), Ok(true)), "{label} and {escape}");
    }
    for (escape, said) in [
        (r"\\q", r"`\q` is no escape of a string"),
        (r"\\x4", r"stands for no character"),
        (r"\\xg0", r"stands for no character"),
        (r"\\ud800", r"stands for no character"),
        (r"\\U00110000", r"stands for no character"),
        (r"\\400", r"is no escape of a string"),
        (r"\\19", r"stands for no character"),
    ] {
        let error = refused(&spec_of_fields(
            r#""x": OneOf(["x"])"#,
            &format!(r#"rep_ok: {{"T": ["x == '{escape}'"]}}"#),
        ));
        assert!(error.message().contains(said), "{escape}: {error}");
    }
}

/// Escapes of the RON text itself, each between others, so that lengths count.
#[test]
fn every_escape_of_the_text_is_its_character() {
    for (escape, label) in [
        (r#"\""#, "\""),
        (r"\\", "\\"),
        (r"\'", "'"),
        (r"\n", "\n"),
        (r"\r", "\r"),
        (r"\t", "\t"),
        (r"\0", "\0"),
        (r"\x41", "A"),
        (r"\u{e9}", "é"),
        (r"\u{1F600}", "\u{1f600}"),
    ] {
        let about = format!("a{escape}b{escape}");
        let text = format!(
            r#"(name: "t", about: "{about}", root: "T", types: {{"T": (constructors: {{"A": ()}})}})"#
        );
        let spec = Spec::parse("t.ron", &text).unwrap_or_else(|error| panic!("{escape}: {error}"));
        assert_eq!(spec.about(), format!("a{label}b{label}"), "{escape}");
    }
    for escape in [r"\q", r"\x4", r"\xzz", r"\u{110000}", r"\u{}", r"\u41"] {
        let text = format!(r#"(name: "t", about: "a{escape}", root: "T", types: {{}})"#);
        let error = refused(&text);
        assert!(error.message().contains("is no escape of a string"), "{escape}: {error}");
        let (start, _) = error.span().unwrap();
        assert_eq!(start, text.find('\\').unwrap(), "{escape}");
    }
    for (escape, said) in [(r"\u41}", r"\u"), (r"\u{zz}", r"\u{zz}"), (r"\x4g1", r"\x4g"), (r"\é", r"\é")] {
        let error = refused(&format!(r#"(name: "t", about: "a{escape} b", root: "T", types: {{}})"#));
        assert_eq!(error.message(), format!("`{said}` is no escape of a string"));
    }
}

/// An entry may be left out, be `None`, or stand in `Some`, as RON has it; in no other word.
#[test]
fn entries_are_options() {
    let with = |about: &str| {
        format!(r#"(name: "t", {about} root: "T", types: {{"T": (constructors: {{"A": ()}})}})"#)
    };
    for (entry, expected) in
        [("", ""), ("about: None,", ""), (r#"about: "x","#, "x"), (r#"about: Some("x"),"#, "x")]
    {
        let spec = Spec::parse("t.ron", &with(entry)).unwrap_or_else(|error| panic!("{entry}: {error}"));
        assert_eq!(spec.about(), expected, "{entry}");
    }
    for entry in [
        r#"about: Other("x"),"#,
        r#"about: Some("x", "y"),"#,
        "about: Some(),",
        "about: Nothing,",
        "about: 1,",
    ] {
        assert!(Spec::parse("t.ron", &with(entry)).is_err(), "{entry} is accepted");
    }
}

#[test]
fn integers_of_the_text_are_read_or_refused() {
    let weight = |number: &str| {
        format!(
            r#"(name: "t", root: "T", types: {{"T": (constructors: {{"A": (fields: {{"x": Int({number}, 9)}})}})}})"#
        )
    };
    for number in ["0", "9", "-3", "+4", "1_0", "0x9", "-0x3", "0b101", "0o7"] {
        assert!(Spec::parse("t.ron", &weight(number)).is_ok(), "{number}");
    }
    for (number, said) in [
        ("9223372036854775808", "is beyond the integers of 64 bits"),
        ("-9223372036854775809", "is beyond the integers of 64 bits"),
        ("99_999_999_999_999_999_999", "is beyond the integers of 64 bits"),
        ("1.5", "is not an integer"),
        ("0x", "is not an integer"),
        ("1e3", "is not an integer"),
    ] {
        let error = refused(&weight(number));
        assert!(error.message().contains(said), "{number}: {error}");
    }
}

#[test]
fn files_hold_what_stands_around_a_structure() {
    let text = r#"(name: "t", root: "T", types: {"T": (constructors: {"A": ()})},
        file: (extension: "html", before: "<", after: ">"))"#;
    let spec = Spec::parse("t.ron", text).unwrap_or_else(|error| panic!("{error}"));
    let file = spec.file().unwrap();
    assert_eq!((file.extension.as_str(), file.around("body").as_str()), ("html", "<body>"));
}
